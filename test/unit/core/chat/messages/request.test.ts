import assert from 'node:assert/strict';
import { assistantText, type MessageRequest, userText } from '../../../../../src/core/chat/messages/message.ts';
import { messageHttpRequest, messageRefusal } from '../../../../../src/core/chat/messages/request.ts';
import type { Failure } from '../../../../../src/core/service/failure/errors.ts';
import type { JsonAnswer } from '../../../../../src/core/service/http/http.ts';
import { Secret } from '../../../../../src/core/service/credentials/secret.ts';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';
import { audience, connectTo, profileOf } from '../../../../support/fakes/service-connection.ts';

const credential = { kind: 'apiKey', key: new Secret('key-1'), audience } as const;
const { signal } = new AbortController();
const request = {
  model: 'model-1',
  maxTokens: 4096,
  messages: [userText('Hello'), assistantText('Hi'), userText('And?')],
} as const;

describe('a message request', () => {
  const connection = connectTo(
    profileOf('https://base.example', { words: { service: 'svc', compat: 'other' }, promptCaching: false }),
    new FakeClock(),
  );

  it('is a POST of the turns as text blocks, asking for a stream [2.8 model, max_tokens, stream, messages]', () => {
    const sent = messageHttpRequest(
      connection,
      { base: 'https://base.example/api/other', credential },
      request,
      signal,
    );
    assert.equal(`${sent.method} ${sent.url}`, 'POST https://base.example/api/other/v1/messages');
    assert.deepEqual(sent.body, {
      model: 'model-1',
      max_tokens: 4096,
      stream: true,
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
        { role: 'assistant', content: [{ type: 'text', text: 'Hi' }] },
        { role: 'user', content: [{ type: 'text', text: 'And?' }] },
      ],
    });
    assert.equal(sent.credential, credential);
    assert.equal(sent.signal, signal);
    assert.equal(sent.idleMilliseconds, 60_000);
  });

  const sentBody = (changes: Readonly<Partial<MessageRequest>>): unknown =>
    messageHttpRequest(
      connection,
      { base: 'https://base.example', credential },
      { ...request, messages: [], ...changes },
      signal,
    ).body;

  it('carries a system text, a temperature and a budget for thinking where they are given [2.8 system, temperature, thinking]', () => {
    assert.deepEqual(sentBody({ system: ['Be brief.'], thinkingBudget: 1024 }), {
      model: 'model-1',
      max_tokens: 4096,
      stream: true,
      system: [{ type: 'text', text: 'Be brief.' }],
      thinking: { type: 'enabled', budget_tokens: 1024 },
      messages: [],
    });
    assert.deepEqual(sentBody({ temperature: 0 }), {
      model: 'model-1',
      max_tokens: 4096,
      stream: true,
      temperature: 0,
      messages: [],
    });
  });

  it('asks for a whole answer, and waits longer for its first byte', () => {
    assert.deepEqual(sentBody({ whole: true }), { model: 'model-1', max_tokens: 4096, stream: false, messages: [] });
    const sent = messageHttpRequest(
      connection,
      { base: 'https://base.example', credential },
      { ...request, whole: true },
      signal,
    );
    assert.equal(sent.idleMilliseconds, 300_000);
  });

  it('carries the version header under the word of the compatible interface, and the identity to the service [4.9 compat-version][9 compat-version]', () => {
    const { headers } = messageHttpRequest(
      connection,
      { base: 'https://base.example/api/other', credential },
      request,
      signal,
    );
    assert.equal(headers['other-version'], '2023-06-01');
    assert.equal(Object.keys(headers).length, 11);
  });

  it('carries only user agent and version header to a foreign host', () => {
    const { headers } = messageHttpRequest(connection, { base: 'https://key.example', credential }, request, signal);
    assert.deepEqual(headers, { 'User-Agent': 'tidemark/1.2.3', 'other-version': '2023-06-01' });
  });
});

describe('what the body of a refused message says', () => {
  const profile = profileOf('https://base.example', {
    refusals: { paymentRequired: ['7001', 'pay first'], providerInactive: ['7002'] },
  });
  const forbidden: Failure = { kind: 'forbidden' };
  const cases: readonly (readonly [sentence: string, answer: JsonAnswer, failure: Failure | null])[] = [
    [
      'a code that the profile maps to a payment',
      { status: 403, body: { code: 7001, success: false }, failure: forbidden },
      { kind: 'paymentRequired' },
    ],
    [
      'a message that the profile maps to a payment',
      { status: 200, body: { code: 1, msg: 'pay first' }, failure: null },
      { kind: 'paymentRequired' },
    ],
    [
      'a code that the profile maps to an inactive provider',
      { status: 403, body: { code: '7002' }, failure: forbidden },
      { kind: 'providerInactive' },
    ],
    [
      'a code that nobody maps says no more than the status',
      { status: 403, body: { code: 7003 }, failure: forbidden },
      null,
    ],
    [
      'an envelope that refuses under HTTP 200',
      { status: 200, body: { code: 500, success: false }, failure: null },
      { kind: 'requestRefused', status: 200, code: '500' },
    ],
    [
      'an envelope that refuses without a code',
      { status: 200, body: { success: false }, failure: null },
      { kind: 'requestRefused', status: 200, code: null },
    ],
    [
      'an envelope with 1113 under HTTP 200',
      { status: 200, body: { code: 1113, success: false }, failure: null },
      { kind: 'balanceExhausted' },
    ],
    [
      'an error body under HTTP 200',
      { status: 200, body: { type: 'error', error: { type: 'overload_error' } }, failure: null },
      { kind: 'overloaded', retryAt: null },
    ],
    ['a message is no refusal', { status: 200, body: { type: 'message', content: [] }, failure: null }, null],
  ];
  for (const [sentence, answer, failure] of cases) {
    it(sentence, () => assert.deepEqual(messageRefusal(profile, answer), failure));
  }
});
