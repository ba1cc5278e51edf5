// Which redirect URIs the authorize pages accept, and how an answer is put on one.
import { linkPath, linkShapes, loopbackPath } from '../../core/service/profile/redirect-shapes.ts';

export interface RedirectRule {
  isAccepted: (redirectUri: string) => boolean;
  /** Accepts from now on exactly the URIs of this list, as a service with registered URIs does; null lifts that. */
  restrictTo: (list: readonly string[] | null) => void;
  /** Back to the rule that the demo was started with. */
  reset: () => void;
}

// A redirect to one of these would run, show or read something in the browser instead of opening an application.
const schemesOfTheBrowser = new Set(
  ['about', 'blob', 'data', 'file', 'ftp', 'javascript', 'vbscript', 'view-source', 'ws', 'wss'].map(
    (name) => `${name}:`,
  ),
);
/** To our extension, and as the interface writes them. */
const linkPlaces = new Set(
  linkShapes.flatMap((shape) => [`//tidemark.tidemark${linkPath(shape)}`, `/${linkPath(shape)}`]),
);

/**
 * Whether the URI has one of the shapes that an editor can receive: its own scheme, the loopback address of a listener
 * or of an editor in the browser (which adds a path and a query of its own), or an editor's https address.
 * @see docs/service.md#4.1 and docs/service.md#4.2
 */
function hasKnownShape(redirectUri: string): boolean {
  const url = URL.parse(redirectUri);
  if (url === null || redirectUri.includes('#') || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return url.pathname.endsWith(loopbackPath);
  if (url.protocol === 'http:') {
    const isLoopback = url.hostname === '127.0.0.1' || url.hostname === 'localhost';
    return isLoopback && url.port !== '' && url.pathname.endsWith(loopbackPath);
  }
  if (schemesOfTheBrowser.has(url.protocol)) return false;
  return linkPlaces.has(`//${url.host}${url.pathname}`);
}

export function createRedirectRule(strictList: readonly string[] | null): RedirectRule {
  let registered = strictList;
  return {
    isAccepted: (redirectUri) => (registered ? registered.includes(redirectUri) : hasKnownShape(redirectUri)),
    restrictTo: (list) => {
      registered = list;
    },
    reset: () => {
      registered = strictList;
    },
  };
}

/** The redirect URI with the answer's parameters behind whatever query it already has, which stays byte for byte. */
export function redirectWith(redirectUri: string, answer: Readonly<Record<string, string>>): string {
  const url = new URL(redirectUri);
  const added = new URLSearchParams(answer).toString();
  url.search = url.search === '' ? added : `${url.search}&${added}`;
  return url.href;
}

/** The redirect URI as a source of Content-Security-Policy: browsers hold a form's redirect to `form-action` too. */
export function redirectSource(redirectUri: string): string {
  const url = new URL(redirectUri);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.origin : url.protocol;
}
