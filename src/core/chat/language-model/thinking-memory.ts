// The thinking before a tool's use, which must go back unchanged with the tool's result: whoever keeps the conversation
// may drop it, so it is kept here by the ids of the uses, for as long as there is room.
import { type AnswerBlock, writtenLength } from '../messages/blocks.ts';

type Thinking = Extract<AnswerBlock, { kind: 'thinking' | 'redactedThinking' }>;

/** Characters, of all that is kept. */
const mostKept = 4_000_000;

export class ThinkingMemory {
  /** By the id of the first use behind it; the oldest first. */
  readonly #kept = new Map<string, readonly Thinking[]>();
  #size = 0;

  /** Keeps what came before the first tool that an answer calls. */
  keep(blocks: readonly AnswerBlock[]): void {
    const at = blocks.findIndex(({ kind }) => kind === 'toolUse');
    const use = blocks[at];
    const thinking = blocks.slice(0, Math.max(0, at)).filter(isThinking);
    if (use?.kind !== 'toolUse' || thinking.length === 0) return;
    this.#forget(use.id);
    this.#kept.set(use.id, thinking);
    this.#size += writtenLength(thinking);
    for (const id of this.#kept.keys()) {
      if (this.#size <= mostKept) break;
      this.#forget(id);
    }
  }

  /** The answer with its own thinking where it is known; thinking without a signature is of no use. */
  putBack(blocks: readonly AnswerBlock[]): readonly AnswerBlock[] {
    const use = blocks.find(({ kind }) => kind === 'toolUse');
    const kept = use?.kind === 'toolUse' ? this.#kept.get(use.id) : undefined;
    return kept === undefined ? blocks : [...kept, ...blocks.filter((block) => !isThinking(block))];
  }

  #forget(id: string): void {
    this.#size -= writtenLength(this.#kept.get(id) ?? []);
    this.#kept.delete(id);
  }
}

function isThinking(block: AnswerBlock): block is Thinking {
  return block.kind === 'thinking' || block.kind === 'redactedThinking';
}
