// What an answer has cost: what was received since it began, whoever paid for what it held before.
import assert from 'node:assert/strict';
import { type AnswerTurn, createAnswer, reduceAnswer } from '../../../../../src/core/chat/conversation/answer.ts';
import { continuedAnswer } from '../../../../../src/core/chat/conversation/steps.ts';
import { ConversationTree } from '../../../../../src/core/chat/conversation/tree.ts';
import { blockTokens } from '../../../../../src/core/chat/prompt/message-tokens.ts';
import { noUsage } from '../../../../../src/core/chat/messages/stream/stream-event.ts';
import { costSince, isCapReached, tokenCost } from '../../../../../src/core/chat/session/answer-cost.ts';
import { blocksOf, textAdded, thinkingAdded } from '../../../../support/samples/answer-blocks.ts';

describe('what an answer has cost', () => {
  const cut: AnswerTurn = {
    ...createAnswer('a', 0),
    blocks: blocksOf('x'.repeat(400), 'y'.repeat(40)),
    source: { payer: 'apiKey', model: 'm' },
    progress: { kind: 'stopped' },
  };
  /** The same answer, gone on with. */
  const continued = (): AnswerTurn => {
    const asked = continuedAnswer(new ConversationTree('c'), cut, { newId: () => 'b', now: () => 0 });
    assert.ok(asked !== null);
    return asked.answer;
  };
  const nothing = { input: 0, output: 0, cached: 0 };
  const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 3, cacheWriteTokens: 2 };

  it('is nothing where it goes on with an earlier one and the request reached nobody', () => {
    const begun = continued();
    const failed = reduceAnswer(begun, { kind: 'failed', failure: { kind: 'offline' }, usage: noUsage }, 1);
    const stopped = reduceAnswer(begun, { kind: 'stopped', usage: noUsage }, 1);
    assert.deepEqual([costSince(begun, failed), costSince(begun, stopped)], [nothing, nothing]);
  });

  it('is measured by what was received since it began, text and thinking, never by what it held before', () => {
    const begun = continued();
    const more = [
      textAdded(1, 'z'.repeat(20)),
      thinkingAdded(0, 'z'.repeat(8)),
      { kind: 'stopped', usage: noUsage },
    ] as const;
    const tokens = ({ blocks }: AnswerTurn): number => blocks.reduce((sum, block) => sum + blockTokens(block), 0);
    const ended = more.reduce<AnswerTurn>((answer, event) => reduceAnswer(answer, event, 1), begun);
    assert.deepEqual(costSince(begun, ended), { ...nothing, output: tokens(ended) - tokens(begun) });
    assert.equal(tokens(ended) - tokens(begun) >= 7, true);
    assert.deepEqual(costSince(createAnswer('a', 0), cut), { ...nothing, output: tokens(cut) });
  });

  it('is not too small for scripts that write words in a character or two', () => {
    const chinese: AnswerTurn = { ...cut, blocks: blocksOf('潮汐'.repeat(100)) };
    assert.equal(costSince(createAnswer('a', 0), chinese).output >= 200, true);
  });

  it('is what the service named at its end, what came from the prompt cache apart', () => {
    assert.deepEqual(tokenCost(usage, true, 1000), { input: 12, output: 5, cached: 3 });
  });

  it('is estimated where it did not come to its end or nothing was named', () => {
    const begun = { ...noUsage, inputTokens: 10, outputTokens: 1 };
    assert.deepEqual(tokenCost(begun, false, 101), { input: 10, output: 101, cached: 0 });
    assert.deepEqual(tokenCost({ ...begun, outputTokens: 200 }, false, 1), { input: 10, output: 200, cached: 0 });
    assert.deepEqual(tokenCost(noUsage, true, 10), { ...nothing, output: 10 });
    assert.deepEqual(tokenCost(noUsage, false, 0), nothing);
  });

  it('is estimated where the service reports none for an answer that says something', () => {
    const none = { ...noUsage, inputTokens: 10, outputTokens: 0 };
    assert.deepEqual(tokenCost(none, true, 100), { input: 10, output: 100, cached: 0 });
    assert.deepEqual(tokenCost(none, true, 0), { input: 10, output: 0, cached: 0 });
  });

  it('is whole tokens, also where a service names parts of one', () => {
    const parts = { inputTokens: 1.2, outputTokens: 0.5, cacheReadTokens: 0.1, cacheWriteTokens: null };
    assert.deepEqual(tokenCost(parts, true, 1), { input: 2, output: 1, cached: 1 });
  });

  it('reaches a cap, and never one of zero', () => {
    assert.deepEqual(
      [isCapReached(9, 10), isCapReached(10, 10), isCapReached(11, 10), isCapReached(11, 0)],
      [false, true, true, false],
    );
  });
});
