// Knows how a turn of the conversation is told to the page, with its words; not how the page draws it.
import { type Attachment, attachmentTokens } from '../../core/chat/attachment.ts';
import { type AnswerTurn, canContinue, type PromptTurn, type Turn } from '../../core/chat/conversation.ts';
import type { BranchPlace } from '../../core/chat/conversation-tree.ts';
import type { AnswerTurn as AnswerView, AttachmentView, Progress, Source, Turn as TurnView, UsageView } from '../../core/chat/panel-messages.ts';
import type { AnswerSource } from '../../core/chat/providers.ts';
import type { Usage } from '../../core/chat/stream-event.ts';
import type { ServiceProfile } from '../../core/service/profile.ts';
import { leftOutTexts } from './fill-text.ts';
import { type Circumstances, endingNotice, failureNotice, fallbackNotice } from './failure-notice.ts';

export interface Viewer {
  readonly profile: ServiceProfile | null;
  readonly circumstances: Omit<Circumstances, 'payer' | 'canContinue'>;
  /** What the API key has spent today, as a sentence. */
  readonly spending: string;
  readonly branchOf: (id: string) => BranchPlace;
}

export function turnView(turn: Turn, viewer: Viewer): TurnView {
  return turn.kind === 'prompt' ? { ...promptView(turn), ...branchView(turn, viewer) } : answerView(turn, viewer);
}

function promptView({ kind, id, text, attachments }: PromptTurn): TurnView {
  return { kind, id, text, ...(attachments === undefined ? {} : { attachments: attachments.map(attachmentView) }) };
}

export function attachmentView(attachment: Attachment): AttachmentView {
  const { id, kind, label } = attachment;
  const size = attachmentTokens(attachment);
  if (kind !== 'image') return { id, kind, label, size, isCut: attachment.isCut };
  return { id, kind, label, size, isCut: false, image: { size: attachment.size, thumbnail: attachment.thumbnail } };
}

function branchView({ id }: Turn, { branchOf }: Viewer): { readonly branch?: BranchPlace } {
  const branch = branchOf(id);
  return branch.count > 1 ? { branch } : {};
}

export function answerView(turn: AnswerTurn, viewer: Viewer): AnswerView {
  const paidByKey = turn.source?.payer === 'apiKey';
  return {
    kind: 'answer',
    id: turn.id,
    text: turn.text,
    thinking: turn.thinking,
    source: turn.source === null ? null : sourceView(turn.source, viewer),
    notice: paidByKey && turn.planRefusal !== null ? fallbackNotice(turn.planRefusal, viewer.spending) : null,
    progress: progressView(turn, viewer),
    usage: usageView(turn.usage),
    ...(turn.leftOut === undefined ? {} : { leftOut: leftOutTexts(turn.leftOut) }),
    seconds: turn.endedAt === null ? null : secondsBetween(turn.startedAt, turn.endedAt),
    ...branchView(turn, viewer),
  };
}

export function sourceView({ payer, model }: AnswerSource, { profile }: Viewer): Source {
  const known = profile?.models.find(({ id }) => id === model);
  return { payer, provider: profile?.name ?? '', model: known?.name ?? model };
}

export function progressView(answer: AnswerTurn, { circumstances }: Viewer): Progress {
  const { progress, source, planRefusal } = answer;
  switch (progress.kind) {
    case 'waiting':
    case 'streaming':
    case 'stopped':
    case 'interrupted':
      return { kind: progress.kind };
    case 'done': {
      const notice = endingNotice(progress.stopReason, answer.text.trim() !== '', answer.thinking.trim() !== '');
      if (notice !== null) return { kind: 'unanswered', notice };
      return { kind: progress.stopReason === 'max_tokens' ? 'truncated' : 'done' };
    }
    case 'failed': {
      const payer = source?.payer ?? (planRefusal === null ? null : 'plan');
      return { kind: 'failed', notice: failureNotice(progress.failure, { ...circumstances, payer, canContinue: canContinue(answer) }) };
    }
  }
}

/** Both in milliseconds since the epoch; a clock that was set back meanwhile makes no answer end before it began. */
export function secondsBetween(startedAt: number, endedAt: number): number {
  return Math.max(0, endedAt - startedAt) / 1000;
}

/** Null until the service has named both figures: half a count would read as a whole one. */
export function usageView({ inputTokens, outputTokens }: Usage): UsageView | null {
  return inputTokens === null || outputTokens === null ? null : { inputTokens, outputTokens };
}
