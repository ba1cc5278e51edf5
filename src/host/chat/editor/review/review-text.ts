// What is said about proposed changes.
import { l10n } from 'vscode';
import type { ChangeStatus } from '../../../../core/chat/review/change-status.ts';
import type { Proposal } from '../../../../core/chat/review/pending-changes.ts';
import { inertName } from '../../../display/names.ts';
import type { Obstacle } from './target-file.ts';

type Refusal = Extract<Proposal, { kind: 'refused' }>['reason'];

export function refusalText(reason: Refusal, path: string): string {
  const name = inertName(path);
  switch (reason) {
    case 'nothingToDo':
      return l10n.t('{0} is already as proposed. There is nothing to change.', name);
    case 'tooLong':
      return l10n.t('{0} is too long for a proposed change: more than 2 million characters.', name);
    case 'tooMany':
      return l10n.t(
        'The change to {0} was not added: too many changes are waiting. Accept or discard some first.',
        name,
      );
  }
}

export function obstacleText(obstacle: Obstacle, path: string): string {
  const name = inertName(path);
  switch (obstacle) {
    case 'readOnly':
      return l10n.t('{0} is read-only. Nothing was changed.', name);
    case 'notebook':
      return l10n.t('{0} is a notebook, which Tidemark does not change. Copy the code into a cell.', name);
    case 'notText':
      return l10n.t('{0} is not a text file, or is too large to be edited. Nothing was changed.', name);
  }
}

/** Why a change cannot be accepted as things stand. */
export function statusText(kind: Exclude<ChangeStatus['kind'], 'open' | 'done'>, path: string): string {
  const name = inertName(path);
  switch (kind) {
    case 'conflict':
      return l10n.t(
        '{0} has changed in the same lines since. Nothing was changed: edit the right side until it is as you want it, or discard the change.',
        name,
      );
    case 'gone':
      return l10n.t('{0} was deleted meanwhile. Nothing was changed.', name);
    case 'taken':
      return l10n.t('{0} exists now, with other content. Nothing was changed.', name);
  }
}

export function notWrittenText(path: string): string {
  return l10n.t('{0} could not be changed. Is it read-only? Nothing was applied.', inertName(path));
}

export function notSavedText(path: string): string {
  return l10n.t('{0} is changed in the editor, but could not be saved.', inertName(path));
}

/** @param accepted how many files were changed; `left` how many changes still wait. */
export function allAcceptedText(accepted: number, left: number): string {
  if (left === 0) return accepted === 1 ? l10n.t('1 change accepted.') : l10n.t('{0} changes accepted.', accepted);
  return l10n.t(
    'Accepted: {0}. Still waiting: {1}. Protected files, and files that have changed meanwhile, are accepted one by one.',
    accepted,
    left,
  );
}
