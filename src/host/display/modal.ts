import * as vscode from 'vscode';
import { inertText, longest } from '../../core/display/inert-text.ts';
import { buttonItems } from './notification.ts';

export interface Question {
  readonly severity: 'information' | 'warning' | 'error';
  readonly text: string;
  /** A line each under the text; a name in one of them cannot make another. */
  readonly detail: readonly string[];
  /** An address that is to be read to the letter, as `URL` writes it: it stands whole on the first line, since nothing is alive in a modal. */
  readonly address?: string;
}

/** All that `URL` leaves in an address; whatever holds more is text like any other. */
const plainAddress = /^[\x20-\x7e]*$/;

/** Waits for an answer; undefined where the person left by Cancel, which VS Code adds itself. */
export async function askModal(question: Question, ...buttons: readonly string[]): Promise<string | undefined> {
  const { address } = question;
  const lines = question.detail.map((line) => inertText(line, longest.line));
  const detail = [...(address === undefined ? [] : [plainAddress.test(address) ? address : inertText(address, longest.field)]), ...lines].join('\n');
  const answer = await show(question.severity, inertText(question.text, longest.line), { modal: true, detail }, buttonItems(buttons));
  return answer?.button;
}

type Items = ReturnType<typeof buttonItems<string>>;

function show(severity: Question['severity'], text: string, options: vscode.MessageOptions, items: Items): Thenable<Items[number] | undefined> {
  switch (severity) {
    case 'information':
      return vscode.window.showInformationMessage(text, options, ...items);
    case 'warning':
      return vscode.window.showWarningMessage(text, options, ...items);
    case 'error':
      return vscode.window.showErrorMessage(text, options, ...items);
  }
}
