// Asks before another service replaces the current one; nothing is connected or stored here.
import { l10n } from 'vscode';
import type { Service } from '../../core/service/profile/audience.ts';
import { embeddedDemo } from '../../core/service/profile/embedded-demo.ts';
import { addressesOf, type ServiceProfile } from '../../core/service/profile/profile.ts';
import { serviceOf } from '../../core/service/http/current-connection.ts';
import { askRisk } from '../display/modal.ts';
import { inertName } from '../display/names.ts';
import { misleadingLettersText } from '../words/misleading-letters-text.ts';

/**
 * True where the person says so, and where nothing is lost: no service, the demo, or the same service described anew.
 */
export async function mayReplace(current: Service | null, next: ServiceProfile): Promise<boolean> {
  if (current === null || current.audience === embeddedDemo || serviceOf(current.profile) === serviceOf(next))
    return true;
  const replace = l10n.t('Replace');
  const text = l10n.t('Replace {0} with {1}?', inertName(current.profile.name), inertName(next.name));
  const detail = [
    l10n.t('Now: {0}', hostsOf(current.profile)),
    l10n.t('Then: {0}', hostsOf(next)),
    misleadingLettersText(next.name),
    l10n.t('Anything in progress ends, and the current profile is removed from your settings.'),
  ].filter((line) => line !== null);
  return (await askRisk({ text, detail }, l10n.t('Change Nothing'), replace)) === replace;
}

/** Every host of the service, ports included, since any of them may receive something. */
export function hostsOf(profile: ServiceProfile): string {
  return [...new Set(addressesOf(profile).map((address) => new URL(address).host))].map(inertName).join(', ');
}
