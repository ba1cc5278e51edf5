// Which requests of a sign-in can still be answered after its window was reloaded.
import type { Clock, SecretStore } from '../../ports.ts';
import { unheardRedirect } from '../callback-channels.ts';
import { dropPending, type PendingRequest, pendingOf } from '../pending-request.ts';

export interface ResumedAttempt {
  /** Those whose answer can still come back, in the order in which they were opened. */
  readonly requests: readonly PendingRequest[];
  /** The one that was opened last, whether or not it is among them. */
  readonly last: PendingRequest;
}

/**
 * Null where nothing of the attempt is known any more, `taken` where its answer was used up meanwhile. A port that
 * somebody else has taken would hand them the answer: its request is forgotten, so that neither its address is opened
 * again nor its state accepted. Never rejects.
 *
 * @param service which one the window is connected to
 * @param listen listens on this port of 127.0.0.1 once more; rejects where the port cannot be had
 */
export async function resumeAttempt(
  attempt: string,
  service: string,
  store: SecretStore,
  clock: Clock,
  listen: (port: number) => Promise<unknown>,
): Promise<ResumedAttempt | 'taken' | null> {
  const pending = await pendingOf(store, attempt, clock.now()).catch(() => ({ requests: [], isTaken: false }));
  if (pending.isTaken) return 'taken';
  const own = pending.requests.filter((request) => request.service === service);
  const last = own.at(-1);
  if (last === undefined) return null;
  const requests: PendingRequest[] = [];
  for (const request of own) {
    const port = listenedPort(request.redirectUri);
    const isHeard =
      port === null ||
      (await listen(port).then(
        () => true,
        () => false,
      ));
    if (isHeard) requests.push(request);
    else await dropPending(store, request.state).catch(() => undefined);
  }
  return { requests, last };
}

/** The port on which this window itself has to listen for the answer; null where another hears it, or nobody. */
function listenedPort(redirectUri: string): number | null {
  if (redirectUri === unheardRedirect) return null;
  const { protocol, hostname, port } = new URL(redirectUri);
  return protocol === 'http:' && hostname === '127.0.0.1' && port !== '' ? Number(port) : null;
}
