// The nodes that are drawn for now at the end of a list, a table or an answer. A node that is still right in the next
// drawing stays, so that a selection in it lives on and the browser lays out only what is new.

/** The nodes drawn for now at the end of one place. Each drawing takes them up from the first to the last. */
export class ProvisionalEnd {
  /** What the drawing before left here and this one has not come to yet. */
  #before: ChildNode[] = [];
  #now: ChildNode[] = [];

  /** Begins a drawing. */
  begin(): void {
    this.#before = this.#now;
    this.#now = [];
  }

  /** The nodes that stand for `drawn` for good: those of the last drawing as far as there are any, then new ones. */
  settle(drawn: DocumentFragment): ChildNode[] {
    return [...drawn.childNodes].map((node) => {
      const before = this.#before.shift();
      return before === undefined ? node : patched(before, node);
    });
  }

  /** The same for what is drawn for now. */
  draw(drawn: DocumentFragment): ChildNode[] {
    const nodes = this.settle(drawn);
    this.#now.push(...nodes);
    return nodes;
  }

  /** The nodes stand for good from now on. */
  release(): void {
    this.#now = [];
  }

  /** Ends a drawing: what it did not come to goes. */
  finish(): void {
    for (const node of this.#before.splice(0)) node.remove();
  }
}

/** `before` made into `after`, or `after` in its place where they are not of one kind. */
function patched(before: ChildNode, after: ChildNode): ChildNode {
  if (before instanceof Text && after instanceof Text) {
    if (after.data.startsWith(before.data)) before.appendData(after.data.slice(before.length));
    else before.data = after.data;
    return before;
  }
  if (before instanceof Element && after instanceof Element && isSameKind(before, after) && !growsMuch(before, after)) {
    patchChildren(before, after);
    return before;
  }
  before.replaceWith(after);
  return after;
}

/** So many new children at once. */
const muchGrowth = 32;

/** The browser looks for the direction of an element that asks for it anew with every child that is added. */
function growsMuch(before: Element, after: Element): boolean {
  return before.getAttribute('dir') === 'auto' && after.childNodes.length - before.childNodes.length > muchGrowth;
}

function patchChildren(before: Element, after: Element): void {
  const known = [...before.childNodes];
  const wanted = [...after.childNodes];
  for (const [index, node] of wanted.entries()) {
    const old = known[index];
    if (old === undefined) before.append(node);
    else patched(old, node);
  }
  for (const node of known.slice(wanted.length)) node.remove();
}

/** What pressing an element asks for hangs on the element, and goes by its attributes, or by a code block's header. */
function isSameKind(before: Element, after: Element): boolean {
  const names = before.getAttributeNames();
  return (
    before.tagName === after.tagName &&
    names.length === after.getAttributeNames().length &&
    names.every((name) => before.getAttribute(name) === after.getAttribute(name)) &&
    (before.className !== 'code-block' || before.firstChild?.isEqualNode(after.firstChild) === true)
  );
}
