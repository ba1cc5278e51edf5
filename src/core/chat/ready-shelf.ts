// Knows what lies ready for the next prompts of each conversation, and keeps it over a reload or a crash in a text that somebody
// else stores; it does not know when anything is sent.
import * as z from 'zod/mini';
import { goodOnes, idSchema, textSchema } from '../service/stored-fields.ts';
import type { ReadyAttachment } from './attachment.ts';
import { readyAttachmentSchema } from './stored-attachment.ts';

export interface ReadyPrompt {
  readonly id: string;
  readonly text: string;
  readonly attachments: readonly ReadyAttachment[];
}

export interface Ready {
  /** For the prompt that is being typed. */
  readonly attachments: readonly ReadyAttachment[];
  /** Prompts that wait, the next one first. */
  readonly queue: readonly ReadyPrompt[];
}

/** A text that outlives the window: what was set last is read again. */
export interface KeptText {
  text: string;
}

/** The name under which things lie ready for a conversation that has not begun. */
const notBegun = '';
const largestCount = 50;

const attachments = goodOnes(readyAttachmentSchema);
const promptSchema = z.object({ id: idSchema, text: textSchema, attachments });
const shelfSchema = goodOnes(z.object({ conversation: z.union([idSchema, z.literal(notBegun)]), attachments, queue: goodOnes(promptSchema) }));

export class ReadyShelf {
  readonly #kept: KeptText;
  /** The one that was changed last stands last. */
  readonly #ready: Map<string, Ready>;

  /** A text that is no shelf is taken for an empty one. */
  constructor(kept: KeptText) {
    this.#kept = kept;
    this.#ready = new Map(parse(kept.text).map(({ conversation, ...ready }) => [conversation, ready]));
  }

  of({ id, isEmpty }: Begun): Ready {
    return this.#ready.get(isEmpty ? notBegun : id) ?? { attachments: [], queue: [] };
  }

  put({ id, isEmpty }: Begun, ready: Ready): void {
    const name = isEmpty ? notBegun : id;
    this.#ready.delete(name);
    if (ready.attachments.length > 0 || ready.queue.length > 0) this.#ready.set(name, ready);
    this.#keep();
  }

  /** The conversation that had not begun is this one now: what lay ready for it still does. */
  begun(id: string): void {
    const ready = this.#ready.get(notBegun);
    if (ready === undefined) return;
    this.#ready.delete(notBegun);
    this.#ready.set(id, ready);
    this.#keep();
  }

  /** Nothing lies ready for any conversation. */
  clear(): void {
    this.#ready.clear();
    this.#keep();
  }

  #keep(): void {
    // Conversations that were deleted leave theirs behind.
    for (const [name] of [...this.#ready].slice(0, -largestCount)) this.#ready.delete(name);
    const shelf = [...this.#ready].map(([conversation, { attachments, queue }]) => ({ conversation, attachments, queue }));
    this.#kept.text = shelf.length === 0 ? '' : JSON.stringify(shelf);
  }
}

/** What tells whether a conversation has begun, and which it is. */
interface Begun {
  readonly id: string;
  readonly isEmpty: boolean;
}

function parse(text: string): z.infer<typeof shelfSchema> {
  try {
    return shelfSchema.parse(JSON.parse(text));
  } catch {
    return [];
  }
}
