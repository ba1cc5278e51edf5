// A code block and its buttons; colours come later, from highlighting.ts. The text of the <code> element is the model's
// code, character for character, and the buttons read it from there.
import { needsEditor, needsNoEditor } from './editor-buttons.ts';
import { fillMarked } from './hidden-marks.ts';
import { type LiveRequest, makeLive } from '../elements/live-elements.ts';
import { lookUpPlace } from '../elements/place-lookup.ts';
import type { AnswerWords } from '../elements/words.ts';
import { namedFile } from '../../../../protocol/chat.ts';

const languages = new WeakMap<Element, string>();

/** The language that a <code> element is coloured in; null for one without, and for code in a line. */
export function languageOfCode(code: Element): string | null {
  return languages.get(code) ?? null;
}

/**
 * The first word of a fence's info string, lower case, up to the path that may follow it: what the field calls the
 * language. Empty where none is named.
 */
export function languageOf(info: string): string {
  const [first = ''] = info.trim().split(/\s+/u);
  return (first.includes('://') ? first : (first.split(':')[0] ?? '')).toLowerCase();
}

/** What of a block changes once it is known which file it names. */
interface Named {
  readonly info: string;
  readonly label: HTMLElement;
  readonly apply: HTMLButtonElement;
  readonly words: AnswerWords;
}

const blocks = new WeakMap<Element, Named>();

/**
 * The whole block with its header.
 *
 * @param info what stands behind the fence.
 */
export function createCodeBlock(text: string, info: string, words: AnswerWords): HTMLElement {
  const language = languageOf(info);
  const code = document.createElement('code');
  fillMarked(code, text, words);
  if (language !== '') languages.set(code, language);
  const scroller = document.createElement('pre');
  scroller.tabIndex = 0;
  scroller.append(code);

  const label = document.createElement('span');
  label.className = 'code-language';
  label.textContent = language === '' ? words.codeLanguagePlain : language;
  const apply = createAction('diff', words.applyToFile, () => ({
    kind: 'applyText',
    text: pastable(code),
    info,
    file: fileOf(element, code, info),
  }));
  needsEditor(apply, (name) => (name === null ? words.applyToFile : filled(words.applyToNamed, name)));
  const insert = createAction('insert', words.insertAtCursor, () => ({ kind: 'insertText', text: pastable(code) }));
  needsEditor(insert, () => words.insertAtCursor);
  const actions = document.createElement('span');
  actions.className = 'code-actions';
  actions.append(
    createAction('copy', words.copy, () => ({ kind: 'copyCode', text: pastable(code) })),
    insert,
    apply,
    ...(shells.has(language)
      ? [createAction('terminal', words.putIntoTerminal, () => ({ kind: 'putIntoTerminal', text: pastable(code) }))]
      : []),
    createAction('new-file', words.openAsFile, () => ({ kind: 'openText', text: pastable(code), language })),
    createWrapSwitch(words.wrapLines),
  );
  const header = document.createElement('div');
  header.className = 'code-header';
  header.append(label, actions);

  const element = document.createElement('div');
  element.className = 'code-block';
  element.dir = 'ltr';
  element.append(header, scroller);
  blocks.set(code, { info, label, apply, words });
  return element;
}

/** Languages of fences whose code is for a terminal. */
const shells: ReadonlySet<string> = new Set([
  ...['bash', 'sh', 'shell', 'zsh', 'fish', 'console', 'shellscript', 'terminal'],
  ...['powershell', 'pwsh', 'ps1', 'bat', 'cmd'],
]);

/** Says in the headers of blocks that are whole, and stand in the page, which file each of them names. */
export function nameFilesIn(drawn: readonly ChildNode[]): void {
  for (const node of drawn) {
    if (!(node instanceof Element)) continue;
    for (const code of node.getElementsByTagName('code')) {
      const block = blocks.get(code);
      const element = code.closest('.code-block');
      const file = block === undefined || element === null ? null : fileOf(element, code, block.info);
      if (block === undefined || file === null) continue;
      const name = file.slice(file.lastIndexOf('/') + 1);
      const language = languageOf(block.info);
      block.label.textContent = language === '' || language === name.toLowerCase() ? name : `${name} · ${language}`;
      block.label.title = file;
      const { apply, words } = block;
      needsNoEditor(apply, filled(words.applyToNamed, name));
      lookUpPlace(file, (leadsTo) =>
        needsNoEditor(apply, leadsTo === 'newFile' ? filled(words.createFile, file) : filled(words.applyToNamed, name)),
      );
    }
  }
}

function fileOf(element: Element, code: Element, info: string): string | null {
  const before = element.previousElementSibling ?? element.parentElement?.previousElementSibling?.lastElementChild;
  const isSaid = before !== null && before !== undefined && /^(?:P|H[1-6])$/u.test(before.tagName);
  const mentions = isSaid ? [...before.querySelectorAll('code, a, strong')].slice(0, 20) : [];
  return namedFile({
    info,
    code: code.textContent.slice(0, 4_000),
    mentions: mentions.map((each) => each.textContent),
  });
}

/** The code without the line break before the closing fence, which would run a command pasted into a terminal. */
function pastable(code: HTMLElement): string {
  return code.textContent.replace(/\n$/u, '');
}

function createAction(icon: string, label: string, request: LiveRequest): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `icon-button codicon codicon-${icon}`;
  button.title = label;
  button.ariaLabel = label;
  makeLive(button, request);
  return button;
}

/** @param sentence with `{0}` where the name goes */
function filled(sentence: string, name: string): string {
  return sentence.replace('{0}', () => name);
}

/** A box to tick: drawing the header anew leaves it as it is, and the style sheet alone does what it says. */
function createWrapSwitch(label: string): HTMLInputElement {
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.className = 'icon-button codicon codicon-word-wrap';
  box.title = label;
  box.ariaLabel = label;
  return box;
}
