// The ten headers by which the client identifies itself.
import type { ServiceProfile } from './profile.ts';

/** Tidemark's own name and the real platform; never another product's (docs/service.md#4.9). */
export interface ClientIdentity {
  /** From the manifest; null where it cannot be read. */
  readonly version: string | null;
  /** As Node names it, for instance `linux`; `web` where the extension host runs in a browser. */
  readonly platform: string;
  readonly architecture: string;
  readonly releaseChannel: string;
  /** BCP 47. */
  readonly locale: string;
  /** IANA. */
  readonly timezone: string;
  readonly osCategory: string;
  readonly osVersion: string;
}

const appName = 'tidemark';
const appTitle = 'Tidemark';

/** The version text that `X-…-App-Version` and billing's `app_version` share (docs/decisions.md#12). */
export function appVersion(identity: ClientIdentity): string {
  return identity.version ?? 'unknown';
}

/**
 * Nothing in a browser, which forbids scripts to name an agent of their own.
 * @see https://fetch.spec.whatwg.org/#forbidden-request-header
 */
export function userAgentHeader(identity: ClientIdentity): Record<string, string> {
  return identity.platform === 'web' ? {} : { 'User-Agent': `${appName}/${appVersion(identity)}` };
}

/** All ten headers, nine in a browser, for requests to the profile's own hosts. */
export function identityHeaders(profile: ServiceProfile, identity: ClientIdentity): Record<string, string> {
  const { service } = profile.words;
  const word = service.charAt(0).toUpperCase() + service.slice(1);
  const headers = {
    ...userAgentHeader(identity),
    'HTTP-Referer': profile.baseUrl,
    'X-Title': appTitle,
    [`X-${word}-App-Version`]: appVersion(identity),
    'X-Platform': `${identity.platform}-${identity.architecture}`,
    'X-Release-Channel': identity.releaseChannel,
    'X-Client-Language': identity.locale,
    'X-Client-Timezone': identity.timezone,
    'X-Os-Category': identity.osCategory,
    'X-Os-Version': identity.osVersion,
  };
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, sendable(value)]));
}

/** A system's name may be localised, but a header carries ASCII: better a question mark than no request at all. */
function sendable(value: string): string {
  return value.replace(/[^\x20-\x7e]/g, '?');
}
