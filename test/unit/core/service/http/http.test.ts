// Over real sockets, with a fake clock.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Fetch } from '../../../../../src/core/ports.ts';
import type { HttpRequest } from '../../../../../src/core/service/http/exchange.ts';
import { createHttp } from '../../../../../src/core/service/http/http.ts';
import { Secret } from '../../../../../src/core/service/credentials/secret.ts';
import { chunkedFetch } from '../../../../support/fakes/chunked-fetch.ts';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';
import {
  cut,
  eventStream,
  html,
  inOrder,
  json,
  refusedOrigin,
  type Reply,
  silence,
  startLoopbackServer,
  text,
} from '../../../../support/servers/loopback-server.ts';
import { failureIn } from '../../../../support/fakes/service-connection.ts';

const asJson = { 'content-type': 'application/json' };

function get(url: string, changes: Partial<HttpRequest> = {}): HttpRequest {
  return { method: 'GET', url, headers: {}, credential: null, signal: null, idleMilliseconds: 20_000, ...changes };
}

function answer(changes: Partial<Extract<Reply, { kind: 'answer' }>>): Reply {
  return { kind: 'answer', status: 200, headers: asJson, chunks: [], ending: 'end', ...changes };
}

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  let collected = '';
  for await (const chunk of bytes) collected += Buffer.from(chunk).toString('utf8');
  return collected;
}

describe('a request', () => {
  it('carries its method, headers and JSON body', async () => {
    await using server = await startLoopbackServer(() => json({}));
    const http = createHttp(fetch, new FakeClock());
    await http.json({
      ...get(`${server.origin}/path?q=1`),
      method: 'POST',
      headers: { 'X-Title': 'T' },
      body: { a: 'ä' },
    });
    const [request] = server.requests;
    assert.equal(`${String(request?.method)} ${String(request?.target)}`, 'POST /path?q=1');
    assert.equal(request?.body, '{"a":"ä"}');
    assert.equal(request.headers['content-type'], 'application/json');
    assert.equal(request.headers.accept, 'application/json');
    assert.equal(request.headers['x-title'], 'T');
  });

  it('has neither body nor content type nor credential where none is given', async () => {
    await using server = await startLoopbackServer(() => json({}));
    await createHttp(fetch, new FakeClock()).json(get(server.origin));
    const [request] = server.requests;
    assert.equal(request?.body, '');
    assert.deepEqual(
      ['content-type', 'authorization', 'x-api-key'].filter((name) => name in request.headers),
      [],
    );
  });

  it('presents a bearer token or an API key, each in its own header only', async () => {
    await using server = await startLoopbackServer(() => json({}));
    const http = createHttp(fetch, new FakeClock());
    await http.json(
      get(server.origin, { credential: { kind: 'bearer', token: new Secret('t-1'), audience: '127.0.0.1' } }),
    );
    await http.json(
      get(server.origin, { credential: { kind: 'apiKey', key: new Secret('k-1'), audience: '127.0.0.1' } }),
    );
    assert.deepEqual(
      server.requests.map(({ headers }) => [headers.authorization, headers['x-api-key']]),
      [
        ['Bearer t-1', undefined],
        [undefined, 'k-1'],
      ],
    );
  });

  it('is not sent with a credential that no header can carry, which counts as refused', async () => {
    await using server = await startLoopbackServer(() => json({}));
    const http = createHttp(fetch, new FakeClock());
    for (const value of ['', 'two words', 'line\nbreak', 'schlüssel', '鍵']) {
      const failure = await failureIn(
        http.json(
          get(server.origin, { credential: { kind: 'apiKey', key: new Secret(value), audience: '127.0.0.1' } }),
        ),
      );
      assert.deepEqual(failure, { kind: 'tokenRefused' });
    }
    assert.equal(server.requests.length, 0);
  });

  it('follows no redirect: the place that it names is never asked', async () => {
    await using elsewhere = await startLoopbackServer(() => json({}));
    const statuses = [301, 302, 303, 307, 308];
    await using server = await startLoopbackServer((_, index) =>
      text('', statuses[index] ?? 302, { location: `${elsewhere.origin}/` }),
    );
    const http = createHttp(fetch, new FakeClock());
    for (const status of statuses) {
      const { failure } = await http.json({
        ...get(server.origin),
        method: 'POST',
        body: {},
        credential: { kind: 'apiKey', key: new Secret('k-1'), audience: '127.0.0.1' },
      });
      assert.deepEqual([status, failure], [status, { kind: 'unexpectedAnswer', what: 'redirect' }]);
    }
    assert.equal(server.requests.length, statuses.length);
    assert.equal(elsewhere.requests.length, 0);
  });

  it('names a redirect also where the runtime hides its status', async () => {
    const opaque = new Response(null);
    Object.defineProperties(opaque, { type: { value: 'opaqueredirect' }, status: { value: 0 } });
    const http = createHttp(() => Promise.resolve(opaque), new FakeClock());
    assert.deepEqual((await http.json(get('https://a.example'))).failure, {
      kind: 'unexpectedAnswer',
      what: 'redirect',
    });
  });
});

describe('a JSON answer', () => {
  const readings: readonly (readonly [sentence: string, reply: Reply, expected: (host: string) => unknown])[] = [
    ['is read with its status', json({ a: 1 }, 201), () => ({ status: 201, body: { a: 1 }, failure: null })],
    [
      'is read whatever content type it claims',
      text('[1]', 200, { 'content-type': 'text/plain' }),
      () => ({ status: 200, body: [1], failure: null }),
    ],
    [
      'keeps its body beside the failure of its status',
      json({ code: 500 }, 500),
      () => ({ status: 500, body: { code: 500 }, failure: { kind: 'serviceTrouble', status: 500, retryAt: null } }),
    ],
    [
      'that is empty is unexpected',
      text('', 200),
      () => ({ status: 200, body: undefined, failure: { kind: 'unexpectedAnswer', what: 'empty' } }),
    ],
    [
      'that is no JSON is unexpected',
      text('{"a":', 200, asJson),
      () => ({ status: 200, body: undefined, failure: { kind: 'unexpectedAnswer', what: 'invalidJson' } }),
    ],
    [
      "that is an HTML page is a network's login page",
      html(),
      (host) => ({ status: 200, body: undefined, failure: { kind: 'loginPage', host } }),
    ],
    [
      'that is a page by its first bytes is a login page',
      text(' \n<HTML>', 200, asJson),
      (host) => ({ status: 200, body: undefined, failure: { kind: 'loginPage', host } }),
    ],
    [
      "of 401 without a body is a firewall's",
      text('', 401),
      () => ({ status: 401, body: undefined, failure: { kind: 'firewall' } }),
    ],
    [
      "of 401 with a page is a firewall's",
      html(401),
      () => ({ status: 401, body: undefined, failure: { kind: 'firewall' } }),
    ],
    [
      "of 401 in the service's words is a refused token",
      json({ code: 401, success: false }, 401),
      () => ({ status: 401, body: { code: 401, success: false }, failure: { kind: 'tokenRefused' } }),
    ],
  ];
  for (const [sentence, reply, expected] of readings) {
    it(sentence, async () => {
      await using server = await startLoopbackServer(() => reply);
      assert.deepEqual(await createHttp(fetch, new FakeClock()).json(get(server.origin)), expected(server.host));
    });
  }

  it('is put together from pieces that split a character', async () => {
    const bytes = Buffer.from('{"name":"Zoë"}');
    const middle = bytes.indexOf(0xc3) + 1;
    const http = createHttp(
      chunkedFetch('application/json', [bytes.subarray(0, middle), bytes.subarray(middle)]),
      new FakeClock(),
    );
    assert.deepEqual((await http.json(get('https://a.example'))).body, { name: 'Zoë' });
  });

  it('is unzipped', async () => {
    const zipped = gzipSync('{"name":"Zoë"}');
    await using server = await startLoopbackServer(() =>
      answer({ headers: { ...asJson, 'content-encoding': 'gzip' }, chunks: [zipped] }),
    );
    assert.deepEqual((await createHttp(fetch, new FakeClock()).json(get(server.origin))).body, { name: 'Zoë' });
  });

  it('beyond eight megabytes is not read to its end', async () => {
    const megabyte = ' '.repeat(1024 * 1024);
    await using server = await startLoopbackServer(() =>
      answer({ chunks: Array<string>(64).fill(megabyte), ending: 'silence' }),
    );
    const failure = await failureIn(createHttp(fetch, new FakeClock()).json(get(server.origin)));
    assert.deepEqual(failure, { kind: 'unexpectedAnswer', what: 'tooBig' });
    await (await server.received(0)).socketClosed;
  });

  it('leaves no timer behind', async () => {
    await using server = await startLoopbackServer(inOrder(json({}), cut));
    const clock = new FakeClock();
    const http = createHttp(fetch, clock);
    await http.json(get(server.origin));
    await failureIn(http.json(get(server.origin)));
    assert.equal(clock.waiting, 0);
  });
});

describe('trouble on the network', () => {
  it('is a host that cannot be reached where nobody listens', async () => {
    const origin = await refusedOrigin();
    const failure = await failureIn(createHttp(fetch, new FakeClock()).json(get(origin)));
    assert.deepEqual(failure, { kind: 'hostUnreachable', host: new URL(origin).host });
  });

  it('is a cut before the headers', async () => {
    await using server = await startLoopbackServer(() => cut);
    assert.deepEqual(await failureIn(createHttp(fetch, new FakeClock()).json(get(server.origin))), { kind: 'cut' });
  });

  it('is a cut within the body', async () => {
    await using server = await startLoopbackServer(() => answer({ chunks: ['{"a":'], ending: 'cut' }));
    assert.deepEqual(await failureIn(createHttp(fetch, new FakeClock()).json(get(server.origin))), { kind: 'cut' });
  });

  it('is a cut also where the runtime forgets, within the body, that the host was there', async () => {
    const body = new ReadableStream({
      pull: () => Promise.reject(Object.assign(new Error('x'), { code: 'ECONNREFUSED' })),
    });
    const http = createHttp(() => Promise.resolve(new Response(body)), new FakeClock());
    assert.deepEqual(await failureIn(http.json(get('https://a.example'))), { kind: 'cut' });
  });

  it('is a timeout when no answer begins, and the socket is closed', async () => {
    await using server = await startLoopbackServer(() => silence);
    const clock = new FakeClock();
    const failure = failureIn(createHttp(fetch, clock).json(get(server.origin)));
    const { socketClosed } = await server.received(0);
    clock.advance(19_999);
    clock.advance(1);
    assert.deepEqual(await failure, { kind: 'timeout', seconds: 20 });
    await socketClosed;
    assert.equal(clock.waiting, 0);
  });

  it('is a stall when an answer falls silent after it began', async () => {
    await using server = await startLoopbackServer(() => eventStream(['event: ping\n'], 'silence'));
    const clock = new FakeClock();
    const bytes = (await createHttp(fetch, clock).eventStream(get(server.origin)))[Symbol.asyncIterator]();
    await bytes.next();
    const failure = failureIn(bytes.next());
    clock.advance(20_000);
    assert.deepEqual(await failure, { kind: 'stalled', seconds: 20 });
    await (await server.received(0)).socketClosed;
  });

  it('is none while bytes drip in, however slowly the whole comes', async () => {
    const clock = new FakeClock();
    const slow = chunkedFetch('text/event-stream', ['a', 'b', 'c', 'd'], () => clock.advance(19_999));
    assert.equal(await collect(await createHttp(slow, clock).eventStream(get('https://a.example'))), 'abcd');
  });
});

describe('an event stream', () => {
  it('is handed on byte for byte', async () => {
    await using server = await startLoopbackServer(() => eventStream(['data: ', 'x\n\n']));
    assert.equal(
      await collect(await createHttp(fetch, new FakeClock()).eventStream(get(server.origin))),
      'data: x\n\n',
    );
    assert.equal((await server.received(0)).headers.accept, 'text/event-stream');
  });

  it('may name a character set beside its type', async () => {
    await using server = await startLoopbackServer(() =>
      answer({ headers: { 'content-type': 'Text/Event-Stream; charset=utf-8' }, chunks: ['x'] }),
    );
    assert.equal(await collect(await createHttp(fetch, new FakeClock()).eventStream(get(server.origin))), 'x');
  });

  it('closes the socket when its reader leaves', async () => {
    await using server = await startLoopbackServer(() => eventStream(['data: x\n\n'], 'silence'));
    const clock = new FakeClock();
    const bytes = (await createHttp(fetch, clock).eventStream(get(server.origin)))[Symbol.asyncIterator]();
    await bytes.next();
    await bytes.return?.();
    await (await server.received(0)).socketClosed;
    assert.equal(clock.waiting, 0);
  });

  const refusals: readonly (readonly [sentence: string, reply: Reply, expected: (host: string) => unknown])[] = [
    ['is refused by a status', json({ error: { type: 'permission_error' } }, 403), () => ({ kind: 'forbidden' })],
    [
      'is not a status with the right type',
      answer({ status: 529, headers: { 'content-type': 'text/event-stream' } }),
      () => ({ kind: 'overloaded', retryAt: null }),
    ],
    ['is not a JSON answer', json({ content: [] }), () => ({ kind: 'unexpectedAnswer', what: 'contentType' })],
    [
      'is not a text of another type',
      text('data: x\n\n', 200, { 'content-type': 'text/plain' }),
      () => ({ kind: 'unexpectedAnswer', what: 'contentType' }),
    ],
    [
      'is not an answer without a type',
      text('data: x\n\n', 200),
      () => ({ kind: 'unexpectedAnswer', what: 'contentType' }),
    ],
    ['is not a login page', html(), (host) => ({ kind: 'loginPage', host })],
    ['is not an empty answer', text('', 200), () => ({ kind: 'unexpectedAnswer', what: 'empty' })],
  ];
  for (const [sentence, reply, expected] of refusals) {
    it(sentence, async () => {
      await using server = await startLoopbackServer(() => reply);
      assert.deepEqual(
        await failureIn(createHttp(fetch, new FakeClock()).eventStream(get(server.origin))),
        expected(server.host),
      );
    });
  }

  it('that never ends is cut off at 256 megabytes', async () => {
    const chunk = new Uint8Array(16 * 1024 * 1024);
    const body = new ReadableStream<Uint8Array>({ pull: (stream) => stream.enqueue(chunk) }, { highWaterMark: 0 });
    const response = new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    const bytes = await createHttp(() => Promise.resolve(response), new FakeClock()).eventStream(
      get('https://a.example'),
    );
    let size = 0;
    const read = async (): Promise<void> => {
      for await (const { byteLength } of bytes) size += byteLength;
    };
    assert.deepEqual(await failureIn(read()), { kind: 'unexpectedAnswer', what: 'tooBig' });
    assert.equal(size, 256 * 1024 * 1024);
  });
});

describe('a refusal whose body never becomes whole', () => {
  const begun = '{"type":"error","error":{"type":"rate_limit_error","message":"';
  const cases: readonly (readonly [sentence: string, reply: Reply, failure: unknown])[] = [
    [
      '429 that breaks off is a rate limit',
      answer({ status: 429, chunks: [begun], ending: 'cut' }),
      { kind: 'rateLimited', retryAt: null },
    ],
    [
      '429 that is far too large is a rate limit',
      answer({ status: 429, chunks: [begun, 'x'.repeat(9_000_000)] }),
      { kind: 'rateLimited', retryAt: null },
    ],
    [
      "401 that breaks off in the service's words is a refused token",
      answer({ status: 401, chunks: ['{"code":401,"msg":"exp'], ending: 'cut' }),
      { kind: 'tokenRefused' },
    ],
    [
      "401 that is far too large in the service's words is a refused token",
      answer({ status: 401, chunks: ['{"success":false,"msg":"', 'x'.repeat(9_000_000)] }),
      { kind: 'tokenRefused' },
    ],
    ['401 of which nothing came is a firewall', answer({ status: 401, ending: 'cut' }), { kind: 'firewall' }],
    [
      '401 with a page that breaks off is a firewall',
      answer({ status: 401, headers: { 'content-type': 'text/html' }, chunks: ['<html>'], ending: 'cut' }),
      { kind: 'firewall' },
    ],
    [
      '503 that breaks off is trouble of the service',
      answer({ status: 503, chunks: ['{'], ending: 'cut' }),
      { kind: 'serviceTrouble', status: 503, retryAt: null },
    ],
  ];
  for (const [sentence, reply, failure] of cases) {
    it(sentence, async () => {
      await using server = await startLoopbackServer(() => reply);
      const http = createHttp(fetch, new FakeClock());
      assert.deepEqual((await http.json(get(server.origin))).failure, failure);
      assert.deepEqual(await failureIn(http.eventStream(get(server.origin))), failure);
    });
  }

  it('is classified by its status where it falls silent, after the silence', async () => {
    await using server = await startLoopbackServer(() => answer({ status: 429, chunks: [begun], ending: 'silence' }));
    const clock = new FakeClock();
    const silentAfter: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      setImmediate(() => clock.advance(20_000));
      return response;
    };
    assert.deepEqual((await createHttp(silentAfter, clock).json(get(server.origin))).failure, {
      kind: 'rateLimited',
      retryAt: null,
    });
  });

  it('is a stop where the person stops', async () => {
    await using server = await startLoopbackServer(() => answer({ status: 429, chunks: [begun], ending: 'silence' }));
    const person = new AbortController();
    const failure = failureIn(createHttp(fetch, new FakeClock()).json(get(server.origin, { signal: person.signal })));
    await server.received(0);
    person.abort();
    assert.deepEqual(await failure, { kind: 'stopped' });
  });
});

/** A body that gives a byte a second and never ends; it heeds the signal, as a real one does. */
function drippingFetch(clock: FakeClock, status: number): Fetch {
  return (_url, { signal }) => {
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
    return Promise.resolve(new Response(body, { status, headers: asJson }));
  };
}

describe('an answer that drips', () => {
  it('is too slow after a minute, or after the time that the request gives it', async () => {
    for (const [deadlineMilliseconds, seconds] of [
      [undefined, 60],
      [600_000, 600],
    ] as const) {
      const clock = new FakeClock();
      const begun = clock.now();
      const request = get('https://a.example', deadlineMilliseconds === undefined ? {} : { deadlineMilliseconds });
      assert.deepEqual(await failureIn(createHttp(drippingFetch(clock, 200), clock).json(request)), {
        kind: 'tooSlow',
        seconds,
      });
      assert.ok(clock.now() - begun <= (seconds + 2) * 1000);
      assert.equal(clock.waiting, 0);
    }
  });

  it('is classified by its status after a minute where it is a refusal', async () => {
    const clock = new FakeClock();
    const { failure } = await createHttp(drippingFetch(clock, 429), clock).json(
      get('https://a.example', { deadlineMilliseconds: 600_000 }),
    );
    assert.deepEqual(failure, { kind: 'rateLimited', retryAt: null });
    assert.equal(clock.waiting, 0);
  });
});

describe('what calls itself an event stream and is none', () => {
  const cases: readonly (readonly [sentence: string, body: string, expected: (host: string) => unknown])[] = [
    ['a page', ' \n<!doctype html><title>Wi-Fi</title>', (host) => ({ kind: 'loginPage', host })],
    ['JSON that nobody asked for', '{"content":[]}', () => ({ kind: 'unexpectedAnswer', what: 'contentType' })],
    ['broken JSON', '\u{FEFF}{"content":', () => ({ kind: 'unexpectedAnswer', what: 'contentType' })],
  ];
  for (const [sentence, body, expected] of cases) {
    it(`is reported as what it is: ${sentence}, in whatever pieces`, async () => {
      for (const chunks of [[body], [...Buffer.from(body)].map((byte) => Uint8Array.of(byte))]) {
        const http = createHttp(chunkedFetch('text/event-stream', chunks), new FakeClock());
        assert.deepEqual(
          await failureIn(http.eventStream(get('https://a.example')).then(collect)),
          expected('a.example'),
        );
      }
    });
  }

  it('shows its body to whoever reads refusals', async () => {
    const http = createHttp(chunkedFetch('text/event-stream', ['{"code":', '401}']), new FakeClock());
    const shown: unknown[] = [];
    const stream = await http.eventStream(get('https://a.example'), ({ body }) => {
      shown.push(body);
      return { kind: 'tokenRefused' };
    });
    assert.deepEqual([await failureIn(collect(stream)), shown], [{ kind: 'tokenRefused' }, [{ code: 401 }]]);
  });
});

describe('whoever takes slowly', () => {
  it('is not taken for a silent service', async () => {
    await using server = await startLoopbackServer(() => eventStream(['data: 1\n\n', 'data: 2\n\n', 'data: 3\n\n']));
    const clock = new FakeClock();
    let text = '';
    for await (const bytes of await createHttp(fetch, clock).eventStream(get(server.origin))) {
      text += Buffer.from(bytes).toString();
      clock.advance(10 * 60_000);
    }
    assert.equal(text, 'data: 1\n\ndata: 2\n\ndata: 3\n\n');
    assert.equal(clock.waiting, 0);
  });

  it('gets all that had arrived before the connection broke, and then the cut', async () => {
    const events = Array.from({ length: 50 }, (_, index) => `data: ${index}\n\n`);
    let isBroken = false;
    const broken = (): Promise<Response> => {
      const left = events.map((event) => new TextEncoder().encode(event));
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        async pull(stream) {
          const next = left.shift();
          if (next !== undefined) {
            stream.enqueue(next);
            return;
          }
          await new Promise((resolve) => setImmediate(resolve));
          isBroken = true;
          stream.error(new TypeError('terminated'));
        },
      });
      return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
    };
    let text = '';
    const reading = async (): Promise<void> => {
      for await (const bytes of await createHttp(broken, new FakeClock()).eventStream(get('https://a.example'))) {
        text += Buffer.from(bytes).toString();
        while (!isBroken) await new Promise((resolve) => setImmediate(resolve));
      }
    };
    assert.deepEqual(await failureIn(reading()), { kind: 'cut' });
    assert.equal(text, events.join(''));
  });
});

describe('a body that repeats what it was sent', () => {
  it('leaves no trace of it in the failure', async () => {
    await using server = await startLoopbackServer(({ headers, body }) => {
      const code =
        typeof headers['x-api-key'] === 'string' ? headers['x-api-key'] : (/"code":"([^"]*)"/.exec(body)?.[1] ?? '');
      return json({ type: 'error', error: { type: 'invalid_request_error', code, message: code } }, 400);
    });
    const http = createHttp(fetch, new FakeClock());
    const none = { kind: 'requestRefused', status: 400, code: null };
    assert.deepEqual(
      (
        await http.json(
          get(server.origin, { credential: { kind: 'apiKey', key: new Secret('plain-key'), audience: '127.0.0.1' } }),
        )
      ).failure,
      none,
    );
    assert.deepEqual(
      (await http.json({ ...get(server.origin), method: 'POST', body: { code: 'plain_code' } })).failure,
      none,
    );
  });

  it('keeps a code that shares a word with the names and addresses that were sent', async () => {
    await using server = await startLoopbackServer(() =>
      json(
        { type: 'error', error: { type: 'invalid_request_error', code: 'secondary_callback_disabled', message: 'x' } },
        400,
      ),
    );
    const body = {
      provider: 'secondary',
      redirect_uri: 'http://127.0.0.1:5000/secondary_callback_disabled',
      state: '0'.repeat(32),
    };
    const { failure } = await createHttp(fetch, new FakeClock()).json({ ...get(server.origin), method: 'POST', body });
    assert.deepEqual(failure, { kind: 'requestRefused', status: 400, code: 'secondary_callback_disabled' });
  });
});

describe('headers', () => {
  it('that are huge are an answer far too large', async () => {
    await using huge = await startLoopbackServer(() => json({}, 200, { 'x-filler': 'x'.repeat(200_000) }));
    assert.deepEqual(await failureIn(createHttp(fetch, new FakeClock()).json(get(huge.origin))), {
      kind: 'unexpectedAnswer',
      what: 'tooBig',
    });
  });

  it('whose length lies make a cut answer or a broken one, and never hang', async () => {
    await using long = await startLoopbackServer(() =>
      answer({ headers: { ...asJson, 'content-length': '1000' }, chunks: ['{"a":1}'], ending: 'cut' }),
    );
    assert.deepEqual(await failureIn(createHttp(fetch, new FakeClock()).json(get(long.origin))), { kind: 'cut' });
  });
});

describe('a stop', () => {
  it('before the request sends nothing', async () => {
    await using server = await startLoopbackServer(() => json({}));
    const http = createHttp(fetch, new FakeClock());
    assert.deepEqual(await failureIn(http.json(get(server.origin, { signal: AbortSignal.abort() }))), {
      kind: 'stopped',
    });
    assert.equal(server.requests.length, 0);
  });

  it('before the headers closes the socket at once', async () => {
    await using server = await startLoopbackServer(() => silence);
    const person = new AbortController();
    const clock = new FakeClock();
    const failure = failureIn(createHttp(fetch, clock).json(get(server.origin, { signal: person.signal })));
    const { socketClosed } = await server.received(0);
    person.abort();
    await socketClosed;
    assert.deepEqual(await failure, { kind: 'stopped' });
    assert.equal(clock.waiting, 0);
  });

  it('within the body closes the socket at once', async () => {
    await using server = await startLoopbackServer(() => eventStream(['data: x\n\n'], 'silence'));
    const person = new AbortController();
    const clock = new FakeClock();
    const stream = await createHttp(fetch, clock).eventStream(get(server.origin, { signal: person.signal }));
    const bytes = stream[Symbol.asyncIterator]();
    await bytes.next();
    const failure = failureIn(bytes.next());
    person.abort();
    await (await server.received(0)).socketClosed;
    assert.deepEqual(await failure, { kind: 'stopped' });
    assert.equal(clock.waiting, 0);
  });
});

describe('a server that speaks another protocol', () => {
  it('is reported as what it is', async () => {
    const server = net.createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end('220 mail.example ESMTP ready\r\n');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    assert.ok(address !== null && typeof address !== 'string');
    const http = createHttp((url, init) => fetch(url, init), new FakeClock());
    const failure = await failureIn(http.eventStream(get(`http://127.0.0.1:${address.port}`))).finally(() =>
      server.close(),
    );
    assert.deepEqual(failure, { kind: 'unexpectedAnswer', what: 'otherProtocol' });
  });
});
