import * as vscode from 'vscode';
import { domainToUnicode } from 'node:url';
import { addressMarks, type AddressMark } from '../../../core/service/address/address-marks.ts';
import { type AddressRefusal, linkTarget, longestLink } from '../../../core/service/address/browser-address.ts';
import { inertName } from '../../display/names.ts';
import { misleadingLettersText } from '../../words/misleading-letters-text.ts';

const { l10n } = vscode;

/** So much of an address that is not opened is shown. */
const longestRefused = 300;

/**
 * A sentence for whatever misleads in an address. `href` is what the answer's link says, `shown` the words it is shown
 * as.
 */
export function linkRemarks(address: string, href: string, shown: string): string[] {
  const link = linkTarget(href);
  const stands =
    link.kind === 'address' && link.text !== address
      ? [l10n.t('It stands for {0} on the machine that this window works on.', link.text)]
      : [];
  // An address that VS Code forwards is another one already, and is described as such.
  const written = link.kind === 'address' ? link.text : address;
  const isForwarded = written !== address;
  const marks = isForwarded
    ? [...addressMarks(address, ''), ...addressMarks(written, shown).filter(({ kind }) => kind === 'otherText')]
    : addressMarks(address, shown);
  return [...stands, ...marks.flatMap(markTexts)];
}

function markTexts(mark: AddressMark): string[] {
  switch (mark.kind) {
    case 'userInfo':
      return [
        l10n.t('“{0}” in front of the @ is a user name, not the site. The site is {1}.', mark.userInfo, mark.site),
      ];
    case 'punycode': {
      const name = domainToUnicode(mark.site);
      const stands = l10n.t(
        'The name of the site holds letters beyond a to z: {0} stands for {1}.',
        mark.site,
        isolated(name),
      );
      const mixed = misleadingLettersText(name);
      return mixed === null ? [stands] : [stands, mixed];
    }
    case 'port':
      return [l10n.t('{0} is not the usual port.', mark.port)];
    case 'otherText':
      return [l10n.t('The link reads as {0}, which is another address.', isolated(inertName(mark.text)))];
  }
}

/**
 * A name in any script, which leaves the order of the words around it alone.
 * @see https://www.unicode.org/reports/tr9/
 */
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
      return l10n.t(
        'The part of it that names the site holds escaped characters (%…), so that it could lead to another site than it shows.',
      );
    case 'oddSite':
      return l10n.t(
        'The name of its site holds characters that are not read alike everywhere, so that it could lead to another site than it shows.',
      );
    case 'mailFields':
      return l10n.t(
        'The mail that it begins would have more in it than addresses, a subject and a text. Such a link can attach a file of yours.',
      );
    case 'tooLong':
      return l10n.t('It is longer than {0} characters, too long to be shown to you whole.', longestLink);
    case 'forwarded':
      return l10n.t(
        'It leads to the machine that this window works on, where VS Code would open another port than it shows. The Ports view of VS Code shows which ports can be opened.',
      );
  }
}
