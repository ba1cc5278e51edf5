// Colours code while it grows and once it has ended: a few milliseconds a task, so that no frame waits for it, with the
// grammars loaded when the first block asks. Code that cannot be coloured stays as it is.
import { Colouring } from './colouring.ts';
import { languageOfCode, nameFilesIn } from './code-block.ts';

/** Milliseconds from new code to its colours, which what comes meanwhile shares. */
const growthDelay = 100;

const colourings = new WeakMap<Element, Colouring>();
const waiting: HTMLElement[] = [];
let draining = false;
/** Code that grows and is to be looked at soon. */
const growing = new WeakSet<HTMLElement>();

/** Names the files of the code blocks in finished blocks, and colours them soon; a block may be a code block itself. */
export function finishCodeIn(blocks: readonly ChildNode[]): void {
  nameFilesIn(blocks);
  for (const block of blocks) {
    if (!(block instanceof Element)) continue;
    for (const code of block.getElementsByTagName('code')) if (languageOfCode(code) !== null) waiting.push(code);
  }
  if (draining || waiting.length === 0) return;
  draining = true;
  void drain().finally(() => (draining = false));
}

/** Colours soon what is there of code that grows at its end. `finishCodeIn` colours it to its end. */
export function highlightGrowing(code: HTMLElement): void {
  if (growing.has(code) || languageOfCode(code) === null) return;
  growing.add(code);
  void scheduler.postTask(() => colourGrowing(code), { priority: 'background', delay: growthDelay });
}

async function colourGrowing(code: HTMLElement): Promise<void> {
  const colouring = await colouringOf(code);
  growing.delete(code);
  if (colouring === null || isSelectedIn(code)) return;
  while (colouring.advance()) await scheduler.yield();
}

/** What is selected would not be any more. */
function isSelectedIn(code: Element): boolean {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(code, true);
}

async function drain(): Promise<void> {
  for (let code = waiting.shift(); code !== undefined; code = waiting.shift()) {
    const colouring = await colouringOf(code);
    if (colouring === null) continue;
    colouring.end();
    while (await scheduler.postTask(() => colouring.advance()));
  }
}

async function colouringOf(code: HTMLElement): Promise<Colouring | null> {
  const language = languageOfCode(code);
  if (language === null) return null;
  const { CodeColouring } = await import('./highlight-languages.ts');
  const known = colourings.get(code) ?? new Colouring(code, new CodeColouring(language));
  colourings.set(code, known);
  return known;
}
