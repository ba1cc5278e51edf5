// The channels by which a browser's answer can come back, which of them work where, and in which order they are tried.
// @see docs/service.md#4.1, docs/decisions.md#5, docs/decisions.md#11 and docs/decisions.md#19
import type { ProviderId, ServiceProfile } from '../service/profile/profile.ts';
import { type LinkShape, loopbackPath, type RedirectShape } from '../service/profile/redirect-shapes.ts';

export type CallbackChannel =
  | { readonly kind: 'link'; readonly shape: LinkShape }
  /** A listener on 127.0.0.1, in the extension host. */
  | { readonly kind: 'loopback' }
  /** Nobody listens: the person copies the address on which the browser ended. It works everywhere. */
  | { readonly kind: 'paste' };

/** Where Tidemark runs, as far as it matters to a browser's answer. */
export interface Surroundings {
  readonly window: 'desktop' | 'web';
  /** Whether the extension host runs on the machine in front of the person. */
  readonly isLocal: boolean;
  /** The person's own word that their browser is on the extension host's machine. */
  readonly browserIsHere: boolean;
}

/** The channels to offer, the first to be opened first. Never empty: pasting is always the last. */
export function callbackChannels(
  profile: ServiceProfile,
  provider: ProviderId,
  surroundings: Surroundings,
): readonly CallbackChannel[] {
  const shapes = new Set(profile.redirectShapes.map((shape) => shapeOf(shape, provider)));
  const channels = [...shapes].flatMap((shape): CallbackChannel[] => {
    switch (shape) {
      case null:
        return [];
      case 'loopback':
        return reachesLoopback(surroundings) ? [{ kind: 'loopback' }] : [];
      default:
        return [{ kind: 'link', shape }];
    }
  });
  return [...(listensHere(surroundings) ? channels : linksFirst(channels)), { kind: 'paste' }];
}

/** A forwarded port is the less certain one, wherever the profile puts it. */
function linksFirst(channels: readonly CallbackChannel[]): readonly CallbackChannel[] {
  const isLink = ({ kind }: CallbackChannel): boolean => kind === 'link';
  return [...channels.filter(isLink), ...channels.filter((channel) => !isLink(channel))];
}

/** The second provider's current shape is the first one's legacy shape, and its own legacy shape is nobody else's. */
function shapeOf(shape: RedirectShape, provider: ProviderId): RedirectShape | null {
  switch (provider) {
    case 'primary':
      return shape === 'secondary-auth' ? null : shape;
    case 'secondary':
      return shape === 'primary-auth' ? 'oauth' : shape;
  }
}

/**
 * A desktop forwards ports of a remote host to the person's machine; what serves a window in a browser does so under
 * other names.
 */
function reachesLoopback(surroundings: Surroundings): boolean {
  return surroundings.window === 'desktop' || listensHere(surroundings);
}

/** Whether a port of the extension host's machine is one of the browser's machine, without being forwarded. */
export function listensHere({ window, isLocal, browserIsHere }: Surroundings): boolean {
  return browserIsHere || (window === 'desktop' && isLocal);
}

/**
 * A port that no browser connects to: it shows its own page under the whole address, and the code in that address stays
 * with the person. @see https://fetch.spec.whatwg.org/#port-blocking
 */
const blockedPort = 1;

/** The redirect URI of an answer that is pasted: the loopback shape without a listener. */
export const unheardRedirect = `http://127.0.0.1:${blockedPort}${loopbackPath}`;
