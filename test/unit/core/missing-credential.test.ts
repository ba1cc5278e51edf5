// The five reasons for which there is no plan to use (docs/service.md#5.6), each with its trigger at the demo service,
// and what core makes of it; the sentence and the button for each are the host's.
import assert from 'node:assert/strict';
import { userText } from '../../../src/core/chat/messages/message.ts';
import { authorizeUrl, exchangeCode } from '../../../src/core/account/oauth.ts';
import { deleteTokens, loadSessions, storeSession } from '../../../src/core/account/accounts/session-storage.ts';
import { checkPlan } from '../../../src/core/plan/check/plan-check.ts';
import { type PlanState, stateOfSession } from '../../../src/core/plan/plan-state.ts';
import { streamMessage } from '../../../src/core/chat/messages/stream/stream.ts';
import { planEndpoint } from '../../../src/core/chat/providers/fallback-chain.ts';
import { failureOf } from '../../../src/core/service/failure/errors.ts';
import type { DemoService } from '../../../src/demo/server.ts';
import { codeFromDemo, demoConnection, demoSession, type PersonaId } from '../../support/servers/demo-session.ts';
import { FakeClock } from '../../support/fakes/fake-clock.ts';
import { MemorySecretStore } from '../../support/fakes/memory-secret-store.ts';
import { failureIn } from '../../support/fakes/service-connection.ts';
import { closeDemos, control, startDemo } from '../demo/demo-client.ts';

const checking: PlanState = { kind: 'checking' };

async function planOf(persona: PersonaId, provider: 'primary' | 'secondary' = 'primary'): Promise<PlanState> {
  const demo = await startDemo();
  const connection = demoConnection(demo, new FakeClock());
  return checkPlan(connection, await demoSession(demo, connection, persona, provider), checking, null);
}

async function endOfMessage(demo: DemoService, persona: PersonaId): Promise<string> {
  const connection = demoConnection(demo, new FakeClock());
  const session = await demoSession(demo, connection, persona);
  const request = { model: 'tide-small', maxTokens: 100, messages: [userText('Hello')] } as const;
  const endpoint = planEndpoint(connection.profile, session) ?? assert.fail();
  let end = '';
  for await (const event of streamMessage(connection, endpoint, request, new AbortController().signal)) {
    end = event.kind === 'failed' ? event.failure.kind : event.kind;
  }
  return end;
}

describe('a plan that cannot be used', () => {
  afterEach(closeDemos);

  it('because nobody has signed in: neither token nor user info is stored [5.6 not_auth]', async () => {
    const service = demoConnection(await startDemo(), new FakeClock());
    assert.deepEqual(await loadSessions(new MemorySecretStore(), service), [{ kind: 'none' }, { kind: 'none' }]);
    assert.deepEqual(stateOfSession({ kind: 'none' }), { kind: 'signedOut' });
  });

  it('because the token is gone while user info is stored [5.6 auth_failed][5.7]', async () => {
    const [demo, store] = [await startDemo(), new MemorySecretStore()];
    const connection = demoConnection(demo, new FakeClock());
    const session = await demoSession(demo, connection, 'subscriber');
    const stateOfFirst = async (): Promise<PlanState> => {
      const [first = assert.fail()] = await loadSessions(store, connection);
      return stateOfSession(first);
    };
    await storeSession(store, connection, session);
    assert.deepEqual(await stateOfFirst(), { kind: 'checking' });
    await deleteTokens(store, connection, session);
    assert.deepEqual(await stateOfFirst(), { kind: 'lapsed' });
  });

  it('because the token is refused, by the plan as by messages [5.6 auth_failed]', async () => {
    assert.deepEqual(await planOf('expired-token'), { kind: 'lapsed' });
    assert.equal(await endOfMessage(await startDemo(), 'expired-token'), 'tokenRefused');
  });

  it('because the token, good for as long as the service took it, was ended there [5.8]', async () => {
    const [demo, clock] = [await startDemo(), new FakeClock()];
    const connection = demoConnection(demo, clock);
    const session = await demoSession(demo, connection, 'subscriber');
    clock.advance(400 * 24 * 60 * 60 * 1000);
    assert.equal((await checkPlan(connection, session, checking, null)).kind, 'known');
    await control(demo, 'POST', '/sessions/expire', { persona: 'subscriber' });
    assert.deepEqual(await checkPlan(connection, session, checking, null), { kind: 'lapsed' });
  });

  it('because the account has no plan, whichever provider it signed in with [5.6 not_entitled]', async () => {
    for (const provider of ['primary', 'secondary'] as const)
      assert.deepEqual(await planOf('no-plan', provider), { kind: 'noPlan' });
  });

  it('because a payment is asked for first, by the plan as by messages [5.6 overseas_payment_required]', async () => {
    assert.deepEqual(await planOf('payment-required'), { kind: 'paymentRequired' });
    assert.equal(await endOfMessage(await startDemo(), 'payment-required'), 'paymentRequired');
  });

  it('because the exchange says that the provider is not active [5.6 provider_inactive]', async () => {
    const demo = await startDemo();
    const connection = demoConnection(demo, new FakeClock());
    const proof = await codeFromDemo(demo, connection, 'inactive-provider');
    assert.deepEqual(await failureIn(exchangeCode(connection, proof, null)), { kind: 'providerInactive' });
  });

  it('because the profile says that the provider is not active: no browser opens and nothing is asked [5.6 provider_inactive]', async () => {
    const demo = await startDemo();
    const session = await demoSession(demo, demoConnection(demo, new FakeClock()), 'subscriber');
    const connection = demoConnection(demo, new FakeClock(), { inactiveProviders: ['primary'] });
    assert.deepEqual(await checkPlan(connection, session, checking, null), { kind: 'providerInactive' });
    assert.throws(
      () =>
        authorizeUrl(connection.profile, {
          provider: 'primary',
          state: 's',
          redirectUri: 'http://127.0.0.1:1/callback',
        }),
      (error: unknown) => failureOf(error)?.kind === 'providerInactive',
    );
  });
});

describe('a plan that can be used', () => {
  afterEach(closeDemos);

  it('is shown with its name and windows for everyone else', async () => {
    const people: readonly (readonly [PersonaId, plan: string, windows: readonly string[]])[] = [
      ['subscriber', 'Demo Coding Pro', ['fiveHours', 'week', 'monthlyTools']],
      ['exhausted', 'Demo Coding Pro', ['fiveHours', 'week', 'monthlyTools']],
      ['credit-plan', 'Demo Coding Credits', ['credit']],
      ['entry-plan', 'Start Plan', ['units']],
    ];
    for (const [persona, name, windows] of people) {
      const state = await planOf(persona);
      assert.ok(state.kind === 'known', `${persona}: ${state.kind}`);
      assert.deepEqual([state.figures.name, state.figures.windows.map(({ type }) => type.kind)], [name, windows]);
    }
  });

  it('names the models that the entry plan answers with', async () => {
    const state = await planOf('entry-plan');
    assert.deepEqual(state.kind === 'known' && state.figures.models, ['tide-large', 'tide-small']);
  });
});
