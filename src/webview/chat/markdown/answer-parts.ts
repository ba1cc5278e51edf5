// Knows how an answer's blocks are grouped in the document: in parts of a few dozen, so that the browser skips whole parts
// that are out of sight. A box for each block costs more than it saves. The grouping depends on the blocks alone, never
// on the pieces in which they came.

/** So many blocks make a part. */
const blocksInPart = 24;

export interface AnswerParts {
  /** Adds finished blocks. */
  append(blocks: Iterable<Element>): void;
  /** Adds what is drawn for now behind the finished blocks; its nodes are the caller's to remove. */
  appendTail(nodes: DocumentFragment): void;
  /** Removes a part that nothing is left in. */
  tidy(): void;
  /** The block that stands last. */
  last(): Element | null;
}

export function createAnswerParts(host: Element): AnswerParts {
  let part: Element | null = null;
  let finished = 0;
  const openPart = (): Element => {
    if (part !== null) return part;
    part = document.createElement('div');
    part.className = 'part';
    host.append(part);
    return part;
  };
  return {
    append(blocks) {
      for (const block of blocks) {
        // A heading stays with what it heads.
        if (part !== null && finished >= blocksInPart && !isHeading(part.lastElementChild)) {
          part.classList.add('finished');
          part = null;
          finished = 0;
        }
        openPart().append(block);
        finished++;
      }
    },
    appendTail(nodes) {
      if (nodes.hasChildNodes()) openPart().append(nodes);
    },
    tidy() {
      if (part?.hasChildNodes() !== false) return;
      part.remove();
      part = null;
    },
    last: () => part?.lastElementChild ?? null,
  };
}

function isHeading(block: Element | null): boolean {
  return block instanceof HTMLHeadingElement;
}
