// What a person does with a conversation, against the demo service: real requests, and no VS Code.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { textOfTurn } from '../../../../../src/core/chat/conversation/conversation.ts';
import { type AnswerBlock, blocksAfter, textOf, thinkingOf } from '../../../../../src/core/chat/messages/blocks.ts';
import { askedAgain } from '../../../../../src/core/chat/session/postponed/postponed-prompt.ts';
import type { ChatEvent } from '../../../../../src/core/chat/session/chat-events.ts';
import { DemoChat } from '../../../../support/servers/demo-chat.ts';
import { closeDemos } from '../../../demo/demo-client.ts';

describe('a conversation', () => {
  let chat: DemoChat;

  beforeEach(async () => {
    chat = await DemoChat.open();
  });
  afterEach(async () => {
    await chat.session.close();
    await closeDemos();
  });

  const kinds = (): ChatEvent['kind'][] =>
    chat.events.map(({ kind }) => kind).filter((kind, index, all) => kind !== all[index - 1]);
  const texts = (): string[] => chat.session.conversation().turns.map(textOfTurn);
  const lastText = (): string => textOf(chat.lastAnswer().blocks);
  const branch = (): [index: number, count: number] => {
    const { index, count } = chat.session.tree.branchOf(chat.lastAnswer().id);
    return [index, count];
  };

  it('tells of the prompt, of who answers, of the text in pieces, and of one end', async () => {
    await chat.session.send('Hello');
    assert.deepEqual(kinds(), ['turnAdded', 'conversationChanged', 'answerStarted', 'answerGrew', 'answerEnded']);
    const { source, progress, blocks } = chat.lastAnswer();
    assert.deepEqual(
      [source, progress.kind],
      [{ payer: 'plan', model: 'tide-large', account: 'a'.repeat(32) }, 'done'],
    );
    const events = chat.events.flatMap((event) => (event.kind === 'answerGrew' ? [event.event] : []));
    assert.deepEqual(events.reduce<readonly AnswerBlock[]>(blocksAfter, []), blocks);
  });

  it('is free again when its answer has ended, so that whoever hears of the end can send', async () => {
    const second = new Promise<void>((resolve) => {
      const stop = chat.session.events.listen((event) => {
        if (event.kind !== 'answerEnded') return;
        stop();
        assert.equal(chat.session.isAnswering, false);
        void chat.session.send('Two').then(resolve);
      });
    });
    await chat.session.send('One');
    await second;
    assert.deepEqual(
      chat.events.flatMap((event) => (event.kind === 'turnAdded' || event.kind === 'answerEnded' ? [event.kind] : [])),
      ['turnAdded', 'turnAdded', 'answerEnded', 'turnAdded', 'turnAdded', 'answerEnded'],
    );
  });

  it('goes on where somebody who listens fails', async () => {
    chat.session.events.listen(() => {
      throw new Error('a fault');
    });
    await chat.session.send('Hello');
    assert.equal(chat.lastAnswer().progress.kind, 'done');
  });

  it('keeps what arrived when it is stopped', async () => {
    const sending = chat.session.send('A slow one, please');
    await chat.nextText();
    chat.session.stop();
    await sending;
    assert.equal(chat.lastAnswer().progress.kind, 'stopped');
    assert.notEqual(lastText(), '');
  });

  it('adds a prompt that nobody is asked, which is read back so and answered when it is asked by the plan', async () => {
    const id = chat.session.addUnsent('Later, please', []);
    assert.ok(id !== null);
    assert.deepEqual(kinds(), ['turnAdded', 'conversationChanged']);
    assert.deepEqual([texts(), chat.lastAnswer().progress.kind], [['Later, please', ''], 'stopped']);
    const stored = await chat.history.open(chat.session.tree.id);
    assert.ok(stored !== null);
    assert.deepEqual(stored.tree.shown().turns, chat.session.conversation().turns);
    const asked = askedAgain(stored.tree, id, null, { newId: randomUUID, now: Date.now });
    assert.ok(asked !== null);
    assert.equal((await chat.requests())[0], 0);
    chat.session.show(stored);
    await chat.session.askPlan(asked, stored);
    assert.deepEqual([texts()[0], texts().length, chat.lastAnswer().source?.payer], ['Later, please', 2, 'plan']);
    assert.deepEqual(await chat.requests(), [1, 0]);
  });

  it('adds no prompt that nobody is asked without words, or while an answer runs', async () => {
    assert.equal(chat.session.addUnsent('  ', []), null);
    const sending = chat.session.send('One');
    assert.equal(chat.session.addUnsent('Two', []), null);
    await sending;
    assert.equal(texts().length, 2);
  });

  it('sends no second prompt while an answer runs, and none without words', async () => {
    await chat.session.send('  ');
    const sending = chat.session.send('One');
    await chat.session.send('Two');
    await sending;
    assert.deepEqual([texts().length, (await chat.requests())[0]], [2, 1]);
  });

  it('is asked anew, and the answer before stays a version away', async () => {
    await chat.session.send('Hello');
    const first = chat.lastAnswer();
    await chat.session.retry(first.id, 'again');
    assert.deepEqual(branch(), [1, 2]);
    chat.session.showBranchBeside(chat.lastAnswer().id, -1);
    assert.deepEqual(chat.lastAnswer(), first);
  });

  it('counts no answer as a version that failed with nothing', async () => {
    await chat.refuse({ kind: 'server-trouble' });
    await chat.session.send('Hello');
    await chat.session.retry(chat.lastAnswer().id, 'again');
    assert.deepEqual([branch(), chat.lastAnswer().progress.kind], [[0, 1], 'done']);
  });

  it('is edited as a branch of its own', async () => {
    await chat.session.send('One');
    const [prompt] = chat.session.conversation().turns;
    await chat.session.edit(prompt?.id ?? '', 'Two');
    assert.equal(texts()[0], 'Two');
    const [edited] = chat.session.conversation().turns;
    assert.deepEqual(chat.session.tree.branchOf(edited?.id ?? ''), { index: 1, count: 2 });
  });

  it('goes on with an answer that was cut, in its place', async () => {
    await chat.refuse({ kind: 'cut-mid-body', after: 1200 });
    await chat.session.send('Hello');
    const cut = chat.lastAnswer();
    assert.deepEqual(chat.lastFailure(), { kind: 'cut' });
    await chat.session.continueAnswer(cut.id);
    const before = textOf(cut.blocks);
    assert.equal(lastText().startsWith(before) && lastText().length > before.length, true);
    assert.deepEqual([branch(), texts().length], [[0, 1], 2]);
  });

  it('is read back from its files block by block, signatures included, as it arrived', async () => {
    chat.preferences = { ...chat.preferences, thinkingBudget: 2000 };
    await chat.refuse({ kind: 'cut-mid-body', after: 10000 });
    await chat.session.send('Hello');
    const cut = chat.lastAnswer();
    assert.deepEqual(chat.lastFailure(), { kind: 'cut' });
    await chat.session.continueAnswer(cut.id);
    const { id, blocks } = chat.lastAnswer();
    assert.deepEqual(
      blocks.map(({ kind }) => kind),
      ['thinking', 'text', 'thinking', 'text'],
    );
    assert.deepEqual(blocks.slice(0, 2), cut.blocks);
    for (const block of blocks) assert.notEqual(block.kind === 'thinking' ? block.signature : 'none', '');
    const kept = (await chat.history.open(chat.session.tree.id))?.tree.turn(id);
    assert.deepEqual(kept?.kind === 'answer' ? kept.blocks : null, blocks);
  });

  it('goes on with an answer in the middle, and what came after it stays a version away', async () => {
    await chat.refuse({ kind: 'cut-mid-body', after: 1200 });
    await chat.session.send('One');
    const cut = chat.lastAnswer();
    await chat.session.send('Two');
    const after = lastText();
    await chat.session.continueAnswer(cut.id);
    assert.deepEqual([texts().length, branch()], [2, [1, 2]]);
    chat.session.showBranchBeside(chat.lastAnswer().id, -1);
    assert.deepEqual(texts(), ['One', textOf(cut.blocks), 'Two', after]);
  });

  it('takes a prompt out with its answer, tells the model no more of it, and puts both back', async () => {
    await chat.session.send('One');
    await chat.session.send('Two');
    const [first] = chat.session.conversation().turns;
    assert.ok(first);
    await chat.session.setRemoved(first.id, true);
    assert.deepEqual(texts().slice(0, 1), ['Two']);
    await chat.session.setRemoved(first.id, false);
    assert.equal(texts().length, 4);
  });

  it('is answered to its end in its own file while another is shown, and tells of nothing but that end', async () => {
    const { id } = chat.session.tree;
    const sending = chat.session.send('Hello');
    await chat.nextText();
    chat.session.clear();
    const before = chat.events.length;
    assert.deepEqual([chat.session.isAnswering, [...chat.session.answering]], [false, [id]]);
    await sending;
    assert.equal(texts().length, 0);
    const answer = (await chat.history.open(id))?.tree.shown().turns.at(-1);
    assert.equal(answer?.kind === 'answer' ? answer.progress.kind : null, 'done');
    assert.deepEqual(
      chat.events
        .slice(before)
        .map((event) => (event.kind === 'answerEnded' ? [event.stored.tree.id, event.isShown] : event.kind)),
      [[id, false]],
    );
  });

  it('shows what has come meanwhile, and what comes then, where the person comes back', async () => {
    const { id } = chat.session.tree;
    const sending = chat.session.send('A slow one, please');
    await chat.nextText();
    chat.session.clear();
    const stored = await chat.history.open(id);
    assert.ok(stored !== null);
    chat.session.show(stored);
    assert.deepEqual([chat.session.isAnswering, texts().length, lastText() === ''], [true, 2, false]);
    await chat.nextText();
    chat.session.stop();
    await sending;
    assert.equal(chat.lastAnswer().progress.kind, 'stopped');
  });

  it('is one of three at most that are answered at once', async () => {
    const all = [];
    for (const text of ['A slow one, please', 'A slow second, please', 'A slow third, please']) {
      all.push(chat.session.send(text));
      chat.session.clear();
    }
    assert.deepEqual([chat.session.isFull, chat.session.answering.size], [true, 3]);
    await chat.session.send('A fourth');
    assert.deepEqual([texts(), chat.session.tree.isEmpty], [[], true]);
    const [first] = chat.session.answering;
    await chat.session.stopIn(first ?? '');
    assert.deepEqual([chat.session.isFull, chat.session.answering.size], [false, 2]);
    await chat.session.abandon();
    await Promise.all(all);
    assert.equal(chat.session.answering.size, 0);
  });

  it('stops its answer for an edit or a removal only where the person lets it', async () => {
    chat.mayStop = false;
    const { tree } = chat.session;
    const sending = chat.session.send('A slow one, please');
    await chat.nextText();
    const [prompt] = chat.session.conversation().turns;
    const id = prompt?.id ?? '';
    assert.deepEqual([await chat.session.edit(id, 'Another'), await chat.session.setRemoved(id, true)], [false, false]);
    assert.deepEqual([chat.session.isAnswering, texts().length, tree.branchOf(id).count], [true, 2, 1]);
    chat.mayStop = true;
    assert.equal(await chat.session.setRemoved(id, true), true);
    await sending;
    assert.deepEqual([chat.session.isAnswering, texts()], [false, []]);
  });

  it('is exported as far as its answer has come', async () => {
    const sending = chat.session.send('A slow one, please');
    await chat.nextText();
    const { tree } = chat.session.current();
    const answers = tree.records().filter((record) => record.kind === 'answer');
    assert.notEqual(answers.map(({ blocks }) => textOf(blocks)).join(''), '');
    chat.session.stop();
    await sending;
  });

  it('leaves an answer without an end in its file where the window closes', async () => {
    const sending = chat.session.send('A slow one, please');
    await chat.nextText();
    await chat.session.close();
    const last = (await chat.history.open(chat.session.tree.id))?.tree.shown().turns.at(-1);
    assert.ok(last?.kind === 'answer' && textOf(last.blocks) !== '');
    assert.equal(last.progress.kind, 'interrupted');
    await sending;
  });

  it('comes whole where the person asks for that, with the thoughts that were allowed', async () => {
    chat.preferences = { ...chat.preferences, whole: true, thinkingBudget: 2000 };
    await chat.session.send('Hello');
    assert.equal(chat.lastAnswer().progress.kind, 'done');
    const pieces = chat.events.filter((event) => event.kind === 'answerGrew' && event.event.kind === 'textAdded');
    assert.equal(pieces.length, 1);
    assert.notEqual(thinkingOf(chat.lastAnswer().blocks), '');
  });

  it('asks for no more tokens than the model can give', async () => {
    chat.modelId = 'tide-small';
    await chat.session.send('Hello');
    assert.deepEqual([chat.lastAnswer().progress.kind, chat.lastAnswer().source?.model], ['done', 'tide-small']);
  });
});
