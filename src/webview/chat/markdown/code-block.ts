// Knows how a code block looks and what its buttons ask for; colours come later, from highlighting.ts. The text of the
// <code> element is the model's code, character for character, and the buttons read it from there.
import { fillMarked, holdsMarks } from './hidden-marks.ts';
import { makeLive } from './live-elements.ts';
import type { AnswerWords } from './words.ts';

const languages = new WeakMap<Element, string>();

/** The language that a <code> element is coloured in; null for one without, for code in a line, and where marks stand in it. */
export function languageOfCode(code: Element): string | null {
  return holdsMarks(code) ? null : (languages.get(code) ?? null);
}

/** The first word of a fence's info string, lower case: what the field calls the language. Empty where none is named. */
export function languageOf(info: string): string {
  return (info.trim().split(/\s+/u)[0] ?? '').toLowerCase();
}

/**
 * The whole block with its header.
 *
 * @param language as `languageOf` gives it.
 */
export function createCodeBlock(text: string, language: string, words: AnswerWords): HTMLElement {
  const code = document.createElement('code');
  fillMarked(code, text, words);
  if (language !== '') languages.set(code, language);
  const scroller = document.createElement('pre');
  scroller.tabIndex = 0;
  scroller.append(code);

  const label = document.createElement('span');
  label.className = 'code-language';
  label.textContent = language === '' ? words.codeLanguagePlain : language;
  const actions = document.createElement('span');
  actions.className = 'code-actions';
  actions.append(
    createAction('copy', words.copy, () => ({ kind: 'copyText', text: pastable(code) })),
    createAction('insert', words.insertAtCursor, () => ({ kind: 'insertText', text: pastable(code) })),
    createAction('diff', words.applyToFile, () => ({ kind: 'applyText', text: pastable(code) })),
    createAction('new-file', words.openAsFile, () => ({ kind: 'openText', text: pastable(code), language })),
  );
  const header = document.createElement('div');
  header.className = 'code-header';
  header.append(label, actions);

  const element = document.createElement('div');
  element.className = 'code-block';
  element.dir = 'ltr';
  element.append(header, scroller);
  return element;
}

/** The code without the line break before the closing fence, which would run a command pasted into a terminal. */
function pastable(code: HTMLElement): string {
  return code.textContent.replace(/\n$/u, '');
}

function createAction(icon: string, label: string, request: Parameters<typeof makeLive>[1]): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `icon-button codicon codicon-${icon}`;
  button.title = label;
  button.ariaLabel = label;
  makeLive(button, request);
  return button;
}
