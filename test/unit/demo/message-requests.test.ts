// Whom the message endpoints answer, and what a request must be.
import assert from 'node:assert/strict';
import { ask, closeDemos, failureBody, postJson, question, refusal, signIn, startDemo } from './demo-client.ts';

describe('who is answered', () => {
  afterEach(closeDemos);

  const version = { 'compat-version': '2023-06-01' };

  it('at the default host: the business token of the default provider in x-api-key', async () => {
    const demo = await startDemo();
    const primary = await signIn(demo, 'entry-plan');
    const secondary = await signIn(demo, 'subscriber', 'secondary');
    assert.equal((await ask(demo, primary.business, question('Hello'))).status, 200);
    for (const key of [secondary.business, primary.access, demo.description.apiKey, 'made-up']) {
      assert.deepEqual(await refusal(await ask(demo, key, question('Hello'))), [401, 'authentication_error']);
    }
  });

  it('at the second host: the API key in x-api-key, or as the Bearer token of official clients', async () => {
    const demo = await startDemo({ apiKey: 'known-key' });
    const { business } = await signIn(demo, 'subscriber');
    const url = `${demo.description.altApiUrl}/api/compat/v1/messages`;
    const statusOf = async (headers: Record<string, string>): Promise<number> =>
      (await postJson(url, question('Hello'), { ...version, ...headers })).status;
    assert.equal(await statusOf({ 'x-api-key': 'known-key' }), 200);
    assert.equal(await statusOf({ 'x-api-key': business }), 401);
    assert.equal(await statusOf({ authorization: 'Bearer known-key' }), 200);
    assert.equal(await statusOf({ authorization: `Bearer ${business}` }), 401);
  });

  it('at the second host: the version of the interface or a later one', async () => {
    const demo = await startDemo({ apiKey: 'known-key' });
    const url = `${demo.description.altApiUrl}/api/compat/v1/messages`;
    const statusOf = async (version: string): Promise<number> =>
      (await postJson(url, question('Hello'), { 'compat-version': version, 'x-api-key': 'known-key' })).status;
    assert.equal(await statusOf('2023-06-01'), 200);
    assert.equal(await statusOf('2026-10-21'), 200);
    assert.equal(await statusOf('2023-05-31'), 400);
    assert.equal(await statusOf('latest'), 400);
  });

  it('at the base address for plan messages: a business token of either provider as Bearer', async () => {
    const demo = await startDemo();
    const url = `${demo.description.planMessagesUrl}/v1/messages`;
    for (const provider of ['primary', 'secondary'] as const) {
      const { business } = await signIn(demo, 'subscriber', provider);
      const asBearer = await postJson(url, question('Hello'), { ...version, authorization: `Bearer ${business}` });
      assert.equal(asBearer.status, 200);
      assert.equal((await postJson(url, question('Hello'), { ...version, 'x-api-key': business })).status, 401);
    }
  });

  const troubles = [
    { persona: 'expired-token', expected: [401, 'authentication_error'] },
    { persona: 'forbidden', expected: [403, 'permission_error'] },
    { persona: 'payment-required', expected: [402, 'billing_error'] },
    { persona: 'exhausted', expected: [429, 'rate_limit_error'] },
    { persona: 'no-plan', expected: [429, 'rate_limit_error'] },
  ] as const;
  for (const { persona, expected } of troubles) {
    it(`not the person "${persona}": HTTP ${expected[0]}`, async () => {
      const demo = await startDemo();
      const { business } = await signIn(demo, persona);
      assert.deepEqual(await refusal(await ask(demo, business, question('Hello'))), expected);
    });
  }

  it('says 1113 where a balance is exhausted', async () => {
    const demo = await startDemo();
    const { business } = await signIn(demo, 'exhausted');
    const { error } = failureBody.parse(await (await ask(demo, business, question('Hello'))).json());
    assert.equal(error.code, '1113');
    assert.match(error.message, /^\[1113\]\[.+\]$/);
  });
});

describe('what a request must be', () => {
  afterEach(closeDemos);

  const turn = { role: 'user', content: [{ type: 'text', text: 'Hello' }] };
  const invalid = [
    { what: 'without a model', body: { max_tokens: 10, messages: [turn] }, names: 'model' },
    { what: 'without max_tokens', body: { model: 'tide-large', messages: [turn] }, names: 'max_tokens' },
    {
      what: 'with more max_tokens than the model has',
      body: question('x', { max_tokens: 32_001 }),
      names: 'max_tokens',
    },
    { what: 'without messages', body: question('x', { messages: [] }), names: 'messages' },
    { what: 'with an empty text', body: question(''), names: 'messages.0.content' },
    {
      what: 'with an unknown role',
      body: question('x', { messages: [{ ...turn, role: 'system' }] }),
      names: 'messages.0.role',
    },
    {
      what: 'that begins with an answer',
      body: question('x', { messages: [{ ...turn, role: 'assistant' }] }),
      names: 'messages',
    },
    {
      what: 'with a thinking budget that leaves nothing for the answer',
      body: question('x', { thinking: { type: 'enabled', budget_tokens: 4_000 } }),
      names: 'thinking.budget_tokens',
    },
    {
      what: 'for thinking from a model that has none',
      body: question('x', { model: 'tide-small', thinking: { type: 'enabled', budget_tokens: 9 } }),
      names: 'thinking',
    },
    {
      what: 'with an image for a model that takes none',
      body: question('x', {
        model: 'tide-small',
        messages: [
          {
            role: 'user',
            content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }],
          },
        ],
      }),
      names: 'messages',
    },
    {
      what: 'with an image of an unknown type',
      body: question('x', {
        messages: [
          {
            role: 'user',
            content: [{ type: 'image', source: { type: 'base64', media_type: 'image/svg+xml', data: 'AAAA' } }],
          },
        ],
      }),
      names: 'messages.0.content',
    },
    { what: 'that is not JSON', body: '{"model":', names: 'The body' },
  ];
  for (const { what, body, names } of invalid) {
    it(`a request ${what} is refused with HTTP 400`, async () => {
      const demo = await startDemo();
      const { business } = await signIn(demo, 'subscriber');
      const answer = await ask(demo, business, body);
      assert.equal(answer.status, 400);
      const { error } = failureBody.parse(await answer.json());
      assert.equal(error.type, 'invalid_request_error');
      assert.ok(error.message.startsWith(names), error.message);
    });
  }

  it('a request without the version header, with another version or content type, is refused with HTTP 400', async () => {
    const demo = await startDemo();
    const { business } = await signIn(demo, 'subscriber');
    for (const headers of [
      { 'compat-version': '' },
      { 'compat-version': '2024-01-01' },
      { 'content-type': 'text/plain' },
    ]) {
      assert.deepEqual(await refusal(await ask(demo, business, question('Hello'), headers)), [
        400,
        'invalid_request_error',
      ]);
    }
  });

  it('an unknown model is not found', async () => {
    const demo = await startDemo();
    const { business } = await signIn(demo, 'subscriber');
    assert.deepEqual(await refusal(await ask(demo, business, question('x', { model: 'moon' }))), [
      404,
      'not_found_error',
    ]);
  });

  it('a body over 16 MiB is too large', async () => {
    const demo = await startDemo();
    const { business } = await signIn(demo, 'subscriber');
    const answer = await ask(demo, business, question('x'.repeat(17 * 1024 * 1024)));
    assert.deepEqual(await refusal(answer), [413, 'request_too_large']);
  });

  it('a request to the host of something else finds nothing', async () => {
    const { description } = await startDemo();
    const paths = [
      `${description.authUrl}/api/compat/v1/messages`,
      `${description.apiUrl}/v1/messages`,
      `${description.apiUrl}/api/v1/oauth/token`,
    ];
    for (const url of paths) assert.equal((await postJson(url, question('Hello'))).status, 404);
  });
});
