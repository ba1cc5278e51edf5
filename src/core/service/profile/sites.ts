// Which of a profile's addresses belong to one owner, as far as names on the web tell: by the part of a host that one
// owner registers, under the public suffix list. Suffixes under which companies give names to others count as public
// ones.
// @see https://publicsuffix.org
import { getDomain } from 'tldts';
import { addressesByRole, type RoleAddress, type ServiceProfile } from './profile.ts';

export interface Site {
  /** The registrable domain; where there is none, as of an IP address, the whole host. */
  readonly domain: string;
  readonly addresses: readonly RoleAddress[];
}

/** In the order of the profile's fields. More than one: what is meant for one owner goes to another as well. */
export function sitesOf(profile: ServiceProfile): readonly Site[] {
  const sites = new Map<string, RoleAddress[]>();
  for (const entry of addressesByRole(profile)) {
    const { hostname } = new URL(entry.address);
    const domain = getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
    sites.set(domain, [...(sites.get(domain) ?? []), entry]);
  }
  return [...sites].map(([domain, addresses]) => ({ domain, addresses }));
}
