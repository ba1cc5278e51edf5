import * as vscode from 'vscode';
import { inertText, longest } from '../../core/display/inert-text.ts';

export interface StatusFace {
  /** A codicon's name, in front of the text. */
  readonly icon: string;
  readonly text: string;
}

export interface StatusShown extends StatusFace {
  /** Runs on a click. */
  readonly command: `tidemark.${string}`;
  /** Codicons' names, behind the text. */
  readonly marks: readonly string[];
  readonly background: vscode.ThemeColor | undefined;
  /** Everything in words, for a screen reader. */
  readonly words: string;
}

export interface StatusOptions {
  readonly id: string;
  /** As the status bar's own menu calls it. */
  readonly name: string;
  readonly priority: number;
}

/** An item at the right of the status bar. */
export class StatusBarItem implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;

  constructor({ id, name, priority }: StatusOptions) {
    this.#item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Right, priority);
    this.#item.name = inertText(name, longest.title);
  }

  show({ icon, text, command, marks, background, words }: StatusShown): void {
    this.#item.text = [`$(${icon})`, inertText(text, longest.status), ...marks.map((mark) => `$(${mark})`)].join(' ');
    this.#item.command = command;
    this.#item.backgroundColor = background;
    this.#item.accessibilityInformation = { label: inertText(words, longest.message), role: 'button' };
    this.#item.show();
  }

  /** @param hover made by `createHover`. */
  showHover(hover: vscode.MarkdownString): void {
    this.#item.tooltip = hover;
  }

  dispose(): void {
    this.#item.dispose();
  }
}

/** A few words at the left of the status bar, gone after `milliseconds`. */
export function showStatusMessage(text: string, milliseconds: number): void {
  vscode.window.setStatusBarMessage(inertText(text, longest.status), milliseconds);
}
