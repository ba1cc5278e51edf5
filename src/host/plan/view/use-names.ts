// What a person knows models, conversations, workspaces and ways of asking by.
import { l10n } from 'vscode';
import { type AnswerOrigin, answerOrigins } from '../../../core/usage/counted-answer.ts';
import type { Aspect } from '../../../core/usage/breakdown/breakdown.ts';

/** Each is null where nobody knows a name. All names are untrusted text. */
export interface UseNames {
  readonly model: (id: string) => string | null;
  /** Of one that can be opened here. */
  readonly conversation: (id: string) => string | null;
  readonly workspace: (id: string) => string | null;
}

/** @param name as it is in the counted answers. */
export function rowName(aspect: Aspect, name: string | null, names: UseNames): string {
  switch (aspect) {
    case 'model':
      return (name === null ? null : names.model(name)) ?? name ?? '?';
    case 'conversation':
      if (name === null) return l10n.t('No conversation of Tidemark');
      return names.conversation(name) ?? l10n.t('Of other workspaces, or deleted');
    case 'workspace':
      if (name === null) return l10n.t('No workspace');
      return names.workspace(name) ?? l10n.t('Workspaces that are gone');
    case 'origin':
      return originName(answerOrigins.find((origin) => origin === name) ?? 'check');
  }
}

function originName(origin: AnswerOrigin): string {
  switch (origin) {
    case 'ask':
      return l10n.t('Chat panel');
    case 'agent':
      return l10n.t('Agent in the chat panel');
    case 'vscodeChat':
      return l10n.t("VS Code's chat and other extensions");
    case 'commitMessage':
      return l10n.t('Commit messages');
    case 'check':
      return l10n.t('Tests of the plan or the key');
  }
}
