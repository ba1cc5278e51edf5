// Knows what the API key has spent on a day, what an answer cost, and when the cap is reached.
import assert from 'node:assert/strict';
import { continuedAnswer } from '../../../../src/core/chat/conversation/steps.ts';
import { type AnswerTurn, createAnswer, reduceAnswer } from '../../../../src/core/chat/conversation.ts';
import { ConversationTree } from '../../../../src/core/chat/conversation-tree.ts';
import { isCapReached, localDay, parseDaySpending, spentOnDay, tokensSpent, tokensSpentByKey, withSpending } from '../../../../src/core/chat/key-spending.ts';
import { noUsage } from '../../../../src/core/chat/stream-event.ts';

const evening = new Date(2026, 0, 31, 23, 59).getTime();
const afterMidnight = new Date(2026, 1, 1, 0, 1).getTime();

describe('the spending of a day', () => {
  it('grows over the person\'s own day and begins anew at their midnight', () => {
    const first = withSpending(null, 100, evening);
    assert.deepEqual(first, { day: '2026-01-31', tokens: 100 });
    const second = withSpending(first, 20, evening);
    assert.deepEqual([spentOnDay(second, evening), spentOnDay(second, afterMidnight), spentOnDay(null, evening)], [120, 0, 0]);
    assert.deepEqual(withSpending(second, 5, afterMidnight), { day: '2026-02-01', tokens: 5 });
    assert.equal(localDay(new Date(2026, 10, 5, 12).getTime()), '2026-11-05');
  });

  it('comes back from where it was kept, and anything else is nothing', () => {
    assert.deepEqual(parseDaySpending({ day: '2026-01-31', tokens: 100, more: 1 }), { day: '2026-01-31', tokens: 100 });
    for (const stored of [undefined, null, 5, 'x', {}, { day: '2026-01-31' }, { day: 1, tokens: 1 }, { day: 'x', tokens: '1' }, { day: 'x', tokens: -1 }]) {
      assert.equal(parseDaySpending(stored), null);
    }
  });

  it('reaches a cap, and never one of zero', () => {
    assert.deepEqual([isCapReached(9, 10), isCapReached(10, 10), isCapReached(11, 10), isCapReached(11, 0)], [false, true, true, false]);
  });
});

describe('what an answer cost', () => {
  const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 3, cacheWriteTokens: 2 };

  it('is what the service named at its end', () => {
    assert.equal(tokensSpent(usage, true, 4000), 20);
  });

  it('is counted by its length where it did not come to its end or nothing was named', () => {
    assert.equal(tokensSpent({ ...noUsage, inputTokens: 10, outputTokens: 1 }, false, 401), 111);
    assert.equal(tokensSpent({ ...noUsage, inputTokens: 10, outputTokens: 200 }, false, 4), 210);
    assert.equal(tokensSpent(noUsage, true, 40), 10);
    assert.equal(tokensSpent(noUsage, false, 0), 0);
  });
});

describe('what an answer has cost the API key', () => {
  const cut: AnswerTurn = {
    ...createAnswer('a', 0),
    text: 'x'.repeat(400),
    thinking: 'y'.repeat(40),
    source: { payer: 'apiKey', model: 'm' },
    progress: { kind: 'stopped' },
  };
  /** The same answer, gone on with and paid for by `payer`. */
  const continued = (payer: 'plan' | 'apiKey'): AnswerTurn => {
    const asked = continuedAnswer(new ConversationTree('c'), cut, { newId: () => 'b', now: () => 0 });
    assert.ok(asked !== null);
    return { ...asked.answer, source: { payer, model: 'm' } };
  };

  it('is nothing where it goes on with an earlier one and the request reached nobody', () => {
    const begun = continued('apiKey');
    assert.equal(tokensSpentByKey(begun, reduceAnswer(begun, { kind: 'failed', failure: { kind: 'offline' }, usage: noUsage }, 1)), 0);
    assert.equal(tokensSpentByKey(begun, reduceAnswer(begun, { kind: 'stopped', usage: noUsage }, 1)), 0);
  });

  it('is measured by what was received since it began, text and thinking, never by what it held before', () => {
    const begun = continued('apiKey');
    const more = [{ kind: 'textAdded', text: 'z'.repeat(20) }, { kind: 'thinkingAdded', text: 'z'.repeat(8) }, { kind: 'stopped', usage: noUsage }] as const;
    assert.equal(tokensSpentByKey(begun, more.reduce<AnswerTurn>((answer, event) => reduceAnswer(answer, event, 1), begun)), 7);
    assert.equal(tokensSpentByKey(createAnswer('a', 0), cut), 110);
  });

  it('is nothing where the plan paid, or nobody was asked', () => {
    const begun = continued('plan');
    assert.equal(tokensSpentByKey(begun, reduceAnswer(begun, { kind: 'textAdded', text: 'zzzz' }, 1)), 0);
    assert.equal(tokensSpentByKey(createAnswer('a', 0), createAnswer('a', 0)), 0);
  });
});
