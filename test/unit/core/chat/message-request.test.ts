// Knows a message request as it goes over the wire: address, headers and body.
import assert from 'node:assert/strict';
import { messageHttpRequest } from '../../../../src/core/chat/message-request.ts';
import { Secret } from '../../../../src/core/service/secret.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { connectTo, profileOf } from '../../../support/service-connection.ts';

const credential = { kind: 'apiKey', key: new Secret('key-1') } as const;
const { signal } = new AbortController();
const request = {
  model: 'model-1',
  maxTokens: 4096,
  messages: [
    { role: 'user', text: 'Hello' },
    { role: 'assistant', text: 'Hi' },
    { role: 'user', text: 'And?' },
  ],
} as const;

describe('a message request', () => {
  const connection = connectTo(profileOf('https://base.example', { words: { service: 'svc', compat: 'other' } }), new FakeClock());

  it('is a POST of the turns as text blocks, asking for a stream', () => {
    const sent = messageHttpRequest(connection, { base: 'https://base.example/api/other', credential }, request, signal);
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
    assert.equal(sent.silenceMilliseconds, 60_000);
  });

  it('carries the version header under the word of the compatible interface, and the identity to the service', () => {
    const { headers } = messageHttpRequest(connection, { base: 'https://base.example/api/other', credential }, request, signal);
    assert.equal(headers['other-version'], '2023-06-01');
    assert.equal(Object.keys(headers).length, 11);
  });

  it('carries only user agent and version header to a foreign host', () => {
    const { headers } = messageHttpRequest(connection, { base: 'https://key.example', credential }, request, signal);
    assert.deepEqual(headers, { 'User-Agent': 'tidemark/1.2.3', 'other-version': '2023-06-01' });
  });
});
