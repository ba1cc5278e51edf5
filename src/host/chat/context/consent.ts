// Asks a person before something is attached; core decides for which reasons.
import * as vscode from 'vscode';
import { type Attachment, isText } from '../../../core/chat/attachments/attachment.ts';
import {
  type AttachReason,
  attachReasons,
  type FileOrigin,
  type GitAnswer,
} from '../../../core/chat/attachments/attach-reasons.ts';
import { whetherGitIgnores } from '../../../node/git/git-ignore.ts';
import { askRisk } from '../../display/modal.ts';
import { inertName } from '../../display/names.ts';
import { foldersAround } from './sources/file-reading.ts';

const { l10n } = vscode;

/** Whether it may be attached: nobody is asked about what looks harmless. */
export async function mayAttach(origin: FileOrigin | null, attachment: Attachment): Promise<boolean> {
  const reasons = await reasonsToAsk(origin, attachment);
  if (reasons.length === 0) return true;
  const attach = l10n.t('Attach');
  const detail = [
    ...reasons.map((reason) => attachReasonText(reason, origin)),
    l10n.t('What is attached is sent to the service with your next prompt.'),
  ];
  const text = l10n.t('Attach {0}?', inertName(attachment.label));
  return (await askRisk({ text, detail }, l10n.t('Don’t Attach'), attach)) === attach;
}

/** Empty where it can go along unasked. */
export async function reasonsToAsk(
  origin: FileOrigin | null,
  attachment: Attachment,
): Promise<readonly AttachReason[]> {
  const sentText = isText(attachment) ? attachment.text : '';
  return attachment.kind === 'listing'
    ? attachReasons(origin, null)
    : attachReasons(origin, sentText, origin === null ? 'notIgnored' : await gitAnswer(origin));
}

/** Git is asked only about a workspace that is trusted, and only within it. */
export async function gitAnswer({ scheme, path, realPath, lies }: FileOrigin): Promise<GitAnswer> {
  const mayAsk = scheme === 'file' && lies === 'inside' && vscode.workspace.isTrusted;
  return mayAsk ? whetherGitIgnores(realPath, foldersAround(path)) : 'notIgnored';
}

/** @param origin of a file that a person has chosen themselves */
export function attachReasonText(reason: AttachReason, origin: FileOrigin | null): string {
  switch (reason) {
    case 'outside':
      return vscode.workspace.workspaceFolders === undefined
        ? l10n.t('It is in no folder that is open here: {0}.', origin?.realPath ?? '')
        : l10n.t('It is outside this workspace: {0}.', origin?.realPath ?? '');
    case 'linkedAway':
      return l10n.t('It is a symbolic link to {0}.', origin?.realPath ?? '');
    case 'behindLink':
      return l10n.t('It is behind a symbolic link, and where that link leads cannot be seen from here.');
    case 'secretName':
      return l10n.t('Files of this name usually hold secrets.');
    case 'secretText':
      return l10n.t('It contains what looks like a key or a token.');
    case 'hiddenWords':
      return l10n.t('It holds characters that do not show, which may tell the model what you do not see.');
    case 'ignoredByGit':
      return l10n.t('Git ignores this file, so it may not be meant to be shared.');
    case 'gitUnknown':
      return l10n.t('Git did not say in time whether it ignores this file.');
  }
}
