// Knows how a turn of the conversation is told to the page, with its words; not how the page draws it.
import type { AnswerProgress, AnswerTurn, Turn } from '../../core/chat/conversation.ts';
import type { AnswerTurn as AnswerView, Progress, Source, Turn as TurnView, UsageView } from '../../core/chat/panel-messages.ts';
import type { AnswerSource } from '../../core/chat/providers.ts';
import type { Usage } from '../../core/chat/stream-event.ts';
import type { ServiceProfile } from '../../core/service/profile.ts';
import { type Circumstances, failureNotice, fallbackNotice } from './failure-notice.ts';

export interface Viewer {
  readonly profile: ServiceProfile | null;
  readonly circumstances: Omit<Circumstances, 'payer'>;
}

export function turnView(turn: Turn, viewer: Viewer): TurnView {
  return turn.kind === 'prompt' ? turn : answerView(turn, viewer);
}

export function answerView(turn: AnswerTurn, viewer: Viewer): AnswerView {
  const paidByKey = turn.source?.payer === 'apiKey';
  return {
    kind: 'answer',
    id: turn.id,
    text: turn.text,
    thinking: turn.thinking,
    source: turn.source === null ? null : sourceView(turn.source, viewer),
    notice: paidByKey && turn.planRefusal !== null ? fallbackNotice(turn.planRefusal) : null,
    progress: progressView(turn.progress, turn.source, viewer),
    usage: usageView(turn.usage),
    seconds: turn.endedAt === null ? null : (turn.endedAt - turn.startedAt) / 1000,
  };
}

export function sourceView({ payer, model }: AnswerSource, { profile }: Viewer): Source {
  const known = profile?.models.find(({ id }) => id === model);
  return { payer, provider: profile?.name ?? '', model: known?.name ?? model };
}

export function progressView(progress: AnswerProgress, source: AnswerSource | null, { circumstances }: Viewer): Progress {
  switch (progress.kind) {
    case 'waiting':
    case 'streaming':
    case 'stopped':
      return { kind: progress.kind };
    case 'done':
      return { kind: progress.stopReason === 'max_tokens' ? 'truncated' : 'done' };
    case 'failed':
      return { kind: 'failed', notice: failureNotice(progress.failure, { ...circumstances, payer: source?.payer ?? null }) };
  }
}

/** Null until the service has named both figures: half a count would read as a whole one. */
export function usageView({ inputTokens, outputTokens }: Usage): UsageView | null {
  return inputTokens === null || outputTokens === null ? null : { inputTokens, outputTokens };
}
