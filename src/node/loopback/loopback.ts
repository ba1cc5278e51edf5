// Waits on 127.0.0.1 for the one redirect of a sign-in. Once it listens it never throws, answers one path only, and
// closes after the page of the answer that counted was served. Whatever else comes, however much of it, is refused and
// ends nothing. @see https://www.rfc-editor.org/rfc/rfc8252#section-7.3
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { loopbackPath } from '../../core/service/profile/redirect-shapes.ts';
import type { CallbackListener } from '../../core/account/sign-in-surface.ts';

/** What became of a callback, as far as its page is concerned. */
export type LoopbackVerdict = 'accepted' | 'denied' | 'rejected';

/** What the browser is shown: whole, static pages that carry nothing from the request. */
export type LoopbackPages = Readonly<Record<LoopbackVerdict, string>>;

const host = '127.0.0.1';
/** Far more than a browser opens, so that a flood of them does not push its own out before it has asked. */
const mostConnections = 256;
const longestTarget = 8192;
const largestHeaders = 16 * 1024;
const requestMilliseconds = 5000;
const lingerMilliseconds = 5000;

/**
 * Listens on `port`, or on a free one. `onQuery` gets the query of each callback and says what became of it; after one
 * that was accepted or denied the listener answers no other and closes. Rejects where the port cannot be had.
 */
export async function listenOnLoopback(
  pages: LoopbackPages,
  onQuery: (query: string) => LoopbackVerdict,
  port: number | null = null,
): Promise<CallbackListener> {
  let isSettled = false;
  const limits = {
    maxHeaderSize: largestHeaders,
    requestTimeout: requestMilliseconds,
    headersTimeout: requestMilliseconds,
    connectionsCheckingInterval: 1000,
  };
  const server = createServer(limits, (request, response) => {
    // A peer that leaves in the middle is no trouble of ours.
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    const query = isSettled ? null : callbackQuery(request, portOf(server));
    if (query === null) {
      respond(response, 404, '');
    } else {
      const verdict = onQuery(query);
      isSettled = verdict !== 'rejected';
      respond(response, isSettled ? 200 : 400, pages[verdict]);
    }
    if (isSettled) closeSoon(server);
  });
  server.timeout = requestMilliseconds;
  makeRoom(server);
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port: port ?? 0 }, () => {
      server.off('error', reject);
      server.on('error', () => undefined);
      resolve();
    });
  });
  return { redirectUri: `http://${host}:${portOf(server)}${loopbackPath}`, close: () => closeSoon(server) };
}

/** Where too many are connected the oldest goes: who waits without asking must not keep the browser out. */
function makeRoom(server: Server): void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    const [oldest] = sockets;
    if (sockets.size > mostConnections) oldest?.destroy();
  });
}

/** The query of a request that really is a callback of ours; null for every other. */
function callbackQuery(request: IncomingMessage, port: number): string | null {
  const target = request.url ?? '';
  const hosts = request.headersDistinct['host'] ?? [];
  // A foreign page that reaches this port by a name of its own shows it in the Host header (DNS rebinding).
  const isOurs = hosts.length === 1 && hosts[0] === `${host}:${port}`;
  const isPlainGet = request.method === 'GET' && request.httpVersion === '1.1' && !hasBody(request);
  if (!isPlainGet || !isOurs || target.length > longestTarget) return null;
  const mark = target.indexOf('?');
  return mark >= 0 && target.slice(0, mark) === loopbackPath ? target.slice(mark + 1) : null;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

function respond(response: ServerResponse, status: number, page: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  });
  response.end(page);
}

/** Takes nothing new; a page that is being served is let finish, and a reader who never finishes is not waited for. */
function closeSoon(server: Server): void {
  if (!server.listening) return;
  server.close();
  server.closeIdleConnections();
  setTimeout(() => server.closeAllConnections(), lingerMilliseconds).unref();
}

function portOf(server: Server): number {
  const address = server.address();
  return isAddressInfo(address) ? address.port : 0;
}

function isAddressInfo(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}
