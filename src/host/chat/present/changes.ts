import { l10n } from 'vscode';
import type { ChangeView, HostMessage } from '../../../protocol/chat.ts';
import { inertName } from '../../display/names.ts';
import type { WatchedChange } from '../editor/review/watched-changes.ts';

/** The list of changes that wait for a decision. */
export function changesShown(changes: readonly WatchedChange[]): HostMessage {
  return { kind: 'changesShown', changes: changes.map(viewOf) };
}

function viewOf({ change, path, isProtected, status }: WatchedChange): ChangeView {
  const cut = path.lastIndexOf('/') + 1;
  return {
    id: change.id,
    name: inertName(path.slice(cut)),
    folder: cut === 0 ? '' : inertName(path.slice(0, cut - 1)),
    does: change.original === null ? 'create' : change.proposed === null ? 'delete' : 'edit',
    lines: linesOf(status),
    note: noteOf(status) ?? (isProtected ? l10n.t('protected: accept it on its own') : null),
  };
}

function linesOf(status: WatchedChange['status']): ChangeView['lines'] {
  switch (status?.kind) {
    case 'open':
      return { added: status.added, removed: status.removed };
    case 'done':
      return { added: 0, removed: 0 };
    case 'conflict':
    case 'gone':
    case 'taken':
    case undefined:
      return null;
  }
}

function noteOf(status: WatchedChange['status']): string | null {
  switch (status?.kind) {
    case 'open':
    case 'done':
    case undefined:
      return null;
    case 'conflict':
      return l10n.t('the file has changed in the same lines');
    case 'gone':
      return l10n.t('the file was deleted meanwhile');
    case 'taken':
      return l10n.t('another file is there by now');
  }
}
