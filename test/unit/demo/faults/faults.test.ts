// Each fault that answers in place of an endpoint, seen from the other end of a real socket, and the order of faults.
import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { closeDemos, codeFor, control, envelope, exchange, startDemo } from '../demo-client.ts';
import { scene, socketFailure, staysSilent } from '../fault-scene.ts';

const failureBody = z.object({
  code: z.optional(z.number()),
  error: z.object({ type: z.string(), code: z.optional(z.union([z.string(), z.number()])) }),
});

describe('faults that answer instead of a message endpoint', () => {
  afterEach(closeDemos);

  const statuses = [
    { kind: 'token-refused', status: 401, type: 'authentication_error' },
    { kind: 'payment-required', status: 402, type: 'billing_error' },
    { kind: 'forbidden', status: 403, type: 'permission_error' },
    { kind: 'not-found', status: 404, type: 'not_found_error' },
    { kind: 'too-large', status: 413, type: 'request_too_large' },
    { kind: 'server-trouble', status: 500, type: 'api_error' },
    { kind: 'overloaded', status: 529, type: 'overload_error' },
  ];
  for (const { kind, status, type } of statuses) {
    it(`${kind}: HTTP ${status} with ${type}`, async () => {
      const answer = await (await scene('messages', { kind })).ask();
      assert.equal(answer.status, status);
      assert.equal(failureBody.parse(await answer.json()).error.type, type);
    });
  }

  const places = [
    { code: 'text', inError: '1113', atTop: undefined },
    { code: 'number', inError: 1113, atTop: undefined },
    { code: 'top-level', inError: undefined, atTop: 1113 },
  ];
  for (const { code, inError, atTop } of places) {
    it(`balance-exhausted: HTTP 429 with 1113 as ${code}`, async () => {
      const answer = await (await scene('messages', { kind: 'balance-exhausted', code })).ask();
      assert.equal(answer.status, 429);
      const body = failureBody.parse(await answer.json());
      assert.deepEqual([body.error.code, body.code], [inError, atTop]);
    });
  }

  it('rate-limited: HTTP 429 with Retry-After in seconds, as a date, or without', async () => {
    const { demo, ask: askAgain } = await scene('messages', { kind: 'rate-limited', retryAfter: 7 });
    await control(demo, 'POST', '/faults', {
      endpoint: 'messages',
      fault: { kind: 'rate-limited', retryAfter: 7, as: 'date' },
    });
    await control(demo, 'POST', '/faults', { endpoint: 'messages', fault: { kind: 'rate-limited' } });
    const answers = [await askAgain(), await askAgain(), await askAgain()];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [429, 429, 429],
    );
    const [seconds, date, none] = answers.map(({ headers }) => headers.get('retry-after'));
    assert.equal(seconds, '7');
    const wait = Date.parse(date ?? '') - Date.now();
    assert.ok(wait > 0 && wait <= 7_000, date ?? 'none');
    assert.equal(none, null);
  });

  it('overloaded: HTTP 529 with Retry-After where seconds are given', async () => {
    const answer = await (await scene('messages', { kind: 'overloaded', retryAfter: 3 })).ask();
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [529, '3']);
  });

  it('login-page: the HTML page of a network', async () => {
    const answer = await (await scene('messages', { kind: 'login-page' })).ask();
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'text/html; charset=utf-8']);
    assert.match(await answer.text(), /Guest Wi-Fi/);
  });

  it('redirect: to the given address', async () => {
    const answer = await (await scene('messages', { kind: 'redirect', location: 'http://127.0.0.1:9/' })).ask();
    assert.deepEqual([answer.status, answer.headers.get('location')], [307, 'http://127.0.0.1:9/']);
  });

  it('reply: any answer, word for word', async () => {
    const fault = {
      kind: 'reply',
      status: 503,
      headers: { 'retry-after': '2', 'content-type': 'text/plain' },
      body: 'Later.',
    };
    const answer = await (await scene('messages', fault)).ask();
    assert.deepEqual([answer.status, answer.headers.get('retry-after'), await answer.text()], [503, '2', 'Later.']);
  });

  it('cut-before-headers: the connection ends without an answer', async () => {
    const { ask: asked } = await scene('messages', { kind: 'cut-before-headers' });
    assert.equal(await socketFailure(asked()), 'UND_ERR_SOCKET');
    assert.equal((await asked()).status, 200);
  });

  it('silence: nothing comes, and other requests are answered meanwhile', async () => {
    const { ask: asked, quota, demo } = await scene('messages', { kind: 'silence' });
    const pending = asked();
    pending.catch(() => undefined);
    assert.ok(await staysSilent(pending, quota));
    await demo.close();
    assert.equal(await socketFailure(pending), 'UND_ERR_SOCKET');
  });
});

describe('faults that answer instead of other endpoints', () => {
  afterEach(closeDemos);

  it('token-refused: HTTP 401 with an envelope', async () => {
    const answer = await (await scene('quota', { kind: 'token-refused' })).quota();
    assert.equal(answer.status, 401);
    const { code, success } = envelope.parse(await answer.json());
    assert.deepEqual([code, success], [401, false]);
  });

  it('firewall: the empty 401 with a server name and a challenge cookie', async () => {
    const answer = await (await scene('quota', { kind: 'firewall' })).quota();
    assert.deepEqual(
      [answer.status, await answer.text(), answer.headers.get('server')],
      [401, '', 'perimeter-firewall'],
    );
    assert.match(answer.headers.get('set-cookie') ?? '', /^challenge=/);
  });

  it('code-expired: HTTP 500 with envelope code 2007', async () => {
    const demo = await startDemo();
    await control(demo, 'POST', '/faults', { endpoint: 'token', fault: { kind: 'code-expired' } });
    const answer = await exchange(demo, await codeFor(demo, 'subscriber'));
    assert.deepEqual([answer.status, envelope.parse(await answer.json()).code], [500, 2007]);
  });

  it('truncated-json: half of the JSON in a sound HTTP answer', async () => {
    const answer = await (await scene('quota', { kind: 'truncated-json' })).quota();
    const text = await answer.text();
    assert.equal(answer.status, 200);
    assert.match(text, /^\{"code":200,/);
    assert.throws(() => JSON.parse(text) as unknown, SyntaxError);
  });

  it('oversized-line: a JSON body of the given size', async () => {
    const answer = await (await scene('quota', { kind: 'oversized-line', bytes: 3_000_000 })).quota();
    assert.equal((await answer.text()).length, '{"filler":""}'.length + 3_000_000);
  });
});

describe('the plan of faults', () => {
  afterEach(closeDemos);

  it('is worked off in order, so many times each, and only at its own endpoint', async () => {
    const { demo, ask: asked, quota } = await scene('messages', { kind: 'forbidden' }, 2);
    await control(demo, 'POST', '/faults', { endpoint: 'messages', fault: { kind: 'server-trouble' } });
    assert.equal((await quota()).status, 200);
    const statuses = [];
    for (let call = 0; call < 4; call += 1) {
      const answer = await asked();
      statuses.push(answer.status);
      await answer.text();
    }
    assert.deepEqual(statuses, [403, 403, 500, 200]);
  });

  it('can be read and cleared', async () => {
    const { demo, ask: asked } = await scene('messages', { kind: 'forbidden' }, 9);
    assert.deepEqual(await control(demo, 'GET', '/faults'), [
      { endpoint: 'messages', times: 9, fault: { kind: 'forbidden' } },
    ]);
    await control(demo, 'POST', '/reset');
    assert.deepEqual(await control(demo, 'GET', '/faults'), []);
    assert.equal((await asked()).status, 200);
  });
});
