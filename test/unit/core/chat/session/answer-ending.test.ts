// How an answer ended that came to its end by itself, for every reason that a service gives.
import assert from 'node:assert/strict';
import { type AnswerTurn, createAnswer } from '../../../../../src/core/chat/conversation/answer.ts';
import { type StopReason, stopReasons } from '../../../../../src/core/chat/messages/stream/stream-event.ts';
import { endedWell, endingOf } from '../../../../../src/core/chat/session/answer-ending.ts';

const ended = (stopReason: StopReason | null, text: string, thinking = ''): AnswerTurn => ({
  ...createAnswer('a', 0),
  blocks: [
    { kind: 'thinking', text: thinking, signature: '' },
    { kind: 'text', text },
  ],
  progress: { kind: 'done', stopReason },
});

describe('the end of an answer', () => {
  it('is whole where there is text, but for a refusal, a full window and the length limit', () => {
    const endings = new Map([...stopReasons, null].map((reason) => [reason, endingOf(ended(reason, 'Yes.'))]));
    assert.deepEqual(
      endings,
      new Map<StopReason | null, string>([
        ...[...stopReasons, null].map((reason): [StopReason | null, string] => [reason, 'whole']),
        ['refusal', 'declined'],
        ['model_context_window_exceeded', 'windowFull'],
        ['max_tokens', 'truncated'],
      ]),
    );
  });

  it('is never taken for whole where there is none', () => {
    for (const reason of [...stopReasons, null]) assert.notEqual(endingOf(ended(reason, ' \n')), 'whole');
    assert.equal(endingOf(ended('end_turn', '', 'Hm.')), 'onlyThinking');
    assert.equal(endingOf(ended('end_turn', '')), 'empty');
    assert.equal(endingOf(ended('tool_use', '')), 'toolWanted');
  });

  it('is none of these for an answer that runs, failed or was stopped', () => {
    assert.equal(endingOf(createAnswer('a', 0)), null);
    assert.equal(endedWell(createAnswer('a', 0)), false);
    for (const progress of [{ kind: 'stopped' }, { kind: 'failed', failure: { kind: 'cut' } }] as const)
      assert.equal(endingOf({ ...ended(null, 'Yes.'), progress }), null);
  });

  it('is what a person asked for where the text is whole as far as it goes', () => {
    const reasons = ['end_turn', 'max_tokens', 'refusal'] as const;
    assert.deepEqual(
      reasons.map((reason) => endedWell(ended(reason, 'Yes.'))),
      [true, true, false],
    );
  });
});
