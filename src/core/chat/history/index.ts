// A summary of each conversation in a folder, so that a list of them reads one file and not all. It can be rebuilt from
// the conversations' own files: an index that is missing, stale or damaged only costs time.
import * as z from 'zod/mini';
import { goodOnes, idSchema, timeSchema, titleSchema } from '../../service/stored-fields.ts';
import { parseJson } from '../../service/json.ts';
import type { Files, StoredFile } from '../../ports.ts';
import type { ConversationTree } from '../conversation/tree.ts';

/** What a list says of a conversation without reading it. Times are in milliseconds since the epoch. */
export interface Summary {
  readonly title: string;
  readonly pinned: boolean;
  /** Null while it is not deleted. */
  readonly deletedAt: number | null;
  readonly changedAt: number;
  readonly isEmpty: boolean;
}

export function summaryOf({ title, pinned, deletedAt, changedAt, isEmpty }: ConversationTree): Summary {
  return { title, pinned, deletedAt, changedAt, isEmpty };
}

/** Tells the state of a conversation's files from every other: segments only grow. */
export function stateOf(files: readonly StoredFile[]): string {
  return files
    .map(({ name, size, changedAt }) => `${name} ${String(size)} ${String(changedAt)}`)
    .sort()
    .join('\n');
}

const fileName = 'index.json';
/** Raised when a conversation is summed up otherwise: the version before called one after a prompt that was removed. */
const indexVersion = 2;
const entrySchema = z.object({
  id: idSchema,
  state: z.string(),
  title: titleSchema,
  pinned: z.boolean(),
  deletedAt: z.nullable(timeSchema),
  changedAt: timeSchema,
  isEmpty: z.boolean(),
});
const indexSchema = z.object({
  tidemark: z.literal('index'),
  version: z.literal(indexVersion),
  entries: goodOnes(entrySchema),
});
type Entry = z.infer<typeof entrySchema>;

export class HistoryIndex {
  readonly #files: Files;
  #entries: Promise<Map<string, Entry>> | null = null;
  #isSaved = true;
  #saving: Promise<void> = Promise.resolve();

  constructor(files: Files) {
    this.#files = files;
  }

  /** What is remembered of a conversation; null where its files have changed since. Never rejects. */
  async find(id: string, state: string): Promise<Summary | null> {
    const entry = (await this.#read()).get(id);
    return entry?.state === state ? entry : null;
  }

  async remember(id: string, state: string, summary: Summary): Promise<void> {
    (await this.#read()).set(id, { id, state, ...summary });
    this.#isSaved = false;
  }

  /**
   * Writes what has changed, without the conversations that are gone. An index that cannot be written is read anew.
   * Never rejects.
   */
  async save(present: ReadonlySet<string>): Promise<void> {
    const entries = await this.#read();
    for (const id of entries.keys()) {
      if (present.has(id)) continue;
      entries.delete(id);
      this.#isSaved = false;
    }
    if (this.#isSaved) return;
    this.#isSaved = true;
    const text = JSON.stringify({
      tidemark: 'index',
      version: indexVersion,
      entries: [...entries.values()],
    } satisfies z.infer<typeof indexSchema>);
    this.#saving = this.#saving.then(() => this.#files.replace(fileName, text)).catch(() => undefined);
    await this.#saving;
  }

  /** Remembers nothing, and writes nothing before something is remembered again. */
  async forget(): Promise<void> {
    this.#entries = Promise.resolve(new Map());
    this.#isSaved = true;
    await this.#saving;
  }

  #read(): Promise<Map<string, Entry>> {
    this.#entries ??= this.#files.read(fileName).then(parseIndex, () => new Map<string, Entry>());
    return this.#entries;
  }
}

function parseIndex(bytes: Uint8Array): Map<string, Entry> {
  const parsed = indexSchema.safeParse(parseJson(new TextDecoder().decode(bytes)));
  return new Map((parsed.success ? parsed.data.entries : []).map((entry) => [entry.id, entry]));
}
