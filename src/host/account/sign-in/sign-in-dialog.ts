// The one dialog of a sign-in: it waits with the person, offers the other channels, takes a pasted address, and becomes
// a notification when something else needs its place.
import * as vscode from 'vscode';
import type { SignInStage } from '../../../core/account/sign-in-stage.ts';
import type { SignInFlow } from '../../../core/account/sign-in-flow.ts';
import { inertName } from '../../display/names.ts';
import { type ReportProgress, showProgress } from '../../display/progress.ts';
import { QuickPick } from '../../display/quick-pick.ts';
import { reachable } from '../../link-address.ts';
import { channelDetail, waitingText } from './sign-in-words.ts';
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
  #shown: QuickPick<ChoiceItem> | PasteInput | null = null;
  #fold: { readonly end: () => void; readonly report: (stage: SignInStage) => void } | null = null;

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
    this.#fold?.report(stage);
    if (this.#shown === null) return;
    if (!(this.#shown instanceof PasteInput)) draw(this.#shown, stage);
    else if (stage.kind === 'exchanging') this.unfold();
  }

  /** Brings the dialog up, the first time or again after it was folded. */
  unfold(): void {
    const pick = new QuickPick<ChoiceItem>({ title: this.#titles.dialog, ignoreFocusOut: true });
    pick.showBusy(true);
    pick.onDidAccept(() => void this.#choose(pick, pick.selected?.choice));
    pick.onDidChangeValue((value) => {
      // An address that is pasted into the line of the dialog itself is taken there.
      if (value.includes('://')) this.#startPasting(value);
    });
    pick.onDidHide(() => this.#wasHidden(pick));
    draw(pick, this.#flow.stage);
    this.#replace(pick);
    pick.show();
  }

  async #choose(pick: QuickPick<ChoiceItem>, choice: Choice | undefined): Promise<void> {
    switch (choice) {
      case 'openAgain':
        return this.#flow.openAgain();
      case 'tryNext':
        return this.#flow.tryNextChannel();
      case 'paste':
        this.#startPasting('');
        return this.#flow.preparePaste();
      case 'copyLink': {
        const { stage } = this.#flow;
        if (stage.kind !== 'waiting') return;
        const target = await reachable(stage.address);
        await vscode.env.clipboard.writeText(target.kind === 'address' ? target.text : stage.address);
        pick.showPlaceholder(l10n.t('The link is in the clipboard. Open it in any browser.'));
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

  #replace(next: QuickPick<ChoiceItem> | PasteInput | null): void {
    const before = this.#shown;
    this.#shown = next;
    before?.dispose();
    this.#endFold();
  }

  /** Escape and every other input of VS Code hide the dialog alike; the sign-in goes on, and stays in sight. */
  #wasHidden(part: QuickPick<ChoiceItem> | PasteInput): void {
    if (this.#shown !== part) return;
    this.#replace(null);
    if (this.#flow.stage.kind !== 'ended') this.#startFold();
  }

  #startFold(): void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    let notification: ReportProgress | null = null;
    const report = (stage: SignInStage): void => {
      if (notification !== null) tellStage(notification, stage);
    };
    this.#fold = { end: () => resolve(undefined), report };
    void showProgress({ title: this.#titles.folded, cancellable: true }, (progress, cancellation) => {
      notification = progress;
      cancellation.onCancellationRequested(() => this.#flow.cancel());
      report(this.#flow.stage);
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

function draw(pick: QuickPick<ChoiceItem>, stage: SignInStage): void {
  if (stage.kind !== 'waiting') {
    pick.showPlaceholder(
      stage.kind === 'exchanging'
        ? l10n.t('The answer is here. Finishing the sign-in…')
        : l10n.t('Opening your browser…'),
    );
    pick.showItems([cancelItem()]);
    return;
  }
  const items = waitingItems(stage);
  pick.showPlaceholder(waitingText(stage));
  pick.showItems(
    items,
    items.find(({ choice }) => choice === likeliest(stage)),
  );
}

function tellStage(report: ReportProgress, stage: SignInStage): void {
  if (stage.kind !== 'waiting') report(l10n.t('one moment'));
  else if (stage.isOverdue)
    report(l10n.t('nothing has come back yet.'), { label: l10n.t('Try another way'), command: 'tidemark.signIn' });
  else report(l10n.t('continue in your browser.'), { label: l10n.t('Choose another way'), command: 'tidemark.signIn' });
}

/** What the person most likely wants next, so that Enter does it. */
function likeliest({ isOverdue, next, channel, trouble }: SignInStage & { kind: 'waiting' }): Choice {
  if (channel.kind === 'paste') return 'paste';
  if (trouble === 'noBrowser') return 'copyLink';
  if (!isOverdue) return 'openAgain';
  return next === null || next.kind === 'paste' ? 'paste' : 'tryNext';
}

function waitingItems({ channel, next, address }: SignInStage & { kind: 'waiting' }): ChoiceItem[] {
  const editor = vscode.env.appName;
  const items: ChoiceItem[] = [
    item('openAgain', 'link-external', l10n.t('Open the Browser Again'), channelDetail(channel, editor)),
    item('paste', 'clippy', l10n.t('Paste the Final Address'), channelDetail({ kind: 'paste' }, editor)),
    item(
      'copyLink',
      'copy',
      l10n.t('Copy the Link'),
      l10n.t('For a browser that did not open by itself: {0}', inertName(new URL(address).host)),
    ),
    cancelItem(),
  ];
  const another =
    next === null || next.kind === 'paste'
      ? []
      : [item('tryNext', 'arrow-swap', l10n.t('Try Another Way'), channelDetail(next, editor))];
  return items.toSpliced(1, 0, ...another);
}

function cancelItem(): ChoiceItem {
  return {
    choice: 'cancel',
    iconPath: new vscode.ThemeIcon('close'),
    label: l10n.t('Cancel the Sign-In'),
    alwaysShow: true,
  };
}

function item(choice: Choice, icon: string, label: string, detail: string): ChoiceItem {
  return { choice, iconPath: new vscode.ThemeIcon(icon), label, detail, alwaysShow: true };
}
