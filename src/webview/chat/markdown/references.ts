// The link reference definitions of an answer so far, and which finished blocks may refer to one that came only after
// them.
import type { Definitions } from './parser.ts';
import { replaceBlock } from './plain/list-numbers.ts';

/** Finished blocks and what they were drawn from. */
interface Remembered {
  readonly source: string;
  readonly blocks: readonly Element[];
  readonly definitionsKnown: number;
}

export class References {
  readonly #definitions: Definitions = {};
  #known = 0;
  #remembered: Remembered[] = [];

  /** For one reading: it sees what is defined, and keeps what it defines to itself. */
  forReading(): Definitions {
    return new Proxy<Definitions>(
      {},
      { get: (own, label) => (typeof label === 'string' ? (own[label] ?? this.#definitions[label]) : undefined) },
    );
  }

  /** Takes over what a reading has defined. */
  add(reading: Definitions): void {
    for (const [label, definition] of Object.entries(reading)) {
      this.#definitions[label] = definition;
      this.#known++;
    }
  }

  /** Keeps finished blocks in mind where they may refer to something. */
  remember(source: string, blocks: readonly Element[]): void {
    if (source.includes('[')) this.#remembered.push({ source, blocks, definitionsKnown: this.#known });
  }

  /** Takes the next blocks after which more was defined; null where there are none. */
  takeOutdated(): Pick<Remembered, 'source' | 'blocks'> | null {
    for (let last = this.#remembered.pop(); last !== undefined; last = this.#remembered.pop()) {
      if (last.definitionsKnown < this.#known) return last;
    }
    return null;
  }
}

/** Whether a reading has defined anything. */
export function defines(reading: Definitions): boolean {
  return Object.keys(reading).length > 0;
}

/** Puts blocks that were read again in place of those in which something is resolved now, and returns them. */
export function replaceResolved(blocks: readonly Element[], resolved: readonly Element[]): Element[] {
  return blocks.flatMap((block, index) => {
    const after = resolved[index];
    // A reference that is resolved loses its brackets, so equal text means that nothing was resolved.
    if (after === undefined || after.textContent === block.textContent) return [];
    replaceBlock(block, after);
    return [after];
  });
}
