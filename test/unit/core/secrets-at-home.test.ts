// A person's whole way through the service, with each host a server of its own: which secret reaches which host, and
// which never does.
import assert from 'node:assert/strict';
import { userText } from '../../../src/core/chat/messages/message.ts';
import { claimCode, parseCallback } from '../../../src/core/account/oauth.ts';
import {
  answerThroughChain,
  type Chain,
  createProvider,
  keyEndpoint,
  planEndpoint,
} from '../../../src/core/chat/providers/fallback-chain.ts';
import { checkPlan } from '../../../src/core/plan/check/plan-check.ts';
import { completeSignIn } from '../../support/sign-in/completed-sign-in.ts';
import { FakeClock } from '../../support/fakes/fake-clock.ts';
import {
  eventStream,
  json,
  type LoopbackServer,
  type Script,
  startLoopbackServer,
  text,
} from '../../support/servers/loopback-server.ts';
import { messageStart, messageStop, textDelta } from '../../support/servers/message-stream.ts';
import { connectTo, keyOnLoopback, profileOf } from '../../support/fakes/service-connection.ts';

const secrets = { code: 'code-1', access: 'access-1', business: 'business-1', plan: 'plan-session-1', key: 'key-1' };
const answering = eventStream([messageStart + textDelta('Hi') + messageStop]);

const scripts = {
  auth: () => json({ sub: 'u-1', name: 'Ada', picture: '/p.png' }),
  base: () =>
    json({ code: 0, data: { primary: { access_token: secrets.access }, user: { id: 'u-1' }, token: secrets.plan } }),
  api: ({ target }) => {
    if (target.endsWith('/login')) return json({ code: 200, data: { access_token: secrets.business } });
    return target.endsWith('/list') ? json({ code: 200, data: [] }) : json({ code: 500, success: false });
  },
  plan: () => json({ code: 0, data: { plans: [{ status: 'active', used_units: 1 }] } }),
  planMessages: () => text('', 401),
  altApi: () => answering,
  foreign: () => answering,
} satisfies Record<string, Script>;
type Host = keyof typeof scripts;

/** Which of the secrets stand anywhere in what a host received. */
function seenBy({ requests }: LoopbackServer): string[] {
  const received = JSON.stringify(requests);
  return Object.entries(secrets).flatMap(([name, value]) => (received.includes(value) ? [name] : []));
}

describe('a secret', () => {
  it('reaches the hosts that it is for, and no other [5.4 access token, business token, plan credential]', async () => {
    await using opened = new AsyncDisposableStack();
    const start = async (host: Host): Promise<LoopbackServer> => opened.use(await startLoopbackServer(scripts[host]));
    const hosts = {
      auth: await start('auth'),
      base: await start('base'),
      api: await start('api'),
      plan: await start('plan'),
      planMessages: await start('planMessages'),
      altApi: await start('altApi'),
      foreign: await start('foreign'),
    };
    const profile = profileOf(hosts.base.origin, {
      authUrl: hosts.auth.origin,
      apiUrl: hosts.api.origin,
      planUrl: hosts.plan.origin,
      planMessagesUrl: hosts.planMessages.origin,
      altApiUrl: hosts.altApi.origin,
    });
    const connection = connectTo(profile, new FakeClock());

    const sent = { provider: 'primary', state: 'state-1', redirectUri: 'http://127.0.0.1:1/callback' } as const;
    const callback = parseCallback(`code=${secrets.code}&state=state-1`);
    assert.ok(callback.kind === 'code');
    const session = await completeSignIn(connection, claimCode(callback, sent) ?? assert.fail());
    assert.equal((await checkPlan(connection, session, { kind: 'checking' }, null)).kind, 'known');

    for (const ownBase of [null, hosts.foreign.origin]) {
      const key = keyOnLoopback(secrets.key, ownBase ?? undefined);
      const chain: Chain = {
        plan: createProvider(connection, 'plan', planEndpoint(profile, session) ?? assert.fail()),
        hasNoPlan: false,
        withoutPlan: { kind: 'signedOut' },
        apiKey: createProvider(connection, 'apiKey', keyEndpoint(connection, key, ownBase) ?? assert.fail()),
        keyBarred: () => null,
        policy: 'always',
        refusal: null,
      };
      const request = { model: 'model-1', maxTokens: 10, messages: [userText('Hello')] } as const;
      const kinds: string[] = [];
      for await (const { kind } of answerThroughChain(chain, 'byPolicy', request, new AbortController().signal))
        kinds.push(kind);
      assert.equal(kinds.at(-1), 'done');
    }

    assert.deepEqual(Object.fromEntries(Object.entries(hosts).map(([host, server]) => [host, seenBy(server)])), {
      auth: ['access'],
      base: ['code'],
      api: ['access', 'business'],
      plan: ['plan'],
      planMessages: ['business'],
      altApi: ['key'],
      foreign: ['key'],
    });
    const named = Object.entries(hosts).filter(([, { requests }]) =>
      requests.every(({ headers }) => headers['x-title'] === 'Tidemark'),
    );
    assert.deepEqual(
      named.map(([host]) => host),
      ['auth', 'base', 'api', 'plan', 'planMessages', 'altApi'],
    );
  });
});
