// Starts the demo on a loopback port and stops it. It touches nothing of the process it runs in, so that an editor can
// start it too.
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type HttpBindings, type Http2Bindings, type ServerType } from '@hono/node-server';
import { createDemoApp } from './app.ts';
import { createDemo, type DemoOptions } from './state/demo.ts';
import { type DemoDescription, describeDemo } from './description.ts';

export interface DemoServiceOptions extends DemoOptions {
  /** The port on 127.0.0.1; 0, the default, takes a free one. */
  readonly port?: number;
}

export interface DemoService {
  readonly description: DemoDescription;
  /** Lets a browser ask under this `host:port` as well, where an editor makes the demo reachable under it. */
  readonly acceptHost: (host: string) => void;
  /** Ends every connection and resolves when the port is free; may be called more than once. */
  readonly close: () => Promise<void>;
}

const host = '127.0.0.1';

const listening = (server: ServerType, port: number): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('The demo service has no port.'));
      else resolve(address);
    });
  });

const hangUp = ({ socket }: Pick<IncomingMessage, 'socket'>): void => socket.destroySoon();

/**
 * @throws {RangeError} for an option that cannot be used
 * @throws {Error} with the code of node:net where the port cannot be taken, such as EADDRINUSE
 */
export async function startDemoService(options: DemoServiceOptions = {}): Promise<DemoService> {
  const demo = createDemo(options);
  const app = createDemoApp(demo);
  const server = createAdaptorServer({
    fetch: (request, { incoming }: HttpBindings | Http2Bindings) =>
      app.fetch(request, { hangUp: () => hangUp(incoming) }),
    overrideGlobalObjects: false,
  });
  const { port } = await listening(server, options.port ?? 0);

  const stop = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    if ('closeAllConnections' in server) server.closeAllConnections();
    await closed;
  };
  let closing: Promise<void> | undefined;
  return {
    acceptHost: (name) => demo.knownHosts.add(name),
    description: describeDemo(demo, `http://${host}:${port}`),
    close: () => (closing ??= stop()),
  };
}
