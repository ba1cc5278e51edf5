import * as vscode from 'vscode';
import { inertText, longest } from '../../core/display/inert-text.ts';

/** A button by its title, or with whatever belongs to it beside. */
export type Button = string | { readonly title: string };

/** Says something to a person; resolves to the button that was pressed, undefined where there was none. */
export type Tell = (text: string, ...buttons: readonly string[]) => Promise<string | undefined>;

/** How a person is spoken to: of what has happened, and of what they should look out for. */
export interface Voice {
  readonly inform: Tell;
  readonly warn: Tell;
}

/** Says also what may become untrue. */
export interface PassingVoice extends Voice {
  /** What this says goes once it is over, where that can be done: VS Code's own stay until they are closed. */
  readonly until: (over: AbortSignal) => Voice;
}

/** Non-modal; resolves to the button that was pressed, undefined where the notification was closed. */
export async function showInformation<B extends Button>(
  text: string,
  ...buttons: readonly B[]
): Promise<B | undefined> {
  return (await vscode.window.showInformationMessage(inertText(text, longest.message), ...buttonItems(buttons)))
    ?.button;
}

/** As `showInformation`. */
export async function showWarning<B extends Button>(text: string, ...buttons: readonly B[]): Promise<B | undefined> {
  return (await vscode.window.showWarningMessage(inertText(text, longest.message), ...buttonItems(buttons)))?.button;
}

/** As `showInformation`. */
export async function showError<B extends Button>(text: string, ...buttons: readonly B[]): Promise<B | undefined> {
  return (await vscode.window.showErrorMessage(inertText(text, longest.message), ...buttonItems(buttons)))?.button;
}

interface ButtonItem<B> extends vscode.MessageItem {
  readonly button: B;
}

/** VS Code gives the item back that was pressed, and with it the button as the caller knows it. */
export function buttonItems<B extends Button>(buttons: readonly B[]): ButtonItem<B>[] {
  return buttons.map((button) => ({
    title: inertText(typeof button === 'string' ? button : button.title, longest.button),
    button,
  }));
}
