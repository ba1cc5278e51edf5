// Knows how a person is asked before something is attached; for which reasons is core's.
import * as vscode from 'vscode';
import { type Attachment, isText } from '../../core/chat/attachment.ts';
import { type AttachReason, attachReasons, type FileOrigin } from '../../core/chat/attachments/attach-reasons.ts';
import { isIgnoredByGit } from '../../node/git-ignore.ts';
import { askModal } from '../display/modal.ts';
import { inertName } from '../display/names.ts';
import { foldersAround } from './context/file-reading.ts';

const { l10n } = vscode;

/** Whether it may be attached: nobody is asked about what looks harmless. */
export async function mayAttach(origin: FileOrigin | null, attachment: Attachment): Promise<boolean> {
  const sentText = isText(attachment) ? attachment.text : '';
  const reasons =
    attachment.kind === 'listing' ? attachReasons(origin, null) : attachReasons(origin, sentText, origin !== null && (await isIgnored(origin)));
  if (reasons.length === 0) return true;
  const attach = l10n.t('Attach');
  const detail = [...reasons.map((reason) => reasonText(reason, origin)), l10n.t('What is attached is sent to the service with your next prompt.')];
  const text = l10n.t('Attach {0}?', inertName(attachment.label));
  return (await askModal({ severity: 'warning', text, detail }, attach)) === attach;
}

/** Git is asked only about a workspace that is trusted, and only within it. */
async function isIgnored({ scheme, path, realPath, lies }: FileOrigin): Promise<boolean> {
  return scheme === 'file' && lies === 'inside' && vscode.workspace.isTrusted && isIgnoredByGit(realPath, foldersAround(path));
}

function reasonText(reason: AttachReason, origin: FileOrigin | null): string {
  switch (reason) {
    case 'outside':
      return l10n.t('It lies outside this workspace, at {0}.', origin?.realPath ?? '');
    case 'linkedAway':
      return l10n.t('It is a link that leads to {0}.', origin?.realPath ?? '');
    case 'behindLink':
      return l10n.t('It lies behind a link, and where that leads cannot be seen from here.');
    case 'secretName':
      return l10n.t('Files of this name usually hold secrets.');
    case 'secretText':
      return l10n.t('It contains what looks like a key or a token.');
    case 'ignoredByGit':
      return l10n.t('Git ignores this file, so it may not be meant to be shared.');
  }
}
