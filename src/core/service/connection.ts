// Knows how a request to the profile's service looks: its identity, its credential, its repetition; not any endpoint.
import type { Clock } from '../ports.ts';
import { type Failure, ServiceError } from './errors.ts';
import type { Credential, Http, HttpRequest, JsonAnswer } from './http.ts';
import { type ClientIdentity, identityHeaders, userAgentHeader } from './identity.ts';
import { audienceOf, isServiceHost, receiverOf, type ServiceProfile } from './profile.ts';
import { repeatRead } from './repetition.ts';

/** Everything that an endpoint's function needs to reach the service. */
export interface Connection {
  readonly profile: ServiceProfile;
  readonly identity: ClientIdentity;
  /** Ends with the connection, and sends no credential to a host that it is not for. */
  readonly http: Http;
  readonly clock: Clock;
  /** The service as the receiver of credentials: `audienceOf` in profile.ts. */
  readonly audience: string;
  /** Aborts when another service is connected: whatever was begun for this one has ended then, and nothing is sent any more. */
  readonly ending: AbortSignal;
}

/** @param ending see `Connection.ending` */
export function createConnection(profile: ServiceProfile, identity: ClientIdentity, http: Http, clock: Clock, ending: AbortSignal): Connection {
  const audience = audienceOf(profile);
  const own = (request: HttpRequest): HttpRequest => {
    const { credential, url } = request;
    const isMeant =
      credential === null || credential.audience === receiverOf(url) || (credential.audience === audience && isServiceHost(profile, url));
    // It belongs to a service that was connected before, and so does whoever asks.
    if (!isMeant) throw new ServiceError({ kind: 'stopped' });
    return { ...request, ending };
  };
  return {
    profile,
    identity,
    http: {
      json: async (request) => http.json(own(request)),
      probe: async (request) => http.probe(own(request)),
      eventStream: async (request, refusalIn) => http.eventStream(own(request), refusalIn),
    },
    clock,
    audience,
    ending,
  };
}

const silenceMilliseconds = 20_000;

/** The ten identification headers for the profile's hosts; to a foreign host the user agent alone (decisions 12). */
export function headersFor(connection: Connection, url: string): Record<string, string> {
  const { profile, identity } = connection;
  return isServiceHost(profile, url) ? identityHeaders(profile, identity) : userAgentHeader(identity);
}

/** Carries a refused answer through the repetition, which knows failures only. */
class RefusedAnswer extends ServiceError {
  readonly answer: JsonAnswer;

  constructor(answer: JsonAnswer, failure: Failure) {
    super(failure);
    this.answer = answer;
  }
}

/**
 * A read: repeated with backoff where the failure allows it. Answers of any status are returned, since a refusal's body
 * is the endpoint's to read; one that `isFinal` recognises is not asked for again whatever its status says (decisions 1).
 * Throws ServiceError for network trouble and a stop.
 */
export async function getJson(
  connection: Connection,
  url: string,
  credential: Credential | null,
  signal: AbortSignal | null,
  isFinal: (answer: JsonAnswer) => boolean = () => false,
): Promise<JsonAnswer> {
  const request: HttpRequest = { method: 'GET', url, headers: headersFor(connection, url), credential, signal, silenceMilliseconds };
  const read = async (): Promise<JsonAnswer> => {
    const answer = await connection.http.json(request);
    if (answer.failure === null || isFinal(answer)) return answer;
    throw new RefusedAnswer(answer, answer.failure);
  };
  try {
    return await repeatRead(read, connection.clock, [signal, connection.ending]);
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
  return connection.http.json({ method: 'POST', url, headers, credential: null, body, signal, silenceMilliseconds });
}
