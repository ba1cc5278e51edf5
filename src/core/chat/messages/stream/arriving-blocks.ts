// Blocks that arrive from the service as events that a reader can rely on: each block has its place, ends before the
// answer does, and takes only what is of its kind. Services number blocks as they like, and send kinds that nobody
// knows.
import { ServiceError } from '../../../service/failure/errors.ts';
import { largestText } from '../../../service/stored-fields.ts';
import {
  type AnswerBlock,
  type BlockDelta,
  type BlockEvent,
  type BlockStart,
  mostBlocks,
  toolInputJson,
} from '../blocks.ts';

interface OpenBlock {
  readonly index: number;
  readonly kind: AnswerBlock['kind'];
  /** The JSON of a tool's input that came with the block: it counts where no other follows. */
  readonly givenInput: string;
  /** Characters of a tool's input. */
  inputLength: number;
}

const blockOfDelta = {
  textAdded: 'text',
  thinkingAdded: 'thinking',
  signatureAdded: 'thinking',
  toolInputAdded: 'toolUse',
} as const satisfies Record<BlockDelta['kind'], AnswerBlock['kind']>;

export class ArrivingBlocks {
  readonly #tell: (event: BlockEvent) => void;
  /** By the service's number. */
  readonly #named = new Map<number, OpenBlock>();
  readonly #open = new Set<OpenBlock>();
  #last: OpenBlock | null = null;
  #count = 0;

  constructor(tell: (event: BlockEvent) => void) {
    this.#tell = tell;
  }

  /** A block begins, perhaps with content. Null for one of a kind that nobody knows: it is skipped. */
  begin(number: number, block: AnswerBlock | null): void {
    this.end(number);
    if (block === null) return;
    const begun = this.#begin(block);
    this.#named.set(number, begun);
    if (block.kind === 'text') this.#addGiven(begun, 'textAdded', block.text);
    if (block.kind === 'thinking') {
      this.#addGiven(begun, 'thinkingAdded', block.text);
      this.#addGiven(begun, 'signatureAdded', block.signature);
    }
  }

  #begin(block: AnswerBlock): OpenBlock {
    const index = this.#count;
    if (index === mostBlocks) throw tooBig();
    this.#count += 1;
    const givenInput = block.kind === 'toolUse' ? toolInputJson(block.input) : '';
    const begun = { index, kind: block.kind, givenInput, inputLength: 0 };
    this.#last = begun;
    this.#open.add(begun);
    this.#tell({ kind: 'blockStarted', index, block: startOf(block) });
    return begun;
  }

  #addGiven({ index }: OpenBlock, kind: BlockDelta['kind'], text: string): void {
    if (text !== '') this.#tell({ kind, index, text });
  }

  /** More of a block; what has no place there is skipped, but never text. */
  add(delta: BlockDelta): void {
    const block = this.#blockFor(delta);
    if (block === null) return;
    if (delta.kind === 'toolInputAdded') {
      block.inputLength += delta.text.length;
      if (block.inputLength > largestText) throw tooBig();
    }
    this.#tell(block.index === delta.index ? delta : { ...delta, index: block.index });
  }

  #blockFor({ kind, index: number }: BlockDelta): OpenBlock | null {
    const named = this.#named.get(number);
    if (named?.kind === blockOfDelta[kind]) return named;
    if (kind !== 'textAdded' && kind !== 'thinkingAdded') return null;
    if (this.#last?.kind === blockOfDelta[kind] && this.#open.has(this.#last)) return this.#last;
    const begun = this.#begin(
      kind === 'textAdded' ? { kind: 'text', text: '' } : { kind: 'thinking', text: '', signature: '' },
    );
    if (named === undefined) this.#named.set(number, begun);
    return begun;
  }

  end(number: number): void {
    const block = this.#named.get(number);
    if (block === undefined) return;
    this.#named.delete(number);
    this.#end(block);
  }

  /** The answer is whole. */
  endAll(): void {
    this.#named.clear();
    for (const block of this.#open) this.#end(block);
  }

  #end(block: OpenBlock): void {
    this.#open.delete(block);
    if (block.kind === 'toolUse' && block.inputLength === 0)
      this.#addGiven(block, 'toolInputAdded', block.givenInput === '' ? '{}' : block.givenInput);
    this.#tell({ kind: 'blockEnded', index: block.index });
  }
}

function startOf(block: AnswerBlock): BlockStart {
  switch (block.kind) {
    case 'text':
    case 'thinking':
      return { kind: block.kind };
    case 'redactedThinking':
      return block;
    case 'toolUse':
      return { kind: 'toolUse', id: block.id, name: block.name };
  }
}

function tooBig(): ServiceError {
  return new ServiceError({ kind: 'unexpectedAnswer', what: 'tooBig' });
}
