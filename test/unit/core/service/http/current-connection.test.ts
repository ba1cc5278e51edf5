import assert from 'node:assert/strict';
import { fetchBusinessToken } from '../../../../../src/core/account/oauth.ts';
import { fetchUserInfo } from '../../../../../src/core/account/user.ts';
import { tryKey } from '../../../../../src/core/chat/session/key-check.ts';
import { createProvider, keyEndpoint, planEndpoint } from '../../../../../src/core/chat/providers/fallback-chain.ts';
import { probeAddresses } from '../../../../../src/core/diagnose/address-probe.ts';
import { checkPlan } from '../../../../../src/core/plan/check/plan-check.ts';
import type { Connection } from '../../../../../src/core/service/http/connection.ts';
import { CurrentConnection } from '../../../../../src/core/service/http/current-connection.ts';
import type { ServiceProfile } from '../../../../../src/core/service/profile/profile.ts';
import { Secret } from '../../../../../src/core/service/credentials/secret.ts';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';
import {
  eventStream,
  inOrder,
  silence,
  startLoopbackServer,
  text,
} from '../../../../support/servers/loopback-server.ts';
import { messageStart, textDelta } from '../../../../support/servers/message-stream.ts';
import {
  audience,
  connectTo,
  credentialsOf,
  failureIn,
  keyOnLoopback,
  profileOf,
  serviceFor,
} from '../../../../support/fakes/service-connection.ts';

const other = profileOf('https://other.example');

function connected(current: CurrentConnection, profile: ServiceProfile, clock = new FakeClock()): Connection {
  current.connect({ profile, audience }, (ending) => connectTo(profile, clock, ending));
  return current.connection ?? assert.fail('Nothing is connected.');
}

describe('The service that is connected', () => {
  it('is news where it is another, and where its profile says something else; not where it says the same', () => {
    const current = new CurrentConnection();
    const open = (profile: ServiceProfile): boolean =>
      current.connect({ profile, audience }, (ending) => connectTo(profile, new FakeClock(), ending));
    assert.equal(current.disconnect(), false);
    assert.equal(open(other), true);
    const first = current.connection;
    assert.equal(open(profileOf('https://other.example')), false);
    assert.equal(current.connection, first);
    assert.equal(open(profileOf('https://other.example', { models: [{ id: 'model-2' }] })), true);
    assert.equal(current.disconnect(), true);
    assert.equal(current.connection, null);
  });

  it('has ended where another takes its place or none is connected, and whoever hears of that finds the new one', () => {
    const current = new CurrentConnection();
    const first = connected(current, profileOf('https://first.example'));
    let heard: Connection | null = null;
    first.ending.addEventListener('abort', () => (heard = current.connection));
    const second = connected(current, other);
    assert.deepEqual([first.ending.aborted, second.ending.aborted], [true, false]);
    assert.equal(heard, second);
    current.disconnect();
    assert.equal(second.ending.aborted, true);
    assert.equal(connected(current, other).ending.aborted, false);
  });

  it('goes on where only its name or models change, and is another where one address, port, client id or word does', () => {
    const base = { altApiUrl: 'https://alt.example', altAppId: 'app-1' };
    const profile = profileOf('http://127.0.0.1:1111', base);
    const same = [{ name: 'New name' }, { models: [{ id: 'model-2' }] }, { redirectShapes: ['loopback'] }];
    const another = [
      { authUrl: 'http://127.0.0.1:2222' },
      { baseUrl: 'https://b.example' },
      { apiUrl: 'https://c.example' },
      { altAuthUrl: 'https://d.example' },
      { altApiUrl: 'https://e.example' },
      { planUrl: 'https://f.example' },
      { planMessagesUrl: 'https://g.example' },
      { clientId: 'client-2' },
      { altAppId: 'app-2' },
      { words: { service: 'acme', compat: 'compat' } },
    ];
    for (const [changes, hasEnded] of [
      ...same.map((one) => [one, false] as const),
      ...another.map((one) => [one, true] as const),
    ]) {
      const current = new CurrentConnection();
      const before = connected(current, profile);
      connected(current, profileOf('http://127.0.0.1:1111', { ...base, ...changes }));
      assert.equal(before.ending.aborted, hasEnded, JSON.stringify(changes));
    }
  });
});

/** Every kind of request to a service, as it is made in the name of whoever is signed in. */
const requests: Readonly<Record<string, (connection: Connection) => Promise<unknown>>> = {
  'the business login': (connection) => failureIn(fetchBusinessToken(connection, new Secret('access-1'), null)),
  'user info': (connection) => failureIn(fetchUserInfo(connection, 'primary', new Secret('access-1'), null)),
  'a plan check': (connection) => failureIn(checkPlan(connection, credentialsOf(), { kind: 'checking' }, null)),
  'a try of the key': async (connection) => {
    const endpoint =
      keyEndpoint(connection, keyOnLoopback('key-1', connection.profile.apiUrl), connection.profile.apiUrl) ??
      assert.fail();
    const verdict = await tryKey(
      createProvider(connection, 'apiKey', endpoint),
      'model-1',
      false,
      new AbortController().signal,
    );
    return verdict.kind === 'undecided' ? verdict.failure : verdict;
  },
  'a diagnosis': async (connection) => (await probeAddresses(connection, null)).map(({ failure }) => failure)[0],
};

describe('What was begun for a service', () => {
  for (const [name, ask] of Object.entries(requests)) {
    it(`ends when another is connected: ${name}`, async () => {
      await using server = await startLoopbackServer(() => silence);
      const current = new CurrentConnection();
      const asked = ask(connected(current, profileOf(server.origin)));
      const { socketClosed } = await server.received(0);
      connected(current, other);
      assert.deepEqual(await asked, { kind: 'stopped' });
      await socketClosed;
    });

    it(`sends nothing any more where another was connected before: ${name}`, async () => {
      await using server = await startLoopbackServer(() => silence);
      const current = new CurrentConnection();
      const first = connected(current, profileOf(server.origin));
      connected(current, other);
      assert.deepEqual(await ask(first), { kind: 'stopped' });
      assert.equal(server.requests.length, 0);
    });
  }

  it('ends when another is connected: an answer that is arriving, whose text stays', async () => {
    await using server = await startLoopbackServer(() => eventStream([messageStart + textDelta('Hi')], 'silence'));
    const current = new CurrentConnection();
    const connection = connected(current, profileOf(server.origin));
    const plan = createProvider(connection, 'plan', planEndpoint(connection.profile, credentialsOf()) ?? assert.fail());
    const events: string[] = [];
    for await (const event of plan.answer(
      { model: 'model-1', maxTokens: 9, messages: [] },
      new AbortController().signal,
    )) {
      events.push(event.kind === 'textAdded' ? event.text : event.kind);
      if (event.kind === 'textAdded') connected(current, other);
    }
    assert.deepEqual(events, ['started', 'blockStarted', 'Hi', 'stopped']);
    await (await server.received(0)).socketClosed;
  });

  it('is not sent again by a pause that the end of its service falls into', async () => {
    await using server = await startLoopbackServer(inOrder(text('', 502), silence));
    const clock = new FakeClock();
    const current = new CurrentConnection();
    const failure = failureIn(
      fetchUserInfo(connected(current, profileOf(server.origin), clock), 'primary', new Secret('access-1'), null),
    );
    await clock.timerShorterThan(5000);
    connected(current, other);
    assert.deepEqual(await failure, { kind: 'stopped' });
    assert.equal(server.requests.length, 1);
  });
});

describe('A credential', () => {
  it('is not sent by the connection to another service, even on the same host', async () => {
    await using server = await startLoopbackServer(() => text('', 401));
    const connection = connectTo(profileOf(server.origin), new FakeClock());
    const session = credentialsOf({
      audience: serviceFor(profileOf(server.origin, { clientId: 'client-2' })).audience,
    });
    assert.deepEqual(await failureIn(checkPlan(connection, session, { kind: 'checking' }, null)), {
      kind: 'stopped',
    });
    assert.equal(server.requests.length, 0);
  });

  it('is not sent to a host that its service does not name', async () => {
    await using server = await startLoopbackServer(() => text('', 401));
    await using foreign = await startLoopbackServer(() => text('', 401));
    const { http } = connectTo(profileOf(server.origin), new FakeClock());
    const credential = { kind: 'bearer', token: new Secret('t-1'), audience } as const;
    for (const ask of [http.json, http.probe, http.eventStream]) {
      const answer = ask({
        method: 'GET',
        url: foreign.origin,
        headers: {},
        credential,
        signal: null,
        idleMilliseconds: 9000,
      });
      assert.deepEqual(await failureIn(answer), { kind: 'stopped' });
    }
    assert.equal(foreign.requests.length, 0);
  });

  it('of one host goes to that host alone', async () => {
    await using server = await startLoopbackServer(() => text('', 401));
    const { http } = connectTo(profileOf(server.origin), new FakeClock());
    const request = { method: 'GET', url: server.origin, headers: {}, signal: null, idleMilliseconds: 9000 } as const;
    const keyFor = (audience: string) => ({ kind: 'apiKey', key: new Secret('key-1'), audience }) as const;
    assert.deepEqual(await failureIn(http.json({ ...request, credential: keyFor('https://key.example') })), {
      kind: 'stopped',
    });
    assert.equal(server.requests.length, 0);
    await http.json({ ...request, credential: keyFor(server.origin) });
    assert.equal(server.requests[0]?.headers['x-api-key'], 'key-1');
  });
});
