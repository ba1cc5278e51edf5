import assert from 'node:assert/strict';
import { estimatedTokens } from '../../../../../src/core/chat/attachments/text-tokens.ts';
import { userText } from '../../../../../src/core/chat/messages/message.ts';
import { requestTokens } from '../../../../../src/core/chat/prompt/message-tokens.ts';

describe('the estimate of a request’s tokens', () => {
  it('counts everything that a request holds', () => {
    const request = { model: 'm', maxTokens: 1, messages: [userText('Hello there')] };
    const tool = { name: 'read', description: 'Reads a file', inputSchema: { properties: {} } };
    const plain = requestTokens(request);
    assert.equal(plain > estimatedTokens('Hello there'), true);
    assert.equal(requestTokens({ ...request, system: ['Be brief.'], tools: [tool] }) > plain + 10, true);
  });
});
