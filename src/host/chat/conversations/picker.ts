// The list of conversations: by keyboard, with search in the full text and a few buttons on each.
import * as vscode from 'vscode';
import { find } from '../../../core/chat/search/conversations.ts';
import { ConversationTexts } from '../../../core/chat/search/texts.ts';
import type { ConversationTree } from '../../../core/chat/conversation/tree.ts';
import type { ListedConversation } from '../../../core/chat/history/history.ts';
import { QuickPick } from '../../display/quick-pick.ts';
import { clockTime } from '../../words/time-text.ts';

const { l10n, QuickPickItemKind, ThemeIcon } = vscode;

/** An answer is being written in it, or has ended since the person looked at it. */
export type ConversationMark = 'answering' | 'unseen';

export type ItemAction = 'pin' | 'unpin' | 'rename' | 'export' | 'delete';

export interface ConversationPick {
  readonly conversations: () => Promise<readonly ListedConversation[]>;
  /** All that one of them holds; asked for only when a person searches. */
  readonly read: (conversation: ListedConversation) => Promise<ConversationTree>;
  readonly shownId: string;
  readonly mark: (id: string) => ConversationMark | null;
  /** What conversations have cost, in a few words, by their ids. Never rejects. */
  readonly use: () => Promise<ReadonlyMap<string, string>>;
  /** Calls `redraw` after every end of an answer, until the returned function is called. */
  readonly onAnswerEnded: (redraw: () => void) => () => void;
  readonly open: (chosen: ListedConversation) => Promise<void>;
  /** `changed` is called each time that the list has become another. */
  readonly act: (action: ItemAction, conversation: ListedConversation, changed: () => void) => Promise<void>;
  readonly import: () => Promise<void>;
}

interface Button extends vscode.QuickInputButton {
  readonly action: ItemAction;
}

interface Item extends vscode.QuickPickItem {
  readonly conversation?: ListedConversation;
  readonly buttons?: readonly Button[];
}

/** Actions that ask something of their own, in the place where the list stands. */
const asking: ReadonlySet<ItemAction> = new Set(['rename', 'export']);

export function showConversations(parts: ConversationPick): void {
  const pick = new QuickPick<Item>({ title: l10n.t('Conversations') });
  const importButton: vscode.QuickInputButton = {
    iconPath: new ThemeIcon('folder-opened'),
    tooltip: l10n.t('Import a conversation…'),
  };
  const texts = new ConversationTexts(parts.read);
  let listed: readonly ListedConversation[] = [];
  let use: ReadonlyMap<string, string> = new Map();
  let newest: Promise<readonly ListedConversation[]> | null = null;
  let hidden = false;
  pick.showPlaceholder(l10n.t('Search in everything that was asked and answered'));
  pick.showButtons([importButton]);
  pick.showBusy(true);

  const draw = (): void => {
    if (hidden) return;
    const missing = pick.value.trim() !== '' && texts.misses(listed);
    pick.showBusy(missing);
    pick.showItems(itemsFor(listed, texts, pick.value, { ...parts, use }));
    if (missing) void texts.readAll(() => listed).then(draw);
  };
  const reload = async (): Promise<void> => {
    if (hidden) return;
    const reading = (newest = parts.conversations());
    const found = await reading;
    // Of several readings under way the last one begun knows best.
    if (reading !== newest) return;
    listed = found;
    draw();
  };
  const stopListening = parts.onAnswerEnded(draw);
  pick.onDidChangeValue(draw);
  pick.onDidAccept(() => {
    const chosen = pick.selected?.conversation;
    pick.hide();
    if (chosen !== undefined) void parts.open(chosen);
  });
  pick.onDidTriggerItemButton((item, button) => {
    const action = item.buttons?.find((known) => known === button)?.action;
    if (item.conversation === undefined || action === undefined) return;
    if (asking.has(action)) pick.hide();
    void parts.act(action, item.conversation, () => void reload());
  });
  pick.onDidTriggerButton(() => {
    pick.hide();
    void parts.import();
  });
  pick.onDidHide(() => {
    hidden = true;
    texts.stop();
    stopListening();
    pick.dispose();
  });
  pick.show();
  void reload();
  void parts.use().then((found) => {
    use = found;
    draw();
  });
}

interface Marks extends Pick<ConversationPick, 'shownId' | 'mark'> {
  readonly use: ReadonlyMap<string, string>;
}

function itemsFor(
  listed: readonly ListedConversation[],
  texts: ConversationTexts,
  wanted: string,
  marks: Marks,
): Item[] {
  const found = listed.flatMap((conversation) => {
    if (wanted.trim() === '') return [itemOf(conversation, marks, null)];
    const finding = find(texts.of(conversation), wanted);
    return finding.kind === 'found' ? [itemOf(conversation, marks, finding.excerpt)] : [];
  });
  const groups = [
    { label: l10n.t('Pinned'), items: found.filter(({ conversation }) => conversation.pinned) },
    { label: l10n.t('Latest'), items: found.filter(({ conversation }) => !conversation.pinned) },
  ];
  if (found.length > 0) {
    return groups.flatMap(({ label, items }) =>
      items.length === 0 ? [] : [{ label, kind: QuickPickItemKind.Separator }, ...items],
    );
  }
  return [{ label: emptyLabel(wanted.trim() !== '', texts.misses(listed)), alwaysShow: true }];
}

function emptyLabel(searches: boolean, isReading: boolean): string {
  if (!searches) return l10n.t('Nothing has been asked yet');
  return isReading ? l10n.t('Searching…') : l10n.t('No conversation contains these words');
}

function itemOf(
  conversation: ListedConversation,
  { shownId, mark, use }: Marks,
  excerpt: string | null,
): Item & { conversation: ListedConversation } {
  const { id, title, pinned, changedAt, place } = conversation;
  const marked = mark(id);
  const facts = [
    ...(marked === null ? [] : [markText(marked)]),
    clockTime(changedAt, Date.now()),
    ...(place === 'person' ? [l10n.t('all workspaces')] : []),
    ...[use.get(id) ?? []].flat(),
    ...(id === shownId ? [l10n.t('shown now')] : []),
  ];
  return {
    label: title,
    ...(marked === null ? {} : { iconPath: new ThemeIcon(markIcons[marked]) }),
    description: facts.join(' · '),
    ...(excerpt === null ? {} : { detail: excerpt }),
    // What is found is found in the whole text: VS Code must not look in the label alone.
    alwaysShow: true,
    conversation,
    buttons: buttonsFor(pinned),
  };
}

const markIcons: Readonly<Record<ConversationMark, string>> = { answering: 'loading~spin', unseen: 'circle-filled' };

function markText(mark: ConversationMark): string {
  switch (mark) {
    case 'answering':
      return l10n.t('being answered');
    case 'unseen':
      return l10n.t('new answer');
  }
}

function buttonsFor(pinned: boolean): Button[] {
  return [
    pinned
      ? { action: 'unpin', iconPath: new ThemeIcon('pinned'), tooltip: l10n.t('Unpin') }
      : { action: 'pin', iconPath: new ThemeIcon('pin'), tooltip: l10n.t('Pin') },
    { action: 'rename', iconPath: new ThemeIcon('edit'), tooltip: l10n.t('Rename…') },
    { action: 'export', iconPath: new ThemeIcon('export'), tooltip: l10n.t('Export…') },
    { action: 'delete', iconPath: new ThemeIcon('trash'), tooltip: l10n.t('Delete') },
  ];
}
