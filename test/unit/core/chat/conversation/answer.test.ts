import assert from 'node:assert/strict';
import {
  type AnswerTurn,
  canContinue,
  createAnswer,
  reduceAnswer,
} from '../../../../../src/core/chat/conversation/answer.ts';
import { noUsage } from '../../../../../src/core/chat/messages/stream/stream-event.ts';
import type { AnswerEvent } from '../../../../../src/core/chat/messages/stream/stream.ts';
import { blocksOf, textAdded, thinkingAdded } from '../../../../support/samples/answer-blocks.ts';

const usage = { ...noUsage, outputTokens: 7 };

describe('an answer', () => {
  it('begins waiting, with nothing known', () => {
    assert.deepEqual(createAnswer('a', 1000), {
      kind: 'answer',
      id: 'a',
      blocks: [],
      source: null,
      planRefusal: null,
      progress: { kind: 'waiting' },
      usage: noUsage,
      startedAt: 1000,
      endedAt: null,
    });
  });

  const begun: AnswerTurn = {
    ...createAnswer('a', 1000),
    source: { payer: 'plan', model: 'asked' },
    blocks: blocksOf('one', 'hm'),
  };
  const cases: readonly (readonly [sentence: string, event: AnswerEvent, change: Partial<AnswerTurn>])[] = [
    [
      'streams once started, and names the model that answers',
      { kind: 'started', model: 'real' },
      { progress: { kind: 'streaming' }, source: { payer: 'plan', model: 'real' } },
    ],
    [
      'keeps the model asked for where none is named',
      { kind: 'started', model: null },
      { progress: { kind: 'streaming' } },
    ],
    ['grows by text', textAdded(1, ' two'), { blocks: blocksOf('one two', 'hm') }],
    ['grows by thinking, apart from its text', thinkingAdded(0, 'm'), { blocks: blocksOf('one', 'hmm') }],
    [
      'ends done',
      { kind: 'done', stopReason: 'end_turn', usage },
      { progress: { kind: 'done', stopReason: 'end_turn' }, usage, endedAt: 2000 },
    ],
    [
      'ends failed, and keeps its text',
      { kind: 'failed', failure: { kind: 'cut' }, usage },
      { progress: { kind: 'failed', failure: { kind: 'cut' } }, usage, endedAt: 2000 },
    ],
    [
      'ends stopped, and keeps its text',
      { kind: 'stopped', usage },
      { progress: { kind: 'stopped' }, usage, endedAt: 2000 },
    ],
  ];
  for (const [sentence, event, change] of cases) {
    it(sentence, () => {
      const before = structuredClone(begun);
      assert.deepEqual(reduceAnswer(begun, event, 2000), { ...begun, ...change });
      assert.deepEqual(begun, before);
    });
  }

  it('has no source to name where none was chosen', () => {
    assert.equal(reduceAnswer(createAnswer('a', 1000), { kind: 'started', model: 'real' }, 2000).source, null);
  });
});

describe('an answer that can be continued', () => {
  const ended = (progress: AnswerTurn['progress'], text = 'so far'): boolean =>
    canContinue({ ...createAnswer('a', 1000), blocks: blocksOf(text), progress });

  it('is one that was cut, with something received', () => {
    assert.equal(ended({ kind: 'interrupted' }), true);
    assert.equal(ended({ kind: 'stopped' }), true);
    assert.equal(ended({ kind: 'failed', failure: { kind: 'cut' } }), true);
    assert.equal(ended({ kind: 'done', stopReason: 'max_tokens' }), true);
  });

  it('is neither whole, nor running, nor empty', () => {
    assert.equal(ended({ kind: 'done', stopReason: 'end_turn' }), false);
    assert.equal(ended({ kind: 'streaming' }), false);
    assert.equal(ended({ kind: 'interrupted' }, ' '), false);
  });
});
