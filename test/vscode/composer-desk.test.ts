// What the desk makes of what was typed, with a conversation against the demo service: what waits, what goes on, and what a
// command sends in its place.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createAttachment, isImage } from '../../src/core/chat/attachment.ts';
import type { ComposerView } from '../../src/core/chat/panel-messages.ts';
import { History } from '../../src/core/chat/history.ts';
import type { Connection } from '../../src/core/service/connection.ts';
import type { ServiceProfile } from '../../src/core/service/profile.ts';
import { type KeptText, ReadyShelf } from '../../src/core/chat/ready-shelf.ts';
import { systemClock } from '../../src/core/ports.ts';
import { parseProfile } from '../../src/core/service/profile.ts';
import { Secret } from '../../src/core/service/secret.ts';
import { ChatSession } from '../../src/host/chat/chat-session.ts';
import { ComposerDesk } from '../../src/host/chat/composer-desk.ts';
import { openKeySpending } from '../../src/host/chat/key-spending.ts';
import { pngOf, thumbnailSample } from '../support/image-samples.ts';
import { memoryFiles } from '../support/memory-files.ts';
import { MemoryMemento } from '../support/memory-memento.ts';
import { connectTo } from '../support/service-connection.ts';
import { closeDemos, signIn, startDemo } from '../unit/demo/demo-client.ts';

describe('the desk of the composer', () => {
  let chat: ChatSession;
  let desk: ComposerDesk;
  let canAsk: boolean;
  let afterAnswer: () => void;
  let profile: ServiceProfile;
  let connection: Connection;
  let history: History;
  let kept: KeptText;

  beforeEach(async () => {
    const demo = await startDemo();
    const parsed = parseProfile(demo.description);
    assert.ok(parsed.kind === 'profile');
    profile = parsed.profile;
    history = new History({ places: [{ name: 'person', files: memoryFiles() }], writer: 'w', clock: systemClock, onTrouble: () => assert.fail() });
    const { business } = await signIn(demo, 'subscriber');
    connection = connectTo(profile, systemClock);
    const log = { info: () => undefined, warn: () => undefined };
    canAsk = true;
    afterAnswer = () => undefined;
    chat = new ChatSession({
      connection: () => connection,
      session: () => ({ audience: connection.audience, provider: 'primary', businessToken: new Secret(business), planCredential: null }),
      apiKey: () => null,
      keySpending: openKeySpending(vscode.Uri.parse('untitled:/'), new MemoryMemento()),
      planModels: () => [],
      onTokenRefused: () => undefined,
      history,
      newPlace: () => 'person',
      mayStop: () => Promise.resolve(true),
      bindingReset: () => null,
      onPayer: () => undefined,
      onAnswerEnded: () => {
        desk.answerEnded();
        afterAnswer();
      },
      log,
    });
    kept = { text: '' };
    desk = new ComposerDesk({ chat, shelf: new ReadyShelf(kept), canAsk: () => canAsk, log });
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
    desk.attach({ label, read: () => Promise.resolve({ attachment: createAttachment('file', label, 'text'), origin: null }) });
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

  it('lets what waits stay with its conversation, over another one and over a reload', async () => {
    const free = new Promise<void>((resolve) => (afterAnswer = resolve));
    await desk.send('A slow one, please');
    await desk.send('Two');
    await attach('a.ts');
    chat.stop();
    await free;
    const { tree, place } = chat.current();
    await chat.clear();
    assert.deepEqual([queued(), view().attachments], [[], []]);
    await chat.show({ tree, place });
    assert.deepEqual([queued(), view().attachments.map(({ label }) => label)], [['Two'], ['a.ts']]);
    const later = new ComposerDesk({ chat, shelf: new ReadyShelf({ text: kept.text }), canAsk: () => true, log: { info: () => undefined, warn: () => undefined } });
    const shown = later.shown();
    later.dispose();
    assert.deepEqual(shown.kind === 'composerShown' && shown.composer.queued.map(({ text }) => text), ['Two']);
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

  it('sends a prompt of the workspace as instructions, and gives everything back where it may not be sent', async () => {
    const [{ uri } = assert.fail()] = vscode.workspace.workspaceFolders ?? [];
    const file = vscode.Uri.joinPath(uri, '.github', 'prompts', 'pilot.prompt.md');
    const write = (text: string): Thenable<void> => vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    const offered = new Promise<void>((resolve) => {
      desk.onTold((message) => {
        if (message.kind === 'composerShown' && message.composer.commands.some(({ name }) => name === 'pilot')) resolve();
      });
    });
    await write('Answer as a pilot would.');
    await offered;
    try {
      await desk.send('/pilot Where are we?');
      const [first] = chat.conversation().turns;
      assert.deepEqual(first?.kind === 'prompt' ? [first.text, first.attachments?.map(({ id }) => id)] : null, ['Where are we?', ['instructions:/pilot']]);
      chat.stop();
      await attach('a.ts');
      // Dialogs are refused here, as a person can refuse them.
      await write(`Use npm_${'aB3'.repeat(12)}.`);
      const drafts: string[] = [];
      desk.onTold((message) => message.kind === 'draftShown' && drafts.push(message.text));
      await desk.send('/pilot And now?');
      assert.deepEqual([prompts(), drafts, view().attachments.map(({ label }) => label)], [['Where are we?'], ['/pilot And now?'], ['a.ts']]);
    } finally {
      await vscode.workspace.fs.delete(vscode.Uri.joinPath(uri, '.github'), { recursive: true });
    }
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
    assert.deepEqual([view().modelId, view().thinking, view().fill?.size], ['tide-large', false, 200_000 - 8192]);
    await desk.fulfil({ kind: 'switchThinking', on: true });
    assert.equal(view().thinking, true);
    await desk.fulfil({ kind: 'chooseModel', id: 'unheard-of' });
    assert.equal(view().modelId, 'tide-large');
    await desk.fulfil({ kind: 'chooseModel', id: 'tide-small' });
    assert.deepEqual([view().modelId, view().thinking], ['tide-small', null]);
  });

  describe('with images', () => {
    const png = pngOf(2, 1).toString('base64');
    const thumbnail = thumbnailSample;
    const paste = (name = 'image.png', data: string | null = png): Promise<void> => desk.fulfil({ kind: 'attachImage', name, data });
    const names = (): string[] => view().attachments.map(({ label }) => label);

    it('lays a pasted one ready, hands it to the page to be drawn, and keeps what the page drew', async () => {
      const told: string[] = [];
      desk.onTold((message) => told.push(message.kind));
      await paste();
      assert.deepEqual(told, ['composerShown', 'imageRead']);
      const [read] = desk.undrawnImages();
      assert.ok(read?.kind === 'imageRead');
      assert.deepEqual([read.mediaType, read.data], ['image/png', png]);
      await desk.fulfil({ kind: 'thumbnailDrawn', id: read.id, thumbnail });
      assert.deepEqual(view().attachments.map(({ image }) => image), [{ size: 33, thumbnail }]);
      assert.deepEqual(desk.undrawnImages(), []);
    });

    it('gives each that is pasted a name of its own', async () => {
      await paste();
      await paste();
      await paste();
      assert.deepEqual(names(), ['image.png', 'image.png (2)', 'image.png (3)']);
    });

    it('refuses what is no image or too large, and keeps what lay ready', async () => {
      await paste();
      await paste('notes.docx', Buffer.from('words').toString('base64'));
      await paste('huge.png', null);
      assert.deepEqual(names(), ['image.png']);
    });

    it('sends it with the prompt and with the next one, and remembers it without its bytes', async () => {
      await paste();
      await desk.fulfil({ kind: 'thumbnailDrawn', id: view().attachments[0]?.id ?? '', thumbnail });
      const first = ended(1);
      await desk.send('What is this?');
      await first;
      const [prompt, answer] = chat.conversation().turns;
      assert.match(answer?.text ?? '', /^I see \*\*1 image\*\*/);
      const [image] = (prompt?.kind === 'prompt' ? (prompt.attachments ?? []) : []).filter(isImage);
      assert.ok(image !== undefined);
      assert.deepEqual([Object.keys(image).includes('data'), image.thumbnail], [false, thumbnail]);
      assert.equal(await history.readImage(chat.tree.id, chat.current().place, image), png);
    });

    it('attaches none where the model takes none, and says which of the conversation would be left out', async () => {
      await paste();
      await desk.fulfil({ kind: 'chooseModel', id: 'tide-small' });
      assert.match(view().imagesNote ?? '', /^Tide Small takes no images\. They will be left out: 1\./);
      await paste('other.png');
      assert.deepEqual(names(), ['image.png']);
      const first = ended(1);
      await desk.send('What is this?');
      await first;
      const answer = chat.conversation().turns.at(-1);
      assert.deepEqual(answer?.kind === 'answer' ? [answer.leftOut, answer.progress.kind] : null, [{ turns: 0, images: 1 }, 'done']);
      await desk.fulfil({ kind: 'chooseModel', id: 'tide-large' });
      assert.equal(view().imagesNote, null);
    });
  });

  it('says what would be left out of a full window, leaves it out, and shows no meter where the size is unknown', async () => {
    const windowOf = (contextWindow: number | undefined): void => {
      const models = [{ id: 'tide-large', images: false, thinking: false, ...(contextWindow === undefined ? {} : { contextWindow }) }];
      connection = connectTo({ ...profile, models }, systemClock);
    };
    const first = ended(1);
    await desk.send(`Hello ${'tide '.repeat(2000)}`);
    await first;
    assert.equal(view().fill?.note, null);
    windowOf(2000);
    desk.draftSaved('And?');
    assert.match(view().fill?.note ?? '', /^The conversation is longer .+ will not be sent: 2 of them\./);
    const second = ended(1);
    await desk.send('And?');
    await second;
    const answer = chat.conversation().turns.at(-1);
    assert.deepEqual(answer?.kind === 'answer' ? answer.leftOut : null, { turns: 2, images: 0 });
    assert.doesNotMatch(answer?.text ?? '', /all 2 questions/);
    desk.draftSaved('tide '.repeat(2000));
    assert.match(view().fill?.note ?? '', /^The prompt with what is attached is larger /);
    windowOf(undefined);
    assert.equal(view().fill, null);
  });

  it('follows the key that sends, at once', async () => {
    const configuration = vscode.workspace.getConfiguration('tidemark');
    const told = new Promise<void>((resolve) => {
      desk.onTold((message) => {
        if (message.kind === 'composerShown' && message.composer.sendKey === 'ctrlEnter') resolve();
      });
    });
    assert.equal(view().sendKey, 'enter');
    await configuration.update('chat.sendKey', 'ctrlEnter', vscode.ConfigurationTarget.Global);
    await told;
    await configuration.update('chat.sendKey', undefined, vscode.ConfigurationTarget.Global);
  });
});
