// Knows how much of a window the next prompt takes: what the service counted, and an estimate of what came after.
import assert from 'node:assert/strict';
import { attachmentBlock, createAttachment, estimatedTokens } from '../../../../src/core/chat/attachment.ts';
import { type AnswerTurn, type Conversation, createAnswer, type PromptTurn } from '../../../../src/core/chat/conversation.ts';
import { noUsage } from '../../../../src/core/chat/stream-event.ts';
import { fitWindow, roomOf, windowUse } from '../../../../src/core/chat/window-fill.ts';

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

  it('counts what was left out of the request that the service counted', () => {
    const conversation: Conversation = { turns: [
      prompt('p', 'x'.repeat(400)),
      answer('a', 'x'.repeat(40)),
      prompt('q', 'abcd'),
      { ...answer('b', 'x', counted), leftOut: { turns: 2, images: 0 } },
    ] };
    assert.equal(windowUse(conversation, nothing), 1230 + 100 + 10);
  });
});

describe('a conversation in a window', () => {
  const turns = [prompt('p', 'x'.repeat(400)), answer('a', 'x'.repeat(400)), prompt('q', 'x'.repeat(400)), answer('b', 'x'.repeat(400))];
  const next = { text: 'x'.repeat(400), attachments: [] };

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
    const asked = [...turns, prompt('r', 'x'.repeat(400)), answer('c', '')];
    assert.deepEqual(fitWindow({ turns: asked }, null, 99), { used: 500, leftOut: 4, fits: false });
    assert.deepEqual(fitWindow({ turns: asked }, null, 100), { used: 500, leftOut: 4, fits: true });
  });

  it('leaves the answer its room, but never more than half of the window', () => {
    assert.deepEqual([roomOf(1000, 200), roomOf(1000, 900), roomOf(1001, 5000)], [800, 500, 500]);
  });
});
