// The chat of a window against the demo service: real requests, real settings, and what a page is told. The page itself is
// tested elsewhere.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { KeySpending } from '../../src/core/chat/key-spending.ts';
import type { AnswerTurn, HostMessage } from '../../src/core/chat/panel-messages.ts';
import { systemClock } from '../../src/core/ports.ts';
import type { BoundKey } from '../../src/core/service/bound-key.ts';
import type { Connection } from '../../src/core/service/connection.ts';
import { parseProfile } from '../../src/core/service/profile.ts';
import { History } from '../../src/core/chat/history.ts';
import { Secret } from '../../src/core/service/secret.ts';
import type { SessionCredentials } from '../../src/core/service/session-credentials.ts';
import type { Fault } from '../../src/demo/faults.ts';
import type { DemoService } from '../../src/demo/server.ts';
import { ChatSession } from '../../src/host/chat/chat-session.ts';
import { openKeySpending } from '../../src/host/chat/key-spending.ts';
import { keyTrial } from '../../src/host/chat/key-trial.ts';
import { MemoryMemento } from '../support/memory-memento.ts';
import { memoryFiles } from '../support/memory-files.ts';
import { connectTo, keyOnLoopback } from '../support/service-connection.ts';
import { closeDemos, postJson, signIn, startDemo } from '../unit/demo/demo-client.ts';

describe('a conversation', () => {
  let demo: DemoService;
  let connection: Connection;
  let session: SessionCredentials | null;
  let key: BoundKey | null;
  let payers: boolean[];
  let keySpending: KeySpending;
  let chat: ChatSession;
  let history: History;
  let told: HostMessage[];
  let mayStop: boolean;

  beforeEach(async () => {
    demo = await startDemo();
    const parsed = parseProfile(demo.description);
    assert.ok(parsed.kind === 'profile');
    connection = connectTo(parsed.profile, systemClock);
    const { business } = await signIn(demo, 'subscriber');
    session = { audience: connection.audience, provider: 'primary', businessToken: new Secret(business), planCredential: null };
    key = null;
    payers = [];
    keySpending = openKeySpending(vscode.Uri.parse('untitled:/'), new MemoryMemento());
    told = [];
    mayStop = true;
    history = new History({ places: [{ name: 'person', files: memoryFiles() }], writer: 'w', clock: systemClock, onTrouble: () => assert.fail() });
    chat = new ChatSession({
      connection: () => connection,
      session: () => session,
      apiKey: () => key,
      keySpending,
      planModels: () => [],
      bindingReset: () => null,
      onPayer: (keyPays) => payers.push(keyPays),
      onAnswerEnded: () => undefined,
      onTokenRefused: () => undefined,
      history,
      newPlace: () => 'person',
      mayStop: () => Promise.resolve(mayStop),
      log: { info: () => undefined, warn: () => undefined },
    });
    chat.onTold((message) => told.push(message));
  });
  afterEach(async () => {
    chat.dispose();
    await closeDemos();
    await setPolicy(undefined);
  });

  const setPolicy = async (policy: string | undefined): Promise<void> =>
    vscode.workspace.getConfiguration('tidemark').update('apiKey.fallback', policy, vscode.ConfigurationTarget.Global);
  const refuse = async (fault: Fault, times = 1): Promise<void> => {
    const headers = { authorization: `Bearer ${demo.description.controlToken}` };
    const body = { endpoint: 'plan-messages', fault, times };
    assert.equal((await postJson(`${demo.description.controlUrl}/faults`, body, headers)).status, 204);
  };
  const requestsTo = async (endpoint: 'plan-messages' | 'alt-messages'): Promise<number> => {
    const headers = { authorization: `Bearer ${demo.description.controlToken}` };
    const report: unknown = await (await fetch(`${demo.description.controlUrl}/requests`, { headers })).json();
    assert.ok(typeof report === 'object' && report !== null && 'counts' in report);
    const counts = new Map(Object.entries(report.counts ?? {}));
    return Number(counts.get(endpoint) ?? 0);
  };
  /** Resolves with the first text that the page is told from now on. */
  const firstText = (): Promise<void> =>
    new Promise((resolve) => {
      const listening = chat.onTold(({ kind }) => {
        if (kind !== 'textAppended') return;
        listening.dispose();
        resolve();
      });
    });
  const lastAnswer = (): AnswerTurn => {
    const shown = chat.shown();
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

  it('tells the page the prompt, who answers, the text in pieces, and one end', async () => {
    await chat.send('Hello');
    const kinds = told.map(({ kind }) => kind).filter((kind, index, all) => kind !== all[index - 1]);
    assert.deepEqual(kinds, ['turnAdded', 'answerStarted', 'textAppended', 'answerEnded']);
    const answer = lastAnswer();
    assert.deepEqual(answer.source, { payer: 'plan', provider: 'Demo service', model: 'Tide Large' });
    assert.deepEqual(answer.progress, { kind: 'done' });
    const streamed = told.map((message) => (message.kind === 'textAppended' ? message.text : '')).join('');
    assert.equal(streamed, answer.text);
  });

  it('keeps what arrived when it is stopped, and closes the connection', async () => {
    const sending = chat.send('A slow one, please');
    await firstText();
    chat.stop();
    await sending;
    assert.deepEqual(lastAnswer().progress, { kind: 'stopped' });
    assert.notEqual(lastAnswer().text, '');
  });

  it('keeps a shown conversation open to being asked anew, and the answer before reachable', async () => {
    await chat.send('Hello');
    const first = lastAnswer();
    await chat.retry(first.id, 'again');
    assert.deepEqual(lastAnswer().branch, { index: 1, count: 2 });
    chat.showBranchBeside(lastAnswer().id, -1);
    assert.deepEqual({ ...lastAnswer(), branch: undefined }, { ...first, branch: undefined });
  });

  it('does not count an answer that failed with nothing as a version', async () => {
    await refuse({ kind: 'server-trouble' });
    await chat.send('Hello');
    await chat.retry(lastAnswer().id, 'again');
    assert.equal(lastAnswer().branch, undefined);
    assert.deepEqual(lastAnswer().progress, { kind: 'done' });
  });

  it('goes on with an answer that was cut, in its place', async () => {
    await refuse({ kind: 'cut-mid-body', after: 1200 });
    await chat.send('Hello');
    const cut = lastAnswer();
    assert.deepEqual(failedButtons(), ['continueAnswer', 'retry']);
    await chat.continueAnswer(cut.id);
    assert.equal(lastAnswer().text.startsWith(cut.text) && lastAnswer().text.length > cut.text.length, true);
    assert.equal(lastAnswer().branch, undefined);
    assert.equal(chat.conversation().turns.length, 2);
  });

  it('takes a prompt out with its answer, tells the model no more of it, and puts both back', async () => {
    await chat.send('One');
    await chat.send('Two');
    const [first] = chat.conversation().turns;
    assert.ok(first);
    await chat.setRemoved(first.id, true);
    assert.deepEqual(chat.conversation().turns.map(({ text }) => text).slice(0, 1), ['Two']);
    await chat.setRemoved(first.id, false);
    assert.equal(chat.conversation().turns.length, 4);
  });

  it('finishes in its own conversation when another is shown meanwhile', async () => {
    const { id } = chat.tree;
    const sending = chat.send('A slow one, please');
    await firstText();
    await chat.clear();
    await sending;
    assert.equal(chat.conversation().turns.length, 0);
    const answer = (await history.open(id))?.tree.shown().turns.at(-1);
    assert.ok(answer?.kind === 'answer' && answer.text !== '');
    assert.deepEqual(answer.progress, { kind: 'stopped' });
  });

  it('stops for another conversation, an edit or a removal only where the person lets it', async () => {
    mayStop = false;
    const { tree } = chat;
    const sending = chat.send('A slow one, please');
    await firstText();
    const [prompt] = chat.conversation().turns;
    const id = prompt?.id ?? '';
    assert.deepEqual([await chat.clear(), await chat.setRemoved(id, true)], [false, false]);
    await chat.edit(id, 'Another one');
    assert.deepEqual([chat.tree === tree, chat.isAnswering, chat.conversation().turns.length, chat.tree.branchOf(id).count], [true, true, 2, 1]);
    mayStop = true;
    assert.equal(await chat.clear(), true);
    await sending;
    assert.equal(chat.tree.isEmpty, true);
  });

  it('goes on with an answer in the middle, and what came after it stays a version away', async () => {
    await refuse({ kind: 'cut-mid-body', after: 1200 });
    await chat.send('One');
    const cut = lastAnswer();
    await chat.send('Two');
    const after = lastAnswer().text;
    await chat.continueAnswer(cut.id);
    assert.equal(chat.conversation().turns.length, 2);
    assert.deepEqual(lastAnswer().branch, { index: 1, count: 2 });
    chat.showBranchBeside(lastAnswer().id, -1);
    assert.deepEqual(chat.conversation().turns.map(({ text }) => text), ['One', cut.text, 'Two', after]);
  });

  it('is exported as far as its answer has come', async () => {
    const sending = chat.send('A slow one, please');
    await firstText();
    const { tree } = chat.current();
    assert.equal(tree.records().some((record) => record.kind === 'answer' && record.text !== ''), true);
    chat.stop();
    await sending;
  });

  it('offers Sign In and Set API Key where the plan refuses and there is no key', async () => {
    await refuse({ kind: 'token-refused' });
    await chat.send('Hello');
    assert.deepEqual(failedButtons(), ['signIn', 'setApiKey']);
    assert.equal(await requestsTo('alt-messages'), 0);
  });

  for (const fault of ['token-refused', 'forbidden', 'firewall'] as const) {
    it(`lets the key answer the same prompt without asking where that is the policy (${fault})`, async () => {
      key = keyOnLoopback(demo.description.apiKey);
      await setPolicy('always');
      await refuse({ kind: fault });
      await chat.send('Hello');
      const answer = lastAnswer();
      assert.equal(answer.source?.payer, 'apiKey');
      assert.equal(answer.notice?.tone, 'warning');
      assert.deepEqual([await requestsTo('plan-messages'), await requestsTo('alt-messages')], [1, 1]);
      assert.equal(payers.at(-1), true);
    });
  }

  it('asks before the key pays, and lets it pay for that answer alone', async () => {
    key = keyOnLoopback(demo.description.apiKey);
    await refuse({ kind: 'forbidden' });
    await chat.send('Hello');
    assert.deepEqual(failedButtons(), ['answerWithKey', 'alwaysUseKey', 'retry', 'signIn']);
    assert.equal(await requestsTo('alt-messages'), 0);

    await chat.retry(lastAnswer().id, 'withKey');
    assert.equal(lastAnswer().source?.payer, 'apiKey');
    assert.match(lastAnswer().notice?.text ?? '', /^Your plan refused this prompt/);
    assert.equal(await requestsTo('plan-messages'), 1);
  });

  it('does not ask a plan that refused again by itself, and returns to it by an explicit retry', async () => {
    key = keyOnLoopback(demo.description.apiKey);
    await setPolicy('always');
    await refuse({ kind: 'forbidden' });
    await chat.send('One');
    await chat.send('Two');
    assert.deepEqual([await requestsTo('plan-messages'), await requestsTo('alt-messages')], [1, 2]);

    await setPolicy('never');
    await chat.send('Three');
    await chat.retry(lastAnswer().id, 'again');
    assert.equal(lastAnswer().source?.payer, 'plan');
    assert.equal(payers.at(-1), false);
    await setPolicy('always');
    await chat.send('Four');
    assert.equal(lastAnswer().source?.payer, 'plan');
  });

  it('never lets the key pay by itself where that is the policy', async () => {
    key = keyOnLoopback(demo.description.apiKey);
    await setPolicy('never');
    await refuse({ kind: 'forbidden' });
    await chat.send('Hello');
    assert.equal(lastAnswer().progress.kind, 'failed');
    assert.equal(await requestsTo('alt-messages'), 0);
  });

  it('says that nobody is signed in where there is neither session nor key', async () => {
    session = null;
    await chat.send('Hello');
    const { progress } = lastAnswer();
    assert.ok(progress.kind === 'failed');
    assert.equal(progress.notice.text, 'You are signed out. Sign in, or set an API key.');
    assert.equal(await requestsTo('plan-messages'), 0);
  });

  describe('that an API key pays for', () => {
    const setCap = async (cap: number | undefined): Promise<void> =>
      vscode.workspace.getConfiguration('tidemark').update('apiKey.dailyTokenCap', cap, vscode.ConfigurationTarget.Global);
    beforeEach(async () => {
      key = keyOnLoopback(demo.description.apiKey);
      await setPolicy('always');
      await refuse({ kind: 'forbidden' });
    });
    afterEach(async () => setCap(undefined));

    it('counts what the key spends today, and says it beside the payer', async () => {
      await chat.send('Hello');
      const { usage, notice } = lastAnswer();
      assert.equal(keySpending.today, (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0));
      assert.match(notice?.text ?? '', new RegExp(`Your API key has spent about ${keySpending.today} tokens today`));
    });

    it('also counts an answer that the person left in the middle', async () => {
      const sending = chat.send('A slow one, please');
      await firstText();
      await chat.clear();
      await sending;
      assert.ok(keySpending.today > 0);
    });

    it('counts what an answer had cost when its window closed, and leaves it without an end in the history', async () => {
      const sending = chat.send('A slow one, please');
      await firstText();
      await chat.close();
      assert.ok(keySpending.today > 0);
      const last = (await history.open(chat.tree.id))?.tree.shown().turns.at(-1);
      assert.ok(last?.kind === 'answer' && last.text !== '');
      assert.equal(last.progress.kind, 'interrupted');
      await sending;
    });

    it('stops paying by itself at the cap of the day, says so, and pays on when told to', async () => {
      keySpending.add(500);
      await setCap(500);
      await chat.send('Hello');
      assert.deepEqual(failedButtons(), ['answerWithKey', 'changeKeyCap', 'retry']);
      const { progress } = lastAnswer();
      assert.match(progress.kind === 'failed' ? progress.notice.text : '', /^Nothing was sent.*500 of 500 tokens today\.$/);
      assert.deepEqual([await requestsTo('plan-messages'), await requestsTo('alt-messages')], [1, 0]);

      await chat.retry(lastAnswer().id, 'withKey');
      assert.equal(lastAnswer().source?.payer, 'apiKey');
      assert.deepEqual(lastAnswer().progress, { kind: 'done' });
    });

    it('is tested by one small message, whose cost is counted', async () => {
      const { signal } = new AbortController();
      const { test, spending } = keyTrial(() => connection, keySpending);
      const good = await test(keyOnLoopback(demo.description.apiKey), signal);
      assert.match(good, new RegExp(`^The API key works. The test has spent ${keySpending.today} tokens\\.$`));
      assert.match(await test(keyOnLoopback('wrong'), signal), /^The API key was refused/);
      assert.match(await keyTrial(() => null, keySpending).test(keyOnLoopback('wrong'), signal), /^Connect to a service first/);
      assert.equal(await requestsTo('alt-messages'), 2);
      assert.equal(spending(), `Your API key has spent about ${keySpending.today} tokens today.`);
    });
  });

  it('needs a key where the account signed in with has no address for messages', async () => {
    connection = { ...connection, profile: { ...connection.profile, planMessagesUrl: undefined } };
    assert.ok(session !== null);
    session = { ...session, provider: 'secondary' };
    await chat.send('Hello');
    assert.deepEqual(failedButtons(), ['setApiKey', 'signIn', 'retry']);
    assert.deepEqual([await requestsTo('plan-messages'), await requestsTo('alt-messages')], [0, 0]);
  });

  it('comes whole where the person asks for that, with the thoughts that were allowed', async () => {
    const settings = vscode.workspace.getConfiguration('tidemark');
    await settings.update('chat.wholeAnswers', true, vscode.ConfigurationTarget.Global);
    await settings.update('chat.thinkingBudget', 2000, vscode.ConfigurationTarget.Global);
    try {
      await chat.send('Hello');
      assert.deepEqual(lastAnswer().progress, { kind: 'done' });
      assert.equal(told.filter(({ kind }) => kind === 'textAppended').length, 1);
      assert.notEqual(lastAnswer().thinking, '');
    } finally {
      await settings.update('chat.wholeAnswers', undefined, vscode.ConfigurationTarget.Global);
      await settings.update('chat.thinkingBudget', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('asks for no more tokens than the model can give', async () => {
    const settings = vscode.workspace.getConfiguration('tidemark');
    await settings.update('chat.model', 'tide-small', vscode.ConfigurationTarget.Global);
    try {
      await chat.send('Hello');
      assert.deepEqual(lastAnswer().progress, { kind: 'done' });
      assert.equal(lastAnswer().source?.model, 'Tide Small');
    } finally {
      await settings.update('chat.model', undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
