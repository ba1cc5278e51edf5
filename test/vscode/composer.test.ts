// What the composer makes of what was typed, pasted and chosen, with a conversation against the demo service. What
// waits, and when it is sent, is tested without VS Code.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { createAttachment, isImage } from '../../src/core/chat/attachments/attachment.ts';
import { textOfTurn } from '../../src/core/chat/conversation/conversation.ts';
import { PromptQueue } from '../../src/core/chat/session/queue/prompt-queue.ts';
import { PromptQueueStore } from '../../src/core/chat/session/queue/prompt-queue-store.ts';
import { type PersistedText, systemClock } from '../../src/core/ports.ts';
import { Composer } from '../../src/host/chat/session/composer.ts';
import type { ComposerView, HostMessage } from '../../src/protocol/chat.ts';
import { memoryText } from '../support/fakes/memory-files.ts';
import { connectTo } from '../support/fakes/service-connection.ts';
import { pngOf, thumbnailSample } from '../support/samples/image-samples.ts';
import { DemoChat } from '../support/servers/demo-chat.ts';
import { closeDemos } from '../unit/demo/demo-client.ts';
import { noCosts } from '../support/fakes/no-costs.ts';

describe('the composer', () => {
  let chat: DemoChat;
  let composer: Composer;
  let queue: PromptQueue;
  let kept: PersistedText;
  let draft: PersistedText;
  let canAsk: boolean;

  beforeEach(async () => {
    chat = await DemoChat.open();
    canAsk = true;
    kept = memoryText();
    draft = memoryText();
    queue = new PromptQueue(new PromptQueueStore(kept), chat.session, () => canAsk, randomUUID);
    const log = { info: () => undefined, warn: () => undefined };
    const circumstances = { costs: noCosts, agent: { mode: 'ask', onDidChooseMode: noCosts.onDidChange } } as const;
    composer = new Composer(chat.session, queue, chat.models, draft, circumstances, log);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  afterEach(async () => {
    composer.dispose();
    queue.dispose();
    await chat.session.close();
    await closeDemos();
  });

  const view = (): ComposerView => {
    const shown = composer.shown();
    assert.ok(shown.kind === 'composerShown');
    return shown.composer;
  };
  const prompts = (): string[] =>
    chat.session.conversation().turns.flatMap((turn) => (turn.kind === 'prompt' ? [turn.text] : []));
  const queued = (): string[] => view().queued.map(({ text }) => text);
  const attach = (label: string): Promise<void> =>
    composer.attachments.attach({
      label,
      read: () => Promise.resolve({ attachment: createAttachment('file', label, 'text'), origin: null }),
    });
  const answered = (): Promise<unknown> => chat.next('answerEnded');

  it('shows what waits with what was attached to it, and tells of it as it goes', async () => {
    const shown: string[][] = [];
    composer.onMessage((message) => {
      if (message.kind === 'composerShown') shown.push(message.composer.queued.map(({ text }) => text));
    });
    await composer.send('One');
    await attach('a.ts');
    await composer.send('Two');
    assert.deepEqual(
      [prompts(), view().queued.map(({ text, attachments }) => [text, attachments.map(({ label }) => label)])],
      [['One'], [['Two', ['a.ts']]]],
    );
    assert.deepEqual([shown.at(-1), view().attachments], [['Two'], []]);
    await answered();
    await answered();
    assert.deepEqual([prompts(), shown.at(-1)], [['One', 'Two'], []]);
  });

  it('attaches again what a waiting prompt had where it is edited', async () => {
    canAsk = false;
    await attach('a.ts');
    await composer.send('One');
    const [{ id } = { id: '' }] = view().queued;
    composer.unqueue(id, true);
    assert.deepEqual([queued(), view().attachments.map(({ label }) => label)], [[], ['a.ts']]);
    composer.attachments.detach('file:a.ts');
    assert.deepEqual(view().attachments, []);
  });

  it('sends a command as the sentence that it stands for, with what the person added', async () => {
    await composer.send('/review for speed');
    assert.match(prompts()[0] ?? '', /^Review this code: .+\n\nfor speed$/s);
  });

  it('sends no command that is about nothing, and leaves it to be sent again', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const drafts: string[] = [];
    composer.onMessage((message) => {
      if (message.kind === 'draftShown') drafts.push(message.text);
    });
    await composer.send('/explain');
    assert.deepEqual([prompts(), drafts], [[], ['/explain']]);
  });

  it('offers files by a few letters, marks what goes along, and attaches what was offered', async () => {
    const told: HostMessage[] = [];
    await composer.mention.find('', (message) => told.push(message));
    await composer.mention.find('zzz-no-such', (message) => told.push(message));
    const [all, none] = told.map((message) => (message.kind === 'contextFound' ? message.offers : []));
    assert.deepEqual(none, []);
    const first = all?.find(({ icon }) => icon === 'file') ?? assert.fail('no file is offered');
    assert.equal(first.isAttached, false);
    await composer.attachments.attach(composer.mention.source(first.id) ?? assert.fail());
    assert.deepEqual(
      view().attachments.map(({ label }) => label),
      [first.detail],
    );
    await composer.mention.find(first.label, (message) => told.push(message));
    const again = told.at(-1);
    assert.equal(again?.kind === 'contextFound' && again.offers.find(({ id }) => id === first.id)?.isAttached, true);
    assert.equal(composer.mention.source('file:never offered'), undefined);
  });

  describe('what goes along by itself', () => {
    const root = (): vscode.Uri => {
      const [{ uri } = assert.fail()] = vscode.workspace.workspaceFolders ?? [];
      return uri;
    };
    const write = (name: string, text: string): Thenable<void> =>
      vscode.workspace.fs.writeFile(vscode.Uri.joinPath(root(), name), new TextEncoder().encode(text));
    const along = (): (string | boolean)[][] =>
      view().accompanying.map(({ attachment: { label }, isOn }) => [label, isOn]);
    /** Resolves as soon as it is so. */
    const isAlong = (expected: (string | boolean)[][]): Promise<void> => {
      const isSo = (): boolean => JSON.stringify(along()) === JSON.stringify(expected);
      return new Promise((resolve) => {
        if (isSo()) resolve();
        else
          composer.onMessage(() => {
            if (isSo()) resolve();
          });
      });
    };
    const sentAlong = (): string[][] =>
      chat.session
        .conversation()
        .turns.flatMap((turn) => (turn.kind === 'prompt' ? [(turn.attachments ?? []).map(({ label }) => label)] : []));
    const select = async (name: string, line: number): Promise<void> => {
      const editor = await vscode.window.showTextDocument(vscode.Uri.joinPath(root(), name));
      editor.selection = new vscode.Selection(line, 0, line, 3);
    };
    afterEach(async () => {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      for (const name of ['along', 'AGENTS.md'])
        await vscode.workspace.fs.delete(vscode.Uri.joinPath(root(), name), { recursive: true }).then(
          () => undefined,
          () => undefined,
        );
    });

    it('is what is selected, until it is switched off', async () => {
      await write('along/cart.ts', 'one\ntwo\n');
      await select('along/cart.ts', 1);
      await isAlong([['along/cart.ts:2', true]]);
      await composer.send('Why?');
      await answered();
      assert.deepEqual([sentAlong(), view().attachments], [[['along/cart.ts:2']], []]);
      composer.switchAccompanying('selection:along/cart.ts:2', false);
      await select('along/cart.ts', 0);
      await isAlong([['along/cart.ts:1', false]]);
      await composer.send('And?');
      await answered();
      assert.deepEqual(sentAlong(), [['along/cart.ts:2'], []]);
    });

    it('is nothing that a person would be asked about', async () => {
      await write('along/.env', 'KEY=1\n');
      await write('along/plain.ts', 'one\n');
      await select('along/.env', 0);
      await select('along/plain.ts', 0);
      await isAlong([['along/plain.ts:1', true]]);
      await select('along/.env', 0);
      await isAlong([]);
    });

    it("is a project's instructions, once a conversation, and again where they have changed", async () => {
      await write('AGENTS.md', 'Use tabs.');
      await write('along/AGENTS.md', 'Use two blanks here.');
      // Another file than above: VS Code remembers what was selected in one.
      await write('along/price.ts', 'one\n');
      await vscode.window.showTextDocument(vscode.Uri.joinPath(root(), 'along/price.ts'));
      await isAlong([
        ['AGENTS.md', true],
        ['along/AGENTS.md', true],
      ]);
      composer.switchAccompanying('instructions:AGENTS.md', false);
      await composer.send('Why?');
      await answered();
      assert.deepEqual([sentAlong(), along()], [[['along/AGENTS.md']], [['AGENTS.md', false]]]);
      await write('along/AGENTS.md', 'Use three blanks here.');
      // VS Code may tell late of the change: it is looked for as a prompt is begun.
      composer.saveDraft('A');
      await isAlong([
        ['AGENTS.md', false],
        ['along/AGENTS.md', true],
      ]);
    });
  });

  describe('with a prompt of the workspace', () => {
    const folder = (): vscode.Uri => {
      const [{ uri } = assert.fail()] = vscode.workspace.workspaceFolders ?? [];
      return vscode.Uri.joinPath(uri, '.github');
    };
    const write = (text: string): Thenable<void> =>
      vscode.workspace.fs.writeFile(
        vscode.Uri.joinPath(folder(), 'prompts', 'pilot.prompt.md'),
        new TextEncoder().encode(text),
      );
    afterEach(() => vscode.workspace.fs.delete(folder(), { recursive: true }));

    it('offers it as soon as a command is typed, whether or not VS Code has reported the file', async () => {
      await write('Answer as a pilot would.');
      const offered = new Promise<void>((resolve) => {
        composer.onMessage((message) => {
          if (message.kind === 'composerShown' && message.composer.commands.some(({ name }) => name === 'pilot'))
            resolve();
        });
      });
      composer.saveDraft('/');
      await offered;
    });

    it('sends it as instructions, and gives everything back where it may not be sent', async () => {
      await write('Answer as a pilot would.');
      await composer.send('/pilot Where are we?');
      const [first] = chat.session.conversation().turns;
      assert.deepEqual(first?.kind === 'prompt' ? [first.text, first.attachments?.map(({ id }) => id)] : null, [
        'Where are we?',
        ['instructions:/pilot'],
      ]);
      chat.session.stop();
      await attach('a.ts');
      // Dialogs are refused here, as a person can refuse them.
      await write(`Use npm_${'aB3'.repeat(12)}.`);
      const drafts: string[] = [];
      composer.onMessage((message) => message.kind === 'draftShown' && drafts.push(message.text));
      await composer.send('/pilot And now?');
      assert.deepEqual(
        [prompts(), drafts, view().attachments.map(({ label }) => label)],
        [['Where are we?'], ['/pilot And now?'], ['a.ts']],
      );
    });
  });

  it('begins a new chat with /clear, and nothing of the old is pending', async () => {
    const first = answered();
    await composer.send('One');
    await first;
    await attach('a.ts');
    await composer.send('/clear');
    assert.deepEqual([prompts(), view().attachments], [[], []]);
  });

  it('compacts the conversation with /compact, and says what goes as a summary', async () => {
    const first = answered();
    await composer.send('One');
    await first;
    const compacted = chat.next('conversationFree');
    await composer.send('/compact the names');
    await compacted;
    assert.equal(chat.session.conversation().summary?.covers.length, 2);
    assert.deepEqual(
      [prompts(), view().contextUsage?.note, view().contextUsage?.summarised],
      [['One'], null, 'The earlier prompt and its answer go as a summary.'],
    );
  });

  it('leaves what is pending, and the answer that runs, with the chat that /clear leaves', async () => {
    const ready = (): unknown[] => [prompts(), queued(), view().attachments.map(({ label }) => label), kept.text];
    await composer.send('A slow one, please');
    await composer.send('Two');
    await attach('a.ts');
    const before = ready();
    const stored = chat.session.current();
    await composer.send('/clear');
    assert.deepEqual(ready().slice(0, 3), [[], [], []]);
    assert.deepEqual([...chat.session.answering], [stored.tree.id]);
    chat.session.show(stored);
    assert.deepEqual(ready(), before);
  });

  it('gives the wording of an edit back where the answer that runs may not be stopped for it', async () => {
    const drafts: string[] = [];
    composer.onMessage((message) => {
      if (message.kind === 'draftShown') drafts.push(message.text);
    });
    await composer.send('A slow one, please');
    const [prompt] = chat.session.conversation().turns;
    chat.mayStop = false;
    await composer.edit(prompt?.id ?? '', 'In other words');
    assert.deepEqual([prompts(), drafts], [['A slow one, please'], ['In other words']]);
  });

  it('says that a prompt waits where as many answers run elsewhere as may', async () => {
    for (const text of ['A slow one, please', 'A slow second, please', 'A slow third, please']) {
      await composer.send(text);
      chat.session.clear();
    }
    assert.equal(view().queueNote, null);
    await composer.send('Four');
    assert.deepEqual([prompts(), queued()], [[], ['Four']]);
    assert.match(view().queueNote ?? '', /^3 answers are being written in other conversations/);
    const [first = ''] = chat.session.answering;
    await chat.session.stopIn(first);
    assert.deepEqual([prompts(), queued(), view().queueNote], [['Four'], [], null]);
  });

  it('takes a model of the profile and no other, and shows thinking only where it can think', () => {
    assert.deepEqual(
      [view().modelId, view().thinking, view().contextUsage?.size],
      ['tide-large', false, 200_000 - 8192],
    );
    composer.switchThinking(true);
    assert.equal(view().thinking, true);
    composer.chooseModel('unheard-of');
    assert.equal(view().modelId, 'tide-large');
    composer.chooseModel('tide-small');
    assert.deepEqual([view().modelId, view().thinking], ['tide-small', null]);
  });

  describe('with images', () => {
    const png = pngOf(2, 1).toString('base64');
    const thumbnail = thumbnailSample;
    const paste = (name = 'image.png', data: string | null = png): Promise<void> =>
      composer.attachments.attachImage(name, data);
    const names = (): string[] => view().attachments.map(({ label }) => label);

    it('lays a pasted one ready, hands it to the page to be drawn, and keeps what the page drew', async () => {
      const shown: string[] = [];
      composer.onMessage((message) => shown.push(message.kind));
      await paste();
      assert.deepEqual(shown, ['composerShown', 'imageRead']);
      const [read] = composer.undrawnImages();
      assert.ok(read?.kind === 'imageRead');
      assert.deepEqual([read.mediaType, read.data], ['image/png', png]);
      composer.attachments.keepThumbnail(read.id, thumbnail);
      assert.deepEqual(
        view().attachments.map(({ image }) => image),
        [{ size: 33, thumbnail }],
      );
      assert.deepEqual(composer.undrawnImages(), []);
    });

    it('gives each that is pasted a name of its own', async () => {
      await paste();
      await paste();
      await paste();
      assert.deepEqual(names(), ['image.png', 'image.png (2)', 'image.png (3)']);
    });

    it('refuses what is no image or too large, and keeps what was pending', async () => {
      await paste();
      await paste('notes.docx', Buffer.from('words').toString('base64'));
      await paste('huge.png', null);
      assert.deepEqual(names(), ['image.png']);
    });

    it('sends it with the prompt and with the next one, and remembers it without its bytes', async () => {
      await paste();
      composer.attachments.keepThumbnail(view().attachments[0]?.id ?? '', thumbnail);
      const first = answered();
      await composer.send('What is this?');
      await first;
      const [prompt, answer] = chat.session.conversation().turns;
      assert.match(answer === undefined ? '' : textOfTurn(answer), /^I see \*\*1 image\*\*/);
      const [image] = (prompt?.kind === 'prompt' ? (prompt.attachments ?? []) : []).filter(isImage);
      assert.ok(image !== undefined);
      assert.deepEqual([Object.keys(image).includes('data'), image.thumbnail], [false, thumbnail]);
      assert.equal(await chat.history.readImage(chat.session.tree.id, chat.session.current().place, image), png);
    });

    it('attaches none where the model takes none, and says which of the conversation would be left out', async () => {
      await paste();
      composer.chooseModel('tide-small');
      assert.match(view().imagesNote ?? '', /^Tide Small takes no images\. They will be left out: 1\./);
      await paste('other.png');
      assert.deepEqual(names(), ['image.png']);
      const first = answered();
      await composer.send('What is this?');
      await first;
      const answer = chat.session.conversation().turns.at(-1);
      assert.deepEqual(answer?.kind === 'answer' ? [answer.leftOut, answer.progress.kind] : null, [
        { turns: 0, images: 1 },
        'done',
      ]);
      composer.chooseModel('tide-large');
      assert.equal(view().imagesNote, null);
    });
  });

  it('says what would be left out of a full window, leaves it out, and shows no meter where the size is unknown', async () => {
    const { profile } = chat.connection ?? assert.fail();
    const windowOf = (contextWindow: number | undefined): void => {
      const models = [
        {
          id: 'tide-large',
          images: false,
          thinking: false,
          tools: true,
          ...(contextWindow === undefined ? {} : { contextWindow }),
        },
      ];
      chat.connection = connectTo({ ...profile, models }, systemClock);
    };
    const first = answered();
    await composer.send(`Hello ${'tide '.repeat(2000)}`);
    await first;
    assert.equal(view().contextUsage?.note, null);
    windowOf(2000);
    composer.saveDraft('And?');
    assert.match(view().contextUsage?.note ?? '', /^The conversation is longer .+ will not be sent: 2 of them\./);
    const second = answered();
    await composer.send('And?');
    await second;
    const answer = chat.session.conversation().turns.at(-1);
    assert.deepEqual(answer?.kind === 'answer' ? answer.leftOut : null, { turns: 2, images: 0 });
    assert.doesNotMatch(answer === undefined ? '' : textOfTurn(answer), /all 2 questions/);
    composer.saveDraft('tide '.repeat(2000));
    assert.match(view().contextUsage?.note ?? '', /^The prompt with what is attached is larger /);
    windowOf(undefined);
    assert.equal(view().contextUsage, null);
  });

  it('follows the key that sends, at once', async () => {
    const configuration = vscode.workspace.getConfiguration('tidemark');
    const shown = new Promise<void>((resolve) => {
      composer.onMessage((message) => {
        if (message.kind === 'composerShown' && message.composer.sendKey === 'ctrlEnter') resolve();
      });
    });
    assert.equal(view().sendKey, 'enter');
    await configuration.update('chat.sendKey', 'ctrlEnter', vscode.ConfigurationTarget.Global);
    await shown;
    await configuration.update('chat.sendKey', undefined, vscode.ConfigurationTarget.Global);
  });
});
