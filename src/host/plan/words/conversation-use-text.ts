import { env, l10n } from 'vscode';
import type { ConversationUse } from '../../../core/plan/breakdown/conversation-use.ts';
import { shortNumber, windowName } from './plan-text.ts';

/** `12.3K tokens`, and `3.4% of 5-hour limit` where that is known. */
export function conversationUseText({ tokens, taken }: ConversationUse): string {
  const counted = l10n.t('{0} tokens', shortNumber(tokens));
  if (taken === null) return counted;
  const share = new Intl.NumberFormat(env.language, { maximumSignificantDigits: 2 }).format(taken.percent);
  return l10n.t('{0}, {1}% of {2}', counted, share, windowName(taken.window));
}
