// The words for what is wrong with a service profile, field by field.
import { l10n } from 'vscode';
import type { ProfileFault, ProfileProblem } from '../../core/service/profile/profile-problem.ts';
import { inertName } from '../display/names.ts';
import { listText } from './list-text.ts';

const mostNamed = 8;

/** One line for each problem, the field's own name first, since that is what the person looks for in the document. */
export function problemLines(problems: readonly ProfileProblem[]): string[] {
  return problems.map(({ where, fault }) => (where === '' ? faultText(fault) : `${where}: ${faultText(fault)}`));
}

/** @param fields dotted paths, the words of whoever wrote the document */
export function unknownFieldsText(fields: readonly string[]): string {
  const named = listText(fields.slice(0, mostNamed).map(inertName));
  return fields.length <= mostNamed
    ? l10n.t('Tidemark knows no such fields, and left them out: {0}.', named)
    : l10n.t('Tidemark knows no such fields, and left them out: {0}, and {1} more.', named, fields.length - mostNamed);
}

export function faultText(fault: ProfileFault): string {
  switch (fault.kind) {
    case 'notJson':
      return fault.place === null
        ? l10n.t('This is not a JSON document.')
        : l10n.t('This is not JSON from line {0}, column {1} on.', fault.place.line, fault.place.column);
    case 'missing':
      return l10n.t('This field is missing.');
    case 'wrongType':
      return wrongTypeText(fault.expected);
    case 'notOneOf':
      return l10n.t('This must be one of: {0}.', listText(fault.choices));
    case 'empty':
      return l10n.t('This must not be empty.');
    case 'notPositive':
      return l10n.t('This must be a number greater than zero.');
    case 'tooLong':
      return l10n.t('This is longer than 200 characters.');
    case 'unsafeAddress':
      return l10n.t(
        'This must be an address that begins with https://, or with http:// on this machine (127.0.0.1), without a query.',
      );
    case 'blockedPort':
      return l10n.t('This port is kept for other uses, so VS Code sends no web request to it. Choose another one.');
    case 'notHttps':
      return l10n.t('A profile that comes by a link must have addresses that begin with https:// only.');
    case 'notShowable':
      return l10n.t(
        'This is too long, or holds characters that cannot be shown as they are, for a profile that comes by a link.',
      );
    case 'brokenLink':
      return l10n.t('The link holds no whole profile, or one of more than 8 KB.');
    case 'unusableWord':
      return l10n.t('This must be a short word of letters, digits and hyphens that begins with a letter.');
    case 'placesMissing':
      return l10n.t(
        'One parameter must be "{0}" and one "{1}", so that the sign-in can return.',
        '{redirectUri}',
        '{state}',
      );
  }
}

function wrongTypeText(expected: (ProfileFault & { kind: 'wrongType' })['expected']): string {
  switch (expected) {
    case 'text':
      return l10n.t('This must be text in quotes.');
    case 'number':
      return l10n.t('This must be a number.');
    case 'wholeNumber':
      return l10n.t('This must be a whole number.');
    case 'yesOrNo':
      return l10n.t('This must be true or false.');
    case 'list':
      return l10n.t('This must be a list in square brackets.');
    case 'object':
      return l10n.t('This must be an object in curly brackets.');
  }
}
