// Who pays for the answers of other programs, against the demo service.
import assert from 'node:assert/strict';
import { answerCaller } from '../../../../../src/core/chat/language-model/answer-caller.ts';
import { type KeyAnswer, KeyConsent } from '../../../../../src/core/chat/language-model/key-consent.ts';
import type { AnswerTurn } from '../../../../../src/core/chat/conversation/answer.ts';
import { userText } from '../../../../../src/core/chat/messages/message.ts';
import type { Failure } from '../../../../../src/core/service/failure/errors.ts';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';
import { DemoChat } from '../../../../support/servers/demo-chat.ts';
import { closeDemos } from '../../../demo/demo-client.ts';

describe('an answer for another program', () => {
  let chat: DemoChat;
  let clock: FakeClock;
  let asked: Failure['kind'][];
  let say: (answer: KeyAnswer) => void;
  let consent: KeyConsent;

  beforeEach(async () => {
    chat = await DemoChat.open();
    clock = new FakeClock();
    asked = [];
    consent = new KeyConsent((refusal) => {
      asked.push(refusal.kind);
      return new Promise((resolve) => {
        say = resolve;
      });
    }, clock);
  });
  afterEach(closeDemos);

  const log = { info: () => undefined, warn: () => undefined };
  const request = { model: 'tide-large', maxTokens: 100, messages: [userText('Hello')] };
  const answer = (signal = new AbortController().signal): Promise<AnswerTurn> =>
    answerCaller(request, 'vscodeChat', chat.payers, consent, signal, () => undefined, clock, log);
  const outcome = ({ progress, source }: AnswerTurn): string =>
    progress.kind === 'failed' ? progress.failure.kind : `${progress.kind} ${String(source?.payer)}`;
  const questionAsked = async (): Promise<void> => {
    while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
  };

  /** What becomes of an answer about which the person is asked, and says this. */
  const outcomeSaying = async (said: KeyAnswer): Promise<string> => {
    const waiting = answer();
    await questionAsked();
    say(said);
    return outcome(await waiting);
  };

  it('is the plan’s as long as it can', async () => {
    assert.deepEqual([outcome(await answer()), asked], ['done plan', []]);
  });

  it('is the key’s where a person says so, asked once for all that wait', async () => {
    chat.setKey();
    await chat.refuse({ kind: 'forbidden' });
    const waiting = [answer(), answer(), answer()];
    await questionAsked();
    say('thisRequest');
    const outcomes = (await Promise.all(waiting)).map(outcome);
    assert.equal(outcomes.includes('done apiKey'), true);
    assert.deepEqual(new Set(asked), new Set(['forbidden']));
  });

  it('is nobody’s where the person says no, and fails with the plan’s own reason', async () => {
    chat.setKey();
    await chat.refuse({ kind: 'forbidden' });
    assert.deepEqual([await outcomeSaying('notNow'), await chat.requests()], ['forbidden', [1, 0]]);
  });

  it('is the key’s for half an hour where the person says so, and its cap holds', async () => {
    chat.setKey();
    await chat.refuse({ kind: 'forbidden' });
    assert.equal(await outcomeSaying('forHalfAnHour'), 'done apiKey');
    assert.equal(outcome(await answer()), 'done apiKey');
    assert.equal(asked.length, 1);
    chat.dailyCap = 1;
    assert.equal(outcome(await answer()), 'dailyCapReached');
    chat.dailyCap = 0;
    clock.advance(30 * 60_000);
    asked = [];
    assert.equal(await outcomeSaying('notNow'), 'forbidden');
  });

  it('is asked about anew after half an hour, also where the clock was set back meanwhile', async () => {
    chat.setKey();
    await chat.refuse({ kind: 'forbidden' });
    await outcomeSaying('forHalfAnHour');
    clock.setWallClock(-24 * 60 * 60_000);
    clock.advance(30 * 60_000);
    asked = [];
    assert.equal(await outcomeSaying('notNow'), 'forbidden');
  });

  it('is another key’s only where a person says so of that key, within the half hour as well', async () => {
    chat.setKey('another-key');
    await chat.refuse({ kind: 'forbidden' });
    // The service takes only its own key.
    assert.equal(await outcomeSaying('forHalfAnHour'), 'tokenRefused');
    asked = [];
    chat.setKey();
    assert.deepEqual([await outcomeSaying('notNow'), asked], ['forbidden', ['forbidden']]);
  });

  it('is not paid by a key that came while the person thought about another', async () => {
    chat.setKey('another-key');
    await chat.refuse({ kind: 'forbidden' });
    const waiting = answer();
    await questionAsked();
    chat.setKey();
    say('thisRequest');
    assert.deepEqual([outcome(await waiting), await chat.requests()], ['forbidden', [1, 0]]);
  });

  it('asks nobody without a key, by the rule "never", or beyond the cap', async () => {
    await chat.refuse({ kind: 'forbidden' });
    assert.equal(outcome(await answer()), 'forbidden');
    chat.setKey();
    chat.policy = 'never';
    assert.equal(outcome(await answer()), 'forbidden');
    chat.policy = 'ask';
    chat.dailyCap = 1;
    chat.spendByKey(1);
    assert.deepEqual([outcome(await answer()), asked], ['dailyCapReached', []]);
  });

  it('ends where the person signs out meanwhile, and nothing more is sent, by the key neither', async () => {
    await closeDemos();
    chat = await DemoChat.open({ pace: 5 });
    chat.setKey();
    for (const policy of ['ask', 'always'] as const) {
      chat.policy = policy;
      await chat.signInAnew();
      chat.isSignedOut = false;
      const [plan] = await chat.requests();
      const ended = await answerCaller(
        { ...request, messages: [userText('something slow and long')] },
        'vscodeChat',
        chat.payers,
        consent,
        new AbortController().signal,
        ({ kind }) => (kind === 'textAdded' && chat.credentials !== null ? chat.signOut() : undefined),
        clock,
        log,
      );
      assert.equal(ended.blocks.length, 1);
      assert.deepEqual([outcome(ended), asked, await chat.requests()], ['signedOut', [], [plan + 1, 0]], policy);
    }
  });

  it('is asked of nobody once it is cancelled', async () => {
    const abort = new AbortController();
    abort.abort();
    assert.deepEqual([outcome(await answer(abort.signal)), await chat.requests()], ['stopped plan', [0, 0]]);
  });
});
