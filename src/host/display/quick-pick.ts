import * as vscode from 'vscode';
import { inertText, longest } from '../../core/display/inert-text.ts';

export interface PickOptions {
  readonly title: string;
  readonly ignoreFocusOut?: boolean;
}

/**
 * Resolves to the item that was chosen, as the caller gave it. An icon is an item's `iconPath`, never a part of its
 * text.
 */
export async function pickOne<T extends vscode.QuickPickItem>(
  items: readonly T[],
  { title, ignoreFocusOut = false }: PickOptions,
): Promise<T | undefined> {
  const chosen = await vscode.window.showQuickPick(items.map(inertRow), {
    title: inertText(title, longest.title),
    ignoreFocusOut,
  });
  return chosen?.item;
}

/** Resolves to the items that were ticked, as the caller gave them; those that are `picked` are at first. */
export async function pickMany<T extends vscode.QuickPickItem>(
  items: readonly T[],
  { title, ignoreFocusOut = false }: PickOptions,
): Promise<readonly T[] | undefined> {
  const rows = items.map((item) => ({ ...inertRow(item), picked: item.picked === true }));
  const chosen = await vscode.window.showQuickPick(rows, {
    title: inertText(title, longest.title),
    ignoreFocusOut,
    canPickMany: true,
  });
  return chosen?.map(({ item }) => item);
}

interface Row<T> extends vscode.QuickPickItem {
  readonly item: T;
}

function inertRow<T extends vscode.QuickPickItem>(item: T): Row<T> {
  const { label, description, detail, kind, iconPath, alwaysShow, buttons } = item;
  return {
    item,
    label: inertText(label, longest.label),
    ...(description === undefined ? {} : { description: inertText(description, longest.label) }),
    ...(detail === undefined ? {} : { detail: inertText(detail, longest.line) }),
    ...(kind === undefined ? {} : { kind }),
    ...(iconPath === undefined ? {} : { iconPath }),
    ...(alwaysShow === undefined ? {} : { alwaysShow }),
    ...(buttons === undefined ? {} : { buttons: buttons.map(inertButton) }),
  };
}

interface PressedButton extends vscode.QuickInputButton {
  readonly button: vscode.QuickInputButton;
}

function inertButton(button: vscode.QuickInputButton): PressedButton {
  const { iconPath, tooltip } = button;
  return { button, iconPath, ...(tooltip === undefined ? {} : { tooltip: inertText(tooltip, longest.label) }) };
}

/** A quick pick that stays open while its items change. */
export class QuickPick<T extends vscode.QuickPickItem> implements vscode.Disposable {
  readonly #pick: vscode.QuickPick<Row<T>>;

  constructor({ title, ignoreFocusOut = false }: PickOptions) {
    this.#pick = vscode.window.createQuickPick<Row<T>>();
    this.#pick.title = inertText(title, longest.title);
    this.#pick.ignoreFocusOut = ignoreFocusOut;
  }

  get value(): string {
    return this.#pick.value;
  }

  get selected(): T | undefined {
    return this.#pick.selectedItems[0]?.item;
  }

  showPlaceholder(text: string): void {
    this.#pick.placeholder = inertText(text, longest.line);
  }

  showBusy(busy: boolean): void {
    this.#pick.busy = busy;
  }

  /** @param active the item that Enter takes; the first one where it is left out. */
  showItems(items: readonly T[], active?: T): void {
    const rows = items.map(inertRow);
    this.#pick.items = rows;
    if (active !== undefined) this.#pick.activeItems = rows.filter(({ item }) => item === active);
  }

  /** The one button that VS Code knows by identity, and puts where every step of its own has it. */
  showBack(): void {
    this.#pick.buttons = [vscode.QuickInputButtons.Back];
  }

  showButtons(buttons: readonly vscode.QuickInputButton[]): void {
    this.#pick.buttons = buttons.map(inertButton);
  }

  matchDescriptions(): void {
    this.#pick.matchOnDescription = true;
  }

  onDidAccept(listener: () => void): void {
    this.#pick.onDidAccept(listener);
  }

  onDidChangeValue(listener: (value: string) => void): void {
    this.#pick.onDidChangeValue(listener);
  }

  onDidHide(listener: () => void): void {
    this.#pick.onDidHide(listener);
  }

  onDidTriggerButton(listener: () => void): void {
    this.#pick.onDidTriggerButton(listener);
  }

  /** The listener is given the item and the button as the caller gave them. */
  onDidTriggerItemButton(listener: (item: T, button: vscode.QuickInputButton) => void): void {
    this.#pick.onDidTriggerItemButton(({ item, button }) => {
      const pressed = item.item.buttons?.[(item.buttons ?? []).indexOf(button)];
      if (pressed !== undefined) listener(item.item, pressed);
    });
  }

  show(): void {
    this.#pick.show();
  }

  hide(): void {
    this.#pick.hide();
  }

  dispose(): void {
    this.#pick.dispose();
  }
}
