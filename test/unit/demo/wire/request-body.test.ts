import assert from 'node:assert/strict';
import net from 'node:net';
import type { DemoService } from '../../../../src/demo/server.ts';
import {
  authorizeUrl,
  closeDemos,
  codeFor,
  envelope,
  loopback,
  phoneOf,
  question,
  startDemo,
  state,
} from '../demo-client.ts';

const kibi = 1024;

describe('a body that the demo is sent', () => {
  let demo: DemoService;
  let port: number;
  before(async () => {
    demo = await startDemo();
    port = Number(new URL(demo.description.baseUrl).port);
  });
  after(closeDemos);

  const head = (url: string, headers: Readonly<Record<string, string>>, method = 'POST'): string => {
    const { host, pathname, search } = new URL(url);
    const lines = Object.entries({ host, connection: 'close', ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    return `${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`;
  };
  const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
  /** The first line of the answer and its text; the body goes out in chunks of this size. */
  const sendChunked = async (
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    size: number,
    method = 'POST',
  ): Promise<string> => {
    const socket = net.connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
    socket.on('error', () => undefined);
    const over = new Promise((resolve) => socket.once('close', resolve));
    socket.write(head(url, { ...headers, 'transfer-encoding': 'chunked' }, method));
    for (let at = 0; at < body.length; at += size) socket.write(chunk(body.slice(at, at + size)));
    socket.write('0\r\n\r\n');
    await over;
    return answer;
  };
  const status = (answer: string): string => answer.slice(9, 12);
  const takers = (): readonly (readonly [
    what: string,
    url: string,
    headers: Readonly<Record<string, string>>,
    limit: number,
    method?: string,
  ])[] => {
    const { description } = demo;
    const json = { 'content-type': 'application/json' };
    const steering = { ...json, authorization: `Bearer ${description.controlToken}` };
    return [
      ['the sign-in form', authorizeUrl(demo), { 'content-type': 'application/x-www-form-urlencoded' }, 64 * kibi],
      ['the exchange', `${description.baseUrl}/api/v1/oauth/token`, json, 64 * kibi],
      ['the business login', `${description.apiUrl}/api/auth/z/login`, json, 64 * kibi],
      [
        'messages',
        `${description.altApiUrl}/api/compat/v1/messages`,
        { ...json, 'x-api-key': description.apiKey, 'compat-version': '2023-06-01' },
        16 * kibi * kibi,
      ],
      ['a fault', `${description.controlUrl}/faults`, steering, 4 * kibi * kibi],
      ['a quota', `${description.controlUrl}/quota`, steering, 64 * kibi, 'PUT'],
      ['an expiry', `${description.controlUrl}/sessions/expire`, steering, 64 * kibi],
      ['a list of redirects', `${description.controlUrl}/redirects`, steering, 64 * kibi, 'PUT'],
    ];
  };

  it('in chunks is read like any other: a form, an exchange, a message', async () => {
    const phone = encodeURIComponent(phoneOf(demo, 'subscriber'));
    const form = await sendChunked(
      authorizeUrl(demo),
      { 'content-type': 'application/x-www-form-urlencoded' },
      `step=code&phone=${phone}&sms_code=${demo.description.smsCode}`,
      7,
    );
    assert.equal(status(form), '302');
    const body = { provider: 'primary', code: await codeFor(demo, 'subscriber'), redirect_uri: loopback, state };
    const exchanged = await sendChunked(
      `${demo.description.baseUrl}/api/v1/oauth/token`,
      { 'content-type': 'application/json' },
      JSON.stringify(body),
      5,
    );
    assert.equal(status(exchanged), '200');
    const [, , , messages] = takers();
    const answered = await sendChunked(
      messages?.[1] ?? '',
      messages?.[2] ?? {},
      JSON.stringify(question('Hällo 🌊 table')),
      3,
    );
    assert.equal(status(answered), '200');
  });

  it('of exactly the limit is read, and one of a byte more is too large', async () => {
    for (const [what, url, headers, limit, method] of takers()) {
      const fits = await sendChunked(url, headers, ' '.repeat(limit), 60_000, method);
      assert.notEqual(status(fits), '413', what);
      const tooLarge = await sendChunked(url, headers, ' '.repeat(limit + 1), 60_000, method);
      assert.equal(status(tooLarge), '413', what);
    }
  });

  it('without an end is not read beyond its limit: the answer comes, and the connection goes', async () => {
    for (const [what, url, headers, limit, method] of takers()) {
      const socket = net.connect(port, '127.0.0.1');
      let answer = '';
      socket.on('data', (bytes) => (answer += bytes.toString()));
      socket.on('error', () => undefined);
      const over = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      socket.write(head(url, { ...headers, 'transfer-encoding': 'chunked' }, method));
      const piece = chunk(' '.repeat(60_000));
      let written = 0;
      // What is under way when the answer goes out is thrown away unread, up to a bound.
      const most = limit + 80 * kibi * kibi;
      while (!socket.destroyed && written < most) {
        written += piece.length;
        if (!socket.write(piece)) await Promise.race([over, new Promise((resolve) => socket.once('drain', resolve))]);
      }
      await over;
      assert.ok(written < most, `${what}: ${written} bytes were taken`);
      // A socket that is closed on unread bytes may take the answer with it.
      assert.ok(answer === '' || status(answer) === '413', what);
    }
  });

  it('that announces more than the limit is refused before it is sent', async () => {
    for (const [what, url, headers, limit, method] of takers()) {
      const socket = net.connect(port, '127.0.0.1');
      let answer = '';
      socket.on('error', () => undefined);
      socket.write(head(url, { ...headers, 'content-length': String(limit + 1) }, method));
      await new Promise<void>((resolve) =>
        socket.once('data', (bytes) => {
          answer = bytes.toString();
          resolve();
        }),
      );
      assert.equal(status(answer), '413', what);
      socket.destroy();
    }
  });

  it('where nobody asked for one changes nothing', async () => {
    const answer = await fetch(`${demo.description.authUrl}/api/v1/auths/`, {
      method: 'POST',
      body: 'x'.repeat(100_000),
    });
    assert.equal(envelope.parse(await answer.json()).code, 404);
  });
});
