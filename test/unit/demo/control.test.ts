// The control endpoint itself, and the life of the server: who may steer it, what it reports, how it starts and ends.
import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import {
  ask,
  authorizeUrl,
  bearer,
  closeDemos,
  control,
  postJson,
  question,
  signIn,
  startDemo,
} from './demo-client.ts';

const report = z.object({
  counts: z.record(z.string(), z.int()),
  recent: z.array(
    z.object({
      endpoint: z.string(),
      method: z.string(),
      target: z.string(),
      headers: z.record(z.string(), z.string()),
    }),
  ),
});

const content = z.object({
  newestTexts: z.array(z.string()),
  newestImages: z.array(z.object({ mediaType: z.string(), size: z.int() })),
});

describe('the control endpoint', () => {
  afterEach(closeDemos);

  it('is closed without its token', async () => {
    const { description } = await startDemo();
    for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: `Bearer ${description.apiKey}` }]) {
      assert.notEqual((await fetch(`${description.controlUrl}/requests`, { headers })).status, 200);
      assert.notEqual((await fetch(`${description.controlUrl}/reset`, { method: 'POST', headers })).status, 204);
    }
    assert.equal((await fetch(`${description.controlUrl}/requests`, bearer(description.controlToken))).status, 200);
  });

  it('counts requests per endpoint, and shows the recent ones without their credentials', async () => {
    const demo = await startDemo();
    const { business } = await signIn(demo, 'subscriber');
    await fetch(authorizeUrl(demo));
    await ask(demo, business, question('Hello'), { 'x-platform': 'linux-x64' });
    const { counts, recent } = report.parse(await control(demo, 'GET', '/requests'));
    assert.deepEqual(
      Object.entries(counts).filter(([, count]) => count > 0),
      [
        ['authorize', 1],
        ['token', 1],
        ['login', 1],
        ['messages', 1],
      ],
    );
    const last = recent.at(-1);
    assert.deepEqual([last?.endpoint, last?.method, last?.target], ['messages', 'POST', '/api/api/compat/v1/messages']);
    assert.deepEqual([last?.headers['x-platform'], last?.headers['x-api-key']], ['linux-x64', 'present']);
    assert.ok(!JSON.stringify(recent).includes(business));
    await control(demo, 'POST', '/reset');
    assert.deepEqual(report.parse(await control(demo, 'GET', '/requests')).recent, []);
  });

  it('shows the texts of the newest message, and every image of its conversation', async () => {
    const demo = await startDemo();
    const { business } = await signIn(demo, 'subscriber');
    const image = (data: string) => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } });
    const text = (words: string) => ({ type: 'text', text: words });
    const messages = [
      { role: 'user', content: [image('AAAA'), text('What is this?')] },
      { role: 'assistant', content: [text('An image.')] },
      { role: 'user', content: [image('AAAAAAA='), text('And this?')] },
    ];
    const answer = await ask(demo, business, question('', { messages }));
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), /I see \*\*1 image\*\*/);
    const { newestTexts, newestImages } = content.parse(await control(demo, 'GET', '/requests'));
    assert.deepEqual(newestTexts, ['And this?']);
    assert.deepEqual(newestImages, [
      { mediaType: 'image/png', size: 3 },
      { mediaType: 'image/png', size: 5 },
    ]);
  });

  const wrongCalls = [
    { method: 'POST', path: '/faults', body: { endpoint: 'nowhere', fault: { kind: 'silence' } } },
    { method: 'POST', path: '/faults', body: { endpoint: 'quota', fault: { kind: 'earthquake' } } },
    { method: 'POST', path: '/faults', body: { endpoint: 'quota', times: 0, fault: { kind: 'silence' } } },
    { method: 'PUT', path: '/quota', body: { persona: 'nobody', window: 0, percentage: 5 } },
    { method: 'PUT', path: '/quota', body: { persona: 'no-plan', window: 0, percentage: 5 } },
    { method: 'POST', path: '/sessions/expire', body: { persona: 'nobody' } },
    { method: 'PUT', path: '/redirects', body: { strict: 'all' } },
  ];
  for (const { method, path, body } of wrongCalls) {
    it(`refuses ${method} ${path} with ${JSON.stringify(body)}`, async () => {
      const { description } = await startDemo();
      const answer = await fetch(`${description.controlUrl}${path}`, {
        method,
        body: JSON.stringify(body),
        ...bearer(description.controlToken),
      });
      assert.equal(answer.status, 400);
    });
  }
});

describe('the server', () => {
  afterEach(closeDemos);

  it('describes itself by its own address, with its words and a phone number for each person', async () => {
    const { description } = await startDemo({ words: { service: 'harbor', compat: 'quay' } });
    assert.match(description.authUrl, /^http:\/\/127\.0\.0\.1:\d+\/auth$/);
    assert.equal(description.planMessagesUrl, description.authUrl.replace(/auth$/, 'plan-messages'));
    assert.deepEqual(description.words, { service: 'harbor', compat: 'quay' });
    assert.equal(new Set(description.people.map(({ phone }) => phone)).size, 10);
  });

  it('uses the compat word in the path and in the version header', async () => {
    const { description } = await startDemo({ words: { compat: 'quay' } });
    const statusOf = async (path: string, header: string): Promise<number> => {
      const headers = { 'x-api-key': description.apiKey, [header]: '2023-06-01' };
      return (await postJson(`${description.altApiUrl}${path}`, question('Hello'), headers)).status;
    };
    assert.equal(await statusOf('/api/quay/v1/messages', 'quay-version'), 200);
    assert.equal(await statusOf('/api/quay/v1/messages', 'compat-version'), 400);
    assert.equal(await statusOf('/api/compat/v1/messages', 'compat-version'), 404);
  });

  it('says so when its port is taken', async () => {
    const { description } = await startDemo();
    const port = Number(new URL(description.authUrl).port);
    await assert.rejects(startDemo({ port }), { code: 'EADDRINUSE' });
  });

  it('closes in the middle of an answer, frees its port, and may be closed twice', async () => {
    const demo = await startDemo({ pace: 50 });
    const { business } = await signIn(demo, 'subscriber');
    const answer = await ask(demo, business, question('long', { stream: true }));
    await Promise.all([demo.close(), demo.close()]);
    await assert.rejects(answer.text());
    const again = await startDemo({ port: Number(new URL(demo.description.authUrl).port) });
    assert.equal(again.description.authUrl, demo.description.authUrl);
  });

  it('leaves the global Request and Response of its process alone', async () => {
    const before = [globalThis.Request, globalThis.Response];
    await startDemo();
    assert.deepEqual([globalThis.Request, globalThis.Response], before);
  });

  for (const options of [{ pace: -1 }, { words: { service: 'Not A Word' } }, { words: { compat: '../up' } }]) {
    it(`refuses the options ${JSON.stringify(options)}`, () => assert.rejects(startDemo(options), RangeError));
  }
});
