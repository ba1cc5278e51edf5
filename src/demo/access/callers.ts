// Who may ask the demo: programs on this machine, and the browser on the demo's own pages. Any other page that reaches
// this port, under another name or by DNS rebinding, is refused.
import type { MiddlewareHandler } from 'hono';
import type { DemoEnv } from '../wire/endpoints.ts';
import { envelopedFailure } from '../wire/wire.ts';

export interface KnownHosts {
  /** Lets requests through that are sent to this `host:port`, under which an editor makes the demo reachable. */
  add: (host: string) => void;
  has: (host: string) => boolean;
}

export function createKnownHosts(): KnownHosts {
  const added = new Set<string>();
  return {
    add: (host) => void added.add(host.toLowerCase()),
    // Whatever the port is: a forwarded one differs, and no name that others give can be one of these.
    has: (host) => /^(?:127\.0\.0\.1|localhost)(?::\d{1,5})?$/i.test(host) || added.has(host.toLowerCase()),
  };
}

/** What a browser says of the page that asks, and no page can change. */
interface Asker {
  readonly host: string;
  readonly origin: string | null;
  /** @see https://www.w3.org/TR/fetch-metadata/ */
  readonly site: string | null;
  readonly isNavigation: boolean;
}

/** Stands before every endpoint. */
export function ownCallersOnly(hosts: KnownHosts): MiddlewareHandler<DemoEnv> {
  return async ({ req }, next) => {
    const host = req.header('host') ?? '';
    // DNS rebinding: the browser was led here by a name of others, and holds that page and this port for one site.
    if (!hosts.has(host)) return envelopedFailure(421, 421, 'The demo service is not known by this name.');
    const isNavigation = req.method === 'GET' && req.header('sec-fetch-mode') === 'navigate';
    const asker: Asker = {
      host,
      origin: req.header('origin') ?? null,
      site: req.header('sec-fetch-site') ?? null,
      isNavigation,
    };
    if (!isOwnPage(asker, hosts)) return envelopedFailure(403, 403, 'Pages of others may not ask the demo service.');
    return next();
  };
}

function isOwnPage({ host, origin, site, isNavigation }: Asker, hosts: KnownHosts): boolean {
  // Another port of this machine is "same-site", and another page all the same.
  const isForeignSite = site === 'cross-site' || site === 'same-site';
  if (isForeignSite && !isNavigation) return false;
  if (origin === null) return true;
  // The demo's pages send no referrer, and browsers then hide the origin of their forms too.
  if (origin === 'null') return site === 'same-origin';
  const page = URL.parse(origin)?.host ?? '';
  return page.toLowerCase() === host.toLowerCase() || (!isLoopback(page) && hosts.has(page));
}

function isLoopback(host: string): boolean {
  return /^(?:127\.0\.0\.1|localhost)(?::|$)/i.test(host);
}
