// Between a person's browser and VS Code's server: adds `/mint-key`, which that server lacks, half of the key with
// which the workbench seals its secrets.
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import net from 'node:net';
import type { Duplex } from 'node:stream';

export interface MintKeyProxy extends AsyncDisposable {
  readonly port: number;
}

/**
 * Listens on any free port of 127.0.0.1 and passes everything on to `serverPort` there. The key is made once, so that
 * secrets survive when the page is loaded again, and is forgotten at the end. Only names of this machine are answered:
 * a page elsewhere whose name was made to point here is refused.
 */
export async function startMintKeyProxy(serverPort: number): Promise<MintKeyProxy> {
  const key = randomBytes(32);
  const sockets = new Set<Duplex>();
  const server = http.createServer((request, response) => {
    if (!isAddressedHere(request)) {
      response.writeHead(403).end();
    } else if (new URL(request.url ?? '/', 'http://127.0.0.1').pathname === '/mint-key') {
      response.writeHead(200, { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' }).end(key);
    } else {
      passOn(request, response, serverPort);
    }
  });
  const keep = (socket: Duplex): void => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  server.on('connection', keep);
  server.on('upgrade', (request, socket, head) => {
    if (isAddressedHere(request)) keep(joinWebSocket(request, socket, head, serverPort));
    else socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: portOf(server),
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function portOf(server: http.Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy does not listen on a port.');
  return address.port;
}

function isAddressedHere(request: http.IncomingMessage): boolean {
  return /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/u.test(request.headers.host ?? '');
}

function passOn(request: http.IncomingMessage, response: http.ServerResponse, port: number): void {
  const { method, url, headers } = request;
  const passed = http.request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  passed.once('error', () => {
    if (!response.headersSent) response.writeHead(502);
    response.end();
  });
  request.pipe(passed);
}

/** Repeats the upgrade request word for word, and from then on carries bytes both ways. */
function joinWebSocket(request: http.IncomingMessage, socket: Duplex, head: Buffer, port: number): Duplex {
  const upstream = net.connect(port, '127.0.0.1', () => {
    const lines = [`${request.method ?? 'GET'} ${request.url ?? '/'} HTTP/1.1`];
    for (let index = 0; index + 1 < request.rawHeaders.length; index += 2) {
      lines.push(`${request.rawHeaders[index] ?? ''}: ${request.rawHeaders[index + 1] ?? ''}`);
    }
    upstream.write(`${lines.join('\r\n')}\r\n\r\n`);
    upstream.write(head);
    socket.pipe(upstream).pipe(socket);
  });
  const end = (): void => {
    socket.destroy();
    upstream.destroy();
  };
  for (const side of [socket, upstream]) side.once('error', end).once('close', end);
  return upstream;
}
