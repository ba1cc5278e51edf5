import assert from 'node:assert/strict';
import { type MessageRequest, userText } from '../../../../../src/core/chat/messages/message.ts';
import type { AnswerEvent } from '../../../../../src/core/chat/messages/stream/stream.ts';
import {
  answerThroughChain,
  type Chain,
  type ChainEvent,
  type ChatProvider,
  createProvider,
  type FallbackPolicy,
  keyEndpoint,
  type Payer,
  planEndpoint,
  type Route,
} from '../../../../../src/core/chat/providers/fallback-chain.ts';
import { noUsage } from '../../../../../src/core/chat/messages/stream/stream-event.ts';
import type { Failure } from '../../../../../src/core/service/failure/errors.ts';
import { Secret } from '../../../../../src/core/service/credentials/secret.ts';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';
import {
  cut,
  eventStream,
  inOrder,
  json,
  type Reply,
  startLoopbackServer,
} from '../../../../support/servers/loopback-server.ts';
import { messageStart, messageStop, textDelta, wireEvent } from '../../../../support/servers/message-stream.ts';
import {
  audience,
  connectTo,
  credentialsOf,
  profileOf,
  serviceFor,
} from '../../../../support/fakes/service-connection.ts';

const request: MessageRequest = { model: 'model-1', maxTokens: 100, messages: [userText('Hello')] };
const running = new AbortController().signal;
const businessToken = new Secret('business-1');
const key = new Secret('key-1');

const failed = (failure: Failure): AnswerEvent => ({ kind: 'failed', failure, usage: noUsage });
const done: AnswerEvent = { kind: 'done', stopReason: 'end_turn', usage: noUsage };
const started: AnswerEvent = { kind: 'started', model: 'model-1' };
const text: AnswerEvent = { kind: 'textAdded', index: 0, text: 'Hi' };
const answering: readonly AnswerEvent[] = [started, text, done];
/** The events of an answer that comes over a socket. */
const answeredKinds = ['started', 'blockStarted', 'textAdded', 'blockEnded', 'done'];
const forbidden: Failure = { kind: 'forbidden' };
const refusing: readonly AnswerEvent[] = [failed(forbidden)];

/** A provider that answers every prompt so, and remembers whom it was asked by. */
function provider(payer: Payer, events: readonly AnswerEvent[], asked: Payer[]): ChatProvider {
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
  readonly plan?: readonly AnswerEvent[] | null;
  readonly apiKey?: readonly AnswerEvent[] | null;
  readonly policy?: FallbackPolicy;
  readonly refusal?: Chain['refusal'];
  readonly keyBarred?: Failure;
  readonly route?: Route;
}

async function run({
  plan = answering,
  apiKey = answering,
  policy = 'ask',
  refusal = null,
  keyBarred,
  route = 'byPolicy',
}: Setting): Promise<{
  events: ChainEvent[];
  asked: Payer[];
}> {
  const asked: Payer[] = [];
  const events: ChainEvent[] = [];
  const chain: Chain = {
    plan: plan === null ? null : provider('plan', plan, asked),
    hasNoPlan: false,
    withoutPlan: { kind: 'signedOut' },
    apiKey: apiKey === null ? null : provider('apiKey', apiKey, asked),
    keyBarred: () => keyBarred ?? null,
    policy,
    refusal,
  };
  for await (const event of answerThroughChain(chain, route, request, running)) events.push(event);
  const ends = events.filter(({ kind }) => kind === 'done' || kind === 'failed' || kind === 'stopped');
  assert.deepEqual(ends, events.slice(-1), 'exactly one terminal event, last');
  return { events, asked };
}

const chosen = (payer: Payer): ChainEvent => ({ kind: 'sourceChosen', source: { payer, model: 'model-1' } });
const accepted: ChainEvent = { kind: 'accepted', payer: 'plan' };
const keyAccepted: ChainEvent = { kind: 'accepted', payer: 'apiKey' };
const refused: ChainEvent = { kind: 'planRefused', failure: forbidden };
const inForce: Chain['refusal'] = { failure: { kind: 'tokenRefused' }, until: null };

describe('a prompt', () => {
  it('goes to the plan first, under every policy, and its acceptance is an event', async () => {
    for (const policy of ['ask', 'always', 'never'] as const) {
      assert.deepEqual(await run({ policy }), { events: [chosen('plan'), accepted, ...answering], asked: ['plan'] });
    }
  });

  it('that the plan refuses ends there under "ask" and "never", marked as refused', async () => {
    for (const policy of ['ask', 'never'] as const) {
      assert.deepEqual(await run({ plan: refusing, policy }), {
        events: [chosen('plan'), refused, failed(forbidden)],
        asked: ['plan'],
      });
    }
  });

  it('that the plan refuses goes on to the key under "always" [5.6 fallback]', async () => {
    assert.deepEqual(await run({ plan: refusing, policy: 'always' }), {
      events: [chosen('plan'), refused, chosen('apiKey'), keyAccepted, ...answering],
      asked: ['plan', 'apiKey'],
    });
  });

  it("that both refuse ends with the key's failure, and neither is asked twice", async () => {
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

  for (const kind of [
    'tokenRefused',
    'forbidden',
    'firewall',
    'paymentRequired',
    'balanceExhausted',
    'noPlan',
  ] as const) {
    it(`goes on to the key when the plan answers ${kind}`, async () => {
      assert.deepEqual((await run({ plan: [failed({ kind })], policy: 'always' })).asked, ['plan', 'apiKey']);
    });
  }

  const others: readonly Failure[] = [
    { kind: 'overloaded', retryAt: null },
    { kind: 'rateLimited', retryAt: null },
    { kind: 'cut' },
    { kind: 'hostUnreachable', host: 'a.example' },
  ];
  for (const failure of others) {
    it(`does not go on by itself when the plan answers ${failure.kind}, nor is the plan marked`, async () => {
      assert.deepEqual(await run({ plan: [failed(failure)], policy: 'always' }), {
        events: [chosen('plan'), failed(failure)],
        asked: ['plan'],
      });
    });
  }

  it('does not go on after the first token, though the plan is marked as refused', async () => {
    for (const first of [started, text, { kind: 'thinkingAdded', index: 0, text: 'Hm' }] as const) {
      assert.deepEqual(await run({ plan: [first, failed(forbidden)], policy: 'always' }), {
        events: [chosen('plan'), accepted, first, refused, failed(forbidden)],
        asked: ['plan'],
      });
    }
  });

  it('that is stopped ends stopped: the plan has neither accepted nor refused', async () => {
    const stopped: AnswerEvent = { kind: 'stopped', usage: noUsage };
    assert.deepEqual(await run({ plan: [stopped], policy: 'always' }), {
      events: [chosen('plan'), stopped],
      asked: ['plan'],
    });
  });
});

describe('a prompt while a refusal holds', () => {
  it('goes straight to the key under "always"', async () => {
    assert.deepEqual(await run({ refusal: inForce, policy: 'always' }), {
      events: [chosen('apiKey'), keyAccepted, ...answering],
      asked: ['apiKey'],
    });
  });

  it('ends as signed out where there is no plan to ask any more, whatever one refused before', async () => {
    for (const policy of ['ask', 'always', 'never'] as const) {
      assert.deepEqual(await run({ plan: null, apiKey: null, refusal: inForce, policy }), {
        events: [failed({ kind: 'signedOut' })],
        asked: [],
      });
    }
  });

  it('goes nowhere under "ask" and "never", and ends with the refusal\'s own failure', async () => {
    for (const policy of ['ask', 'never'] as const) {
      assert.deepEqual(await run({ refusal: inForce, policy }), {
        events: [failed({ kind: 'tokenRefused' })],
        asked: [],
      });
    }
  });

  it('goes to the plan where the person says so, and its acceptance is an event', async () => {
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
      assert.deepEqual(await run({ route: 'apiKeyOnly', policy }), {
        events: [chosen('apiKey'), keyAccepted, ...answering],
        asked: ['apiKey'],
      });
    }
  });

  it('goes nowhere where that provider is missing', async () => {
    assert.deepEqual(await run({ plan: null, route: 'planOnly' }), {
      events: [failed({ kind: 'signedOut' })],
      asked: [],
    });
    for (const route of ['apiKeyOnly', 'apiKeyAgain'] as const) {
      assert.deepEqual(await run({ apiKey: null, route }), { events: [failed({ kind: 'keyNeeded' })], asked: [] });
    }
  });
});

describe('a prompt without a plan', () => {
  it('goes to the key under "always", and nowhere otherwise', async () => {
    assert.deepEqual((await run({ plan: null, policy: 'always' })).asked, ['apiKey']);
    assert.deepEqual((await run({ plan: null, policy: 'ask' })).asked, []);
    assert.deepEqual((await run({ plan: null, policy: 'never' })).asked, []);
    assert.deepEqual(await run({ plan: null, apiKey: null, policy: 'always' }), {
      events: [failed({ kind: 'signedOut' })],
      asked: [],
    });
  });
});

describe('a key that has reached its daily cap', () => {
  const keyBarred: Failure = { kind: 'dailyCapReached', spent: 12, cap: 10 };

  it('does not pay by itself any more: the answer says so, and the plan stays marked', async () => {
    assert.deepEqual(await run({ plan: refusing, policy: 'always', keyBarred }), {
      events: [chosen('plan'), refused, failed(keyBarred)],
      asked: ['plan'],
    });
    assert.deepEqual(await run({ refusal: inForce, policy: 'always', keyBarred }), {
      events: [failed(keyBarred)],
      asked: [],
    });
    assert.deepEqual(await run({ plan: null, policy: 'always', keyBarred }), {
      events: [failed(keyBarred)],
      asked: [],
    });
  });

  it('does not pay for another try either, and still pays where the person says so', async () => {
    assert.deepEqual(await run({ route: 'apiKeyAgain', keyBarred }), { events: [failed(keyBarred)], asked: [] });
    assert.deepEqual(await run({ route: 'apiKeyOnly', keyBarred }), {
      events: [chosen('apiKey'), keyAccepted, ...answering],
      asked: ['apiKey'],
    });
  });

  it('is no matter where the key would not be asked anyway', async () => {
    assert.deepEqual(await run({ plan: refusing, policy: 'ask', keyBarred }), {
      events: [chosen('plan'), refused, failed(forbidden)],
      asked: ['plan'],
    });
    assert.deepEqual(await run({ plan: refusing, apiKey: null, policy: 'always', keyBarred }), {
      events: [chosen('plan'), refused, failed(forbidden)],
      asked: ['plan'],
    });
    assert.deepEqual((await run({ policy: 'always', keyBarred })).asked, ['plan']);
  });
});

describe('over real sockets, a chain', () => {
  it('sends the prompt once to each host, each with its own credential [4.9 default host, second host, x-api-key]', async () => {
    await using planHost = await startLoopbackServer(() =>
      json({ type: 'error', error: { type: 'authentication_error' } }, 401),
    );
    await using keyHost = await startLoopbackServer(() => eventStream([messageStart + textDelta('Hi') + messageStop]));
    const profile = profileOf(planHost.origin, { altApiUrl: keyHost.origin });
    const connection = connectTo(profile, new FakeClock());
    const plan = planEndpoint(profile, credentialsOf({ businessToken })) ?? assert.fail();
    const byKey = keyEndpoint(serviceFor(profile), { key, receiver: keyHost.origin }, null) ?? assert.fail();
    const chain: Chain = {
      plan: createProvider(connection, 'plan', plan),
      hasNoPlan: false,
      withoutPlan: { kind: 'signedOut' },
      keyBarred: () => null,
      apiKey: createProvider(connection, 'apiKey', byKey),
      policy: 'always',
      refusal: null,
    };
    const kinds: string[] = [];
    for await (const { kind } of answerThroughChain(chain, 'byPolicy', request, running)) kinds.push(kind);
    assert.deepEqual(kinds, ['sourceChosen', 'planRefused', 'sourceChosen', 'accepted', ...answeredKinds]);
    assert.deepEqual(
      [...planHost.requests, ...keyHost.requests].map(({ target, headers }) => [
        target,
        headers['x-api-key'],
        headers.authorization,
      ]),
      [
        ['/api/compat/v1/messages', 'business-1', undefined],
        ['/api/compat/v1/messages', 'key-1', undefined],
      ],
    );
  });
});

describe('a message that is sent again', () => {
  const limited = json({ type: 'error', error: { type: 'rate_limit_error' } }, 429);
  const answering = eventStream([messageStart + textDelta('Hi') + messageStop]);

  async function sent(
    replies: readonly [Reply, ...Reply[]],
    clock = new FakeClock(),
    pauses = replies.length - 1,
  ): Promise<{ kinds: string[]; asked: number }> {
    await using server = await startLoopbackServer(inOrder(...replies));
    const profile = profileOf(server.origin);
    const asked = createProvider(
      connectTo(profile, clock),
      'plan',
      planEndpoint(profile, credentialsOf()) ?? assert.fail(),
    );
    const kinds: string[] = [];
    const reading = (async () => {
      for await (const event of asked.answer(request, running))
        kinds.push(event.kind === 'failed' ? event.failure.kind : event.kind);
    })();
    for (let pause = 0; pause < pauses; pause += 1) clock.advance(await clock.timerShorterThan(6000));
    await reading;
    return { kinds, asked: server.requests.length };
  }

  it('was refused unread: it is sent twice more, and what was refused leaves no trace', async () => {
    assert.deepEqual(await sent([limited, limited, answering]), { kinds: answeredKinds, asked: 3 });
  });

  it('waits as long as the service asks, unless that is too long to wait for', async () => {
    const clock = new FakeClock();
    const begun = clock.now();
    const overloaded = (seconds: string): Reply => json({}, 529, { 'retry-after': seconds });
    assert.deepEqual(await sent([overloaded('4'), answering], clock), {
      kinds: answeredKinds,
      asked: 2,
    });
    assert.equal(clock.now() - begun, 4000);
    assert.deepEqual(await sent([overloaded('60'), answering], clock, 0), { kinds: ['overloaded'], asked: 1 });
  });

  it('is given up after the third time', async () => {
    assert.deepEqual(await sent([limited, limited, limited, answering], new FakeClock(), 2), {
      kinds: ['rateLimited'],
      asked: 3,
    });
  });

  it('is not one that the service may have begun to answer, nor one that brought anything', async () => {
    assert.deepEqual(await sent([cut, answering], new FakeClock(), 0), { kinds: ['cut'], asked: 1 });
    assert.deepEqual(await sent([json({}, 500), answering], new FakeClock(), 0), {
      kinds: ['serviceTrouble'],
      asked: 1,
    });
    const begun = eventStream([messageStart + wireEvent('error', { error: { type: 'overload_error' } })]);
    assert.deepEqual(await sent([begun, answering], new FakeClock(), 0), {
      kinds: ['started', 'overloaded'],
      asked: 1,
    });
  });

  it('is stopped in the pause at once', async () => {
    await using server = await startLoopbackServer(() => limited);
    const [profile, clock, person] = [profileOf(server.origin), new FakeClock(), new AbortController()];
    const asked = createProvider(
      connectTo(profile, clock),
      'plan',
      planEndpoint(profile, credentialsOf()) ?? assert.fail(),
    );
    const kinds: string[] = [];
    const reading = (async () => {
      for await (const { kind } of asked.answer(request, person.signal)) kinds.push(kind);
    })();
    await clock.timerShorterThan(6000);
    person.abort();
    await reading;
    assert.deepEqual([kinds, server.requests.length], [['stopped'], 1]);
  });
});

describe('where messages go', () => {
  const profile = profileOf('https://api.example', {
    altApiUrl: 'https://alt.example',
    words: { service: 'svc', compat: 'other' },
  });

  it('is the first host with the business token as key, for the primary provider', () => {
    assert.deepEqual(planEndpoint(profile, credentialsOf({ businessToken })), {
      base: 'https://api.example/api/other',
      credential: { kind: 'apiKey', key: businessToken, audience },
    });
  });

  it('is the base address for plan messages with a bearer token, for both providers [4.9 base address]', () => {
    const withBase = profileOf('https://api.example', { planMessagesUrl: 'https://plan.example/coding/' });
    for (const provider of ['primary', 'secondary'] as const) {
      assert.deepEqual(planEndpoint(withBase, credentialsOf({ provider, businessToken })), {
        base: 'https://plan.example/coding',
        credential: { kind: 'bearer', token: businessToken, audience },
      });
    }
  });

  it('is nowhere for the secondary provider without such a base address', () => {
    assert.equal(planEndpoint(profile, credentialsOf({ provider: 'secondary' })), null);
  });

  it("is the second host for an API key, or the person's own base address, or nowhere", () => {
    const credential = { kind: 'apiKey', key };
    const boundTo = (receiver: string) => ({ credential: { ...credential, audience: receiver } });
    assert.deepEqual(keyEndpoint(serviceFor(profile), { key, receiver: 'https://alt.example' }, null), {
      base: 'https://alt.example/api/other',
      ...boundTo('https://alt.example'),
    });
    assert.deepEqual(
      keyEndpoint(serviceFor(profile), { key, receiver: 'https://own.example' }, 'https://own.example'),
      {
        base: 'https://own.example',
        ...boundTo('https://own.example'),
      },
    );
    assert.equal(
      keyEndpoint(serviceFor(profileOf('https://api.example')), { key, receiver: 'https://alt.example' }, null),
      null,
    );
  });

  it('is nowhere for a key that was set for another address, whatever profile or base address came later', () => {
    for (const receiver of [
      'https://other.example',
      'https://own.example:8443',
      'https://own.example/a',
      'https://alt.example/api',
      'http://alt.example',
      '',
    ]) {
      assert.equal(keyEndpoint(serviceFor(profile), { key, receiver }, null), null, receiver);
      assert.equal(keyEndpoint(serviceFor(profile), { key, receiver }, 'https://own.example'), null, receiver);
    }
  });
});
