// Groups an answer's blocks in the document: in parts of a few dozen, so that the browser skips whole parts that are
// out of sight. A box for each block costs more than it saves. The grouping depends on the blocks alone, never on the
// pieces in which they came.

/** So many blocks make a part, or fewer that hold so many elements. */
const blocksInPart = 24;
const elementsInPart = 600;

export interface AnswerParts {
  /** Adds finished blocks. One that already stands last in the last part stays where it is. */
  append(blocks: Iterable<Element>): void;
  /** Adds what is drawn for now behind the finished blocks; its nodes are the caller's to remove. */
  appendTail(nodes: Iterable<ChildNode>): void;
  /** Removes a part that nothing is left in. */
  tidy(): void;
  /** The block that stands last. */
  last(): Element | null;
}

export function createAnswerParts(host: Element): AnswerParts {
  let part: Element | null = null;
  let finished = 0;
  /** What all finished blocks of the part but the last hold. */
  let elements = 0;
  const openPart = (): Element => {
    if (part !== null) return part;
    part = document.createElement('div');
    part.className = 'part';
    host.append(part);
    return part;
  };
  const place = (node: ChildNode): void => {
    const into = openPart();
    if (node.parentNode !== into) into.append(node);
  };
  return {
    append(blocks) {
      for (const block of blocks) {
        // A list that turned loose is another element than the one that was added.
        const last = part?.children[finished - 1];
        elements += last?.getElementsByTagName('*').length ?? 0;
        // A heading stays with what it heads.
        if (
          part !== null &&
          (finished >= blocksInPart || elements >= elementsInPart) &&
          !(last instanceof HTMLHeadingElement)
        ) {
          part.classList.add('finished');
          part = null;
          finished = 0;
          elements = 0;
        }
        place(block);
        finished++;
      }
    },
    appendTail(nodes) {
      for (const node of nodes) place(node);
    },
    tidy() {
      if (part?.hasChildNodes() !== false) return;
      part.remove();
      part = null;
    },
    last: () => part?.lastElementChild ?? null,
  };
}
