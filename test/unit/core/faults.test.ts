// Every kind of failure, produced by the demo service over real sockets and named by core's own functions; and that
// nothing of it shows a secret. What a server cannot do to a client (no network, a bad certificate) is done beside it.
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { exchangeCode } from '../../../src/core/account/oauth.ts';
import { fetchUserInfo } from '../../../src/core/account/user.ts';
import {
  answerThroughChain,
  type Chain,
  createProvider,
  planEndpoint,
} from '../../../src/core/chat/providers/fallback-chain.ts';
import { fetchQuota } from '../../../src/core/plan/check/quota.ts';
import type { Connection } from '../../../src/core/service/http/connection.ts';
import type { Failure, FailureKind } from '../../../src/core/service/failure/errors.ts';
import { createHttp } from '../../../src/core/service/http/http.ts';
import type { Fault } from '../../../src/demo/faults/faults.ts';
import type { DemoService } from '../../../src/demo/server.ts';
import { codeFromDemo } from '../../support/servers/demo-session.ts';
import { FakeClock } from '../../support/fakes/fake-clock.ts';
import { refusedOrigin } from '../../support/servers/loopback-server.ts';
import { connectTo, failureIn } from '../../support/fakes/service-connection.ts';
import { startUntrustedServer } from '../../support/servers/untrusted-server.ts';
import { closeDemos, control } from '../demo/demo-client.ts';
import { cast, failureOfMessage, nobodyStops, plan, request, type Scene } from './faulted-demo.ts';

/** What one act of core came to. */
type Act = (scene: Scene) => Promise<Failure>;

/** A message that meets this fault. */
const message =
  (fault: Fault, how: 'stream' | 'whole' = 'stream'): Act =>
  async (scene) => {
    await plan(scene.demo, 'plan-messages', fault);
    return failureOfMessage(scene, how);
  };

/** An exchange of a fresh code that meets this fault. */
const exchange =
  (fault: Fault): Act =>
  async ({ demo, connection }) => {
    const proof = await codeFromDemo(demo, connection, 'subscriber');
    await plan(demo, 'token', fault);
    return failureIn(exchangeCode(connection, proof, null));
  };

/** A read that meets this fault each time that it is tried; the pauses between are not waited for. */
const read =
  (fault: Fault, tries: number): Act =>
  async ({ demo, connection, session, clock }) => {
    await plan(demo, 'quota', fault, tries);
    const failure = failureIn(fetchQuota(connection, session, null));
    for (let pause = 1; pause < tries; pause += 1) clock.advance(await clock.timerShorterThan(6000));
    return failure;
  };

/** Waits until the demo has a request at the endpoint, by asking it. */
async function whenAsked(demo: DemoService, endpoint: string): Promise<void> {
  for (;;) {
    const report = await control(demo, 'GET', '/requests');
    if (inspect(report).includes(`'${endpoint}': 1`)) return;
  }
}

const chain: Chain = {
  plan: null,
  hasNoPlan: false,
  withoutPlan: { kind: 'signedOut' },
  apiKey: null,
  keyBarred: () => null,
  policy: 'always',
  refusal: null,
};
const chained =
  (changes: Partial<Chain>): Act =>
  async () => {
    for await (const event of answerThroughChain({ ...chain, ...changes }, 'byPolicy', request, nobodyStops)) {
      if (event.kind === 'failed') return event.failure;
    }
    return assert.fail();
  };

const inAMinute = new FakeClock().now() + 60_000;
const body = (json: unknown, status: number): Fault => ({
  kind: 'reply',
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(json),
});
const page: Fault = {
  kind: 'reply',
  status: 401,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Blocked</title>',
};
const unexpected = (what: (Failure & { kind: 'unexpectedAnswer' })['what']): Failure => ({
  kind: 'unexpectedAnswer',
  what,
});
const noMoreMoney = '[1113][Insufficient balance or no resource package.]';

type Row = readonly [sentence: string, act: Act, failure: Failure | ((scene: Scene) => Failure)];

/** At least one scene for each kind; the type makes a forgotten kind a compile error. */
const table: Readonly<Record<FailureKind, readonly Row[]>> = {
  offline: [['a machine without a network', withoutNetwork, { kind: 'offline' }]],
  hostUnreachable: [
    ['an address where nobody listens', whereNobodyListens, { kind: 'hostUnreachable', host: '127.0.0.1' }],
  ],
  certificate: [
    [
      'a certificate that nobody vouches for',
      overUntrusted,
      { kind: 'certificate', host: 'localhost', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    ],
  ],
  timeout: [
    ['silence before the headers of a message', silentMessage, { kind: 'timeout', seconds: 60 }],
    ['silence before a whole answer', silentWhole, { kind: 'timeout', seconds: 300 }],
  ],
  stalled: [['silence in the middle of a stream', stalledMessage, { kind: 'stalled', seconds: 60 }]],
  cut: [
    ['a cut before the headers of a message', message({ kind: 'cut-before-headers' }), { kind: 'cut' }],
    ['a cut in the middle of a stream', message({ kind: 'cut-mid-body', after: 700 }), { kind: 'cut' }],
    ['a stream without message_stop [6 message_stop]', message({ kind: 'no-message-stop' }), { kind: 'cut' }],
    ['a cut in the middle of a whole answer', message({ kind: 'cut-mid-body', after: 20 }, 'whole'), { kind: 'cut' }],
    ['a cut in the middle of each of three reads', read({ kind: 'cut-mid-body', after: 5 }, 3), { kind: 'cut' }],
    [
      'a cut before the headers of an exchange, which is not repeated',
      exchange({ kind: 'cut-before-headers' }),
      { kind: 'cut' },
    ],
  ],
  blockedPort: [
    ['an address that no web request may go to', overBlockedPort, { kind: 'blockedPort', host: '127.0.0.1' }],
  ],
  proxyAuthentication: [
    ['407 of messages', message({ kind: 'proxy-authentication' }), { kind: 'proxyAuthentication' }],
    ['407 of a read', read({ kind: 'proxy-authentication' }, 1), { kind: 'proxyAuthentication' }],
  ],
  tooSlow: [
    ['a whole answer that drips for ten minutes', drippingWhole, { kind: 'tooSlow', seconds: 600 }],
    ['a read that drips for a minute', drippingRead, { kind: 'tooSlow', seconds: 60 }],
  ],
  firewall: [
    ['the empty 401 of a firewall before messages [7.3 firewall]', message({ kind: 'firewall' }), { kind: 'firewall' }],
    [
      'the empty 401 of a firewall before a read [7.1 billing refused]',
      read({ kind: 'firewall' }, 1),
      { kind: 'firewall' },
    ],
    ["a 401 that is somebody else's page", message(page), { kind: 'firewall' }],
    ["a 401 that is somebody else's JSON", message(body({ blocked: true }, 401)), { kind: 'firewall' }],
  ],
  tokenRefused: [
    [
      "401 of messages in the service's words [7.1 invalid business token]",
      message({ kind: 'token-refused' }),
      { kind: 'tokenRefused' },
    ],
    ['401 of a read in an envelope', read({ kind: 'token-refused' }, 1), { kind: 'tokenRefused' }],
  ],
  forbidden: [['403', message({ kind: 'forbidden' }), { kind: 'forbidden' }]],
  paymentRequired: [['402', message({ kind: 'payment-required' }), { kind: 'paymentRequired' }]],
  balanceExhausted: [
    [
      '429 with 1113 as text [7.1 no balance][7.2 error.code]',
      message({ kind: 'balance-exhausted', code: 'text' }),
      { kind: 'balanceExhausted' },
    ],
    ['429 with 1113 as a number', message({ kind: 'balance-exhausted', code: 'number' }), { kind: 'balanceExhausted' }],
    [
      '429 with 1113 beside the error',
      message({ kind: 'balance-exhausted', code: 'top-level' }),
      { kind: 'balanceExhausted' },
    ],
    [
      '429 with 1113 in the message alone [7.2 error.message]',
      message(body({ type: 'error', error: { type: 'rate_limit_error', message: noMoreMoney } }, 429)),
      { kind: 'balanceExhausted' },
    ],
  ],
  rateLimited: [
    [
      '429 without a wait [7.2 error.type]',
      message({ kind: 'rate-limited', as: 'seconds' }),
      { kind: 'rateLimited', retryAt: null },
    ],
    [
      '429 with a wait in seconds',
      message({ kind: 'rate-limited', retryAfter: 60, as: 'seconds' }),
      { kind: 'rateLimited', retryAt: inAMinute },
    ],
    [
      '429 with a wait until a date',
      message({ kind: 'reply', status: 429, headers: { 'retry-after': new Date(inAMinute).toUTCString() }, body: '' }),
      { kind: 'rateLimited', retryAt: inAMinute },
    ],
  ],
  overloaded: [
    ['529 with a wait', message({ kind: 'overloaded', retryAfter: 60 }), { kind: 'overloaded', retryAt: inAMinute }],
    [
      'an error event in the middle of a stream [6 error]',
      message({ kind: 'overload-mid-stream', after: 5 }),
      { kind: 'overloaded', retryAt: null },
    ],
  ],
  codeExpired: [
    [
      'HTTP 500 with 2007 at the exchange [7.1 code expired][3 code expired]',
      exchange({ kind: 'code-expired' }),
      { kind: 'codeExpired' },
    ],
  ],
  providerInactive: [['the person whose provider is not active', inactivePerson, { kind: 'providerInactive' }]],
  notFound: [['404', message({ kind: 'not-found' }), { kind: 'notFound' }]],
  tooLarge: [['413', message({ kind: 'too-large' }), { kind: 'tooLarge' }]],
  requestRefused: [
    [
      '400 with a code',
      message(body({ type: 'error', error: { type: 'invalid_request_error', code: '1210' } }, 400)),
      { kind: 'requestRefused', status: 400, code: '1210' },
    ],
    [
      'an envelope that says no under HTTP 200 [2.1 success]',
      message(body({ code: 500, msg: 'no', success: false }, 200)),
      { kind: 'requestRefused', status: 200, code: '500' },
    ],
  ],
  serviceTrouble: [
    ['500 of messages', message({ kind: 'server-trouble' }), { kind: 'serviceTrouble', status: 500, retryAt: null }],
    [
      '408 of each of three reads',
      read({ kind: 'request-timeout' }, 3),
      { kind: 'serviceTrouble', status: 408, retryAt: null },
    ],
    [
      'HTTP 500 with 2007 anywhere but at the exchange',
      message({ kind: 'code-expired' }),
      { kind: 'serviceTrouble', status: 500, retryAt: null },
    ],
    [
      '503 of each of three reads',
      read({ kind: 'reply', status: 503, headers: {}, body: '' }, 3),
      { kind: 'serviceTrouble', status: 503, retryAt: null },
    ],
  ],
  unexpectedAnswer: [
    ['a redirect', message({ kind: 'redirect', location: 'http://127.0.0.1:9/' }), unexpected('redirect')],
    [
      'another kind of document',
      message({ kind: 'wrong-content-type', contentType: 'application/octet-stream' }),
      unexpected('contentType'),
    ],
    ['an event that is not JSON', message({ kind: 'invalid-event-json' }), unexpected('invalidJson')],
    ['half of a JSON document', message({ kind: 'truncated-json' }, 'whole'), unexpected('invalidJson')],
    ['half of a quota', read({ kind: 'truncated-json' }, 1), unexpected('invalidJson')],
    ['JSON of another shape', message(body({ content: 'Hi' }, 200), 'whole'), unexpected('schema')],
    ['a line far too long', message({ kind: 'oversized-line', bytes: 40_000_000 }), unexpected('tooBig')],
    ['a body far too large', read({ kind: 'oversized-line', bytes: 9_000_000 }, 1), unexpected('tooBig')],
    [
      'an answer with nothing in it',
      message({ kind: 'reply', status: 200, headers: {}, body: '' }, 'whole'),
      unexpected('empty'),
    ],
  ],
  loginPage: [
    [
      'the page of a network before messages',
      message({ kind: 'login-page' }),
      ({ demo }) => ({ kind: 'loginPage', host: new URL(demo.description.apiUrl).host }),
    ],
    [
      'the page of a network before a read',
      read({ kind: 'login-page' }, 1),
      ({ demo }) => ({ kind: 'loginPage', host: new URL(demo.description.apiUrl).host }),
    ],
  ],
  noPlan: [['429 with 1113 to an account that is known to have no plan', withoutPlan, { kind: 'noPlan' }]],
  signedOut: [['a prompt that nobody could be asked', chained({}), { kind: 'signedOut' }]],
  keyNeeded: [
    ['an account whose plan takes no messages', chained({ withoutPlan: { kind: 'keyNeeded' } }), { kind: 'keyNeeded' }],
  ],
  dailyCapReached: [['a key at its cap', cappedKey, { kind: 'dailyCapReached', spent: 7, cap: 7 }]],
  stopped: [['a person who leaves a read', leftRead, { kind: 'stopped' }]],
};

/** The failure that the runtime reports; no server can bring it about. */
async function withoutNetwork(scene: Scene): Promise<Failure> {
  const unplugged = createHttp(
    () => Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ENETUNREACH' }) })),
    scene.clock,
  );
  return failureOfMessage({ ...scene, connection: { ...scene.connection, http: unplugged } });
}

async function whereNobodyListens(scene: Scene): Promise<Failure> {
  const profile = { ...scene.connection.profile, planMessagesUrl: await refusedOrigin() };
  return withoutPort(await failureOfMessage({ ...scene, connection: connectTo(profile, scene.clock) }));
}

/** Ports differ from run to run. */
function withoutPort(failure: Failure): Failure {
  return 'host' in failure ? { ...failure, host: failure.host.replace(/:\d+$/, '') } : failure;
}

async function overBlockedPort(scene: Scene): Promise<Failure> {
  const profile = { ...scene.connection.profile, planMessagesUrl: 'http://127.0.0.1:6000' };
  return withoutPort(await failureOfMessage({ ...scene, connection: connectTo(profile, scene.clock) }));
}

async function overUntrusted(scene: Scene): Promise<Failure> {
  await using untrusted = await startUntrustedServer();
  const profile = { ...scene.connection.profile, planMessagesUrl: untrusted.origin };
  const connection = connectTo(profile, scene.clock);
  const session = { ...scene.session, audience: connection.audience };
  return withoutPort(await failureOfMessage({ ...scene, connection, session }));
}

async function silentMessage(scene: Scene): Promise<Failure> {
  await plan(scene.demo, 'plan-messages', { kind: 'silence' });
  const failure = failureOfMessage(scene);
  await whenAsked(scene.demo, 'plan-messages');
  scene.clock.advance(60_000);
  return failure;
}

async function silentWhole(scene: Scene): Promise<Failure> {
  await plan(scene.demo, 'plan-messages', { kind: 'silence' });
  const failure = failureOfMessage(scene, 'whole');
  await whenAsked(scene.demo, 'plan-messages');
  scene.clock.advance(300_000);
  return failure;
}

/** A connection whose every answer drips for ever: one byte a second. */
function dripping({ clock, connection }: Scene): Connection {
  const drip = (signal: AbortSignal | null | undefined): Response => {
    const body = new ReadableStream<Uint8Array>(
      {
        pull(stream) {
          clock.advance(1000);
          if (signal?.aborted === true) stream.error(signal.reason);
          else stream.enqueue(Uint8Array.of(0x20));
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  };
  return { ...connection, http: createHttp((_url, { signal }) => Promise.resolve(drip(signal)), clock) };
}

async function drippingWhole(scene: Scene): Promise<Failure> {
  return failureOfMessage({ ...scene, connection: dripping(scene) }, 'whole');
}

async function drippingRead(scene: Scene): Promise<Failure> {
  return failureIn(fetchQuota(dripping(scene), scene.session, null));
}

async function stalledMessage(scene: Scene): Promise<Failure> {
  await plan(scene.demo, 'plan-messages', { kind: 'stall-mid-body', after: 700 });
  // Only whoever waits for more can meet a silence, so the time passes once what has arrived is taken.
  return failureOfMessage(scene, 'stream', ({ kind }) => {
    if (kind === 'textAdded') setImmediate(() => scene.clock.advance(60_000));
  });
}

async function inactivePerson({ demo, connection }: Scene): Promise<Failure> {
  return failureIn(exchangeCode(connection, await codeFromDemo(demo, connection, 'inactive-provider'), null));
}

async function cappedKey(scene: Scene): Promise<Failure> {
  const asked = { payer: 'apiKey' as const, host: 'api.example.com', answer: () => assert.fail('the key was asked') };
  return chained({ apiKey: asked, keyBarred: () => ({ kind: 'dailyCapReached', spent: 7, cap: 7 }) })(scene);
}

async function withoutPlan(scene: Scene): Promise<Failure> {
  await plan(scene.demo, 'plan-messages', { kind: 'balance-exhausted', code: 'text' });
  const endpoint = planEndpoint(scene.connection.profile, scene.session);
  assert.ok(endpoint !== null);
  return chained({ plan: createProvider(scene.connection, 'plan', endpoint), hasNoPlan: true })(scene);
}

async function leftRead({ demo, connection, session }: Scene): Promise<Failure> {
  await plan(demo, 'user-info', { kind: 'silence' });
  const person = new AbortController();
  const failure = failureIn(fetchUserInfo(connection, 'primary', session.accessToken, person.signal));
  await control(demo, 'GET', '/requests');
  person.abort();
  return failure;
}

describe('a failure over real sockets', () => {
  afterEach(closeDemos);

  for (const [kind, rows] of Object.entries(table)) {
    for (const [sentence, act, expected] of rows) {
      it(`is ${kind} after ${sentence}, and shows no secret`, async () => {
        const scene = await cast();
        const failure = await act(scene);
        assert.deepEqual(failure, typeof expected === 'function' ? expected(scene) : expected);
        const { businessToken, accessToken, planCredential } = scene.session;
        const shown =
          inspect(failure, { depth: 9 }) +
          inspect(scene.session, { depth: 9, showHidden: true }) +
          JSON.stringify(scene.session);
        for (const secret of [businessToken, accessToken, planCredential ?? assert.fail()])
          assert.ok(!shown.includes(secret.reveal()));
      });
    }
  }
});
