// A server on 127.0.0.1 that answers by a test's script and remembers its requests.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly method: string;
  /** Path and query as they were in the request line. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaderNames: readonly string[];
  readonly body: string;
  /** Resolves when the socket is gone, whoever closed it. */
  readonly socketClosed: Promise<void>;
}

export type Reply =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      /** Each is a write of its own; what the network joins again is the network's affair. */
      readonly chunks: readonly (string | Uint8Array)[];
      /** What follows the last chunk: the regular end, a broken connection, or nothing while it stays open. */
      readonly ending: 'end' | 'cut' | 'silence';
    }
  /** The connection breaks before any header. */
  | { readonly kind: 'cut' }
  /** Nothing is ever sent. */
  | { readonly kind: 'silence' };

export type Script = (request: ReceivedRequest, index: number) => Reply;

export interface LoopbackServer extends AsyncDisposable {
  readonly origin: string;
  /** Host and port. */
  readonly host: string;
  readonly requests: readonly ReceivedRequest[];
  /** The request of this index, as soon as it has come in. */
  received(index: number): Promise<ReceivedRequest>;
}

export async function startLoopbackServer(script: Script): Promise<LoopbackServer> {
  const requests: ReceivedRequest[] = [];
  const waiting = new Map<number, (request: ReceivedRequest) => void>();
  const server = createServer((incoming, response) => {
    const pieces: Buffer[] = [];
    const { promise: socketClosed, resolve: close } = Promise.withResolvers<undefined>();
    incoming.socket.once('close', () => close(undefined));
    incoming.on('data', (piece: Buffer) => pieces.push(piece));
    incoming.on('end', () => {
      const request: ReceivedRequest = {
        method: incoming.method ?? '',
        target: incoming.url ?? '',
        headers: incoming.headers,
        rawHeaderNames: incoming.rawHeaders.filter((_, index) => index % 2 === 0),
        body: Buffer.concat(pieces).toString('utf8'),
        socketClosed,
      };
      const index = requests.push(request) - 1;
      waiting.get(index)?.(request);
      void reply(response, script(request, index));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    requests,
    received(index) {
      const request = requests[index];
      return request === undefined ? new Promise((resolve) => waiting.set(index, resolve)) : Promise.resolve(request);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function reply(response: ServerResponse, script: Reply): Promise<void> {
  switch (script.kind) {
    case 'silence':
      return;
    case 'cut':
      response.socket?.destroy();
      return;
    case 'answer':
      response.writeHead(script.status, script.headers);
      response.flushHeaders();
      for (const chunk of script.chunks) await new Promise((resolve) => response.write(chunk, resolve));
      if (script.ending === 'end') response.end();
      if (script.ending === 'cut') response.socket?.destroy();
  }
}

/** The replies one after the other; the last one stands for all that follow. */
export function inOrder(...replies: readonly [Reply, ...Reply[]]): Script {
  return (_, index) => replies[Math.min(index, replies.length - 1)] ?? replies[0];
}

export const cut: Reply = { kind: 'cut' };
export const silence: Reply = { kind: 'silence' };

export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Reply {
  return text(JSON.stringify(body), status, { 'content-type': 'application/json', ...headers });
}

export function text(body: string, status: number, headers: Readonly<Record<string, string>> = {}): Reply {
  return { kind: 'answer', status, headers, chunks: body === '' ? [] : [body], ending: 'end' };
}

export function html(status = 200): Reply {
  return text('<!doctype html><title>Welcome to the network</title>', status, {
    'content-type': 'text/html; charset=utf-8',
  });
}

export function eventStream(
  chunks: readonly (string | Uint8Array)[],
  ending: 'end' | 'cut' | 'silence' = 'end',
): Reply {
  return { kind: 'answer', status: 200, headers: { 'content-type': 'text/event-stream' }, chunks, ending };
}

/** An address on this machine where nobody listens: a port that was free a moment ago. */
export async function refusedOrigin(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
