// A prompt that the plan refused, or would have, and that is sent when the plan has something left again: what is kept
// of it, and what is asked by it.
import * as z from 'zod/mini';
import type { Files } from '../../../ports.ts';
import { parseJson } from '../../../service/json.ts';
import { idSchema, timeSchema } from '../../../service/stored-fields.ts';
import type { Attachment } from '../../attachments/attachment.ts';
import { type Asked, editedPrompt, retriedAnswer, type Stamp } from '../../conversation/steps.ts';
import type { ConversationTree } from '../../conversation/tree.ts';
import type { PromptTurn } from '../../conversation/conversation.ts';

const postponedSchema = z.object({
  conversation: idSchema,
  /** The one that the plan refused, or would have. */
  answer: idSchema,
  /** Whose plan is meant, as `SessionCredentials.account` names it. */
  account: idSchema,
  /** Not before this instant, in milliseconds since the epoch. */
  dueAt: timeSchema,
});
export type PostponedPrompt = Readonly<z.infer<typeof postponedSchema>>;

const suffix = '.waiting.json';

/** One file a conversation, in a folder that windows share. No method rejects. */
export class PostponedStore {
  readonly #files: Files;
  readonly #newId: () => string;

  /** @param newId gives letters and digits, unlike any other. */
  constructor(files: Files, newId: () => string) {
    this.#files = files;
    this.#newId = newId;
  }

  async all(): Promise<PostponedPrompt[]> {
    const files = await this.#files.list().catch(() => []);
    const names = files.map(({ name }) => name).filter((name) => name.endsWith(suffix));
    const read = await Promise.all(names.map((name) => this.#files.read(name).catch(() => new Uint8Array())));
    return read.flatMap((bytes) => {
      const parsed = postponedSchema.safeParse(parseJson(new TextDecoder().decode(bytes)));
      return parsed.success ? [parsed.data] : [];
    });
  }

  /** False where the disk does not take it. */
  async put(prompt: PostponedPrompt): Promise<boolean> {
    return this.#files.replace(fileOf(prompt.conversation), JSON.stringify(prompt)).then(
      () => true,
      () => false,
    );
  }

  /** Takes what waits in a conversation away: true for one window alone. */
  async take(conversation: string): Promise<boolean> {
    const taken = `${this.#newId()}.taken`;
    const isOurs = await this.#files.rename(fileOf(conversation), taken).then(
      () => true,
      () => false,
    );
    if (isOurs) await this.#files.delete(taken).catch(() => undefined);
    return isOurs;
  }
}

function fileOf(conversation: string): string {
  return `${conversation}${suffix}`;
}

/** The prompt that waits for its answer; null where it was answered, edited or removed meanwhile. */
export function promptOf(tree: ConversationTree, answerId: string): PromptTurn | null {
  const answer = tree.turn(answerId);
  const parent = tree.parentOf(answerId);
  const prompt = parent === null ? null : tree.turn(parent);
  const isShown = tree.shown().turns.at(-1)?.id === answerId;
  const isOpen = answer?.kind === 'answer' && ['failed', 'stopped'].includes(answer.progress.kind);
  return isShown && isOpen && prompt?.kind === 'prompt' ? prompt : null;
}

/**
 * Asks for the answer that has not come.
 *
 * @param attachments in place of those that the prompt has, as a version of it; null where they are as they were
 */
export function askedAgain(
  tree: ConversationTree,
  answerId: string,
  attachments: readonly Attachment[] | null,
  stamp: Stamp,
): Asked | null {
  const prompt = promptOf(tree, answerId);
  const answer = tree.turn(answerId);
  if (prompt === null || answer?.kind !== 'answer') return null;
  return attachments === null
    ? retriedAnswer(tree, answer, stamp)
    : editedPrompt(tree, prompt.id, prompt.text, stamp, attachments);
}
