// Knows the ways in which a browser's answer can come back, which of them work where, and in which order they are tried;
// not how any of them is opened. @see service-interface sections 4.1 and 4.2; decisions 5, 11, 19
import type { ProviderId, RedirectShape, ServiceProfile } from '../service/profile.ts';

/** A redirect URI that VS Code itself receives and hands to the extension. */
export type LinkShape = Exclude<RedirectShape, 'loopback'>;

export type CallbackWay =
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

/** The ways to offer, the first to be opened first. Never empty: pasting is always the last. */
export function callbackWays(profile: ServiceProfile, provider: ProviderId, surroundings: Surroundings): readonly CallbackWay[] {
  const shapes = new Set(profile.redirectShapes.map((shape) => shapeOf(shape, provider)));
  const ways = [...shapes].flatMap((shape): CallbackWay[] => {
    switch (shape) {
      case null:
        return [];
      case 'loopback':
        return reachesLoopback(surroundings) ? [{ kind: 'loopback' }] : [];
      default:
        return [{ kind: 'link', shape }];
    }
  });
  return [...ways, { kind: 'paste' }];
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

function reachesLoopback({ window, isLocal, browserIsHere }: Surroundings): boolean {
  return browserIsHere || (window === 'desktop' && isLocal);
}

/**
 * A port that no browser connects to: it shows its own page under the whole address, and the code in that address stays
 * with the person. @see https://fetch.spec.whatwg.org/#port-blocking
 */
const blockedPort = 1;

/** The redirect URI of an answer that is pasted: the loopback shape without a listener. */
export const unheardRedirect = `http://127.0.0.1:${blockedPort}/callback`;
