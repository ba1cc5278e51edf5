import * as vscode from 'vscode';
import { inertText, longest } from '../../core/display/inert-text.ts';
import { buttonItems } from './notification.ts';

export interface ModalWords {
  readonly text: string;
  /** A line each under the text; a name in one of them cannot make another. */
  readonly detail: readonly string[];
  /**
   * An address that is to be read to the letter, as `URL` writes it: all of it is on the first line, since nothing is
   * alive in a modal.
   */
  readonly address?: string;
}

/** All that `URL` leaves in an address; whatever holds more is text like any other. */
const plainAddress = /^[\x20-\x7e]*$/;

/** A question whose first button does no harm, since Enter takes that one. */
export interface Question extends ModalWords {
  readonly severity: 'information' | 'error';
}

/** Waits for an answer; undefined where the person left by Cancel, which VS Code adds itself. */
export function askModal(question: Question, ...buttons: readonly string[]): Promise<string | undefined> {
  return show(question.severity, question, buttons);
}

/**
 * Asks about what cannot be taken back, what spends or sends something, and whatever others ask for. Such a question
 * may come while somebody types: VS Code gives the keyboard to the first button, which its own Cancel never is, so that
 * Enter takes `harmless`.
 */
export function askRisk(
  words: ModalWords,
  harmless: string,
  ...risky: readonly [string, ...string[]]
): Promise<string | undefined> {
  return show('warning', words, [harmless, ...risky]);
}

/** Says that something was not done. */
export async function tellModal(words: ModalWords): Promise<void> {
  await show('warning', words, []);
}

type Severity = Question['severity'] | 'warning';

async function show(severity: Severity, words: ModalWords, buttons: readonly string[]): Promise<string | undefined> {
  const { address } = words;
  const lines = words.detail.map((line) => inertText(line, longest.line));
  const detail = [
    ...(address === undefined ? [] : [plainAddress.test(address) ? address : inertText(address, longest.field)]),
    ...lines,
  ].join('\n');
  const text = inertText(words.text, longest.line);
  return (await showItems(severity, text, { modal: true, detail }, buttonItems(buttons)))?.button;
}

type Items = ReturnType<typeof buttonItems<string>>;

function showItems(
  severity: Severity,
  text: string,
  options: vscode.MessageOptions,
  items: Items,
): Thenable<Items[number] | undefined> {
  switch (severity) {
    case 'information':
      return vscode.window.showInformationMessage(text, options, ...items);
    case 'warning':
      return vscode.window.showWarningMessage(text, options, ...items);
    case 'error':
      return vscode.window.showErrorMessage(text, options, ...items);
  }
}
