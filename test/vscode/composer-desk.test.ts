// What the desk makes of what was typed, with a conversation against the demo service: what waits, what goes on, and what a
// command sends in its place.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createAttachment } from '../../src/core/chat/attachment.ts';
import type { ComposerView } from '../../src/core/chat/panel-messages.ts';
import { History } from '../../src/core/chat/history.ts';
import { systemClock } from '../../src/core/ports.ts';
import { createHttp } from '../../src/core/service/http.ts';
import { parseProfile } from '../../src/core/service/profile.ts';
import { Secret } from '../../src/core/service/secret.ts';
import { ChatSession } from '../../src/host/chat/chat-session.ts';
import { ComposerDesk } from '../../src/host/chat/composer-desk.ts';
import { openKeySpending } from '../../src/host/chat/key-spending.ts';
import { memoryFiles } from '../support/memory-files.ts';
import { MemoryMemento } from '../support/memory-memento.ts';
import { identity } from '../support/service-connection.ts';
import { closeDemos, signIn, startDemo } from '../unit/demo/demo-client.ts';

describe('the desk of the composer', () => {
  let chat: ChatSession;
  let desk: ComposerDesk;
  let canAsk: boolean;
  let afterAnswer: () => void;

  beforeEach(async () => {
    const demo = await startDemo();
    const parsed = parseProfile(demo.description);
    assert.ok(parsed.kind === 'profile');
    const { profile } = parsed;
    const { business } = await signIn(demo, 'subscriber');
    const log = { info: () => undefined, warn: () => undefined };
    canAsk = true;
    afterAnswer = () => undefined;
    chat = new ChatSession({
      connection: () => ({ profile, identity, http: createHttp(fetch, systemClock), clock: systemClock }),
      session: () => ({ provider: 'primary', businessToken: new Secret(business), planCredential: null }),
      apiKey: () => null,
      keySpending: openKeySpending(vscode.Uri.parse('untitled:/'), new MemoryMemento()),
      planModels: () => [],
      onTokenRefused: () => undefined,
      history: new History({ places: [{ name: 'person', files: memoryFiles() }], writer: 'w', clock: systemClock, onTrouble: () => assert.fail() }),
      newPlace: () => 'person',
      bindingReset: () => null,
      onPayer: () => undefined,
      onAnswerEnded: () => {
        desk.answerEnded();
        afterAnswer();
      },
      log,
    });
    desk = new ComposerDesk({ chat, canAsk: () => canAsk, log });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  afterEach(async () => {
    desk.dispose();
    chat.dispose();
    await closeDemos();
  });

  const view = (): ComposerView => {
    const shown = desk.shown();
    assert.ok(shown.kind === 'composerShown');
    return shown.composer;
  };
  const prompts = (): string[] => chat.conversation().turns.flatMap((turn) => (turn.kind === 'prompt' ? [turn.text] : []));
  const queued = (): string[] => view().queued.map(({ text }) => text);
  const attach = (label: string): Promise<void> =>
    desk.attach({ uri: null, label, read: () => Promise.resolve(createAttachment('file', label, 'text')) });
  const ended = (answers: number): Promise<void> =>
    new Promise((resolve) => {
      let count = 0;
      const subscription = chat.onTold(({ kind }) => {
        if (kind !== 'answerEnded' || ++count < answers) return;
        subscription.dispose();
        resolve();
      });
    });

  it('lets a prompt wait with what was attached to it, and sends it when the answer before has ended well', async () => {
    const both = ended(2);
    await desk.send('One');
    await attach('a.ts');
    await desk.send('Two');
    assert.deepEqual([prompts(), queued(), view().attachments], [['One'], ['Two'], []]);
    await both;
    assert.deepEqual([prompts(), queued()], [['One', 'Two'], []]);
    const [, , second] = chat.conversation().turns;
    assert.deepEqual(second?.kind === 'prompt' ? second.attachments?.map(({ label }) => label) : null, ['a.ts']);
  });

  it('keeps a prompt waiting after a stop, until the person sends it', async () => {
    const free = new Promise<void>((resolve) => (afterAnswer = resolve));
    await desk.send('A slow one, please');
    await desk.send('Two');
    chat.stop();
    await free;
    assert.deepEqual([prompts(), queued()], [['A slow one, please'], ['Two']]);
    const next = ended(1);
    await desk.fulfil({ kind: 'sendQueued' });
    await next;
    assert.deepEqual([prompts(), queued()], [['A slow one, please', 'Two'], []]);
  });

  it('keeps a prompt that nobody could answer', async () => {
    canAsk = false;
    await desk.send('One');
    assert.deepEqual([prompts(), queued()], [[], ['One']]);
  });

  it('lays attachments ready again where a waiting prompt is edited', async () => {
    canAsk = false;
    await attach('a.ts');
    await desk.send('One');
    const [{ id } = { id: '' }] = view().queued;
    await desk.fulfil({ kind: 'unqueuePrompt', id, keepsAttachments: true });
    assert.deepEqual([queued(), view().attachments.map(({ label }) => label)], [[], ['a.ts']]);
    await desk.fulfil({ kind: 'detachContext', id: 'file:a.ts' });
    assert.deepEqual(view().attachments, []);
  });

  it('sends a command as the sentence that it stands for, with what the person added', async () => {
    await desk.send('/review for speed');
    assert.match(prompts()[0] ?? '', /^Review this code: .+\n\nfor speed$/s);
  });

  it('begins a new chat with /clear, and nothing of the old lies ready', async () => {
    const first = ended(1);
    await desk.send('One');
    await first;
    await attach('a.ts');
    await desk.send('/clear');
    assert.deepEqual([prompts(), view().attachments], [[], []]);
  });

  it('takes a model of the profile and no other, and shows thinking only where it can think', async () => {
    assert.deepEqual([view().modelId, view().thinking, view().fill?.size], ['tide-large', false, 200_000]);
    await desk.fulfil({ kind: 'switchThinking', on: true });
    assert.equal(view().thinking, true);
    await desk.fulfil({ kind: 'chooseModel', id: 'unheard-of' });
    assert.equal(view().modelId, 'tide-large');
    await desk.fulfil({ kind: 'chooseModel', id: 'tide-small' });
    assert.deepEqual([view().modelId, view().thinking], ['tide-small', null]);
  });
});
