import * as vscode from 'vscode';
import { changesSince, canRestore, filesIn } from '../../../core/chat/restore/restore-plan.ts';
import type { ChatSession } from '../../../core/chat/session/chat-session.ts';
import { pickOne } from '../../display/quick-pick.ts';

const { l10n } = vscode;

export type PickedPrompt = { readonly kind: 'prompt'; readonly id: string } | { readonly kind: 'none' | 'closed' };

/** Of the prompts since which files were changed, the one that the person picks, or the only one. */
export async function pickRestorable(session: Pick<ChatSession, 'tree' | 'conversation'>): Promise<PickedPrompt> {
  const { tree } = session;
  const items = session
    .conversation()
    .turns.flatMap((turn) => (turn.kind === 'prompt' && canRestore(tree, turn.id) ? [turn] : []))
    .reverse()
    .map(({ id, text }) => ({ id, label: text, description: filesText(filesIn(changesSince(tree, id)).length) }));
  const [only] = items;
  if (only === undefined) return { kind: 'none' };
  const picked =
    items.length === 1 ? only : await pickOne(items, { title: l10n.t('Restore files to before which prompt?') });
  return picked === undefined ? { kind: 'closed' } : { kind: 'prompt', id: picked.id };
}

function filesText(count: number): string {
  return count === 1 ? l10n.t('1 file changed since') : l10n.t('{0} files changed since', count);
}
