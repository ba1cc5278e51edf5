// Knows the one dialog of a sign-in: it waits with the person, offers the other ways, takes a pasted address, and folds into
// a notification when something else needs its place. What is done is the flow's; the words are sign-in-words.ts's.
import * as vscode from 'vscode';
import type { SignInStage } from '../../core/account/sign-in-stage.ts';
import type { SignInFlow } from '../../core/account/sign-in-flow.ts';
import { reachable } from '../link-address.ts';
import { wayDetail, waitingText } from './sign-in-words.ts';
import { PasteInput } from './paste-input.ts';

const { l10n } = vscode;

type Choice = 'openAgain' | 'tryNext' | 'paste' | 'copyLink' | 'cancel';
interface ChoiceItem extends vscode.QuickPickItem {
  readonly choice: Choice;
}

export class SignInDialog implements vscode.Disposable {
  readonly #flow: SignInFlow;
  readonly #title: string;
  readonly #pick: vscode.QuickPick<ChoiceItem>;
  readonly #input: PasteInput;
  #shown: 'pick' | 'input' | 'nothing' = 'nothing';
  #fold: { readonly end: () => void; readonly report: (text: string) => void } | null = null;

  constructor(flow: SignInFlow, title: string) {
    this.#flow = flow;
    this.#title = title;
    this.#pick = vscode.window.createQuickPick<ChoiceItem>();
    this.#pick.title = title;
    this.#pick.ignoreFocusOut = true;
    this.#pick.busy = true;
    this.#pick.onDidAccept(() => void this.#choose(this.#pick.selectedItems[0]?.choice));
    this.#pick.onDidChangeValue((value) => this.#takeAddress(value));
    this.#pick.onDidHide(() => this.#wasHidden('pick'));
    this.#input = new PasteInput(title, {
      judge: (text) => flow.paste(text),
      onBack: () => this.unfold(),
      onHidden: () => this.#wasHidden('input'),
    });
  }

  /** Draws what the flow is at. */
  show(stage: SignInStage): void {
    switch (stage.kind) {
      case 'opening':
        this.#pick.placeholder = l10n.t('Opening your browser…');
        this.#pick.items = [cancelItem()];
        break;
      case 'waiting': {
        const items = waitingItems(stage);
        this.#pick.placeholder = waitingText(stage);
        this.#pick.items = items;
        this.#pick.activeItems = items.filter(({ choice }) => choice === likeliest(stage));
        this.#fold?.report(foldedText(stage));
        break;
      }
      case 'exchanging':
        if (this.#shown === 'input') this.unfold();
        this.#pick.placeholder = l10n.t('The answer is here. Finishing the sign-in…');
        this.#pick.items = [cancelItem()];
        this.#fold?.report(l10n.t('finishing'));
        break;
      case 'ended':
        this.dispose();
    }
  }

  /** Brings the dialog up, the first time or again after it was folded. */
  unfold(): void {
    this.#endFold();
    this.#shown = 'pick';
    this.#pick.value = '';
    this.#pick.show();
  }

  async #choose(choice: Choice | undefined): Promise<void> {
    switch (choice) {
      case 'openAgain':
        return this.#flow.openAgain();
      case 'tryNext':
        return this.#flow.tryNextWay();
      case 'paste':
        this.#startPasting('');
        return this.#flow.preparePaste();
      case 'copyLink': {
        const { stage } = this.#flow;
        if (stage.kind !== 'waiting') return;
        await vscode.env.clipboard.writeText(await reachable(stage.address).catch(() => stage.address));
        this.#pick.placeholder = l10n.t('The link is in the clipboard. Open it in any browser.');
        return;
      }
      case 'cancel':
        this.#flow.cancel();
        return;
      case undefined:
        return;
    }
  }

  /** An address that is pasted into the line of the dialog itself is taken there. */
  #takeAddress(value: string): void {
    if (value.includes('://')) this.#startPasting(value);
  }

  #startPasting(text: string): void {
    this.#shown = 'input';
    this.#input.show(text);
  }

  /** Escape and every other input of VS Code hide the dialog alike; the sign-in goes on, and stays in sight. */
  #wasHidden(part: 'pick' | 'input'): void {
    if (this.#shown !== part) return;
    this.#shown = 'nothing';
    if (this.#flow.stage.kind !== 'ended') this.#startFold();
  }

  #startFold(): void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    let notification: vscode.Progress<{ message: string }> | null = null;
    const fold = { end: () => resolve(undefined), report: (message: string) => notification?.report({ message }) };
    this.#fold = fold;
    const options = { location: vscode.ProgressLocation.Notification, title: this.#title, cancellable: true };
    void vscode.window.withProgress(options, (progress, cancellation) => {
      notification = progress;
      cancellation.onCancellationRequested(() => this.#flow.cancel());
      const { stage } = this.#flow;
      fold.report(stage.kind === 'waiting' ? foldedText(stage) : l10n.t('finishing'));
      return promise;
    });
  }

  #endFold(): void {
    this.#fold?.end();
    this.#fold = null;
  }

  dispose(): void {
    this.#shown = 'nothing';
    this.#endFold();
    this.#input.dispose();
    this.#pick.dispose();
  }
}

/** A progress notification has no buttons, but its words may hold a link to a command. */
function foldedText({ isOverdue }: SignInStage & { kind: 'waiting' }): string {
  const command = 'command:tidemark.signIn';
  return isOverdue
    ? l10n.t('nothing has come back yet. [Try another way]({0})', command)
    : l10n.t('continue in your browser, or [choose another way]({0})', command);
}

/** What the person most likely wants next, so that Enter does it. */
function likeliest({ isOverdue, next, way, trouble }: SignInStage & { kind: 'waiting' }): Choice {
  if (way.kind === 'paste') return 'paste';
  if (trouble === 'noBrowser') return 'copyLink';
  if (!isOverdue) return 'openAgain';
  return next === null || next.kind === 'paste' ? 'paste' : 'tryNext';
}

function waitingItems({ way, next, address }: SignInStage & { kind: 'waiting' }): ChoiceItem[] {
  const editor = vscode.env.appName;
  const items: ChoiceItem[] = [
    item('openAgain', `$(link-external) ${l10n.t('Open the Browser Again')}`, wayDetail(way, editor)),
    item('paste', `$(clippy) ${l10n.t('Paste the Address')}`, wayDetail({ kind: 'paste' }, editor)),
    item('copyLink', `$(copy) ${l10n.t('Copy the Link')}`, l10n.t('For a browser that did not open by itself: {0}', new URL(address).host)),
    cancelItem(),
  ];
  const another = next === null || next.kind === 'paste' ? [] : [item('tryNext', `$(arrow-swap) ${l10n.t('Try Another Way')}`, wayDetail(next, editor))];
  return items.toSpliced(1, 0, ...another);
}

function cancelItem(): ChoiceItem {
  return { choice: 'cancel', label: `$(close) ${l10n.t('Cancel the Sign-In')}`, alwaysShow: true };
}

function item(choice: Choice, label: string, detail: string): ChoiceItem {
  return { choice, label, detail, alwaysShow: true };
}
