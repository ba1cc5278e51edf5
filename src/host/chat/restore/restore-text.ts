// What is said about restoring files.
import { l10n } from 'vscode';
import type { RestoreStep } from '../../../core/chat/restore/restore-plan.ts';
import type { Restored } from '../../../core/chat/restore/restoring.ts';
import { inertName } from '../../display/names.ts';
import { listText, paragraph } from '../../words/list-text.ts';

/** Why a file cannot be restored. */
export type Obstacle = 'noCopy' | 'unreachable';

/** @param from where the file is now, as the person knows it */
export function stepText({ does }: RestoreStep, from: string | null): string {
  switch (does) {
    case 'change':
      return l10n.t('goes back to what it held before');
    case 'create':
      return l10n.t('is created again');
    case 'delete':
      return l10n.t('is deleted: it was not there before');
    case 'rename':
      return l10n.t('is renamed back from {0}', inertName(from ?? ''));
  }
}

export function foreignText(): string {
  return l10n.t('Somebody else has changed it since. Restoring it takes that away.');
}

export function obstacleText(obstacle: Obstacle): string {
  switch (obstacle) {
    case 'noCopy':
      return l10n.t('What it held before is not kept any more.');
    case 'unreachable':
      return l10n.t('It cannot be read now, or its path leads elsewhere.');
  }
}

/** @param ends of the files that were chosen, by how the person knows them */
export function restoredText(ends: readonly (readonly [name: string, end: Restored])[]): string {
  const done = ends.filter(([, end]) => end === 'done').length;
  const sentences = [
    ...(done === 0 ? [] : [done === 1 ? l10n.t('1 file restored.') : l10n.t('{0} files restored.', done)]),
    ...failures.flatMap((failure) => {
      const names = ends.filter(([, end]) => end === failure).map(([name]) => inertName(name));
      return names.length === 0 ? [] : [failureText(failure, listText(names))];
    }),
  ];
  return paragraph(sentences);
}

const failures = ['changedMeanwhile', 'refused', 'unsaved', 'noCopy'] as const;

function failureText(failure: (typeof failures)[number], names: string): string {
  switch (failure) {
    case 'changedMeanwhile':
      return l10n.t('Left as they are, since they have changed meanwhile: {0}.', names);
    case 'refused':
      return l10n.t('Could not be restored: {0}.', names);
    case 'unsaved':
      return l10n.t('Restored in the editor, but could not be saved: {0}.', names);
    case 'noCopy':
      return l10n.t('What they held before is not kept any more: {0}.', names);
  }
}

export function notTrustedText(): string {
  return l10n.t('This folder is not trusted, so no file is changed.');
}

export function answeringText(): string {
  return l10n.t('The agent is still at work here. Stop it first, or wait until it is finished.');
}

export function nothingToRestoreText(): string {
  return l10n.t('The files are as they were before this prompt.');
}

export function nothingChangedText(): string {
  return l10n.t('There is nothing to restore: the agent has changed no file here, or every file is as it was.');
}
