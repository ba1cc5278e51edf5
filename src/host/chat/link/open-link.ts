import * as vscode from 'vscode';
import { linkTarget } from '../../../core/service/address/browser-address.ts';
import { askModal, askRisk, tellModal } from '../../display/modal.ts';
import { openExactly, reachable } from '../../link-address.ts';
import { linkRemarks, reasonText, shownOfRefused } from './link-text.ts';

const { l10n } = vscode;

/** Asks whether an address is to be opened, with what there is to say about it. */
export type ConfirmLink = (address: string, remarks: readonly string[]) => Thenable<boolean>;

/**
 * Follows a link, shown as these words, once the person has seen where it leads. Resolves to false where nothing was
 * opened; never rejects.
 */
export async function openLink(href: string, shown: string, confirm: ConfirmLink = askInDialog): Promise<boolean> {
  const link = linkTarget(href);
  const target = link.kind === 'refused' ? link : await reachable(link.text);
  if (target.kind === 'refused') {
    const { reason, read } = target;
    const address = read === null ? {} : { address: shownOfRefused(read) };
    void tellModal({
      text: l10n.t('This link was not opened.'),
      detail: ['', reasonText(reason)],
      ...address,
    });
    return false;
  }
  return (await confirm(target.text, linkRemarks(target.text, href, shown))) && openExactly(target.text);
}

async function askInDialog(address: string, remarks: readonly string[]): Promise<boolean> {
  const open = l10n.t('Open');
  const text = l10n.t('Open this link from the answer?');
  const words = { text, address, detail: remarks.flatMap((remark) => ['', remark]) };
  const pressed =
    remarks.length === 0
      ? await askModal({ severity: 'information', ...words }, open)
      : await askRisk(words, l10n.t('Don’t Open'), open);
  return pressed === open;
}
