// The chat in two places over one conversation: what each page is told, what is kept of what was typed, and what is counted
// while nobody looks. The pages are stand-ins; the real ones are met on the journeys.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { History } from '../../src/core/chat/history.ts';
import type { HostMessage } from '../../src/core/chat/panel-messages.ts';
import { ReadyShelf } from '../../src/core/chat/ready-shelf.ts';
import { systemClock } from '../../src/core/ports.ts';
import type { BoundKey } from '../../src/core/service/bound-key.ts';
import { ChatSession } from '../../src/host/chat/chat-session.ts';
import { ComposerDesk } from '../../src/host/chat/composer-desk.ts';
import { createFiles } from '../../src/host/chat/history-files.ts';
import { KeptText } from '../../src/host/chat/kept-text.ts';
import { openKeySpending } from '../../src/host/chat/key-spending.ts';
import { ChatPanel } from '../../src/host/chat/panel.ts';
import { memoryFiles } from '../support/memory-files.ts';
import { MemoryMemento } from '../support/memory-memento.ts';
import { keyOnLoopback } from '../support/service-connection.ts';
import { type StandIn, standInEditor, standInView } from '../support/webview-places.ts';

describe('the chat in several places', () => {
  const log = { info: () => undefined, warn: () => undefined };
  let folder: string;
  let key: BoundKey | null;
  let chat: ChatSession;
  let desk: ComposerDesk;
  let draft: KeptText;
  let panel: ChatPanel;
  let view: StandIn<vscode.WebviewView>;
  let editor: StandIn<vscode.WebviewPanel>;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tidemark-places-'));
    key = null;
    chat = new ChatSession({
      // Nobody can be asked, so that every prompt is answered by the sentence that says so.
      connection: () => null,
      session: () => null,
      apiKey: () => key,
      keySpending: openKeySpending(vscode.Uri.parse('untitled:/'), new MemoryMemento()),
      planModels: () => [],
      onTokenRefused: () => undefined,
      history: new History({ places: [{ name: 'person', files: memoryFiles() }], writer: 'w', clock: systemClock, onTrouble: () => assert.fail() }),
      newPlace: () => 'person',
      mayStop: () => Promise.resolve(true),
      bindingReset: () => null,
      onPayer: () => undefined,
      onAnswerEnded: () => undefined,
      log,
    });
    desk = new ComposerDesk({ chat, shelf: new ReadyShelf({ text: '' }), canAsk: () => true, log });
    draft = await KeptText.open(createFiles(vscode.Uri.file(folder)), 'draft.txt', log);
    const standing = { headline: '', text: '', buttons: [], banner: null, canAsk: true };
    panel = new ChatPanel({ extensionUri: vscode.Uri.file(folder), chat, desk, draft, standing: () => standing, useDemo: () => Promise.resolve(), log });
    view = standInView();
    editor = standInEditor();
    panel.resolve(view.place);
    panel.adopt(editor.place);
  });
  afterEach(async () => {
    panel.dispose();
    desk.dispose();
    chat.dispose();
    await draft.flush();
    await rm(folder, { recursive: true });
  });

  const kinds = ({ told }: StandIn<unknown>): string[] => told.map(({ kind }) => kind);
  const drafts = ({ told }: StandIn<unknown>): string[] => told.flatMap((message) => (message.kind === 'draftShown' ? [message.text] : []));
  const shownTurns = ({ told }: StandIn<unknown>): number | undefined =>
    told.findLast((message): message is HostMessage & { kind: 'conversationShown' } => message.kind === 'conversationShown')?.turns.length;

  it('tells a page nothing before it is there, and then everything', async () => {
    await chat.send('Hello');
    assert.deepEqual(view.told, []);
    view.say({ kind: 'ready' });
    assert.deepEqual(kinds(view), ['conversationShown', 'draftShown', 'standingShown', 'composerShown']);
    assert.equal(shownTurns(view), 2);
  });

  it('tells both pages what happens, a hidden one nothing, and that one everything when it is back', async () => {
    view.say({ kind: 'ready' });
    editor.say({ kind: 'ready' });
    editor.setVisible(false);
    const before = editor.told.length;
    await chat.send('Hello');
    assert.deepEqual(kinds(view).filter((kind) => kind === 'turnAdded' || kind === 'answerEnded'), ['turnAdded', 'turnAdded', 'answerEnded']);
    assert.equal(editor.told.length, before);
    editor.setVisible(true);
    editor.say({ kind: 'ready' });
    assert.equal(shownTurns(editor), 2);
  });

  it('sends a prompt once, whichever page it comes from', async () => {
    view.say({ kind: 'ready' });
    editor.say({ kind: 'ready' });
    editor.say({ kind: 'sendPrompt', text: 'Hello' });
    await new Promise<void>((resolve) => chat.onTold(({ kind }) => kind === 'answerEnded' && resolve()));
    assert.deepEqual(chat.conversation().turns.map(({ kind }) => kind), ['prompt', 'answer']);
    assert.equal(kinds(view).filter((kind) => kind === 'turnAdded').length, 2);
  });

  it('shows what is typed in one page in the other, not in the same, and in every page that comes', () => {
    view.say({ kind: 'ready' });
    editor.say({ kind: 'ready' });
    view.say({ kind: 'saveDraft', text: 'half a thought' });
    assert.deepEqual([drafts(view), drafts(editor)], [[''], ['', 'half a thought']]);
    editor.say({ kind: 'ready' });
    assert.deepEqual(drafts(editor).at(-1), 'half a thought');
  });

  it('keeps what was typed for the next time, and forgets it when it was sent', async () => {
    view.say({ kind: 'saveDraft', text: 'half' });
    view.say({ kind: 'saveDraft', text: 'half a thought, 海' });
    await draft.flush();
    assert.equal((await KeptText.open(createFiles(vscode.Uri.file(folder)), 'draft.txt', log)).text, 'half a thought, 海');
    view.say({ kind: 'saveDraft', text: '' });
    await draft.flush();
    assert.equal((await KeptText.open(createFiles(vscode.Uri.file(folder)), 'draft.txt', log)).text, '');
  });

  it('answers the page alone that asks for older turns, or looks for a text', async () => {
    for (let index = 0; index < 30; index += 1) await chat.send(`Prompt ${index}`);
    view.say({ kind: 'ready' });
    editor.say({ kind: 'ready' });
    const before = chat.conversation().turns.at(-40)?.id ?? '';
    editor.say({ kind: 'showOlderTurns', before });
    editor.say({ kind: 'findText', text: 'prompt 29' });
    const found = editor.told.at(-1);
    assert.deepEqual(kinds(editor).slice(-2), ['olderTurnsShown', 'turnsFound']);
    assert.deepEqual(found?.kind === 'turnsFound' && found.turnIds, [chat.conversation().turns.at(-2)?.id]);
    assert.deepEqual(kinds(view).filter((kind) => kind === 'olderTurnsShown' || kind === 'turnsFound'), []);
  });

  it('counts answers that end unseen on the view, until the chat is seen in either place', async () => {
    view.setVisible(false);
    await chat.send('Seen in the editor');
    assert.equal(view.place.badge, undefined);
    editor.setVisible(false);
    await chat.send('One');
    assert.deepEqual(view.place.badge, { value: 1, tooltip: 'An answer has ended' });
    await chat.send('Two');
    assert.deepEqual(view.place.badge, { value: 2, tooltip: '2 answers have ended' });
    editor.setVisible(true);
    assert.equal(view.place.badge, undefined);
  });

  it('calls the editor as the conversation is called, and closes the one before', async () => {
    assert.equal(editor.place.title, 'Tidemark Chat');
    await chat.send('Why tides?');
    assert.equal(editor.place.title, 'Why tides?');
    let closed = false;
    editor.place.onDidDispose(() => (closed = true));
    const second = standInEditor();
    panel.adopt(second.place);
    assert.deepEqual([closed, second.place.title], [true, 'Why tides?']);
    await chat.clear();
    assert.deepEqual([editor.place.title, second.place.title], ['Why tides?', 'Tidemark Chat']);
  });

  it('tells failed answers anew when a key is set, since it may pay for them now', async () => {
    await chat.send('Hello');
    view.say({ kind: 'ready' });
    key = keyOnLoopback('a key');
    chat.keyChanged();
    const again = view.told.at(-1);
    assert.ok(again?.kind === 'turnReplaced' && again.turn.kind === 'answer' && again.turn.progress.kind === 'failed');
    assert.deepEqual(again.turn.progress.notice.buttons.map(({ action }) => action), ['signIn', 'answerWithKey', 'alwaysUseKey']);
  });
});
