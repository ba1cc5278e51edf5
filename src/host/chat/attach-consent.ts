// Knows when a person is asked before something is attached: where it looks like a secret, or where git ignores it. The
// signs of a secret are core's.
import * as vscode from 'vscode';
import { type Attachment, isText } from '../../core/chat/attachment.ts';
import { secretSign } from '../../core/chat/secret-sign.ts';
import { isIgnoredByGit } from '../../node/git-ignore.ts';
import { askModal } from '../display/modal.ts';
import { inertName } from '../display/names.ts';

const { l10n } = vscode;

/** Whether it may be attached: nobody is asked about what looks harmless. Names alone, as a listing has them, are. */
export async function mayAttach(uri: vscode.Uri | null, attachment: Attachment): Promise<boolean> {
  const reasons = uri === null || attachment.kind === 'listing' ? [] : await reasonsAgainst(uri, isText(attachment) ? attachment.text : '');
  if (reasons.length === 0) return true;
  const attach = l10n.t('Attach');
  const detail = [...reasons, l10n.t('What is attached is sent to the service with your next prompt.')];
  const text = l10n.t('Attach {0}?', inertName(attachment.label));
  return (await askModal({ severity: 'warning', text, detail }, attach)) === attach;
}

async function reasonsAgainst(uri: vscode.Uri, text: string): Promise<string[]> {
  const reasons: string[] = [];
  const sign = secretSign(uri.path, text);
  if (sign === 'name') reasons.push(l10n.t('Files of this name usually hold secrets.'));
  if (sign === 'text') reasons.push(l10n.t('It contains what looks like a key or a token.'));
  if (uri.scheme === 'file' && vscode.workspace.isTrusted && (await isIgnoredByGit(uri.fsPath))) {
    reasons.push(l10n.t('Git ignores this file, so it may not be meant to be shared.'));
  }
  return reasons;
}
