// Knows how much of a window the next prompt takes: what the service counted, and an estimate of what came after.
import assert from 'node:assert/strict';
import { attachmentBlock, createAttachment, estimatedTokens } from '../../../../src/core/chat/attachment.ts';
import { type AnswerTurn, type Conversation, createAnswer, type PromptTurn } from '../../../../src/core/chat/conversation.ts';
import { noUsage } from '../../../../src/core/chat/stream-event.ts';
import { windowUse } from '../../../../src/core/chat/window-fill.ts';

const prompt = (id: string, text: string): PromptTurn => ({ kind: 'prompt', id, text });
const answer = (id: string, text: string, usage = noUsage): AnswerTurn => ({ ...createAnswer(id, 0), text, usage });
const nothing = { text: '', attachments: [] };
const counted = { inputTokens: 1000, outputTokens: 200, cacheReadTokens: 30, cacheWriteTokens: null };

describe('the use of a window', () => {
  it('is nothing before the first prompt', () => assert.equal(windowUse({ turns: [] }, nothing), 0));

  it('takes the service\'s count for all that came before it, its cache included', () => {
    const conversation: Conversation = { turns: [prompt('p', 'x'.repeat(4000)), answer('a', 'x', counted)] };
    assert.equal(windowUse(conversation, nothing), 1230);
  });

  it('estimates what came after the last count, the next prompt and what goes with it', () => {
    const file = createAttachment('file', 'a.ts', 'x'.repeat(400));
    const conversation: Conversation = { turns: [
      prompt('p', 'Why?'),
      answer('a', 'So.', counted),
      { ...prompt('q', 'abcd'), attachments: [file] },
      answer('b', 'x'.repeat(40)),
    ] };
    const attached = estimatedTokens(attachmentBlock(file));
    assert.equal(windowUse(conversation, { text: 'abcdefgh', attachments: [file] }), 1230 + 1 + attached + 10 + 2 + attached);
  });

  it('does not trust half a count', () => {
    const conversation: Conversation = { turns: [prompt('p', 'abcd'), answer('a', 'abcd', { ...noUsage, inputTokens: 900 })] };
    assert.equal(windowUse(conversation, nothing), 2);
  });
});
