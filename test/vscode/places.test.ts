// The chat in two places over one conversation: what each page receives, what is kept of what was typed, and what is
// counted while nobody looks. The pages are stand-ins; the real ones are met on the journeys.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { type Chat, createChat } from '../../src/host/chat/create-chat.ts';
import { createFiles } from '../../src/host/chat/conversations/files.ts';
import { PersistedText } from '../../src/host/chat/panel/persisted-text.ts';
import { createPayers } from '../../src/host/payers/create-payers.ts';
import type { HostMessage } from '../../src/protocol/chat.ts';
import { MemoryCounts } from '../support/fakes/memory-counts.ts';
import { MemoryMemento } from '../support/fakes/memory-memento.ts';
import { type StandIn, standInEditor, standInView } from '../support/fakes/webview-places.ts';
import { noCosts } from '../support/fakes/no-costs.ts';

describe('the chat in several places', () => {
  const log = { info: () => undefined, warn: () => undefined };
  let folder: string;
  let chat: Chat;
  let view: StandIn<vscode.WebviewView>;
  let editor: StandIn<vscode.WebviewPanel>;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tidemark-places-'));
    const never = new vscode.EventEmitter<void>().event;
    const nobody = {
      ...{ onSession: never, onKey: never },
      connection: () => null,
      session: () => null,
      sessionOf: () => null,
      isSignedOut: () => true,
      apiKey: () => null,
      hasNoPlan: () => false,
      bindingReset: () => null,
      roomSeenAt: () => null,
      onPayer: () => undefined,
      onTokenRefused: () => undefined,
    };
    const payers = createPayers(nobody, new MemoryCounts(), { globalState: new MemoryMemento(), subscriptions: [] });
    chat = await createChat({
      extensionUri: vscode.Uri.file(folder),
      storage: { workspace: null, person: vscode.Uri.file(folder), state: new MemoryMemento() },
      // Nobody can be asked, so that every prompt is answered by the sentence that says so.
      connection: () => null,
      payers: () => Promise.resolve(payers),
      onPayersChanged: [],
      plan: () => ({ kind: 'known' }),
      planModels: () => [],
      tightestLimit: () => null,
      quotaReading: () => null,
      onStepEnded: () => undefined,
      keyring: () => null,
      onAnswerEnded: () => undefined,
      resets: { account: () => null, askPlan: () => Promise.resolve({ kind: 'unknown' }), onWaiting: () => undefined },
      costs: () => Promise.resolve(noCosts),
      accountNames: () => new Map(),
      onAccountNames: never,
      conversationUse: () => Promise.resolve(new Map()),
      useDemo: () => Promise.resolve(),
      log,
    });
    view = standInView();
    editor = standInEditor();
    chat.panel.resolve(view.place);
    chat.panel.adopt(editor.place);
  });
  afterEach(async () => {
    await chat.close();
    chat.dispose();
    await rm(folder, { recursive: true });
  });

  const keptDraft = async (): Promise<string> =>
    (await PersistedText.open(createFiles(vscode.Uri.file(folder)), 'draft.txt', log)).text;
  const kinds = ({ received }: StandIn<unknown>): string[] => received.map(({ kind }) => kind);
  const drafts = ({ received }: StandIn<unknown>): string[] =>
    received.flatMap((message) => (message.kind === 'draftShown' ? [message.text] : []));
  const shownTurns = ({ received }: StandIn<unknown>): number | undefined =>
    received.findLast(
      (message): message is HostMessage & { kind: 'conversationShown' } => message.kind === 'conversationShown',
    )?.turns.length;

  it('tells a page nothing before it is there, and then everything', async () => {
    await chat.session.send('Hello');
    assert.deepEqual(view.received, []);
    view.say({ kind: 'ready' });
    assert.deepEqual(kinds(view), [
      'conversationShown',
      'draftShown',
      'availabilityShown',
      'composerShown',
      'changesShown',
      'modesShown',
      'runSideShown',
      'restoreShown',
      'changedFilesShown',
      'toastsShown',
      'editorShown',
    ]);
    assert.equal(shownTurns(view), 2);
  });

  it('tells both pages what happens, a hidden one nothing, and that one everything when it is back', async () => {
    view.say({ kind: 'ready' });
    editor.say({ kind: 'ready' });
    editor.setVisible(false);
    const before = editor.received.length;
    await chat.session.send('Hello');
    assert.deepEqual(
      kinds(view).filter((kind) => kind === 'turnAdded' || kind === 'answerEnded'),
      ['turnAdded', 'turnAdded', 'answerEnded'],
    );
    assert.equal(editor.received.length, before);
    editor.setVisible(true);
    editor.say({ kind: 'ready' });
    assert.equal(shownTurns(editor), 2);
  });

  it('searches where the chat was just opened, though its page has not said yet that the person is in it', async () => {
    view.say({ kind: 'ready' });
    editor.say({ kind: 'ready' });
    view.say({ kind: 'pageFocused' });
    chat.panel.openInEditor();
    await chat.panel.find();
    assert.deepEqual(
      [view, editor].map((page) => kinds(page).includes('findOpened')),
      [false, true],
    );
  });

  it('searches in the view at the side where the cursor was just put there', async () => {
    view.say({ kind: 'ready' });
    editor.say({ kind: 'ready' });
    editor.say({ kind: 'pageFocused' });
    await chat.panel.focusSide();
    await chat.panel.find();
    assert.deepEqual(
      [view, editor].map((page) => kinds(page).includes('findOpened')),
      [true, false],
    );
  });

  it('sends a prompt once, whichever page it comes from', async () => {
    view.say({ kind: 'ready' });
    editor.say({ kind: 'ready' });
    editor.say({ kind: 'sendPrompt', text: 'Hello' });
    await new Promise<void>((resolve) => chat.session.events.listen(({ kind }) => kind === 'answerEnded' && resolve()));
    assert.deepEqual(
      chat.session.conversation().turns.map(({ kind }) => kind),
      ['prompt', 'answer'],
    );
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

  it('keeps what was typed for the next time', async () => {
    view.say({ kind: 'saveDraft', text: 'half' });
    view.say({ kind: 'saveDraft', text: 'half a thought, 海' });
    await chat.close();
    assert.equal(await keptDraft(), 'half a thought, 海');
  });

  it('forgets what was typed when it was sent', async () => {
    view.say({ kind: 'saveDraft', text: 'Hello' });
    view.say({ kind: 'sendPrompt', text: 'Hello' });
    await chat.close();
    assert.equal(await keptDraft(), '');
  });

  it('answers the page alone that asks for older turns, or looks for a text', async () => {
    for (let index = 0; index < 30; index += 1) await chat.session.send(`Prompt ${index}`);
    view.say({ kind: 'ready' });
    editor.say({ kind: 'ready' });
    const before = chat.session.conversation().turns.at(-40)?.id ?? '';
    editor.say({ kind: 'showOlderTurns', before });
    editor.say({ kind: 'findText', text: 'prompt 29' });
    const found = editor.received.at(-1);
    assert.deepEqual(kinds(editor).slice(-2), ['olderTurnsShown', 'turnsFound']);
    assert.deepEqual(found?.kind === 'turnsFound' && found.turnIds, [chat.session.conversation().turns.at(-2)?.id]);
    assert.deepEqual(
      kinds(view).filter((kind) => kind === 'olderTurnsShown' || kind === 'turnsFound'),
      [],
    );
  });

  it('counts answers that end unseen on the view, until the chat is seen in either place', async () => {
    view.setVisible(false);
    await chat.session.send('Seen in the editor');
    assert.equal(view.place.badge, undefined);
    editor.setVisible(false);
    await chat.session.send('One');
    assert.deepEqual(view.place.badge, { value: 1, tooltip: 'An answer has ended' });
    await chat.session.send('Two');
    assert.deepEqual(view.place.badge, { value: 2, tooltip: '2 answers have ended' });
    editor.setVisible(true);
    assert.equal(view.place.badge, undefined);
  });

  it('calls the editor as the conversation is called, and closes the one before', async () => {
    assert.equal(editor.place.title, 'Tidemark Chat');
    await chat.session.send('Why tides?');
    assert.equal(editor.place.title, 'Why tides?');
    let closed = false;
    editor.place.onDidDispose(() => (closed = true));
    const second = standInEditor();
    chat.panel.adopt(second.place);
    assert.deepEqual([closed, second.place.title], [true, 'Why tides?']);
    chat.session.clear();
    assert.deepEqual([editor.place.title, second.place.title], ['Why tides?', 'Tidemark Chat']);
  });
});
