// A line in the log for each request that failed, whoever sent it and whatever becomes of it: its host, the status of
// the answer and the kind of failure. Paths, bodies and headers never get there.
import type { Log } from '../../ports.ts';
import { type Failure, failureOf, ServiceError } from '../failure/errors.ts';
import { failureOfEnvelope, parseEnvelope } from './envelope.ts';
import type { HttpRequest } from './exchange.ts';
import type { Http, JsonAnswer } from './http.ts';

/** @param http what sends the requests, and is otherwise left as it is. */
export function withFailureLog(http: Http, log: Log): Http {
  const watched = async <T>(request: HttpRequest, send: () => Promise<T>): Promise<T> => {
    try {
      return await send();
    } catch (error) {
      const failure = failureOf(error);
      if (failure !== null) noteFailure(log, request, error instanceof ServiceError ? error.status : null, failure);
      throw error;
    }
  };
  const noted = <T extends JsonAnswer>(request: HttpRequest, answer: T): T => {
    const failure = failureIn(answer);
    if (failure !== null && request.needsNoLogLine?.(answer) !== true)
      noteFailure(log, request, answer.status, failure);
    return answer;
  };
  return {
    json: async (request) => watched(request, async () => noted(request, await http.json(request))),
    probe: async (request) => watched(request, async () => noted(request, await http.probe(request))),
    eventStream: async (request, refusalIn) => watched(request, () => http.eventStream(request, refusalIn)),
  };
}

function failureIn({ failure, body, status }: JsonAnswer): Failure | null {
  if (failure !== null) return failure;
  const envelope = parseEnvelope(body);
  return envelope.kind === 'refused' ? failureOfEnvelope(envelope, status) : null;
}

/**
 * One line, for instance `POST to api.example.com failed: balanceExhausted (429)`; none for what was stopped. Whoever
 * reads an answer notes so what is wrong in it that its status does not say.
 */
export function noteFailure(
  log: Log,
  { method, url }: Pick<HttpRequest, 'method' | 'url'>,
  status: number | null,
  failure: Failure,
): void {
  if (failure.kind === 'stopped') return;
  const code = 'code' in failure ? failure.code : null;
  const details = [status, code].filter((detail) => detail !== null).join(', ');
  log.warn(`${method} to ${new URL(url).host} failed: ${failure.kind}${details === '' ? '' : ` (${details})`}`);
}
