// A profile that others wrote is shown before anything comes of it: whole, where a page brought it, and by its owners
// wherever it came from. Nothing is connected, stored or asked here.
import { l10n } from 'vscode';
import { inertText, longest } from '../../core/display/inert-text.ts';
import { serviceOf } from '../../core/service/http/current-connection.ts';
import type { Service } from '../../core/service/profile/audience.ts';
import { addressesByRole, type Model, parseProfile, type ServiceProfile } from '../../core/service/profile/profile.ts';
import type { ProfileProblem } from '../../core/service/profile/profile-problem.ts';
import { sitesOf } from '../../core/service/profile/sites.ts';
import { askRisk } from '../display/modal.ts';
import { inertName } from '../display/names.ts';
import { addressName } from '../words/address-text.ts';
import { listText } from '../words/list-text.ts';
import { misleadingLettersText } from '../words/misleading-letters-text.ts';
import { unknownFieldsText } from '../words/profile-text.ts';
import { hostsOf } from './replacing.ts';

/** A dialog holds no more lines than this. */
const mostLines = 40;

interface Field {
  readonly where: string;
  readonly line: string;
}

/** What cannot be shown to the letter, and so is not taken from a page; empty where all can. */
export function unshowable(profile: ServiceProfile): readonly ProfileProblem[] {
  const fields = fieldsOf(profile);
  if (fields.length > mostLines) return [{ where: '', fault: { kind: 'notShowable' } }];
  return fields
    .filter(({ line }) => inertText(line, longest.line) !== line)
    .map(({ where }) => ({ where, fault: { kind: 'notShowable' } }));
}

/** Shows all of a profile that a page brought; true where the person wants it. Call with what is showable alone. */
export async function confirmLinked(
  current: Service | null,
  next: ServiceProfile,
  unknownFields: readonly string[],
): Promise<boolean> {
  const { text, button } = linkQuestion(current, next);
  const detail = [
    l10n.t('A link asks for this. Go on only if you found the link on a page of the service itself.'),
    '',
    ...fieldsOf(next).map(({ line }) => line),
    '',
    unknownFields.length === 0 ? null : unknownFieldsText(unknownFields),
    misleadingLettersText(next.name),
    current === null ? null : l10n.t('Now: {0}', hostsOf(current.profile)),
    current === null
      ? null
      : l10n.t('Anything in progress ends, and the current profile is removed from your settings.'),
  ].filter((line) => line !== null);
  return (await askRisk({ text, detail }, l10n.t('Change Nothing'), button)) === button;
}

function linkQuestion(
  current: Service | null,
  next: ServiceProfile,
): { readonly text: string; readonly button: string } {
  const name = inertName(next.name);
  if (current === null) return { text: l10n.t('Connect to {0}?', name), button: l10n.t('Connect') };
  if (serviceOf(current.profile) === serviceOf(next))
    return { text: l10n.t('Change the profile of {0}?', name), button: l10n.t('Change') };
  return {
    text: l10n.t('Replace {0} with {1}?', inertName(current.profile.name), name),
    button: l10n.t('Replace'),
  };
}

/**
 * Asks where a profile that others wrote names hosts of several owners; true where there is one, or the person says
 * yes.
 */
export async function confirmSites(profile: ServiceProfile): Promise<boolean> {
  const sites = sitesOf(profile);
  if (sites.length < 2) return true;
  const button = l10n.t('Connect All the Same');
  const lines = sites.map(({ domain, addresses }) =>
    l10n.t('{0}: {1}', domain, listText(addresses.map(({ role }) => `${addressName(role)} (${role})`))),
  );
  const text = l10n.t(
    'The addresses of {0} belong to different domains. Do you trust all of them?',
    inertName(profile.name),
  );
  const detail = [
    ...lines,
    '',
    l10n.t(
      'Whoever owns one of these domains receives what goes there: the code of your sign-in, your tokens, your prompts. A genuine sign-in page beside a foreign address would hand your account to a stranger. Go on only if the service itself says that all of them are its own.',
    ),
  ];
  return (await askRisk({ text, detail }, l10n.t('Change Nothing'), button)) === button;
}

/** Every field that says something, by the README's names. */
function fieldsOf(profile: ServiceProfile): readonly Field[] {
  const field = (where: string, name: string, value: string): Field => ({
    where,
    line: l10n.t('{0} ({1}): {2}', name, where, value),
  });
  const { name, clientId, altAppId, models } = profile;
  return [
    field('name', l10n.t('Name'), name),
    ...addressesByRole(profile).map(({ role, address }) => field(role, addressName(role), address)),
    field('clientId', l10n.t('Application id'), clientId),
    ...(altAppId === undefined ? [] : [field('altAppId', l10n.t('Application id at the second provider'), altAppId)]),
    ...models.map((model) => field('models', l10n.t('Model'), modelText(model))),
    ...rareFields(profile),
  ];
}

function modelText({ id, ...others }: Model): string {
  const details = Object.entries(others).filter(([, value]) => value !== false && value !== undefined);
  return [id, ...details.map(([name, value]) => (value === true ? name : `${name} ${String(value)}`))].join(', ');
}

/** What most profiles leave as it is, shown as it would be written. */
function rareFields(profile: ServiceProfile): readonly Field[] {
  const { authUrl, baseUrl, apiUrl, clientId, models } = profile;
  const plain = parseProfile({ authUrl, baseUrl, apiUrl, clientId, models });
  const usual = new Map(plain.kind === 'profile' ? Object.entries(plain.profile) : []);
  const shown = new Set(['name', 'altAppId', ...addressesByRole(profile).map(({ role }) => role)]);
  return Object.entries(profile)
    .filter(([name, value]) => !shown.has(name) && JSON.stringify(value) !== JSON.stringify(usual.get(name)))
    .map(([where, value]) => ({ where, line: l10n.t('{0}: {1}', where, JSON.stringify(value)) }));
}
