// Knows how to wait on 127.0.0.1 for the one redirect of a sign-in; not what the redirect means. It never throws once it
// listens, answers one path only, and closes after the caller's verdict was served. @see RFC 8252 section 7.3
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the browser is shown: whole, static pages that carry nothing from the request. */
export interface LoopbackPages {
  readonly accepted: string;
  readonly rejected: string;
}

export interface LoopbackListener {
  /** `http://127.0.0.1:{port}/callback` */
  readonly redirectUri: string;
  readonly close: () => void;
}

const callbackPath = '/callback';
const mostRequests = 50;
const longestTarget = 8192;
const lingerMilliseconds = 5000;

/**
 * Listens on a free port. `onQuery` gets the query of each callback and says whether it settled the sign-in; after the
 * first that did, the listener answers no other and closes. Rejects where no port can be had.
 */
export async function listenOnLoopback(pages: LoopbackPages, onQuery: (query: string) => boolean): Promise<LoopbackListener> {
  let served = 0;
  let settled = false;
  const server = createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 10_000 }, (request, response) => {
    served += 1;
    if (served > mostRequests) {
      server.close();
      request.destroy();
      return;
    }
    const query = settled ? null : callbackQuery(request, portOf(server));
    if (query === null) {
      respond(response, 404, '');
      return;
    }
    settled = onQuery(query);
    respond(response, settled ? 200 : 400, settled ? pages.accepted : pages.rejected);
    // The page's own favicon request and a slow reader are let finish; nothing new is taken.
    if (settled) closeSoon(server);
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, resolve);
  });
  return {
    redirectUri: `http://127.0.0.1:${portOf(server)}${callbackPath}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The query of a request that really is a callback of ours; null for every other. */
function callbackQuery(request: IncomingMessage, port: number): string | null {
  const target = request.url ?? '';
  // A foreign page that reaches this port by a name of its own shows it in the Host header (DNS rebinding).
  if (request.method !== 'GET' || request.headers.host !== `127.0.0.1:${port}` || target.length > longestTarget) return null;
  const mark = target.indexOf('?');
  return mark >= 0 && target.slice(0, mark) === callbackPath ? target.slice(mark + 1) : null;
}

function respond(response: ServerResponse, status: number, page: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  });
  response.end(page);
}

function closeSoon(server: Server): void {
  server.close();
  setTimeout(() => server.closeAllConnections(), lingerMilliseconds).unref();
}

function portOf(server: Server): number {
  const address = server.address();
  return isAddressInfo(address) ? address.port : 0;
}

function isAddressInfo(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}
