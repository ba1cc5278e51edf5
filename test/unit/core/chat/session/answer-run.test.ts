// An answer that nobody keeps and no page shows, by the same rules of who pays as the chat's.
import assert from 'node:assert/strict';
import { userText } from '../../../../../src/core/chat/messages/message.ts';
import { createAnswer } from '../../../../../src/core/chat/conversation/answer.ts';
import { textOf } from '../../../../../src/core/chat/messages/blocks.ts';
import { type AnswerRequest, AnswerRun, type RunEvent } from '../../../../../src/core/chat/session/answer-run.ts';
import { systemClock } from '../../../../../src/core/ports.ts';
import type { Fault } from '../../../../../src/demo/faults/faults.ts';
import { keyOnLoopback } from '../../../../support/fakes/service-connection.ts';
import { DemoChat } from '../../../../support/servers/demo-chat.ts';
import { closeDemos } from '../../../demo/demo-client.ts';

describe('a run for one answer', () => {
  let chat: DemoChat;

  beforeEach(async () => {
    chat = await DemoChat.open();
  });
  afterEach(closeDemos);

  const begin = (): AnswerRun =>
    new AnswerRun(
      createAnswer('answer-1', 0),
      { origin: 'vscodeChat', conversation: null },
      chat.payers,
      systemClock,
      chat.log,
    );
  const request = (changes: Partial<AnswerRequest> = {}): AnswerRequest => ({
    route: 'byPolicy',
    request: { model: 'tide-large', maxTokens: 100, messages: [userText('Hello')] },
    leftOut: null,
    ...changes,
  });
  const runToEnd = async (run: AnswerRun, asked = request()): Promise<RunEvent[]> => {
    const events: RunEvent[] = [];
    await run.run(asked, (event, answer) => {
      assert.equal(answer, run.answer);
      events.push(event);
    });
    return events;
  };
  const kinds = (events: readonly RunEvent[]): RunEvent['kind'][] =>
    events.map(({ kind }) => kind).filter((kind, index, all) => kind !== all[index - 1]);

  it('says who pays, gives the text as it comes, and ends once, with the answer in hand', async () => {
    const run = begin();
    const events = await runToEnd(run);
    assert.deepEqual(events.at(0), {
      kind: 'sourceChosen',
      source: { payer: 'plan', model: 'tide-large', account: 'a'.repeat(32) },
    });
    const ends = events.filter(({ kind }) => kind === 'done' || kind === 'failed' || kind === 'stopped');
    assert.deepEqual(ends, events.slice(-1));
    const text = events.map((event) => (event.kind === 'textAdded' ? event.text : '')).join('');
    assert.deepEqual([run.answer.progress.kind, textOf(run.answer.blocks)], ['done', text]);
  });

  /** Does this once the first words have come; how the answer ends. */
  const endWhere = async (run: AnswerRun, leave: () => void): Promise<unknown> => {
    const events: RunEvent[] = [];
    let hasLeft = false;
    await run.run(request(), (event) => {
      events.push(event);
      if (event.kind !== 'textAdded' || hasLeft) return;
      hasLeft = true;
      leave();
    });
    return events
      .filter(({ kind }) => kind === 'done' || kind === 'failed' || kind === 'stopped')
      .map((end) => (end.kind === 'failed' ? end.failure : end.kind));
  };

  it('ends in words where the person signs out, with what arrived', async () => {
    const run = begin();
    assert.deepEqual(await endWhere(run, () => chat.signOut()), [{ kind: 'signedOut' }]);
    assert.notEqual(textOf(run.answer.blocks), '');
  });

  it('goes on, and is counted for the account that it began with, where another is in use by then', async () => {
    const { account } = chat.credentials ?? assert.fail();
    const run = begin();
    assert.deepEqual(await endWhere(run, () => chat.switchTo('b'.repeat(32))), ['done']);
    assert.deepEqual(
      chat.counts.answers.map((answer) => answer.account),
      [account],
    );
  });

  it('ends in words where its own account signs out, whichever is in use', async () => {
    const run = begin();
    const leave = (): void => {
      chat.switchTo('b'.repeat(32));
      chat.others = [];
      chat.isSignedOut = true;
      chat.payers.sessionChanged();
    };
    assert.deepEqual(await endWhere(run, leave), [{ kind: 'signedOut' }]);
  });

  it('goes on where the sign-in has expired meanwhile, or was made anew by the same person', async () => {
    const run = begin();
    let isFirst = true;
    await run.run(request(), (event) => {
      if (event.kind !== 'textAdded' || !isFirst) return;
      isFirst = false;
      const { credentials } = chat;
      chat.credentials = null;
      chat.payers.sessionChanged();
      chat.credentials = credentials;
      chat.payers.sessionChanged();
    });
    assert.equal(run.answer.progress.kind, 'done');
  });

  it('says what the request leaves out before anything else', async () => {
    const run = begin();
    const leftOut = { turns: 2, images: 0 };
    const [first] = await runToEnd(run, request({ leftOut }));
    assert.deepEqual([first, run.answer.leftOut], [{ kind: 'leftOut', leftOut }, leftOut]);
  });

  it('shares what was refused and what was spent with every other answer of the window', async () => {
    chat.setKey();
    chat.policy = 'always';
    await chat.refuse({ kind: 'forbidden' });
    await chat.session.send('In the chat');
    const spent = chat.payers.keySpentToday;
    const run = begin();
    const events = await runToEnd(run);
    assert.deepEqual(kinds(events), [
      'sourceChosen',
      'accepted',
      'started',
      'blockStarted',
      'textAdded',
      'blockEnded',
      'done',
    ]);
    assert.deepEqual([run.answer.source?.payer, run.answer.planRefusal], ['apiKey', { kind: 'forbidden' }]);
    assert.deepEqual(await chat.requests(), [1, 2]);
    assert.ok(chat.payers.keySpentToday > spent);
  });

  it('ends as stopped where it was stopped before it began, and nobody is asked', async () => {
    const run = begin();
    run.stop();
    assert.deepEqual((await runToEnd(run)).at(-1)?.kind, 'stopped');
    assert.deepEqual(await chat.requests(), [0, 0]);
  });

  it('fails in words where no model is offered or nothing is connected', async () => {
    const withoutModel = begin();
    await runToEnd(withoutModel, request({ request: null }));
    const asked = request();
    chat.connection = null;
    const withoutService = begin();
    await runToEnd(withoutService, asked);
    for (const { answer } of [withoutModel, withoutService])
      assert.deepEqual(answer.progress, { kind: 'failed', failure: { kind: 'signedOut' } });
    assert.deepEqual(await chat.requests(), [0, 0]);
  });

  it('leaves one line for every failure: whom it asked and what went wrong, and nothing of prompt, key or token', async () => {
    const host = new URL(chat.demo.description.apiUrl).host;
    const keyHost = new URL(chat.demo.description.altApiUrl).host;
    await chat.refuse({ kind: 'balance-exhausted', code: 'text' });
    await runToEnd(begin());
    await runToEnd(begin());
    await chat.refuse({ kind: 'invalid-event-json' });
    await runToEnd(begin(), request({ route: 'planAgain' }));
    chat.key = keyOnLoopback('a-wrong-key');
    await runToEnd(begin(), request({ route: 'apiKeyOnly' }));
    chat.connection = null;
    await runToEnd(begin());
    assert.deepEqual(chat.logged, [
      `POST to ${host} failed: balanceExhausted (429)`,
      'No answer was asked for: balanceExhausted',
      `POST to ${host} failed: unexpectedAnswer (200)`,
      `POST to ${keyHost} failed: tokenRefused (401)`,
      'No answer was asked for: signedOut',
    ]);
  });

  it('leaves one line where the plan refuses and the key’s cap is reached, and none where the key answers', async () => {
    const host = new URL(chat.demo.description.apiUrl).host;
    chat.setKey();
    chat.policy = 'always';
    chat.dailyCap = 1;
    chat.spendByKey(1);
    await chat.refuse({ kind: 'forbidden' });
    await runToEnd(begin());
    assert.deepEqual(chat.logged.splice(0), [
      `POST to ${host} failed: forbidden (403)`,
      'No answer was asked for: dailyCapReached',
    ]);
    chat.dailyCap = 0;
    await runToEnd(begin());
    assert.deepEqual(chat.logged, []);
  });

  it('leaves the same line whether an answer comes as a stream or as one body', async () => {
    const host = new URL(chat.demo.description.apiUrl).host;
    const faults: readonly (readonly [Fault, string])[] = [
      [{ kind: 'forbidden' }, 'forbidden (403)'],
      [{ kind: 'login-page' }, 'loginPage (200)'],
      [{ kind: 'document-as-stream', document: '1113' }, 'balanceExhausted (200)'],
      [
        { kind: 'reply', status: 200, headers: { 'content-type': 'application/json' }, body: '{}' },
        'unexpectedAnswer (200)',
      ],
    ];
    const message = { model: 'tide-large', maxTokens: 100, messages: [userText('Hello')] };
    for (const [fault, line] of faults)
      for (const whole of [false, true]) {
        await chat.refuse(fault);
        await runToEnd(begin(), request({ route: 'planAgain', request: { ...message, whole } }));
        assert.deepEqual(chat.logged.splice(0), [`POST to ${host} failed: ${line}`], fault.kind);
      }
  });
});
