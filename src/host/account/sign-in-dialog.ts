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

export interface DialogTitles {
  /** Over the dialog. */
  readonly dialog: string;
  /** In front of the words of the notification that it folds into. */
  readonly folded: string;
}

export class SignInDialog implements vscode.Disposable {
  readonly #flow: SignInFlow;
  readonly #titles: DialogTitles;
  /** What is on the screen; VS Code shows one input at a time, and one that was hidden does not come back whole. */
  #shown: vscode.QuickPick<ChoiceItem> | PasteInput | null = null;
  #fold: { readonly end: () => void; readonly report: (text: string) => void } | null = null;

  constructor(flow: SignInFlow, titles: DialogTitles) {
    this.#flow = flow;
    this.#titles = titles;
  }

  /** Draws what the flow is at. */
  show(stage: SignInStage): void {
    if (stage.kind === 'ended') {
      this.dispose();
      return;
    }
    this.#fold?.report(foldedText(stage));
    if (this.#shown === null) return;
    if (!(this.#shown instanceof PasteInput)) draw(this.#shown, stage);
    else if (stage.kind === 'exchanging') this.unfold();
  }

  /** Brings the dialog up, the first time or again after it was folded. */
  unfold(): void {
    const pick = vscode.window.createQuickPick<ChoiceItem>();
    pick.title = this.#titles.dialog;
    pick.ignoreFocusOut = true;
    pick.busy = true;
    pick.onDidAccept(() => void this.#choose(pick, pick.selectedItems[0]?.choice));
    pick.onDidChangeValue((value) => {
      // An address that is pasted into the line of the dialog itself is taken there.
      if (value.includes('://')) this.#startPasting(value);
    });
    pick.onDidHide(() => this.#wasHidden(pick));
    draw(pick, this.#flow.stage);
    this.#replace(pick);
    pick.show();
  }

  async #choose(pick: vscode.QuickPick<ChoiceItem>, choice: Choice | undefined): Promise<void> {
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
        const target = await reachable(stage.address);
        await vscode.env.clipboard.writeText(target.kind === 'address' ? target.text : stage.address);
        pick.placeholder = l10n.t('The link is in the clipboard. Open it in any browser.');
        return;
      }
      case 'cancel':
        this.#flow.cancel();
        return;
      case undefined:
        return;
    }
  }

  #startPasting(text: string): void {
    const input: PasteInput = new PasteInput(this.#titles.dialog, text, {
      judge: (pasted) => this.#flow.paste(pasted),
      onBack: () => this.unfold(),
      onHidden: () => this.#wasHidden(input),
    });
    this.#replace(input);
    input.show();
  }

  #replace(next: vscode.QuickPick<ChoiceItem> | PasteInput | null): void {
    const before = this.#shown;
    this.#shown = next;
    before?.dispose();
    this.#endFold();
  }

  /** Escape and every other input of VS Code hide the dialog alike; the sign-in goes on, and stays in sight. */
  #wasHidden(part: vscode.QuickPick<ChoiceItem> | PasteInput): void {
    if (this.#shown !== part) return;
    this.#replace(null);
    if (this.#flow.stage.kind !== 'ended') this.#startFold();
  }

  #startFold(): void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    let notification: vscode.Progress<{ message: string }> | null = null;
    const fold = { end: () => resolve(undefined), report: (message: string) => notification?.report({ message }) };
    this.#fold = fold;
    const options = { location: vscode.ProgressLocation.Notification, title: this.#titles.folded, cancellable: true };
    void vscode.window.withProgress(options, (progress, cancellation) => {
      notification = progress;
      cancellation.onCancellationRequested(() => this.#flow.cancel());
      fold.report(foldedText(this.#flow.stage));
      return promise;
    });
  }

  #endFold(): void {
    this.#fold?.end();
    this.#fold = null;
  }

  dispose(): void {
    this.#replace(null);
  }
}

function draw(pick: vscode.QuickPick<ChoiceItem>, stage: SignInStage): void {
  if (stage.kind !== 'waiting') {
    pick.placeholder = stage.kind === 'exchanging' ? l10n.t('The answer is here. Finishing the sign-in…') : l10n.t('Opening your browser…');
    pick.items = [cancelItem()];
    return;
  }
  const items = waitingItems(stage);
  pick.placeholder = waitingText(stage);
  pick.items = items;
  pick.activeItems = items.filter(({ choice }) => choice === likeliest(stage));
}

/** A progress notification has no buttons, but its words may hold a link to a command. */
function foldedText(stage: SignInStage): string {
  if (stage.kind !== 'waiting') return l10n.t('one moment');
  const command = 'command:tidemark.signIn';
  return stage.isOverdue
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
