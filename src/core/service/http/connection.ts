// What every request to the profile's service has in common: its identity, its credential, its retries.
import type { Clock, Log } from '../../ports.ts';
import { type Failure, ServiceError } from '../failure/errors.ts';
import type { RequestCredential } from '../credentials/credential.ts';
import type { HttpRequest } from './exchange.ts';
import { withFailureLog } from './failure-log.ts';
import type { Http, JsonAnswer } from './http.ts';
import { type ClientIdentity, identityHeaders, userAgentHeader } from '../profile/identity.ts';
import { mayReceive, type Service } from '../profile/audience.ts';
import { isServiceHost } from '../profile/profile.ts';
import { retryRead } from './retry.ts';

/** Everything that an endpoint's function needs to reach the service. */
export interface Connection extends Service {
  readonly identity: ClientIdentity;
  /** Ends with the connection, and sends no credential to an address that it is not for. */
  readonly http: Http;
  readonly clock: Clock;
  /**
   * Aborts when another service is connected: whatever was begun for this one has ended then, and nothing is sent any
   * more.
   */
  readonly ending: AbortSignal;
  readonly log: Log;
}

/**
 * @param ending see `Connection.ending`
 * @param log gets a line for each request that failed
 */
export function createConnection(
  service: Service,
  identity: ClientIdentity,
  http: Http,
  clock: Clock,
  ending: AbortSignal,
  log: Log,
): Connection {
  const { profile, audience } = service;
  const logged = withFailureLog(http, log);
  const own = (request: HttpRequest): HttpRequest => {
    const { credential, url } = request;
    const isMeant = credential === null || mayReceive(service, credential.audience, url);
    // It belongs to a service that was connected before, and so does whoever asks.
    if (!isMeant) throw new ServiceError({ kind: 'stopped' });
    return { ...request, ending };
  };
  return {
    profile,
    identity,
    http: {
      json: async (request) => logged.json(own(request)),
      probe: async (request) => logged.probe(own(request)),
      eventStream: async (request, refusalIn) => logged.eventStream(own(request), refusalIn),
    },
    clock,
    audience,
    ending,
    log,
  };
}

const idleMilliseconds = 20_000;

/**
 * The ten identification headers for the profile's hosts; to a foreign host the user agent alone
 * (docs/decisions.md#12).
 */
export function headersFor(connection: Connection, url: string): Record<string, string> {
  const { profile, identity } = connection;
  return isServiceHost(profile, url) ? identityHeaders(profile, identity) : userAgentHeader(identity);
}

/** Carries a refused answer through the retries, which see failures only. */
class RefusedAnswer extends ServiceError {
  readonly answer: JsonAnswer;

  constructor(answer: JsonAnswer, failure: Failure) {
    super(failure);
    this.answer = answer;
  }
}

/**
 * A read: repeated with backoff where the failure allows it. Answers of any status are returned, since a refusal's body
 * is the endpoint's to read; one that `isFinal` recognises is not asked for again whatever its status says
 * (docs/decisions.md#1). Throws ServiceError for network trouble and a stop.
 */
export async function getJson(
  connection: Connection,
  url: string,
  credential: RequestCredential | null,
  signal: AbortSignal | null,
  isFinal: (answer: Pick<JsonAnswer, 'body'>) => boolean = () => false,
): Promise<JsonAnswer> {
  const request: HttpRequest = {
    method: 'GET',
    url,
    headers: headersFor(connection, url),
    credential,
    signal,
    idleMilliseconds,
    needsNoLogLine: isFinal,
  };
  const read = async (): Promise<JsonAnswer> => {
    const answer = await connection.http.json(request);
    if (answer.failure === null || isFinal(answer)) return answer;
    throw new RefusedAnswer(answer, answer.failure);
  };
  try {
    return await retryRead(read, connection.clock, [signal, connection.ending]);
  } catch (error) {
    if (error instanceof RefusedAnswer) return error.answer;
    throw error;
  }
}

/** A write: sent once, whatever happens. */
export async function postJson(
  connection: Connection,
  url: string,
  body: unknown,
  signal: AbortSignal | null,
): Promise<JsonAnswer> {
  const headers = headersFor(connection, url);
  return connection.http.json({ method: 'POST', url, headers, credential: null, body, signal, idleMilliseconds });
}
