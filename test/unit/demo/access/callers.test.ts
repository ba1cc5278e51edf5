import assert from 'node:assert/strict';
import { request } from 'node:http';
import type { DemoService } from '../../../../src/demo/server.ts';
import { authorizeUrl, closeDemos, codeFor, control, phoneOf, signIn, startDemo } from '../demo-client.ts';

type RequestHeaders = Readonly<Record<string, string>>;

/** A request as it is on the wire: `fetch` would not let a test set these headers. */
function send(
  url: string,
  method: string,
  headers: RequestHeaders,
  body = '',
): Promise<{ status: number; text: string; headers: NodeJS.Dict<string | string[]> }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }));
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

describe('a caller of the demo', () => {
  let demo: DemoService;
  let host: string;
  before(async () => {
    demo = await startDemo();
    ({ host } = new URL(demo.description.baseUrl));
  });
  after(closeDemos);

  /** Every kind of endpoint: its pages, those that give and take credentials, those that spend, those that steer. */
  const everywhere = (): readonly (readonly [method: string, url: string, headers: RequestHeaders, body: string])[] => {
    const { description } = demo;
    return [
      ['GET', authorizeUrl(demo), {}, ''],
      [
        'POST',
        authorizeUrl(demo),
        form,
        `step=code&phone=${encodeURIComponent(phoneOf(demo, 'subscriber'))}&sms_code=${description.smsCode}`,
      ],
      ['POST', `${description.baseUrl}/api/v1/oauth/token`, json, '{}'],
      ['POST', `${description.apiUrl}/api/auth/z/login`, json, '{}'],
      ['GET', `${description.authUrl}/api/v1/auths/`, {}, ''],
      ['POST', `${description.altApiUrl}/api/compat/v1/messages`, { ...json, 'x-api-key': description.apiKey }, '{}'],
      ['GET', `${description.controlUrl}/requests`, { authorization: `Bearer ${description.controlToken}` }, ''],
      ['POST', `${description.controlUrl}/reset`, { authorization: `Bearer ${description.controlToken}` }, ''],
      ['GET', `${new URL(description.baseUrl).origin}/nothing`, {}, ''],
    ];
  };
  const statuses = async (changes: RequestHeaders): Promise<readonly number[]> =>
    Promise.all(
      everywhere().map(
        async ([method, url, headers, body]) => (await send(url, method, { ...headers, ...changes }, body)).status,
      ),
    );

  for (const name of [
    'evil.example',
    'evil.example:80',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '[::1]',
    '0.0.0.0',
    '127.1',
    '2130706433',
  ]) {
    it(`by the name of ${name} is refused, since the demo has no such name (DNS rebinding)`, async () => {
      assert.deepEqual([...new Set(await statuses({ host: name }))], [421]);
    });
  }

  for (const name of [
    '127.0.0.1@evil.example',
    'localhost:80:80',
    '127.0.0.1:',
    '127.0.0.1/evil.example',
    '127.0.0.1 evil.example',
  ]) {
    it(`by ${name}, which is no name, is not understood`, async () => {
      assert.deepEqual([...new Set(await statuses({ host: name }))], [400]);
    });
  }

  for (const [what, headers] of [
    [
      'of another site',
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    ],
    ['of another site, in a browser that says less', { origin: 'https://evil.example' }],
    [
      'on another port of this machine',
      { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' },
    ],
    ['on another port of this machine, in a browser that says less', { origin: 'http://localhost:3000' }],
    ['without an origin', { origin: 'null', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    ['without an origin, in a browser that says less', { origin: 'null' }],
    ['that embeds it', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    ['of an extension', { origin: 'chrome-extension://abcdefgh' }],
    ['whose origin is none', { origin: 'evil' }],
  ] as const) {
    it(`that is a page ${what} is turned away everywhere`, async () => {
      assert.deepEqual([...new Set(await statuses(headers))], [403]);
    });
  }

  it('that is a page of others gets no code by sending the form, and no leave to ask (preflight)', async () => {
    const counted = JSON.stringify(await control(demo, 'GET', '/requests'));
    const headers = {
      ...form,
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    const [, post] = everywhere();
    const answer = await send(post?.[1] ?? '', 'POST', headers, post?.[3]);
    assert.deepEqual([answer.status, answer.headers['location']], [403, undefined]);
    const preflight = await send(`${demo.description.baseUrl}/api/v1/oauth/token`, 'OPTIONS', {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
    });
    assert.deepEqual([preflight.status, preflight.headers['access-control-allow-origin']], [403, undefined]);
    assert.equal(JSON.stringify(await control(demo, 'GET', '/requests')), counted, 'nothing was counted');
  });

  it("that is a browser is led to the sign-in page from anywhere, and may send the page's own form", async () => {
    const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    for (const site of ['none', 'cross-site', 'same-site', 'same-origin']) {
      assert.equal(
        (await send(authorizeUrl(demo), 'GET', { ...navigation, 'sec-fetch-site': site })).status,
        200,
        site,
      );
    }
    const [, post] = everywhere();
    for (const origin of [`http://${host}`, 'null']) {
      const answer = await send(
        post?.[1] ?? '',
        'POST',
        { ...form, ...navigation, origin, 'sec-fetch-site': 'same-origin' },
        post?.[3],
      );
      assert.equal(answer.status, 302, origin);
    }
  });

  it('under a name that the editor has given it is answered, and its pages under that name', async () => {
    const forwarded = await startDemo();
    forwarded.acceptHost('forwarded.example:8443');
    const page = authorizeUrl(forwarded);
    assert.equal((await send(page, 'GET', { host: 'forwarded.example:8443' })).status, 200);
    assert.equal(
      (
        await send(
          page,
          'POST',
          { ...form, host: 'forwarded.example:8443', origin: 'https://forwarded.example:8443' },
          'step=deny',
        )
      ).status,
      302,
    );
    assert.equal(
      (await send(page, 'POST', { ...form, host, origin: 'https://forwarded.example:8443' }, 'step=deny')).status,
      302,
      'a tunnel may write the name of the machine itself',
    );
    assert.equal((await send(page, 'GET', { host: 'forwarded.example' })).status, 421);
  });

  it('that is a program on this machine is answered', async () => {
    await signIn(demo, 'subscriber');
    assert.notEqual(await codeFor(demo, 'subscriber'), '');
    assert.equal(
      (await send(authorizeUrl(demo), 'GET', { host: `localhost:${new URL(`http://${host}`).port}` })).status,
      200,
    );
  });

  it('without the control token gets that answer, whatever it sends and wherever', async () => {
    const { controlUrl, apiKey } = demo.description;
    for (const authorization of [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      'Bearer wrong',
      `Bearer ${apiKey}`,
      'Basic dXNlcjpwYXNz',
      'Bearer a b',
      '{}',
    ]) {
      for (const [method, path] of [
        ['GET', '/requests'],
        ['GET', '/faults'],
        ['POST', '/faults'],
        ['PUT', '/quota'],
        ['POST', '/sessions/expire'],
        ['PUT', '/redirects'],
        ['POST', '/reset'],
        ['GET', '/nothing'],
        ['DELETE', '/requests'],
        ['GET', ''],
      ] as const) {
        const answer = await send(`${controlUrl}${path}`, method, authorization === undefined ? {} : { authorization });
        assert.deepEqual(
          [answer.status, answer.headers['www-authenticate']],
          [401, 'Bearer'],
          `${method} ${path} ${String(authorization)}`,
        );
      }
    }
  });
});
