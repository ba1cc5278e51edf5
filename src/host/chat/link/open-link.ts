// Knows how a link of an answer is followed: shown, asked about and opened as one and the same text, or refused in words.
import * as vscode from 'vscode';
import { linkTarget } from '../../../core/service/address/browser-address.ts';
import { openExactly, reachable } from '../../link-address.ts';
import { linkText, refusalText } from './link-text.ts';

const { l10n } = vscode;

/** Asks whether the address that `detail` shows is to be opened. */
export type ConfirmLink = (detail: string) => Thenable<boolean>;

/** Follows a link once the person has seen where it leads. Resolves to false where nothing was opened; never rejects. */
export async function openLink(href: string, confirm: ConfirmLink = askInDialog): Promise<boolean> {
  const link = linkTarget(href);
  const target = link.kind === 'refused' ? link : await reachable(link.text);
  if (target.kind === 'refused') {
    void vscode.window.showWarningMessage(l10n.t('This link was not opened.'), { modal: true, detail: refusalText(target) });
    return false;
  }
  return (await confirm(linkText(target.text, href))) && openExactly(target.text);
}

async function askInDialog(detail: string): Promise<boolean> {
  const open = l10n.t('Open');
  const text = l10n.t('Open this link from the answer?');
  return (await vscode.window.showInformationMessage(text, { modal: true, detail }, open)) === open;
}
