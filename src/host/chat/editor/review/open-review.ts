import * as vscode from 'vscode';
import { PendingChanges } from '../../../../core/chat/review/pending-changes.ts';
import type { PersistedText } from '../../../../core/ports.ts';
import { askRisk } from '../../../display/modal.ts';
import type { Tell } from '../../../display/notification.ts';
import { ChangeDiffs } from './change-diffs.ts';
import { Review, type ReviewVoice } from './review.ts';

/** With the changes that waited when the window was loaded last. */
export function openReview(changes: PersistedText, tell: Tell): Review {
  const confirm: ReviewVoice['confirm'] = async (text, detail, button) =>
    (await askRisk({ text, detail: [detail] }, vscode.l10n.t('Not Now'), button)) === button;
  return new Review(
    new PendingChanges(changes),
    new ChangeDiffs('tidemark-proposal'),
    { tell, confirm },
    () => vscode.workspace.isTrusted,
  );
}
