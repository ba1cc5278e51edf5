// Knows when finished code is coloured: one block a task, so that no frame waits for it, with the grammars loaded when
// the first block asks. Code that cannot be coloured stays as it is.

/** Longer code stays plain: colouring it would hold the page for longer than a frame or two. */
const longestColoured = 64 * 1024;

const waiting: { readonly code: HTMLElement; readonly language: string }[] = [];
let draining = false;

/** Colours the text of a <code> element soon. */
export function highlight(code: HTMLElement, language: string): void {
  waiting.push({ code, language });
  if (draining) return;
  draining = true;
  void drain().finally(() => (draining = false));
}

async function drain(): Promise<void> {
  const { spansOf } = await import('./highlight-languages.ts');
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { code, language } = next;
    await scheduler.postTask(() => {
      const text = code.textContent;
      if (!code.isConnected || text.length > longestColoured) return;
      const spans = spansOf(text, language);
      if (spans !== null) code.replaceChildren(spans);
    });
  }
}
