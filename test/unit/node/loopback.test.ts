import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import net from 'node:net';
import type { CallbackListener } from '../../../src/core/account/sign-in-surface.ts';
import { listenOnLoopback } from '../../../src/node/loopback/loopback.ts';
import { probeLoopback } from '../../../src/node/loopback/loopback-probe.ts';

const pages = { accepted: '<p>accepted', denied: '<p>denied', rejected: '<p>rejected' };

describe('The listener on 127.0.0.1', () => {
  let listener: CallbackListener;
  let queries: string[];
  beforeEach(async () => {
    queries = [];
    listener = await listenOnLoopback(pages, (query) => {
      queries.push(query);
      return query.startsWith('good') ? 'accepted' : query.startsWith('no') ? 'denied' : 'rejected';
    });
  });
  afterEach(() => listener.close());

  const port = (): number => Number(new URL(listener.redirectUri).port);
  const visit = (query: string): Promise<Response> => fetch(`${listener.redirectUri}?${query}`);

  it('has an address of the shape that was asked for, on a port of its own', async () => {
    assert.match(listener.redirectUri, /^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    const other = await listenOnLoopback(pages, () => 'rejected');
    assert.notEqual(other.redirectUri, listener.redirectUri);
    other.close();
  });

  it('serves the page of the verdict, whole and static, then closes', async () => {
    const answer = await visit('good=1');
    assert.deepEqual([answer.status, await answer.text()], [200, pages.accepted]);
    await assert.rejects(visit('good=2'));
    assert.deepEqual(queries, ['good=1']);
  });

  it('closes after a denial too', async () => {
    const answer = await visit('no');
    assert.deepEqual([answer.status, await answer.text()], [200, pages.denied]);
    await assert.rejects(visit('good'));
  });

  it('goes on after an answer that was rejected', async () => {
    assert.equal((await visit('bad')).status, 400);
    assert.equal((await visit('good')).status, 200);
    assert.deepEqual(queries, ['bad', 'good']);
  });

  it('tells the browser to guess, keep, frame and pass on nothing, and lets no page of others read', async () => {
    const { headers } = await visit('bad');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none';.*frame-ancestors 'none'/);
    assert.deepEqual(
      [...headers.keys()].filter((name) => name.startsWith('access-control')),
      [],
    );
  });

  it('carries nothing of the request into its page', async () => {
    assert.equal(await (await visit('good=<script>alert(1)</script>')).text(), pages.accepted);
  });

  it('ends for a caller who closes it, more than once', async () => {
    listener.close();
    listener.close();
    await assert.rejects(visit('good'));
  });

  it('lets the page be read that is being served when it is closed', async () => {
    const closing = await listenOnLoopback(pages, () => {
      closing.close();
      return 'accepted';
    });
    assert.equal(await (await fetch(`${closing.redirectUri}?x`)).text(), pages.accepted);
  });

  it('can take a port again, and says so where it is taken', async () => {
    await assert.rejects(
      listenOnLoopback(pages, () => 'rejected', port()),
      { code: 'EADDRINUSE' },
    );
    const taken = port();
    listener.close();
    const again = await listenOnLoopback(pages, () => 'rejected', taken);
    assert.equal(new URL(again.redirectUri).port, String(taken));
    again.close();
  });

  it('goes on through any amount of noise, until the one answer that counts', async () => {
    const noise = [
      '/favicon.ico',
      '/',
      '/callback',
      '/callback?bad',
      '/robots.txt',
      '/.well-known/appspecific/com.chrome.devtools.json',
    ];
    for (let count = 0; count < 300; count += 1) {
      const answer = await fetch(new URL(noise[count % noise.length] ?? '', listener.redirectUri));
      assert.ok([400, 404].includes(answer.status), String(answer.status));
      await answer.arrayBuffer();
    }
    for (let count = 0; count < 300; count += 1) await raw(port(), 'no HTTP at all\r\n\r\n');
    assert.deepEqual([(await visit('good')).status, queries.filter((query) => query === 'good')], [200, ['good']]);
    await assert.rejects(visit('good'));
  });

  it('answers the browser while others hold more connections than it keeps', async () => {
    const idle: net.Socket[] = [];
    for (let count = 0; count < 300; count += 1) {
      const socket = net.connect(port(), '127.0.0.1');
      socket.on('error', () => undefined);
      await new Promise((resolve) => socket.once('connect', resolve));
      if (count % 2 === 0) socket.write('GET /callback?good HTTP/1.1\r\nHost: ');
      idle.push(socket);
    }
    assert.equal((await visit('good')).status, 200);
    for (const socket of idle) socket.destroy();
  });

  it('answers a browser that asks only after many others have connected', async () => {
    const connect = async (): Promise<net.Socket> => {
      const socket = net.connect(port(), '127.0.0.1');
      socket.on('error', () => undefined);
      await new Promise((resolve) => socket.once('connect', resolve));
      return socket;
    };
    const browser = await connect();
    const others = await Promise.all(Array.from({ length: 200 }, connect));
    let page = '';
    browser.on('data', (bytes) => (page += bytes.toString()));
    browser.write(`GET /callback?good HTTP/1.1\r\nHost: 127.0.0.1:${port()}\r\n\r\n`);
    await new Promise((resolve) => browser.once('close', resolve));
    assert.match(page, /^HTTP\/1\.1 200 /);
    for (const socket of others) socket.destroy();
  });

  it('answers the browser each time while another program floods it with connections', async () => {
    await using flood = floodOf(port());
    await flood.hasBegun;
    const statuses: number[] = [];
    for (let count = 0; count < 50; count += 1) statuses.push((await visit('bad')).status);
    assert.deepEqual(new Set(statuses), new Set([400]));
    assert.equal((await visit('good')).status, 200);
  });

  it('lets a connection go on which nothing is asked', async () => {
    const silent = net.connect(port(), '127.0.0.1');
    silent.on('error', () => undefined);
    await new Promise((resolve) => silent.once('close', resolve));
    assert.equal((await visit('good')).status, 200);
  });

  it('is not kept by somebody who never finishes asking', async () => {
    const slow = net.connect(port(), '127.0.0.1');
    slow.on('error', () => undefined);
    await new Promise((resolve) => slow.once('connect', resolve));
    slow.write('GET /callback?good HTTP/1.1\r\nHost: ');
    assert.equal((await visit('good')).status, 200);
    slow.destroy();
    await assert.rejects(visit('good'));
  });

  it('passes its own probe', async () => {
    assert.equal(Number.isInteger(await probeLoopback()), true);
  });

  const long = 'a'.repeat(20_000);
  /** Raw bytes; `{host}` stands for the right Host header. */
  const hostile: readonly string[] = [
    // Other methods.
    ...['POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'get', 'Get', 'CONNECT', 'FOO'].map(
      (method) => `${method} /callback?good HTTP/1.1\r\nHost: {host}\r\n\r\n`,
    ),
    // Other paths.
    ...[
      '/',
      '/?good',
      '/callback',
      '/callback/',
      '/callback/?good',
      '//callback?good',
      '/Callback?good',
      '/callback%3Fgood',
      '/callback;?good',
      '/a/../callback?good',
      '/%63allback?good',
      '*',
      'callback?good',
    ].map((target) => `GET ${target} HTTP/1.1\r\nHost: {host}\r\n\r\n`),
    'GET http://127.0.0.1/callback?good HTTP/1.1\r\nHost: {host}\r\n\r\n',
    'GET http://{host}/callback?good HTTP/1.1\r\nHost: {host}\r\n\r\n',
    'GET https://evil.example/callback?good HTTP/1.1\r\nHost: {host}\r\n\r\n',
    // Other hosts: names that lead here, other ports, several at once, none.
    ...[
      'localhost',
      'evil.example',
      '127.0.0.1',
      '127.0.0.1:1',
      '0.0.0.0',
      '[::1]',
      '{host}.',
      '{host}@evil.example',
      'evil.example, {host}',
      '',
    ].map((host) => `GET /callback?good HTTP/1.1\r\nHost: ${host}\r\n\r\n`),
    'GET /callback?good HTTP/1.1\r\n\r\n',
    'GET /callback?good HTTP/1.0\r\n\r\n',
    'GET /callback?good HTTP/1.1\r\nHost: {host}\r\nHost: evil.example\r\n\r\n',
    'GET /callback?good HTTP/1.1\r\nHost: evil.example\r\nHost: {host}\r\n\r\n',
    // Bytes that are no HTTP, or too much of it.
    '',
    '\r\n\r\n',
    '\u0000\u0001\u0002\u0003',
    'GET',
    'GET /callback?good',
    'GET /callback?good HTTP/9.9\r\nHost: {host}\r\n\r\n',
    'GET /callback?good HTTP/2.0\r\nHost: {host}\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'GET /callback?good HTTP/1.1\r\nHost : {host}\r\n\r\n',
    'GET /callback?good HTTP/1.1\r\nHost: {host}\r\nX: \u0000\r\n\r\n',
    `GET /callback?good${long} HTTP/1.1\r\nHost: {host}\r\n\r\n`,
    `GET /callback?${'b'.repeat(9000)} HTTP/1.1\r\nHost: {host}\r\n\r\n`,
    `GET /callback?good HTTP/1.1\r\nHost: {host}\r\nX: ${long}\r\n\r\n`,
    'GET /callback?good HTTP/1.1\r\nHost: {host}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'GET /callback?good HTTP/1.1\r\nHost: {host}\r\nContent-Length: 3\r\n\r\nabc',
    'GET /callback?good HTTP/1.1\r\nHost: {host}\r\nContent-Length: -1\r\n\r\n',
    'GET /callback?good HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: banana\r\n\r\n',
    'GET\t/callback?good\tHTTP/1.1\r\nHost: {host}\r\n\r\n',
    'GET /callback?good HTTP/1.1\nHost: {host}x\n\n',
  ];

  it('is met with at least forty different raw requests', () =>
    assert.ok(new Set(hostile).size >= 40, String(new Set(hostile).size)));

  for (const [index, template] of hostile.entries()) {
    it(`takes nothing from a stranger (${index + 1}: ${JSON.stringify(template.slice(0, 60))})`, async () => {
      const answer = await raw(port(), template.replaceAll('{host}', `127.0.0.1:${port()}`));
      assert.doesNotMatch(answer, /^HTTP\/1\.1 2|accepted|denied/);
      assert.deepEqual(
        queries.filter((query) => query.startsWith('good')),
        [],
      );
      assert.equal((await visit('good')).status, 200, 'the real answer is still taken');
    });
  }

  it('is not upgraded to anything', async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const upgrade = request(
        `${listener.redirectUri}?bad`,
        { headers: { Connection: 'Upgrade', Upgrade: 'websocket' } },
        ({ statusCode }) => resolve(statusCode ?? 0),
      );
      upgrade.once('upgrade', () => reject(new Error('upgraded')));
      upgrade.once('error', reject);
      upgrade.end();
    });
    assert.equal(status, 400);
  });
});

/** Sends bytes as they are, ends its side, and returns all that came back before the connection was over. */
function raw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.end(bytes, 'latin1'));
    socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });
}

/**
 * Another program that opens connections as fast as it can, half of them with half a request, for ten seconds at most.
 */
function floodOf(port: number): AsyncDisposable & { readonly hasBegun: Promise<unknown> } {
  const program = `
    const net = require('node:net');
    const open = () => {
      const socket = net.connect(${port}, '127.0.0.1', () => {
        if (Math.random() < 0.5) socket.write('GET /callback?good HTTP/1.1\\r\\nHost: ');
      });
      socket.on('error', () => {});
      socket.on('close', open);
    };
    for (let count = 0; count < 600; count += 1) open();
    setTimeout(() => console.log('flooding'), 200);
    setTimeout(() => process.exit(), 10_000);`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  return {
    hasBegun: once(child.stdout, 'data'),
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, 'close');
    },
  };
}
