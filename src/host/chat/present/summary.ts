// A summary of the turns up to an answer as the page shows it, and what is said where none came.
import { l10n } from 'vscode';
import type { ConversationSummary } from '../../../core/chat/conversation/conversation.ts';
import type { SeenSummary } from '../../../core/chat/conversation/summaries.ts';
import type { ConversationTree } from '../../../core/chat/conversation/tree.ts';
import type { CompactionEnd } from '../../../core/chat/session/compaction/compact.ts';
import type { SummaryView } from '../../../protocol/summaries.ts';
import { failureText } from '../../words/error-text.ts';

/** What is seen behind a turn; found out for all of them at once, with the first behind which there may be any. */
export function summariesIn(tree: ConversationTree): (turnId: string) => SeenSummary | null {
  let seen: ReadonlyMap<string, SeenSummary> | null = null;
  return (turnId) => {
    if (!tree.summaries.hasEnd(turnId)) return null;
    seen ??= tree.summaries.seenIn(tree.shown().turns);
    return seen.get(turnId) ?? null;
  };
}

export function summaryView({ summary, isUsed, prompts }: SeenSummary, madeBy: readonly string[]): SummaryView {
  const { id, text } = summary;
  return {
    id,
    title: isUsed ? summaryOf(prompts) : l10n.t('{0}, not used', summaryOf(prompts)),
    facts: [...madeBy, ...missingTexts(summary)],
    text,
    isUsed,
    action: isUsed ? l10n.t('Undo Summary') : l10n.t('Use Summary'),
  };
}

function summaryOf(prompts: number): string {
  return prompts === 1
    ? l10n.t('Summary of the earlier prompt and its answer')
    : l10n.t('Summary of {0} earlier prompts and their answers', prompts);
}

function missingTexts({ leftOut }: ConversationSummary): string[] {
  return leftOut === 0 ? [] : [l10n.t('oldest prompts and answers that did not fit, and are not in it: {0}', leftOut)];
}

export function compactingText(): string {
  return l10n.t('Compacting the conversation…');
}

export function summaryUnderWay(): SummaryView {
  return { id: null, title: compactingText(), facts: [], text: '', isUsed: false, action: '' };
}

/** Why everything is as it was; null where a summary was made. */
export function compactionFailureText(end: CompactionEnd): string | null {
  switch (end.kind) {
    case 'made':
      return null;
    case 'failed':
      return l10n.t('The conversation was not compacted. {0}', failureText(end.failure));
    case 'stopped':
      return l10n.t('The conversation was not compacted: it was stopped.');
    case 'noSummary':
      return l10n.t('The conversation was not compacted: the model gave no whole summary.');
  }
}
