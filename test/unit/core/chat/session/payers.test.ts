// Who pays for an answer, against the demo service: the plan as long as it can, the API key only as the person allows
// it.
import assert from 'node:assert/strict';
import { DemoChat } from '../../../../support/servers/demo-chat.ts';
import { closeDemos } from '../../../demo/demo-client.ts';

describe('who pays for an answer', () => {
  let chat: DemoChat;

  beforeEach(async () => {
    chat = await DemoChat.open();
  });
  afterEach(async () => {
    await chat.session.close();
    await closeDemos();
  });

  const payer = (): string | undefined => chat.lastAnswer().source?.payer;
  const retry = (chosen: 'again' | 'withKey'): Promise<void> => chat.session.retry(chat.lastAnswer().id, chosen);

  it('is nobody where the plan refuses and there is no key', async () => {
    await chat.refuse({ kind: 'token-refused' });
    await chat.session.send('Hello');
    assert.deepEqual([chat.lastFailure(), await chat.requests()], [{ kind: 'tokenRefused' }, [1, 0]]);
    assert.deepEqual([chat.refusedTokens, chat.payers.isSignedIn], [[chat.credentials], false]);
  });

  for (const [fault, kind] of [
    [{ kind: 'token-refused' }, 'tokenRefused'],
    [{ kind: 'forbidden' }, 'forbidden'],
    [{ kind: 'firewall' }, 'firewall'],
    [{ kind: 'payment-required' }, 'paymentRequired'],
    [{ kind: 'balance-exhausted', code: 'text' }, 'balanceExhausted'],
  ] as const) {
    it(`is the key at once, for the same prompt, where that is the policy (${kind})`, async () => {
      chat.setKey();
      chat.policy = 'always';
      await chat.refuse(fault);
      await chat.session.send('Hello');
      assert.deepEqual([payer(), chat.lastAnswer().planRefusal?.kind], ['apiKey', kind]);
      assert.deepEqual([await chat.requests(), chat.payersShown.at(-1)], [[1, 1], true]);
    });
  }

  it('is the key only where the person says so, and for that answer alone', async () => {
    chat.setKey();
    await chat.refuse({ kind: 'forbidden' });
    await chat.session.send('Hello');
    assert.deepEqual([chat.lastFailure(), await chat.requests()], [{ kind: 'forbidden' }, [1, 0]]);

    await retry('withKey');
    assert.deepEqual([payer(), chat.lastAnswer().planRefusal], ['apiKey', { kind: 'forbidden' }]);
    assert.deepEqual(await chat.requests(), [1, 1]);
    await chat.session.send('Another');
    assert.deepEqual([chat.lastFailure(), await chat.requests()], [{ kind: 'forbidden' }, [1, 1]]);
  });

  it('is told that there is no plan, not that it is used up, where the account is known to have none', async () => {
    chat.hasNoPlan = true;
    await chat.refuse({ kind: 'balance-exhausted', code: 'text' });
    await chat.session.send('Hello');
    assert.deepEqual(chat.lastFailure(), { kind: 'noPlan' });
    chat.setKey();
    chat.policy = 'always';
    await chat.session.send('And with a key?');
    assert.deepEqual([payer(), chat.lastAnswer().planRefusal], ['apiKey', { kind: 'noPlan' }]);
  });

  it('is the plan again only by an explicit retry, once it has refused', async () => {
    chat.setKey();
    chat.policy = 'always';
    await chat.refuse({ kind: 'forbidden' });
    await chat.session.send('One');
    await chat.session.send('Two');
    assert.deepEqual(await chat.requests(), [1, 2]);

    chat.policy = 'never';
    await chat.session.send('Three');
    await retry('again');
    assert.deepEqual([payer(), chat.payersShown.at(-1)], ['plan', false]);
    chat.policy = 'always';
    await chat.session.send('Four');
    assert.equal(payer(), 'plan');
  });

  it('is the plan again where the person goes on with an answer that it broke off, else whom the policy names', async () => {
    chat.setKey();
    await chat.refuse({ kind: 'balance-mid-stream' });
    await chat.session.send('One');
    assert.deepEqual(chat.lastFailure(), { kind: 'balanceExhausted' });
    await chat.session.continueAnswer(chat.lastAnswer().id);
    assert.deepEqual([payer(), chat.lastAnswer().progress.kind, await chat.requests()], ['plan', 'done', [2, 0]]);

    chat.policy = 'always';
    await chat.refuse({ kind: 'balance-mid-stream' });
    await chat.session.send('Two');
    await chat.refuse({ kind: 'forbidden' });
    await chat.session.continueAnswer(chat.lastAnswer().id);
    assert.deepEqual([payer(), chat.lastAnswer().progress.kind, await chat.requests()], ['apiKey', 'done', [4, 1]]);
  });

  it('is the plan of whoever signs in after a refusal, and nobody after a sign-out', async () => {
    await chat.refuse({ kind: 'forbidden' });
    await chat.session.send('One');
    const refused = chat.credentials;
    chat.signOut();
    await chat.session.send('Two');
    assert.deepEqual(chat.lastFailure(), { kind: 'signedOut' });
    chat.credentials = refused;
    chat.isSignedOut = false;
    chat.payers.sessionChanged();
    await chat.session.send('Three');
    assert.deepEqual([payer(), (await chat.requests())[0]], ['plan', 2]);

    await chat.refuse({ kind: 'forbidden' });
    await chat.session.send('Four');
    await chat.signInAnew();
    await chat.session.send('Five');
    assert.deepEqual([payer(), (await chat.requests())[0]], ['plan', 4]);
  });

  it('is what each account was told: a refusal of one is none of another, and is still known when it comes back', async () => {
    chat.setKey();
    await chat.refuse({ kind: 'forbidden' });
    await chat.session.send('One');
    const { account } = chat.credentials ?? assert.fail();
    chat.switchTo('b'.repeat(32));
    await chat.session.send('Two');
    assert.deepEqual([payer(), await chat.requests()], ['plan', [2, 0]]);
    chat.switchTo(account);
    await chat.session.send('Three');
    assert.deepEqual([chat.lastFailure(), await chat.requests()], [{ kind: 'forbidden' }, [2, 0]]);
  });

  it('is said to be the key beforehand only where it may answer unasked, has an address, and its cap is not reached', () => {
    const { payers } = chat;
    chat.policy = 'always';
    assert.equal(payers.keyAnswers, false);
    chat.setKey();
    assert.equal(payers.keyAnswers, true);
    chat.policy = 'ask';
    assert.equal(payers.keyAnswers, false);
    chat.policy = 'always';
    chat.dailyCap = 500;
    chat.spendByKey(500);
    assert.equal(payers.keyAnswers, false);
    chat.dailyCap = 501;
    assert.equal(payers.keyAnswers, true);
    assert.ok(chat.connection !== null);
    chat.connection = { ...chat.connection, profile: { ...chat.connection.profile, altApiUrl: undefined } };
    assert.equal(payers.keyAnswers, false);
    chat.connection = null;
    assert.equal(payers.keyAnswers, false);
  });

  it('is never the key where that is the policy', async () => {
    chat.setKey();
    chat.policy = 'never';
    await chat.refuse({ kind: 'forbidden' });
    await chat.session.send('Hello');
    assert.deepEqual([chat.lastFailure(), await chat.requests()], [{ kind: 'forbidden' }, [1, 0]]);
  });

  it('is nobody, and nothing is sent, where there is neither session nor key, or no service', async () => {
    chat.credentials = null;
    await chat.session.send('Hello');
    assert.deepEqual(chat.lastFailure(), { kind: 'signedOut' });
    chat.connection = null;
    await chat.session.send('Hello');
    assert.deepEqual([chat.lastFailure(), await chat.requests()], [{ kind: 'signedOut' }, [0, 0]]);
  });

  it('is nobody for a session of another service, whose token is not sent', async () => {
    assert.ok(chat.credentials !== null);
    chat.credentials = { ...chat.credentials, audience: 'another' };
    await chat.session.send('Hello');
    assert.deepEqual([chat.lastFailure(), await chat.requests()], [{ kind: 'signedOut' }, [0, 0]]);
  });

  it('needs a key where the account signed in with has no address for messages', async () => {
    assert.ok(chat.credentials !== null && chat.connection !== null);
    const { profile } = chat.connection;
    chat.connection = { ...chat.connection, profile: { ...profile, planMessagesUrl: undefined } };
    chat.credentials = { ...chat.credentials, provider: 'secondary' };
    await chat.session.send('Hello');
    assert.deepEqual([chat.lastFailure(), await chat.requests()], [{ kind: 'keyNeeded' }, [0, 0]]);
    assert.equal(chat.payers.needsKey, true);
  });

  it('is the plan, and is counted for its account', async () => {
    await chat.session.send('Hello');
    const { usage } = chat.lastAnswer();
    assert.deepEqual(chat.counts.answers, [
      {
        ...{ origin: 'ask', conversation: chat.session.tree.id, model: 'tide-large', payer: 'plan' },
        ...{ account: chat.credentials?.account, receiver: chat.connection?.audience },
        ...{ input: usage.inputTokens, output: usage.outputTokens, cached: 0 },
      },
    ]);
  });

  it('leaves no count where nobody answered', async () => {
    await chat.refuse({ kind: 'forbidden' });
    await chat.session.send('Hello');
    assert.deepEqual(chat.counts.answers, []);
  });

  describe('where it is the key', () => {
    beforeEach(async () => {
      chat.setKey();
      chat.policy = 'always';
      await chat.refuse({ kind: 'forbidden' });
    });

    it('is counted by what the service says the answer took', async () => {
      await chat.session.send('Hello');
      const { inputTokens, outputTokens } = chat.lastAnswer().usage;
      assert.ok(inputTokens !== null && outputTokens !== null && inputTokens + outputTokens > 0);
      assert.equal(chat.payers.keySpentToday, inputTokens + outputTokens);
    });

    it('is kept with what asked, and by whom it was paid, and nothing that was said', async () => {
      await chat.session.send('Hello');
      const { usage } = chat.lastAnswer();
      const keyAddress = chat.key?.receiver;
      assert.ok(keyAddress !== undefined);
      const paid = { origin: 'ask', conversation: chat.session.tree.id, model: 'tide-large' } as const;
      const cost = { input: usage.inputTokens ?? 0, output: usage.outputTokens ?? 0, cached: 0 };
      assert.deepEqual(chat.counts.answers, [
        { ...paid, payer: 'apiKey', account: null, receiver: keyAddress, ...cost },
      ]);
    });

    it('is counted also for an answer that the person stopped in the middle', async () => {
      const sending = chat.session.send('A slow one, please');
      await chat.nextText();
      chat.session.stop();
      await sending;
      assert.ok(chat.payers.keySpentToday > 0);
    });

    it('is nobody for a prompt that is sent while answers under way have reached the cap', async () => {
      chat.dailyCap = 1;
      const sending = chat.session.send('A slow one, please');
      await chat.nextText();
      assert.equal(chat.payers.keySpentToday, 0);
      const { id } = chat.session.tree;
      chat.session.clear();
      await chat.session.send('Another');
      const failure = chat.lastFailure();
      assert.ok(failure?.kind === 'dailyCapReached' && failure.spent > 0);
      assert.deepEqual(await chat.requests(), [1, 1]);
      await chat.session.stopIn(id);
      await sending;
      assert.ok(chat.payers.keySpentToday >= failure.spent);
    });

    it('is counted also for an answer that ended with its window', async () => {
      const sending = chat.session.send('A slow one, please');
      await chat.nextText();
      await chat.session.close();
      assert.ok(chat.payers.keySpentToday > 0);
      await sending;
    });

    it('is nobody by itself at the cap of the day, and the key again where the person says so', async () => {
      chat.spendByKey(500);
      chat.dailyCap = 500;
      await chat.session.send('Hello');
      assert.deepEqual(chat.lastFailure(), { kind: 'dailyCapReached', spent: 500, cap: 500 });
      assert.deepEqual(await chat.requests(), [1, 0]);

      await retry('withKey');
      assert.deepEqual([payer(), chat.lastAnswer().progress.kind], ['apiKey', 'done']);
    });

    it('is not the key any more when it is removed', async () => {
      await chat.session.send('Hello');
      assert.equal(chat.payersShown.at(-1), true);
      chat.key = null;
      chat.payers.keyChanged();
      assert.equal(chat.payersShown.at(-1), false);
    });
  });
});
