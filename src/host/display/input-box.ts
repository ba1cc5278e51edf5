import * as vscode from 'vscode';
import { editableText, inertText, longest } from '../../core/display/inert-text.ts';

export interface InputOptions {
  readonly title: string;
  readonly prompt: string;
  /** What it holds at first, for the person to change. */
  readonly value?: string;
  readonly placeholder?: string;
  readonly password?: boolean;
  readonly ignoreFocusOut?: boolean;
  /** What is wrong with what was typed; undefined where nothing is. */
  readonly validate?: (value: string) => string | undefined;
}

/** VS Code looks for links and icons in the sentence under the box, be it the prompt or what is wrong. */
const sentence = (text: string): string => inertText(text, longest.line);

/** Undefined where the person left. */
export async function askText({
  title,
  prompt,
  value = '',
  placeholder = '',
  password = false,
  ignoreFocusOut = false,
  validate,
}: InputOptions): Promise<string | undefined> {
  return vscode.window.showInputBox({
    title: inertText(title, longest.title),
    prompt: sentence(prompt),
    value: editableText(value),
    placeHolder: inertText(placeholder, longest.line),
    password,
    ignoreFocusOut,
    validateInput: (typed) => {
      const problem = validate?.(typed);
      return problem === undefined ? undefined : sentence(problem);
    },
  });
}

/** An input box with a way back, that stays open until it is disposed of. */
export class InputBox implements vscode.Disposable {
  readonly #input: vscode.InputBox;

  constructor({
    title,
    prompt,
    value = '',
    placeholder = '',
  }: Pick<InputOptions, 'title' | 'prompt' | 'value' | 'placeholder'>) {
    const input = vscode.window.createInputBox();
    this.#input = input;
    input.title = inertText(title, longest.title);
    input.prompt = sentence(prompt);
    input.value = editableText(value);
    input.placeholder = inertText(placeholder, longest.line);
    input.ignoreFocusOut = true;
    input.buttons = [vscode.QuickInputButtons.Back];
  }

  get value(): string {
    return this.#input.value;
  }

  showProblem(text: string | undefined): void {
    this.#input.validationMessage = text === undefined ? undefined : sentence(text);
  }

  onDidAccept(listener: () => void): void {
    this.#input.onDidAccept(listener);
  }

  onDidChangeValue(listener: () => void): void {
    this.#input.onDidChangeValue(listener);
  }

  onDidPressBack(listener: () => void): void {
    this.#input.onDidTriggerButton(listener);
  }

  onDidHide(listener: () => void): void {
    this.#input.onDidHide(listener);
  }

  show(): void {
    this.#input.show();
  }

  dispose(): void {
    this.#input.dispose();
  }
}
