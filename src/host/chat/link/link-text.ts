// Knows the words about a link: where it leads, what in it misleads, and why it is not opened; not who reads them.
import * as vscode from 'vscode';
import { domainToUnicode } from 'node:url';
import { addressMarks, type AddressMark } from '../../../core/service/address/address-marks.ts';
import { type AddressRefusal, linkTarget, longestLink } from '../../../core/service/address/browser-address.ts';

const { l10n } = vscode;

/** So much of an address that is not opened is shown. */
const longestRefused = 300;

/** A sentence for whatever misleads in an address. `href` is what the answer's link says. */
export function linkRemarks(address: string, href: string): string[] {
  const link = linkTarget(href);
  const stands = link.kind === 'address' && link.text !== address ? [l10n.t('It stands for {0} on the machine that this window works on.', link.text)] : [];
  return [...stands, ...addressMarks(address).map(markText)];
}

function markText(mark: AddressMark): string {
  switch (mark.kind) {
    case 'userInfo':
      return l10n.t('“{0}” in front of the @ is a user name, not the site. The site is {1}.', mark.userInfo, mark.site);
    case 'punycode':
      return l10n.t('The name of the site holds letters beyond a to z: {0} stands for {1}.', mark.site, isolated(domainToUnicode(mark.site)));
    case 'port':
      return l10n.t('{0} is not the usual port.', mark.port);
  }
}

/** A name in any script, which leaves the order of the words around it alone. @see https://www.unicode.org/reports/tr9/ */
function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}

/** As much as is shown of an address that is not opened. */
export function shownOfRefused(read: string): string {
  return read.length > longestRefused ? `${read.slice(0, longestRefused)}…` : read;
}

export function reasonText(reason: AddressRefusal): string {
  switch (reason) {
    case 'unreadable':
    case 'scheme':
      return l10n.t('Only links to web pages and to mail addresses are opened.');
    case 'escapedSite':
      return l10n.t('The part of it that names the site holds escaped characters (%…), so that it could lead to another site than it shows.');
    case 'oddSite':
      return l10n.t('The name of its site holds characters that are not read alike everywhere, so that it could lead to another site than it shows.');
    case 'tooLong':
      return l10n.t('It is longer than {0} characters, too long to be shown to you whole.', longestLink);
    case 'forwarded':
      return l10n.t('It leads to the machine that this window works on, where VS Code would open another port than it shows. The Ports view of VS Code shows which ports can be opened.');
  }
}
