import assert from 'node:assert/strict';
import { type AnswerTurn, createAnswer } from '../../../../../../src/core/chat/conversation/answer.ts';
import { ConversationTree } from '../../../../../../src/core/chat/conversation/tree.ts';
import { percentTaken, type QuotaReading } from '../../../../../../src/core/chat/conversation/runs/quota-share.ts';
import type { RunRecord } from '../../../../../../src/core/chat/conversation/runs/run-state.ts';
import { turnAfter } from '../../../../../../src/core/chat/conversation/runs/run-turn.ts';
import { noUsage } from '../../../../../../src/core/chat/messages/stream/stream-event.ts';
import { ChatEvents } from '../../../../../../src/core/chat/session/chat-events.ts';
import { LateQuota, type RunKeeper } from '../../../../../../src/core/chat/session/agent/late-quota.ts';
import { QuotaNotes } from '../../../../../../src/core/chat/session/agent/quota-notes.ts';

const began: RunRecord = { kind: 'answerBegan' };
const ended: RunRecord = { kind: 'answerEnded', end: { kind: 'done', stopReason: 'end_turn', usage: noUsage } };

function at(readAt: number, used: number, window = '5-hour limit'): QuotaReading {
  return { window, used, readAt };
}

describe('what a run takes of the quota', () => {
  let reading: QuotaReading | null;
  let answer: AnswerTurn;
  let notes: QuotaNotes;

  const happens = (...records: readonly RunRecord[]): void => {
    for (const record of records) {
      answer = turnAfter(answer, record);
      const noted = notes.after(record, answer);
      if (noted !== null) answer = turnAfter(answer, noted);
    }
  };
  const taken = (): number | null => {
    const quota = answer.run?.quota ?? null;
    return quota === null ? null : percentTaken(quota);
  };
  const goOn = (): void => {
    notes = new QuotaNotes(() => reading);
  };
  beforeEach(() => {
    reading = at(1, 40);
    answer = { ...createAnswer('a', 0), source: { payer: 'plan', model: 'm' } };
    goOn();
  });

  it('is not known before the window was read again', () => {
    happens(began, ended, began, ended);
    assert.equal(taken(), null);
  });

  it('is what the window grew by since the run began', () => {
    happens(began);
    reading = at(2, 43);
    happens(ended, began);
    reading = at(3, 45);
    happens(ended);
    assert.equal(taken(), 5);
  });

  it('holds nothing of what was used while the run was paused', () => {
    happens(began);
    reading = at(2, 43);
    happens(ended);
    reading = at(9, 80);
    goOn();
    happens(began);
    reading = at(10, 81);
    happens(ended);
    assert.equal(taken(), 4);
  });

  it('counts from where a window began anew, and from nothing where another is the tightest', () => {
    happens(began);
    reading = at(2, 43);
    happens(ended, began);
    reading = at(3, 1);
    happens(ended, began);
    reading = at(4, 2);
    happens(ended);
    assert.equal(taken(), 4);
    reading = at(5, 90, 'Weekly limit');
    happens(began, ended);
    assert.equal(taken(), null);
    reading = at(6, 91, 'Weekly limit');
    happens(began, ended);
    assert.equal(taken(), 1);
  });

  it('does not grow by answers that the API key paid for', () => {
    happens(began);
    answer = { ...answer, source: { payer: 'apiKey', model: 'm' } };
    reading = at(2, 60);
    happens(ended);
    assert.equal(taken(), null);
  });

  describe('once the run has ended', () => {
    const stored = { tree: new ConversationTree('c'), place: 'person' } as const;
    let late: LateQuota;
    let told: string[];
    let events: ChatEvents;
    let answering: Set<string>;
    let account: string;
    const read = (figures: QuotaReading | null): void => {
      reading = figures;
      late.figuresRead();
    };
    const ends = (one: AnswerTurn, endedAt = 5): void =>
      events.tell({ kind: 'answerEnded', answer: { ...one, endedAt }, stored, isShown: true });
    beforeEach(() => {
      told = [];
      answering = new Set();
      events = new ChatEvents({ info: () => undefined, warn: () => undefined });
      const addToRun: RunKeeper['addToRun'] = (_, id, record) => {
        const { taken, isWhole } = record.kind === 'quotaRead' ? record.share : assert.fail();
        told.push(`${id} ${String(taken)}${isWhole ? '' : ' or more'}`);
      };
      account = 'ada';
      late = new LateQuota(
        { events, answering, addToRun },
        () => reading,
        () => account,
      );
      happens(began, ended);
      ends(answer);
    });

    it('is told with the first figures that were read after its end, once', () => {
      read(null);
      read(at(4, 44));
      assert.deepEqual(told, []);
      read(at(6, 47));
      read(at(7, 60));
      assert.deepEqual(told, ['a 7']);
    });

    it('is not told of an answer in words, nor after all is forgotten', () => {
      ends({ ...createAnswer('w', 0) });
      read(at(6, 47));
      ends(answer);
      late.forget();
      read(at(7, 48));
      assert.deepEqual(told, []);
    });

    it('is not told where another answer has used the quota before it was read, or does', () => {
      ends({ ...createAnswer('w', 0) }, 6);
      read(at(7, 60));
      ends(answer, 8);
      answering.add('another');
      read(at(9, 61));
      assert.deepEqual(told, []);
    });

    it('is not told of the figures of another account, nor where that came in use before its end', () => {
      account = 'ivo';
      read(at(6, 47));
      answering.add('c');
      account = 'ada';
      read(at(7, 48));
      answering.clear();
      ends(answer, 8);
      read(at(9, 61));
      assert.deepEqual(told, []);
      ends(answer, 10);
      read(at(11, 62));
      assert.deepEqual(told, ['a 22'], 'whatever begins after that is told again');
    });

    it('begins for the next run with figures that hold the one before', () => {
      reading = at(4, 44);
      assert.equal(late.reading(), null);
      reading = at(6, 47);
      assert.deepEqual(late.reading(), reading);
    });
  });
});
