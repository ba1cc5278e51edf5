// Sends one request and takes the bytes of its body, under an idle timeout, until either side ends it.
import type { Clock, Fetch } from '../../ports.ts';
import type { RequestCredential } from '../credentials/credential.ts';
import { parseSecret, type Secret } from '../credentials/secret.ts';
import { failureOfNetworkError } from '../failure/classify-failure.ts';
import { ServiceError } from '../failure/errors.ts';
import { type IdleTimeout, startIdleTimeout } from './idle-timeout.ts';
import { readAhead } from './read-ahead.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly credential: RequestCredential | null;
  /** Sent as JSON; undefined for none. */
  readonly body?: unknown;
  readonly signal: AbortSignal | null;
  /** The end of the connection that the request belongs to, which ends it just as `signal` does. */
  readonly ending?: AbortSignal;
  /** How long the connection may be silent, before the headers and between bytes. */
  readonly idleMilliseconds: number;
  /**
   * How long after the headers a JSON answer may take to be whole, however its bytes drip; a minute where it is not
   * given.
   */
  readonly deadlineMilliseconds?: number;
  /** Whether an answer that its status or envelope calls a failure is what its asker counts on, or notes by itself. */
  readonly needsNoLogLine?: (answer: { readonly body: unknown }) => boolean;
}

/** An answer of a model is bounded by its output limit; this is far beyond any. */
const largestStream = 256 * 1024 * 1024;

export interface Exchange {
  readonly request: HttpRequest;
  readonly response: Response;
  readonly host: string;
  readonly silence: IdleTimeout;
  readonly seconds: number;
  /** Ends the connection and gives back what listens for the caller's stop. */
  readonly end: () => void;
  readonly stoppedByCaller: () => boolean;
}

export async function send(fetch: Fetch, clock: Clock, request: HttpRequest, accept: string): Promise<Exchange> {
  const host = new URL(request.url).host;
  const seconds = Math.round(request.idleMilliseconds / 1000);
  const headers = headersOf(request, accept);
  const body = request.body === undefined ? null : JSON.stringify(request.body);
  const connection = new AbortController();
  const stop = (): void => connection.abort();
  const signals = [request.signal, request.ending];
  const stoppedByCaller = (): boolean => signals.some((signal) => signal?.aborted === true);
  if (stoppedByCaller()) throw new ServiceError({ kind: 'stopped' });
  for (const signal of signals) signal?.addEventListener('abort', stop);
  const silence = startIdleTimeout(clock, request.idleMilliseconds, () => connection.abort());
  const end = (): void => {
    silence.end();
    for (const signal of signals) signal?.removeEventListener('abort', stop);
    connection.abort();
  };
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers,
      body,
      // Following a redirect would carry the key and the prompt to whoever it names.
      redirect: 'manual',
      signal: connection.signal,
    });
    // From here on whoever reads the body says when it is waited for.
    silence.pause();
    return { request, response, host, silence, seconds, end, stoppedByCaller };
  } catch (error) {
    const silent = silence.expired();
    end();
    if (stoppedByCaller()) throw new ServiceError({ kind: 'stopped' });
    throw new ServiceError(silent ? { kind: 'timeout', seconds } : failureOfNetworkError(error, host, seconds));
  }
}

function headersOf(request: HttpRequest, accept: string): Record<string, string> {
  const headers: Record<string, string> = { Accept: accept, ...request.headers };
  if (request.body !== undefined) headers['Content-Type'] = 'application/json';
  switch (request.credential?.kind) {
    case 'bearer':
      headers['Authorization'] = `Bearer ${headerValue(request.credential.token)}`;
      break;
    case 'apiKey':
      headers['x-api-key'] = headerValue(request.credential.key);
      break;
    case undefined:
      break;
  }
  return headers;
}

/**
 * What no header can carry no service gave out, so it counts as refused; `fetch` would throw an error that spells it
 * out.
 */
function headerValue(secret: Secret): string {
  if (parseSecret(secret.reveal()) === null) throw new ServiceError({ kind: 'tokenRefused' });
  return secret.reveal();
}

/** The body's chunks as they come; leaving the loop early closes the socket at once. */
export async function* readBytes(exchange: Exchange): AsyncGenerator<Uint8Array, void, undefined> {
  const { response, host, silence, seconds } = exchange;
  let size = 0;
  try {
    if (response.body === null) return;
    for await (const bytes of readAhead(response.body, silence)) {
      size += bytes.byteLength;
      if (size > largestStream) throw new ServiceError({ kind: 'unexpectedAnswer', what: 'tooBig' });
      yield bytes;
    }
  } catch (error) {
    if (exchange.stoppedByCaller()) throw new ServiceError({ kind: 'stopped' });
    if (error instanceof ServiceError) throw error;
    if (silence.expired()) throw new ServiceError({ kind: 'stalled', seconds });
    const failure = failureOfNetworkError(error, host, seconds);
    // Once an answer has begun the host was reachable, so whatever ended it was a cut.
    throw new ServiceError(failure.kind === 'hostUnreachable' ? { kind: 'cut' } : failure);
  } finally {
    exchange.end();
  }
}

/** A browser's runtime hides the status of a redirect that was not followed. */
export function statusOf(response: Response): number {
  return response.type === 'opaqueredirect' ? 302 : response.status;
}

export function mediaType(response: Response): string {
  return (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
