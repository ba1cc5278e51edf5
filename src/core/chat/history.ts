// Knows all conversations that are kept, over the folders they are kept in: what there is, one of them as a whole, and what
// happens to it. The files are the only truth; whatever is remembered here can be read again from them.
import type { Clock, Files, StoredFile } from '../ports.ts';
import { ConversationTree } from './conversation-tree.ts';
import type { HistoryEntry, HistoryRecord } from './history-record.ts';
import { conversationOf, mergeSegments, readSegment } from './history-segment.ts';
import { SegmentWriter } from './history-writer.ts';

/** Who a conversation belongs to: the workspace it was held in, or the person in all of theirs. */
export type PlaceName = 'workspace' | 'person';

export interface Place {
  readonly name: PlaceName;
  readonly files: Files;
}

export interface StoredConversation {
  readonly tree: ConversationTree;
  readonly place: PlaceName;
}

/** Something about a file that a person should know; `name` is the file's. */
export type HistoryTrouble =
  /** Writing fails: what is new is in memory only, and tried again. */
  | { readonly kind: 'notSaved' }
  | { readonly kind: 'savedAgain' }
  | { readonly kind: 'newer' | 'damaged' | 'setAside'; readonly name: string };

export interface HistoryParts {
  readonly places: readonly Place[];
  /** Names this window's segments. */
  readonly writer: string;
  readonly clock: Clock;
  /** Told once a file and kind. */
  readonly onTrouble: (trouble: HistoryTrouble) => void;
}

interface Cached {
  readonly signature: string;
  readonly tree: ConversationTree;
}

/** How long a deleted conversation can still be had back, in milliseconds. */
const keptAfterDeletion = 24 * 60 * 60_000;

export class History {
  readonly #parts: HistoryParts;
  readonly #writers = new Map<string, SegmentWriter>();
  readonly #cache = new Map<string, Cached>();
  readonly #told = new Set<string>();

  constructor(parts: HistoryParts) {
    this.#parts = parts;
  }

  /** Everything that is kept and not deleted, latest first. Rejects where no folder can be read. */
  async list(): Promise<StoredConversation[]> {
    await this.flush();
    const all = await Promise.all(this.#parts.places.map((place) => this.#listPlace(place)));
    return all.flat().sort((left, right) => right.tree.changedAt - left.tree.changedAt);
  }

  async #listPlace(place: Place): Promise<StoredConversation[]> {
    const kept: StoredConversation[] = [];
    for (const [id, files] of segmentsByConversation(await place.files.list())) {
      const tree = await this.#read(place, id, files);
      if (tree.deletedAt !== null) await this.#purge(place, tree.deletedAt, files);
      else if (!tree.isEmpty) kept.push({ tree, place: place.name });
    }
    return kept;
  }

  /** One conversation, for the caller alone, who may change it; null where there is none. */
  async open(id: string): Promise<StoredConversation | null> {
    await this.flush();
    for (const place of this.#parts.places) {
      const files = segmentsByConversation(await place.files.list()).get(id);
      if (files === undefined) continue;
      const tree = await this.#read(place, id, files);
      // Whoever reads it next must not see what the caller makes of it.
      this.#cache.delete(id);
      if (tree.deletedAt === null && !tree.isEmpty) return { tree, place: place.name };
    }
    return null;
  }

  /** Appends to a conversation, and so begins one. Never throws; see `onTrouble`. `at` is now, but for what is imported. */
  record(id: string, place: PlaceName, record: HistoryRecord, at?: number): void {
    const key = `${place} ${id}`;
    const writer = this.#writers.get(key) ?? this.#createWriter(id, place);
    this.#writers.set(key, writer);
    writer.add(record, at);
  }

  /** Resolves when all that was recorded is on disk, or has failed to get there. */
  async flush(): Promise<void> {
    await Promise.all([...this.#writers.values()].map((writer) => writer.flush()));
  }

  #createWriter(id: string, name: PlaceName): SegmentWriter {
    const { places, writer, clock, onTrouble } = this.#parts;
    const place = places.find((known) => known.name === name) ?? places[0];
    if (place === undefined) throw new Error('There is no place to keep a conversation in.');
    const { files } = place;
    return new SegmentWriter(id, writer, {
      files,
      clock,
      onTrouble: (failing) => onTrouble({ kind: failing ? 'notSaved' : 'savedAgain' }),
    });
  }

  async #read(place: Place, id: string, files: readonly StoredFile[]): Promise<ConversationTree> {
    const signature = files.map(({ name, size, changedAt }) => `${name} ${size} ${changedAt}`).join('\n');
    const cached = this.#cache.get(id);
    if (cached?.signature === signature) return cached.tree;
    const segments: (readonly HistoryEntry[])[] = [];
    for (const { name } of files) segments.push(await this.#readSegment(place, name));
    const tree = new ConversationTree(id);
    for (const entry of mergeSegments(segments)) tree.take(entry, entry.at);
    this.#cache.set(id, { signature, tree });
    return tree;
  }

  async #readSegment({ files }: Place, name: string): Promise<readonly HistoryEntry[]> {
    const reading = readSegment(await files.read(name));
    switch (reading.kind) {
      case 'read':
        if (reading.damaged) this.#tellOnce({ kind: 'damaged', name });
        return reading.entries;
      case 'newer':
        // It stays where the newer version looks for it.
        this.#tellOnce({ kind: 'newer', name });
        return [];
      case 'unreadable':
        await files.rename(name, `${name}.unreadable`);
        this.#tellOnce({ kind: 'setAside', name: `${name}.unreadable` });
        return [];
      case 'empty':
        return [];
    }
  }

  #tellOnce(trouble: Extract<HistoryTrouble, { name: string }>): void {
    const key = `${trouble.kind} ${trouble.name}`;
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.#parts.onTrouble(trouble);
  }

  async #purge({ files }: Place, deletedAt: number, segments: readonly StoredFile[]): Promise<void> {
    if (this.#parts.clock.now() - deletedAt < keptAfterDeletion) return;
    for (const { name } of segments) await files.delete(name);
  }
}

function segmentsByConversation(files: readonly StoredFile[]): Map<string, StoredFile[]> {
  const found = new Map<string, StoredFile[]>();
  for (const file of files) {
    const id = conversationOf(file.name);
    if (id !== null) found.set(id, [...(found.get(id) ?? []), file]);
  }
  return found;
}
