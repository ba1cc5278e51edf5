import assert from 'node:assert/strict';
import { attachmentBlock, createAttachment } from '../../../../../src/core/chat/attachments/attachment.ts';
import { estimatedTokens } from '../../../../../src/core/chat/attachments/text-tokens.ts';
import { type AnswerTurn, createAnswer } from '../../../../../src/core/chat/conversation/answer.ts';
import type { Conversation, PromptTurn } from '../../../../../src/core/chat/conversation/conversation.ts';
import { noUsage } from '../../../../../src/core/chat/messages/stream/stream-event.ts';
import { fitWindow, inputLimit, windowUse } from '../../../../../src/core/chat/prompt/context-window.ts';
import { blocksOf } from '../../../../support/samples/answer-blocks.ts';

const prompt = (id: string, text: string): PromptTurn => ({ kind: 'prompt', id, text });
const answer = (id: string, text: string, usage = noUsage): AnswerTurn => ({
  ...createAnswer(id, 0),
  blocks: blocksOf(text),
  usage,
});
const nothing = { text: '', attachments: [] };
const counted = { inputTokens: 1000, outputTokens: 200, cacheReadTokens: 30, cacheWriteTokens: null };

describe('the use of a window', () => {
  it('is nothing before the first prompt', () => assert.equal(windowUse({ turns: [] }, nothing), 0));

  it("takes the service's count for all that came before it, its cache included", () => {
    const conversation: Conversation = { turns: [prompt('p', 'x'.repeat(4000)), answer('a', 'x', counted)] };
    assert.equal(windowUse(conversation, nothing), 1230);
  });

  it('estimates what came after the last count, the next prompt and what goes with it', () => {
    const file = createAttachment('file', 'a.ts', 'x'.repeat(400));
    const conversation: Conversation = {
      turns: [
        prompt('p', 'Why?'),
        answer('a', 'So.', counted),
        { ...prompt('q', 'abcd'), attachments: [file] },
        answer('b', 'x'.repeat(40)),
      ],
    };
    const texts = [attachmentBlock(file), 'abcd', 'x'.repeat(40), 'abcdefgh', attachmentBlock(file)];
    assert.equal(
      windowUse(conversation, { text: 'abcdefgh', attachments: [file] }),
      1230 + texts.reduce((sum, text) => sum + estimatedTokens(text), 0),
    );
  });

  it('does not trust half a count', () => {
    const conversation: Conversation = {
      turns: [prompt('p', 'abcd'), answer('a', 'abcd', { ...noUsage, inputTokens: 900 })],
    };
    assert.equal(windowUse(conversation, nothing), 2);
  });

  it('counts what was left out of the request that the service counted', () => {
    const conversation: Conversation = {
      turns: [
        prompt('p', 'x'.repeat(400)),
        answer('a', 'x'.repeat(40)),
        prompt('q', 'abcd'),
        { ...answer('b', 'x', counted), leftOut: { turns: 2, images: 0 } },
      ],
    };
    const leftOut = estimatedTokens('x'.repeat(400)) + estimatedTokens('x'.repeat(40));
    assert.equal(windowUse(conversation, nothing), 1230 + leftOut);
  });
});

describe('a conversation in a window', () => {
  const text = 'word '.repeat(100);
  const turns = [prompt('p', text), answer('a', text), prompt('q', text), answer('b', text)];
  const next = { text, attachments: [] };

  it('is sent whole up to the last token', () => {
    assert.deepEqual(fitWindow({ turns }, next, 500), { used: 500, leftOut: 0, fits: true });
  });

  it('loses its oldest turns, an answer always together with its prompt', () => {
    assert.deepEqual(fitWindow({ turns }, next, 499), { used: 500, leftOut: 2, fits: true });
    assert.deepEqual(fitWindow({ turns }, next, 299), { used: 500, leftOut: 4, fits: true });
  });

  it('keeps the next prompt although it does not fit, and says so', () => {
    assert.deepEqual(fitWindow({ turns }, next, 99), { used: 500, leftOut: 4, fits: false });
  });

  it('keeps the newest prompt of a conversation that is about to be answered', () => {
    const asked = [...turns, prompt('r', text), answer('c', '')];
    assert.deepEqual(fitWindow({ turns: asked }, null, 99), { used: 500, leftOut: 4, fits: false });
    assert.deepEqual(fitWindow({ turns: asked }, null, 100), { used: 500, leftOut: 4, fits: true });
  });

  it('leaves the answer its share, but never more than half of the window', () => {
    assert.deepEqual([inputLimit(1000, 200), inputLimit(1000, 900), inputLimit(1001, 5000)], [800, 500, 500]);
  });
});
