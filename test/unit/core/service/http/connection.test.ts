// Over real sockets.
import assert from 'node:assert/strict';
import { getJson, headersFor, postJson } from '../../../../../src/core/service/http/connection.ts';
import { Secret } from '../../../../../src/core/service/credentials/secret.ts';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';
import {
  cut,
  inOrder,
  json,
  type LoopbackServer,
  silence,
  startLoopbackServer,
  text,
} from '../../../../support/servers/loopback-server.ts';
import { connectTo, failureIn, profileOf } from '../../../../support/fakes/service-connection.ts';

const identityNames = [
  'User-Agent',
  'HTTP-Referer',
  'X-Title',
  'X-Svc-App-Version',
  'X-Platform',
  'X-Release-Channel',
  'X-Client-Language',
  'X-Client-Timezone',
  'X-Os-Category',
  'X-Os-Version',
];

async function endPause(clock: FakeClock): Promise<void> {
  clock.advance(await clock.timerShorterThan(20_000));
}

function connect(server: LoopbackServer, clock: FakeClock): ReturnType<typeof connectTo> {
  return connectTo(profileOf(server.origin), clock);
}

describe('a request to the service', () => {
  it('carries all ten identification headers, read or write', async () => {
    await using server = await startLoopbackServer(() => json({}));
    const connection = connect(server, new FakeClock());
    await getJson(connection, `${server.origin}/a`, null, null);
    await postJson(connection, `${server.origin}/b`, {}, null);
    for (const { rawHeaderNames } of server.requests) {
      const sent = new Set(rawHeaderNames.map((name) => name.toLowerCase()));
      assert.deepEqual(
        identityNames.filter((name) => !sent.has(name.toLowerCase())),
        [],
      );
    }
    assert.equal(server.requests[0]?.headers['user-agent'], 'tidemark/1.2.3');
    assert.equal(server.requests.length, 2);
  });

  it('tells a foreign host the user agent and nothing more', () => {
    const connection = connectTo(profileOf('https://base.example'), new FakeClock());
    assert.deepEqual(headersFor(connection, 'https://key.example/v1/messages'), { 'User-Agent': 'tidemark/1.2.3' });
    assert.deepEqual(Object.keys(headersFor(connection, 'https://base.example/x')), identityNames);
  });
});

describe('a read', () => {
  it('is sent again after trouble, with the same credential', async () => {
    await using server = await startLoopbackServer(inOrder(text('', 502), cut, json({ a: 1 })));
    const clock = new FakeClock();
    const answer = getJson(
      connect(server, clock),
      server.origin,
      { kind: 'bearer', token: new Secret('t'), audience: server.origin },
      null,
    );
    await endPause(clock);
    await endPause(clock);
    assert.deepEqual(await answer, { status: 200, body: { a: 1 }, failure: null });
    assert.deepEqual(
      server.requests.map(({ headers }) => headers.authorization),
      ['Bearer t', 'Bearer t', 'Bearer t'],
    );
  });

  it('waits as long as Retry-After says', async () => {
    await using server = await startLoopbackServer(inOrder(text('', 429, { 'retry-after': '3' }), json({})));
    const clock = new FakeClock();
    const answer = getJson(connect(server, clock), server.origin, null, null);
    assert.equal(await clock.timerShorterThan(20_000), 3000);
    clock.advance(2999);
    assert.equal(server.requests.length, 1);
    clock.advance(1);
    assert.equal((await answer).status, 200);
    assert.equal(server.requests.length, 2);
  });

  it('that the service puts off for long is answered at once, with the time', async () => {
    await using server = await startLoopbackServer(() => text('', 429, { 'retry-after': '600' }));
    const clock = new FakeClock();
    const { failure } = await getJson(connect(server, clock), server.origin, null, null);
    assert.deepEqual(failure, { kind: 'rateLimited', retryAt: clock.now() + 600_000 });
    assert.equal(server.requests.length, 1);
  });

  it('gives the last answer when all tries fail', async () => {
    await using server = await startLoopbackServer(inOrder(text('', 502), text('', 503), json({ msg: 'x' }, 500)));
    const clock = new FakeClock();
    const answer = getJson(connect(server, clock), server.origin, null, null);
    await endPause(clock);
    await endPause(clock);
    assert.deepEqual(await answer, {
      status: 500,
      body: { msg: 'x' },
      failure: { kind: 'serviceTrouble', status: 500, retryAt: null },
    });
    assert.equal(server.requests.length, 3);
  });

  it('fails as its last try failed, not with the answer of an earlier one', async () => {
    await using server = await startLoopbackServer(inOrder(text('', 502), cut));
    const clock = new FakeClock();
    const failure = failureIn(getJson(connect(server, clock), server.origin, null, null));
    await endPause(clock);
    await endPause(clock);
    assert.deepEqual(await failure, { kind: 'cut' });
  });

  it('is not sent again where the service has answered for good', async () => {
    for (const status of [400, 401, 402, 403, 404]) {
      await using server = await startLoopbackServer(() => text('', status));
      assert.equal((await getJson(connect(server, new FakeClock()), server.origin, null, null)).status, status);
      assert.equal(server.requests.length, 1);
    }
  });

  it('is not sent again where its reader calls the answer final, whatever its status', async () => {
    await using server = await startLoopbackServer(() => json({ code: 500 }, 500));
    const clock = new FakeClock();
    const answer = await getJson(connect(server, clock), server.origin, null, null, ({ body }) => body !== undefined);
    assert.deepEqual([answer.status, server.requests.length, clock.waiting], [500, 1, 0]);
  });

  it('stopped in the pause before another try ends as stopped, and sends nothing more', async () => {
    await using server = await startLoopbackServer(() => text('', 502));
    const clock = new FakeClock();
    const person = new AbortController();
    const failure = failureIn(getJson(connect(server, clock), server.origin, null, person.signal));
    await clock.timerShorterThan(20_000);
    person.abort();
    assert.deepEqual(await failure, { kind: 'stopped' });
    assert.deepEqual([server.requests.length, clock.waiting], [1, 0]);
  });

  it('that hears nothing for twenty seconds is sent again', async () => {
    await using server = await startLoopbackServer(inOrder(silence, json({ a: 1 })));
    const clock = new FakeClock();
    const answer = getJson(connect(server, clock), server.origin, null, null);
    await server.received(0);
    clock.advance(20_000);
    await endPause(clock);
    assert.deepEqual((await answer).body, { a: 1 });
  });
});

describe('a write', () => {
  for (const [sentence, reply] of [
    ['trouble', text('', 502)],
    ['a rate limit with its wait', text('', 429, { 'retry-after': '0' })],
    ['an overload', text('', 529)],
  ] as const) {
    it(`is sent once, also after ${sentence}`, async () => {
      await using server = await startLoopbackServer(() => reply);
      const clock = new FakeClock();
      const { failure } = await postJson(connect(server, clock), server.origin, {}, null);
      assert.notEqual(failure, null);
      assert.deepEqual([server.requests.length, clock.waiting], [1, 0]);
    });
  }

  it('is sent once, also where the connection breaks', async () => {
    await using server = await startLoopbackServer(() => cut);
    const clock = new FakeClock();
    assert.deepEqual(await failureIn(postJson(connect(server, clock), server.origin, {}, null)), { kind: 'cut' });
    assert.deepEqual([server.requests.length, clock.waiting], [1, 0]);
  });
});
