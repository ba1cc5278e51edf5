// Sends recorded streams over a loopback socket in writes of 64 KiB, as fast as the reader takes them. It answers any
// POST below `/{name}/` with the stream of that name.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { RecordedStream } from './recorded-stream.ts';

export interface StreamServer extends AsyncDisposable {
  /** The base address of the stream of this name; readers append `/v1/messages`. */
  readonly baseOf: (name: string) => string;
}

const writeSize = 64 * 1024;

export async function startStreamServer(streams: ReadonlyMap<string, RecordedStream>): Promise<StreamServer> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const stream = streams.get(request.url?.split('/')[1] ?? '');
      if (stream === undefined) response.writeHead(404).end();
      else void send(response, stream);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseOf: (name) => `http://127.0.0.1:${port}/${name}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function* writesOf(bytes: Buffer): Generator<Buffer, void, undefined> {
  for (let at = 0; at < bytes.length; at += writeSize) yield bytes.subarray(at, at + writeSize);
}

async function send(response: ServerResponse, { bytes }: RecordedStream): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  try {
    await pipeline(writesOf(bytes), response);
  } catch {
    // A reader that has its last event may leave before the body's formal end; whether it has all is its sample's to
    // say.
    response.destroy();
  }
}
