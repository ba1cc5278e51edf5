// The open list of conversations follows what is done to them.
import assert from 'node:assert/strict';
import { ConversationTree } from '../../../../../src/core/chat/conversation/tree.ts';
import type { ListedConversation } from '../../../../../src/core/chat/history/history.ts';
import { standIn } from '../../../../support/fakes/vscode-stand-in.ts';

const { showConversations } = await import('../../../../../src/host/chat/conversations/picker.ts');

interface Row {
  readonly label: string;
  readonly description?: string;
  readonly buttons?: readonly object[];
}

/** The list as VS Code holds it, with its buttons to press. */
class Pick {
  items: readonly Row[] = [];
  value = '';
  #press: (event: { readonly item: Row; readonly button: object }) => void = () => undefined;
  readonly onDidAccept = (): void => undefined;
  readonly onDidChangeValue = (): void => undefined;
  readonly onDidTriggerButton = (): void => undefined;
  readonly onDidHide = (): void => undefined;
  readonly show = (): void => undefined;
  readonly onDidTriggerItemButton = (listener: typeof this.press): void => {
    this.#press = listener;
  };
  readonly press = (event: { readonly item: Row; readonly button: object }): void => this.#press(event);
  get labels(): readonly string[] {
    return this.items.map(({ label }) => label);
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const listed = (id: string): ListedConversation => ({
  id,
  title: `About ${id}`,
  pinned: false,
  changedAt: 0,
  place: 'person',
  state: id,
  files: [],
});

describe('the open list of conversations', () => {
  const createQuickPick = standIn.window.createQuickPick;
  let pick: Pick;
  beforeEach(() => {
    pick = new Pick();
    standIn.window.createQuickPick = () => pick;
  });
  afterEach(() => {
    standIn.window.createQuickPick = createQuickPick;
  });

  it('says of each what it has cost, as soon as that is known', async () => {
    const counting = Promise.withResolvers<ReadonlyMap<string, string>>();
    showConversations({
      conversations: () => Promise.resolve(['tides', 'moons'].map(listed)),
      read: ({ id }) => Promise.resolve(new ConversationTree(id)),
      shownId: 'tides',
      mark: () => null,
      use: () => counting.promise,
      onAnswerEnded: () => () => undefined,
      open: () => Promise.resolve(),
      act: () => Promise.resolve(),
      import: () => Promise.resolve(),
    });
    await settled();
    counting.resolve(new Map([['tides', '12K tokens']]));
    await settled();
    const described = pick.items.map(({ description = '' }: Row) => description.split(' · ').slice(1).join(' · '));
    assert.deepEqual(described, ['', 'all workspaces · 12K tokens · shown now', 'all workspaces']);
  });

  it('loses a conversation when it is deleted, however late that is, and has it back by undo', async () => {
    let kept = ['tides', 'moons'];
    const deleting = Promise.withResolvers<undefined>();
    const undoing = Promise.withResolvers<undefined>();
    showConversations({
      conversations: () => Promise.resolve(kept.map(listed)),
      read: ({ id }) => Promise.resolve(new ConversationTree(id)),
      shownId: 'tides',
      mark: () => null,
      use: () => Promise.resolve(new Map()),
      onAnswerEnded: () => () => undefined,
      open: () => Promise.resolve(),
      act: async (_action, _conversation, changed) => {
        await deleting.promise;
        kept = ['moons'];
        changed();
        await undoing.promise;
        kept = ['tides', 'moons'];
        changed();
      },
      import: () => Promise.resolve(),
    });
    await settled();
    assert.deepEqual(pick.labels, ['Latest', 'About tides', 'About moons']);
    const [, item] = pick.items;
    const button = item?.buttons?.[3];
    assert.ok(item !== undefined && button !== undefined);
    pick.press({ item, button });
    await settled();
    assert.deepEqual(pick.labels, ['Latest', 'About tides', 'About moons']);
    deleting.resolve(undefined);
    await settled();
    assert.deepEqual(pick.labels, ['Latest', 'About moons']);
    undoing.resolve(undefined);
    await settled();
    assert.deepEqual(pick.labels, ['Latest', 'About tides', 'About moons']);
  });
});
