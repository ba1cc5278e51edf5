// The messages to the pages about a conversation with the demo service, in words and buttons, and what of the settings
// reaches it. Who pays, and what becomes of the conversation, is tested without VS Code.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type AnswerBlock, type AnswerTurn, blocksAfter, type HostMessage } from '../../src/protocol/chat.ts';
import { keyTrial } from '../../src/host/chat/session/key-trial.ts';
import { createModelChoice } from '../../src/host/chat/session/model-choice.ts';
import { Presenter } from '../../src/host/chat/present/presenter.ts';
import { compactionFailureText } from '../../src/host/chat/present/summary.ts';
import { readKeyRules } from '../../src/host/settings.ts';
import { spendingText } from '../../src/host/words/spending-text.ts';
import { keyOnLoopback } from '../support/fakes/service-connection.ts';
import { DemoChat } from '../support/servers/demo-chat.ts';
import { closeDemos } from '../unit/demo/demo-client.ts';

describe('a conversation as messages to the pages', () => {
  let chat: DemoChat;
  let presenter: Presenter;
  let messages: HostMessage[];
  let names: ReadonlyMap<string, string>;

  beforeEach(async () => {
    chat = await DemoChat.open();
    messages = [];
    names = new Map();
    presenter = new Presenter(
      chat.session,
      chat.payers,
      () => chat.connection?.profile ?? null,
      () => spendingText(chat.payers.keySpentToday, chat.dailyCap),
      () => null,
      () => null,
      () => names,
    );
    presenter.onMessage((message) => messages.push(message));
  });
  afterEach(async () => {
    presenter.dispose();
    await chat.session.close();
    await closeDemos();
  });

  const lastAnswer = (): AnswerTurn => {
    const shown = presenter.shown();
    assert.ok(shown.kind === 'conversationShown');
    const turn = shown.turns.at(-1);
    assert.ok(turn?.kind === 'answer');
    return turn;
  };
  const failedButtons = (): string[] => {
    const { progress } = lastAnswer();
    assert.ok(progress.kind === 'failed');
    return progress.notice.buttons.map(({ action }) => action);
  };

  it('is the prompt, who answers, the text in pieces, and one end', async () => {
    await chat.session.send('Hello');
    const kinds = messages.map(({ kind }) => kind).filter((kind, index, all) => kind !== all[index - 1]);
    assert.deepEqual(kinds, ['turnAdded', 'answerStarted', 'answerGrew', 'answerEnded']);
    const answer = lastAnswer();
    assert.deepEqual(answer.source, { payer: 'plan', provider: 'Demo service', model: 'Tide Large' });
    assert.deepEqual(answer.progress, { kind: 'done' });
    const events = messages.flatMap((message) => (message.kind === 'answerGrew' ? [message.event] : []));
    assert.deepEqual(events.reduce<readonly AnswerBlock[]>(blocksAfter, []), answer.blocks);
  });

  it('says whose plan has paid where several accounts are signed in', async () => {
    await chat.session.send('Hello');
    const { source } = chat.lastAnswer();
    const account = source?.account ?? assert.fail();
    assert.equal(account, chat.payers.account);
    names = new Map([[account, 'ada@example.com']]);
    assert.equal(lastAnswer().source?.account, 'ada@example.com');
  });

  it('holds no signature, which no page draws', async () => {
    chat.preferences = { ...chat.preferences, thinkingBudget: 2000 };
    await chat.session.send('Hello');
    const [kept] = chat.lastAnswer().blocks;
    assert.notEqual(kept?.kind === 'thinking' ? kept.signature : '', '');
    const [shown] = lastAnswer().blocks;
    assert.deepEqual(shown, { ...kept, signature: '' });
    const events = messages.flatMap((message) => (message.kind === 'answerGrew' ? [message.event.kind] : []));
    assert.deepEqual([...new Set(events)], ['blockStarted', 'thinkingAdded', 'textAdded']);
  });

  it('shows a summary behind the last turn that it is of: under way, made, taken out', async () => {
    await chat.session.send('One');
    await chat.session.send('Two');
    messages = [];
    await chat.session.compacting.compact('');
    const shown = (): unknown[] =>
      messages.flatMap((message) => {
        const turn = message.kind === 'turnReplaced' ? message.turn : null;
        return turn?.kind === 'answer' ? [[turn.id, turn.summary?.title, turn.summary?.action]] : [];
      });
    const { id } = chat.lastAnswer();
    const expected = [
      [id, 'Compacting the conversation…', ''],
      [id, 'Summary of 2 earlier prompts and their answers', 'Undo Summary'],
    ];
    assert.deepEqual(shown(), expected);
    assert.deepEqual(lastAnswer().summary?.facts, ['Paid by your plan', 'Demo service', 'Tide Large']);
    chat.session.compacting.use(lastAnswer().summary?.id ?? '', false);
    assert.deepEqual(shown(), [
      ...expected,
      [id, 'Summary of 2 earlier prompts and their answers, not used', 'Use Summary'],
    ]);
  });

  it('is as it was where no summary came, with why in words', async () => {
    await chat.session.send('One');
    const before = lastAnswer();
    await chat.refuse({ kind: 'payment-required' });
    const ended = chat.session.compacting.compact('');
    assert.equal(lastAnswer().summary?.title, 'Compacting the conversation…');
    await ended;
    assert.deepEqual(lastAnswer(), before);
    const texts = chat.events.flatMap((event) =>
      event.kind === 'summariesChanged' && event.end !== null ? [compactionFailureText(event.end)] : [],
    );
    assert.deepEqual(texts, [
      'The conversation was not compacted. The service asks for a payment before it answers (402).',
    ]);
  });

  it('has the places of its versions', async () => {
    await chat.session.send('Hello');
    await chat.session.retry(lastAnswer().id, 'again');
    assert.deepEqual(lastAnswer().branch, { index: 1, count: 2 });
    chat.session.showBranchBeside(lastAnswer().id, -1);
    assert.deepEqual(lastAnswer().branch, { index: 0, count: 2 });
    const last = messages.at(-1);
    assert.ok(last?.kind === 'branchShown' && last.after === chat.session.conversation().turns[0]?.id);
  });

  it('says no word of an answer whose conversation is shown no more', async () => {
    const sending = chat.session.send('A slow one, please');
    await chat.nextText();
    chat.session.clear();
    const before = messages.length;
    await sending;
    assert.deepEqual(messages.slice(before), []);
  });

  it('offers to go on with what was cut', async () => {
    await chat.refuse({ kind: 'cut-mid-body', after: 1200 });
    await chat.session.send('Hello');
    assert.deepEqual(failedButtons(), ['continueAnswer', 'retry']);
  });

  it('offers Sign In and Set API Key where the plan refuses and there is no key', async () => {
    await chat.refuse({ kind: 'token-refused' });
    await chat.session.send('Hello');
    assert.deepEqual(failedButtons(), ['signIn', 'setApiKey']);
  });

  it('offers the key where there is one, and says why it paid, what it has spent, and how to go on', async () => {
    chat.setKey();
    await chat.refuse({ kind: 'forbidden' });
    await chat.session.send('Hello');
    assert.deepEqual(failedButtons(), ['answerWithKey', 'alwaysUseKey', 'retry', 'signIn']);
    await chat.session.retry(lastAnswer().id, 'withKey');
    const { notice, source } = lastAnswer();
    assert.deepEqual([source?.payer, notice?.tone], ['apiKey', 'warning']);
    assert.match(
      notice?.text ?? '',
      new RegExp(
        `^Your plan refused this prompt.*Your API key has spent about ${chat.payers.keySpentToday} tokens today`,
      ),
    );
  });

  it('tells failed answers anew when a key is set, since it may pay for them now', async () => {
    await chat.refuse({ kind: 'forbidden' });
    await chat.session.send('Hello');
    assert.equal(failedButtons().includes('answerWithKey'), false);
    chat.setKey();
    presenter.circumstancesChanged();
    const again = messages.at(-1);
    assert.ok(again?.kind === 'turnReplaced' && again.turn.kind === 'answer' && again.turn.progress.kind === 'failed');
    assert.equal(
      again.turn.progress.notice.buttons.some(({ action }) => action === 'answerWithKey'),
      true,
    );
  });

  it('says what to do where nobody is signed in, and where the account needs a key', async () => {
    const { credentials, connection } = chat;
    assert.ok(credentials !== null && connection !== null);
    chat.credentials = null;
    await chat.session.send('Hello');
    const { progress } = lastAnswer();
    assert.ok(progress.kind === 'failed');
    assert.equal(progress.notice.text, 'You are signed out. Sign in, or set an API key.');

    chat.connection = { ...connection, profile: { ...connection.profile, planMessagesUrl: undefined } };
    chat.credentials = { ...credentials, provider: 'secondary' };
    await chat.session.send('Hello');
    assert.deepEqual(failedButtons(), ['setApiKey', 'signIn', 'retry']);
  });

  it('says that nothing was sent at the cap of the day, and offers to change it', async () => {
    chat.setKey();
    chat.policy = 'always';
    chat.spendByKey(500);
    chat.dailyCap = 500;
    await chat.refuse({ kind: 'forbidden' });
    await chat.session.send('Hello');
    assert.deepEqual(failedButtons(), ['answerWithKey', 'changeKeyCap', 'retry']);
    const { progress } = lastAnswer();
    assert.match(
      progress.kind === 'failed' ? progress.notice.text : '',
      /^Nothing was sent.*500 of 500 tokens today\.$/,
    );
  });

  describe('and the settings', () => {
    const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('tidemark');
    const changed: string[] = [];
    const set = async (key: string, value: unknown): Promise<void> => {
      changed.push(key);
      await settings().update(key, value, vscode.ConfigurationTarget.Global);
    };
    afterEach(async () => {
      for (const key of changed.splice(0)) await settings().update(key, undefined, vscode.ConfigurationTarget.Global);
    });

    it('say what the key may do', async () => {
      assert.deepEqual(readKeyRules(), { policy: 'ask', dailyCap: 0, baseUrl: null });
      await set('apiKey.fallback', 'always');
      await set('apiKey.dailyTokenCap', 500);
      await set('apiKey.baseUrl', 'https://key.example');
      assert.deepEqual(readKeyRules(), { policy: 'always', dailyCap: 500, baseUrl: 'https://key.example' });
    });

    it('say which model answers, and how', async () => {
      const choice = createModelChoice(
        () => chat.connection,
        () => [],
      );
      assert.deepEqual([choice.model?.id, choice.preferences.whole, choice.thinking], ['tide-large', false, false]);
      await set('chat.wholeAnswers', true);
      await set('chat.thinkingBudget', 2000);
      assert.deepEqual(
        [choice.preferences.whole, choice.preferences.thinkingBudget, choice.thinking],
        [true, 2000, true],
      );
      await set('chat.model', 'tide-small');
      assert.deepEqual([choice.model?.id, choice.thinking], ['tide-small', null]);
    });
  });

  it('has a key that is tested by one small message, whose cost is counted', async () => {
    const { signal } = new AbortController();
    chat.setKey();
    const { test, spending } = keyTrial(() => chat.connection, chat.counts, chat.payers);
    const good = await test(keyOnLoopback(chat.demo.description.apiKey), signal);
    assert.equal(good.verdict, 'accepted');
    assert.match(good.text, new RegExp(`^The API key works. The test used ${chat.payers.keySpentToday} tokens\\.$`));
    const wrong = await test(keyOnLoopback('wrong'), signal);
    assert.equal(wrong.verdict, 'refused');
    assert.match(wrong.text, /^The API key was refused/);
    const unconnected = await keyTrial(() => null, chat.counts, chat.payers).test(keyOnLoopback('wrong'), signal);
    assert.equal(unconnected.verdict, 'unknown');
    assert.match(unconnected.text, /^Connect to a service first/);
    assert.deepEqual(await chat.requests(), [0, 2]);
    assert.equal(spending(), `Your API key has spent about ${chat.payers.keySpentToday} tokens today.`);
  });
});
