// The queued prompts of each conversation and the attachments of the next one, stored over a reload or a crash.
import * as z from 'zod/mini';
import type { PersistedText } from '../../../ports.ts';
import { parseJson } from '../../../service/json.ts';
import { goodOnes, idSchema, textSchema } from '../../../service/stored-fields.ts';
import type { PendingAttachment } from '../../attachments/attachment.ts';
import { pendingAttachmentSchema } from '../../attachments/stored-attachment.ts';

export interface QueuedPrompt {
  readonly id: string;
  readonly text: string;
  readonly attachments: readonly PendingAttachment[];
  /** Whether the agent that runs is to hear of it behind its next result; else it waits for the end. */
  readonly joinsRun?: boolean | undefined;
}

export interface PendingInput {
  /** For the prompt that is being typed. */
  readonly attachments: readonly PendingAttachment[];
  /** Prompts that wait, the next one first. */
  readonly queue: readonly QueuedPrompt[];
}

/** The key of a conversation that has not begun. */
const notBegun = '';
const largestCount = 50;

const attachments = goodOnes(pendingAttachmentSchema);
const promptSchema = z.object({ id: idSchema, text: textSchema, attachments, joinsRun: z.optional(z.boolean()) });
const storedSchema = goodOnes(
  z.object({ conversation: z.union([idSchema, z.literal(notBegun)]), attachments, queue: goodOnes(promptSchema) }),
);

export class PromptQueueStore {
  readonly #text: PersistedText;
  /** The one that was changed last is last. */
  readonly #pending: Map<string, PendingInput>;

  /** A text that cannot be read counts as empty. */
  constructor(text: PersistedText) {
    this.#text = text;
    this.#pending = new Map(parse(text.text).map(({ conversation, ...pending }) => [conversation, pending]));
  }

  of({ id, isEmpty }: Begun): PendingInput {
    return this.#pending.get(isEmpty ? notBegun : id) ?? { attachments: [], queue: [] };
  }

  put({ id, isEmpty }: Begun, pending: PendingInput): void {
    const name = isEmpty ? notBegun : id;
    this.#pending.delete(name);
    if (pending.attachments.length > 0 || pending.queue.length > 0) this.#pending.set(name, pending);
    this.#write();
  }

  /** The conversation that had not begun is this one now: what was pending for it is now pending for this one. */
  begun(id: string): void {
    const pending = this.#pending.get(notBegun);
    if (pending === undefined) return;
    this.#pending.delete(notBegun);
    this.#pending.set(id, pending);
    this.#write();
  }

  /** Nothing is pending for any conversation. */
  clear(): void {
    this.#pending.clear();
    this.#write();
  }

  #write(): void {
    // Conversations that were deleted leave theirs behind.
    for (const [name] of [...this.#pending].slice(0, -largestCount)) this.#pending.delete(name);
    const stored = [...this.#pending].map(([conversation, { attachments, queue }]) => ({
      conversation,
      attachments,
      queue,
    }));
    this.#text.write(stored.length === 0 ? '' : JSON.stringify(stored));
  }
}

/** What tells whether a conversation has begun, and which it is. */
export interface Begun {
  readonly id: string;
  readonly isEmpty: boolean;
}

function parse(text: string): z.infer<typeof storedSchema> {
  return storedSchema.safeParse(parseJson(text)).data ?? [];
}
