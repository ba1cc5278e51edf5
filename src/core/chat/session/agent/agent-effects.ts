// What each event of an agent's run means for the conversation that it belongs to.
import type { AnswerTurn } from '../../conversation/answer.ts';
import { emptyRun, type RunRecord } from '../../conversation/runs/run-state.ts';
import { storedRunRecord } from '../../conversation/runs/run-turn.ts';
import { madeRecord } from '../../conversation/summaries.ts';
import { endRecord } from '../../conversation/turn-records.ts';
import type { AgentEvent } from './agent-answer.ts';
import type { AnswerEffects } from '../answer-effects.ts';
import type { ChatEvent } from '../chat-events.ts';

/** @param answer as the event has left it. */
export function agentEffectsOf(event: AgentEvent, answer: AnswerTurn): AnswerEffects {
  const { id, planRefusal, leftOut } = answer;
  switch (event.kind) {
    case 'leftOut':
      return {
        records: leftOut === undefined ? [] : [{ kind: 'leftOut', id, ...leftOut }],
        event: { kind: 'answerReplaced', answer },
      };
    case 'compacting':
      return {
        records: event.end?.kind === 'made' ? [madeRecord(event.end.summary)] : [],
        event: { kind: 'summariesChanged', end: event.end },
      };
    case 'planRefused':
      return { records: [], event: null };
    case 'sourceChosen':
      return {
        records: [
          ...(planRefusal === null ? [] : [{ kind: 'planRefused' as const, id, failure: planRefusal }]),
          { kind: 'source', id, ...event.source },
        ],
        event:
          planRefusal === null && (answer.run?.steps.length ?? 0) <= 1
            ? { kind: 'answerStarted', id, source: event.source }
            : { kind: 'answerReplaced', answer },
      };
    case 'recorded':
      return { records: [storedRunRecord(answer, event.record)], event: eventOf(event.record, answer) };
    case 'filesRecorded':
      return { records: [event.record], event: null };
    case 'ended': {
      const end = endRecord(answer);
      return { records: end === null ? [] : [end], event: null };
    }
  }
}

function eventOf(record: RunRecord, answer: AnswerTurn): ChatEvent | null {
  const { id, run = emptyRun } = answer;
  const first = run.firstBlock;
  switch (record.kind) {
    case 'answerGrew': {
      const event = { ...record.event, index: record.event.index + first };
      const isCall = answer.blocks[event.index]?.kind === 'toolUse';
      return event.kind === 'blockEnded' && isCall
        ? { kind: 'callChanged', answer, block: event.index }
        : { kind: 'answerGrew', id, event };
    }
    case 'callStarted':
    case 'callEnded':
      return { kind: 'callChanged', answer, block: record.block + first };
    case 'resultsDropped':
    case 'wordsAdded':
      return { kind: 'answerReplaced', answer };
    case 'answerBegan':
    case 'answerEnded':
    case 'quotaRead':
    case 'planned':
      return null;
  }
}
