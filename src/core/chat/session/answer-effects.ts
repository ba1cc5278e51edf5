// What each event of an answer means for the conversation that it belongs to: what is recorded, and what its listeners
// hear.
import { isBlockEvent } from '../messages/blocks.ts';
import type { AnswerTurn } from '../conversation/answer.ts';
import type { HistoryRecord } from '../conversation/records.ts';
import { endRecord } from '../conversation/turn-records.ts';
import type { RunEvent } from './answer-run.ts';
import type { ChatEvent } from './chat-events.ts';

export interface AnswerEffects {
  readonly records: readonly HistoryRecord[];
  /** Null where nothing can be seen of it; the end is reported when the conversation is free again. */
  readonly event: ChatEvent | null;
}

const none: AnswerEffects = { records: [], event: null };

/** @param answer as the event has left it. */
export function effectsOf(event: RunEvent, answer: AnswerTurn): AnswerEffects {
  const { id, source, planRefusal } = answer;
  if (isBlockEvent(event)) return { records: [{ id, ...event }], event: { kind: 'answerGrew', id, event } };
  switch (event.kind) {
    case 'leftOut':
      return {
        records: [{ kind: 'leftOut', id, ...event.leftOut }],
        event: { kind: 'answerReplaced', answer },
      };
    case 'sourceChosen': {
      const chosen: HistoryRecord = { kind: 'source', id, ...event.source };
      return planRefusal === null
        ? { records: [chosen], event: { kind: 'answerStarted', id, source: event.source } }
        : {
            records: [{ kind: 'planRefused', id, failure: planRefusal }, chosen],
            event: { kind: 'answerReplaced', answer },
          };
    }
    case 'started':
      return source === null
        ? none
        : { records: [{ kind: 'source', id, ...source }], event: { kind: 'answerStarted', id, source } };
    case 'done':
    case 'failed':
    case 'stopped': {
      const end = endRecord(answer);
      return end === null ? none : { records: [end], event: null };
    }
    case 'planRefused':
    case 'accepted':
      return none;
  }
}
