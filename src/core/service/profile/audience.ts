// Who may receive a session's tokens and an API key: addresses to the letter, ports and paths included, so that whoever
// answers at another one is another receiver.
import { embeddedDemo } from './embedded-demo.ts';
import { addressesOf, type ServiceProfile } from './profile.ts';

/** A service as the receiver of credentials. */
export interface Service {
  readonly profile: ServiceProfile;
  /** `audienceOf` its profile, or `embeddedDemo`. */
  readonly audience: string;
}

/** Every address to which a token of the session is sent, each by its role. */
function tokenAddresses(profile: ServiceProfile): readonly string[] {
  const { authUrl, baseUrl, apiUrl, altApiUrl, planUrl, planMessagesUrl } = profile;
  return [authUrl, baseUrl, apiUrl, altApiUrl ?? apiUrl, planUrl ?? baseUrl, planMessagesUrl ?? apiUrl];
}

/** Names the service as the receiver of a session's tokens: its application and every address that they are sent to. */
export function audienceOf(profile: ServiceProfile): string {
  return JSON.stringify([profile.clientId, ...tokenAddresses(profile)]);
}

/** Whether a credential that is for `audience` may go to this address of the service. */
export function mayReceive({ profile, audience }: Service, credentialAudience: string, url: string): boolean {
  if (isUnder(url, credentialAudience)) return true;
  return credentialAudience === audience && tokenAddresses(profile).some((address) => isUnder(url, address));
}

function isUnder(url: string, address: string): boolean {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}/`.startsWith(`${address}/`);
}

export interface KeyAddress {
  /** What message paths are appended to. */
  readonly base: string;
  /** Names the receiver of the key: the address that the person or the profile wrote. */
  readonly receiver: string;
}

/**
 * Where an API key may be sent: the person's own base before the profile's; null where neither names one
 * (docs/decisions.md#2).
 */
export function keyAddressOf({ profile, audience }: Service, ownBase: string | null): KeyAddress | null {
  if (ownBase !== null) return { base: ownBase, receiver: ownBase };
  const { altApiUrl, words } = profile;
  if (altApiUrl === undefined) return null;
  const base = `${altApiUrl}/api/${words.compat}`;
  return { base, receiver: audience === embeddedDemo ? embeddedDemo : altApiUrl };
}

/**
 * Whether an earlier version, which named services by their hosts alone, plainly meant this one: a host says which
 * address was meant only where there is neither a path nor a port of this machine.
 */
export function wasNamed({ profile, audience }: Service, older: string): boolean {
  if (older !== [profile.clientId, ...new Set(addressesOf(profile).map(olderReceiverOf))].join(' ')) return false;
  return audience === embeddedDemo || tokenAddresses(profile).every(isHostAlone);
}

/** How an earlier version named the receiver of a key, where it plainly meant this one; else null. */
export function olderKeyReceiver({ profile }: Service, { base, receiver }: KeyAddress): string | null {
  if (receiver === embeddedDemo) return profile.altApiUrl === undefined ? null : olderReceiverOf(base);
  return isHostAlone(receiver) ? olderReceiverOf(receiver) : null;
}

function isHostAlone(address: string): boolean {
  return address === `https://${new URL(address).host}`;
}

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '[::1]']);

function olderReceiverOf(address: string): string {
  const { host, hostname } = new URL(address);
  return loopbackHosts.has(hostname) ? hostname : host;
}
