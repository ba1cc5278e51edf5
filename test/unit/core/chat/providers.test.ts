// Knows who answers a prompt under each policy, refusal and route, and that nobody is asked twice.
import assert from 'node:assert/strict';
import type { MessageRequest } from '../../../../src/core/chat/message-request.ts';
import type { MessageEvent } from '../../../../src/core/chat/messages.ts';
import {
  answerThroughChain,
  type Chain,
  type ChainEvent,
  type ChatProvider,
  createProvider,
  type FallbackPolicy,
  isInForce,
  keyEndpoint,
  type Payer,
  planEndpoint,
  type Route,
} from '../../../../src/core/chat/providers.ts';
import { noUsage } from '../../../../src/core/chat/stream-event.ts';
import type { Failure } from '../../../../src/core/service/errors.ts';
import { Secret } from '../../../../src/core/service/secret.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { eventStream, json, startLoopbackServer } from '../../../support/loopback-server.ts';
import { messageStart, messageStop, textDelta } from '../../../support/message-stream.ts';
import { connectTo, credentialsOf, profileOf } from '../../../support/service-connection.ts';

const request: MessageRequest = { model: 'model-1', maxTokens: 100, messages: [{ role: 'user', text: 'Hello' }] };
const running = new AbortController().signal;
const businessToken = new Secret('business-1');
const key = new Secret('key-1');

const failed = (failure: Failure): MessageEvent => ({ kind: 'failed', failure, usage: noUsage });
const done: MessageEvent = { kind: 'done', stopReason: 'end_turn', usage: noUsage };
const started: MessageEvent = { kind: 'started', model: 'model-1' };
const text: MessageEvent = { kind: 'textAdded', text: 'Hi' };
const answering: readonly MessageEvent[] = [started, text, done];
const forbidden: Failure = { kind: 'forbidden' };
const refusing: readonly MessageEvent[] = [failed(forbidden)];

/** A provider that answers every prompt so, and remembers whom it was asked by. */
function provider(payer: Payer, events: readonly MessageEvent[], asked: Payer[]): ChatProvider {
  return {
    payer,
    async *answer() {
      asked.push(payer);
      await Promise.resolve();
      yield* events;
    },
  };
}

interface Setting {
  readonly plan?: readonly MessageEvent[] | null;
  readonly apiKey?: readonly MessageEvent[] | null;
  readonly policy?: FallbackPolicy;
  readonly refusal?: Chain['refusal'];
  readonly route?: Route;
}

async function run({ plan = answering, apiKey = answering, policy = 'ask', refusal = null, route = 'byPolicy' }: Setting): Promise<{
  events: ChainEvent[];
  asked: Payer[];
}> {
  const asked: Payer[] = [];
  const events: ChainEvent[] = [];
  const chain: Chain = {
    plan: plan === null ? null : provider('plan', plan, asked),
    apiKey: apiKey === null ? null : provider('apiKey', apiKey, asked),
    policy,
    refusal,
  };
  for await (const event of answerThroughChain(chain, route, request, running)) events.push(event);
  const ends = events.filter(({ kind }) => kind === 'done' || kind === 'failed' || kind === 'stopped');
  assert.deepEqual(ends, events.slice(-1), 'exactly one terminal event, last');
  return { events, asked };
}

const chosen = (payer: Payer): ChainEvent => ({ kind: 'sourceChosen', source: { payer, model: 'model-1' } });
const accepted: ChainEvent = { kind: 'planAccepted' };
const refused: ChainEvent = { kind: 'planRefused', failure: forbidden };
const inForce: Chain['refusal'] = { failure: { kind: 'tokenRefused' }, until: null };

describe('a prompt', () => {
  it('goes to the plan first, under every policy, and its acceptance is told', async () => {
    for (const policy of ['ask', 'always', 'never'] as const) {
      assert.deepEqual(await run({ policy }), { events: [chosen('plan'), accepted, ...answering], asked: ['plan'] });
    }
  });

  it('that the plan refuses ends there under "ask" and "never", marked as refused', async () => {
    for (const policy of ['ask', 'never'] as const) {
      assert.deepEqual(await run({ plan: refusing, policy }), { events: [chosen('plan'), refused, failed(forbidden)], asked: ['plan'] });
    }
  });

  it('that the plan refuses goes on to the key under "always"', async () => {
    assert.deepEqual(await run({ plan: refusing, policy: 'always' }), {
      events: [chosen('plan'), refused, chosen('apiKey'), ...answering],
      asked: ['plan', 'apiKey'],
    });
  });

  it('that both refuse ends with the key\'s failure, and neither is asked twice', async () => {
    const keyRefuses = failed({ kind: 'tokenRefused' });
    assert.deepEqual(await run({ plan: refusing, apiKey: [keyRefuses], policy: 'always' }), {
      events: [chosen('plan'), refused, chosen('apiKey'), keyRefuses],
      asked: ['plan', 'apiKey'],
    });
  });

  it('that the plan refuses ends there where there is no key, also under "always"', async () => {
    assert.deepEqual(await run({ plan: refusing, apiKey: null, policy: 'always' }), {
      events: [chosen('plan'), refused, failed(forbidden)],
      asked: ['plan'],
    });
  });

  for (const kind of ['tokenRefused', 'forbidden', 'firewall'] as const) {
    it(`goes on to the key when the plan answers ${kind}`, async () => {
      assert.deepEqual((await run({ plan: [failed({ kind })], policy: 'always' })).asked, ['plan', 'apiKey']);
    });
  }

  const others: readonly Failure[] = [
    { kind: 'balanceExhausted' },
    { kind: 'overloaded', retryAt: null },
    { kind: 'rateLimited', retryAt: null },
    { kind: 'cut' },
    { kind: 'hostUnreachable', host: 'a.example' },
    { kind: 'paymentRequired' },
  ];
  for (const failure of others) {
    it(`does not go on by itself when the plan answers ${failure.kind}, nor is the plan marked`, async () => {
      assert.deepEqual(await run({ plan: [failed(failure)], policy: 'always' }), { events: [chosen('plan'), failed(failure)], asked: ['plan'] });
    });
  }

  it('does not go on after the first token, though the plan is marked as refused', async () => {
    for (const first of [started, text, { kind: 'thinkingAdded', text: 'Hm' }] as const) {
      assert.deepEqual(await run({ plan: [first, failed(forbidden)], policy: 'always' }), {
        events: [chosen('plan'), accepted, first, refused, failed(forbidden)],
        asked: ['plan'],
      });
    }
  });

  it('that is stopped ends stopped: the plan has neither accepted nor refused', async () => {
    const stopped: MessageEvent = { kind: 'stopped', usage: noUsage };
    assert.deepEqual(await run({ plan: [stopped], policy: 'always' }), { events: [chosen('plan'), stopped], asked: ['plan'] });
  });
});

describe('a prompt while a refusal is in force', () => {
  it('goes straight to the key under "always"', async () => {
    assert.deepEqual(await run({ refusal: inForce, policy: 'always' }), { events: [chosen('apiKey'), ...answering], asked: ['apiKey'] });
  });

  it('goes nowhere under "ask" and "never", and ends with the refusal\'s own failure', async () => {
    for (const policy of ['ask', 'never'] as const) {
      assert.deepEqual(await run({ refusal: inForce, policy }), { events: [failed({ kind: 'tokenRefused' })], asked: [] });
    }
  });

  it('goes to the plan where the person says so, and its acceptance is told', async () => {
    assert.deepEqual(await run({ refusal: inForce, route: 'planOnly', policy: 'always' }), {
      events: [chosen('plan'), accepted, ...answering],
      asked: ['plan'],
    });
  });
});

describe('a prompt that a person sends a certain way', () => {
  it('goes to the plan only, and not on from there', async () => {
    assert.deepEqual(await run({ plan: refusing, route: 'planOnly', policy: 'always' }), {
      events: [chosen('plan'), refused, failed(forbidden)],
      asked: ['plan'],
    });
  });

  it('goes to the key only, under every policy', async () => {
    for (const policy of ['ask', 'always', 'never'] as const) {
      assert.deepEqual(await run({ route: 'apiKeyOnly', policy }), { events: [chosen('apiKey'), ...answering], asked: ['apiKey'] });
    }
  });

  it('goes nowhere where that provider is missing', async () => {
    const nobody = { events: [failed({ kind: 'tokenRefused' })], asked: [] };
    assert.deepEqual(await run({ plan: null, route: 'planOnly' }), nobody);
    assert.deepEqual(await run({ apiKey: null, route: 'apiKeyOnly' }), nobody);
  });
});

describe('a prompt without a plan', () => {
  it('goes to the key under "always", and nowhere otherwise', async () => {
    assert.deepEqual((await run({ plan: null, policy: 'always' })).asked, ['apiKey']);
    assert.deepEqual((await run({ plan: null, policy: 'ask' })).asked, []);
    assert.deepEqual((await run({ plan: null, policy: 'never' })).asked, []);
    assert.deepEqual(await run({ plan: null, apiKey: null, policy: 'always' }), { events: [failed({ kind: 'tokenRefused' })], asked: [] });
  });
});

describe('over real sockets, a chain', () => {
  it('sends the prompt once to each host, each with its own credential', async () => {
    await using planHost = await startLoopbackServer(() => json({ type: 'error', error: { type: 'authentication_error' } }, 401));
    await using keyHost = await startLoopbackServer(() => eventStream([messageStart + textDelta('Hi') + messageStop]));
    const profile = profileOf(planHost.origin, { altApiUrl: keyHost.origin });
    const connection = connectTo(profile, new FakeClock());
    const plan = planEndpoint(profile, credentialsOf({ businessToken })) ?? assert.fail();
    const byKey = keyEndpoint(profile, key, null) ?? assert.fail();
    const chain: Chain = {
      plan: createProvider(connection, 'plan', plan),
      apiKey: createProvider(connection, 'apiKey', byKey),
      policy: 'always',
      refusal: null,
    };
    const kinds: string[] = [];
    for await (const { kind } of answerThroughChain(chain, 'byPolicy', request, running)) kinds.push(kind);
    assert.deepEqual(kinds, ['sourceChosen', 'planRefused', 'sourceChosen', 'started', 'textAdded', 'done']);
    assert.deepEqual([...planHost.requests, ...keyHost.requests].map(({ target, headers }) => [target, headers['x-api-key'], headers.authorization]), [
      ['/api/compat/v1/messages', 'business-1', undefined],
      ['/api/compat/v1/messages', 'key-1', undefined],
    ]);
  });
});

describe('where messages go', () => {
  const profile = profileOf('https://api.example', { altApiUrl: 'https://alt.example', words: { service: 'svc', compat: 'other' } });

  it('is the first host with the business token as key, for the primary provider', () => {
    assert.deepEqual(planEndpoint(profile, credentialsOf({ businessToken })), {
      base: 'https://api.example/api/other',
      credential: { kind: 'apiKey', key: businessToken },
    });
  });

  it('is the base address for plan messages with a bearer token, for both providers', () => {
    const withBase = profileOf('https://api.example', { planMessagesUrl: 'https://plan.example/coding/' });
    for (const provider of ['primary', 'secondary'] as const) {
      assert.deepEqual(planEndpoint(withBase, credentialsOf({ provider, businessToken })), {
        base: 'https://plan.example/coding',
        credential: { kind: 'bearer', token: businessToken },
      });
    }
  });

  it('is nowhere for the secondary provider without such a base address', () => {
    assert.equal(planEndpoint(profile, credentialsOf({ provider: 'secondary' })), null);
  });

  it('is the second host for an API key, or the person\'s own base address, or nowhere', () => {
    const credential = { kind: 'apiKey', key };
    assert.deepEqual(keyEndpoint(profile, key, null), { base: 'https://alt.example/api/other', credential });
    assert.deepEqual(keyEndpoint(profile, key, 'https://own.example'), { base: 'https://own.example', credential });
    assert.equal(keyEndpoint(profileOf('https://api.example'), key, null), null);
  });
});

describe('a refusal', () => {
  it('is in force until its time, or until a person lifts it', () => {
    assert.equal(isInForce(null, 5), false);
    assert.equal(isInForce({ failure: forbidden, until: null }, 5), true);
    assert.equal(isInForce({ failure: forbidden, until: 6 }, 5), true);
    assert.equal(isInForce({ failure: forbidden, until: 5 }, 5), false);
  });
});
