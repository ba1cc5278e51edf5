// What is asked of the message endpoint, as it is written on the wire, and how refusals are worded.
// @see docs/service.md#2.8 and docs/service.md#4.9
import { type Connection, headersFor } from '../../service/http/connection.ts';
import { failureOfEnvelope, isMappedRefusal, parseEnvelope } from '../../service/http/envelope.ts';
import type { Failure } from '../../service/failure/errors.ts';
import { failureOfErrorBody } from '../../service/failure/classify-failure.ts';
import { refusedPartIn } from '../../service/failure/refused-part.ts';
import type { RequestCredential } from '../../service/credentials/credential.ts';
import type { HttpRequest } from '../../service/http/exchange.ts';
import type { JsonAnswer } from '../../service/http/http.ts';
import type { ServiceProfile } from '../../service/profile/profile.ts';
import type { MessageRequest } from './message.ts';
import { requestBody } from './request-body.ts';

/** Where a request goes and what pays for it: `{base}/v1/messages`. */
export interface MessageEndpoint {
  readonly base: string;
  readonly credential: RequestCredential;
}

/** The value is the interface's own version (docs/service.md#9); the header bears the compatible interface's word. */
const interfaceVersion = '2023-06-01';

/** A model may think long before its first byte, so the message endpoint may be silent longer than any other. */
const idleMilliseconds = 60_000;

/** A whole answer is silent until it is finished; runtimes give up by themselves at this time. */
const wholeIdleMilliseconds = 300_000;
/**
 * Once it has begun to arrive, a whole answer is no longer thought about; a slow line may still need minutes for it.
 */
const wholeDeadlineMilliseconds = 600_000;

export function messageHttpRequest(
  connection: Connection,
  endpoint: MessageEndpoint,
  request: MessageRequest,
  signal: AbortSignal,
): HttpRequest {
  const url = `${endpoint.base}/v1/messages`;
  return {
    method: 'POST',
    url,
    headers: {
      ...headersFor(connection, url),
      [`${connection.profile.words.compat}-version`]: interfaceVersion,
    },
    credential: endpoint.credential,
    body: requestBody(request, connection.profile.promptCaching && request.withoutCacheMarks !== true),
    signal,
    idleMilliseconds: request.whole === true ? wholeIdleMilliseconds : idleMilliseconds,
    ...(request.whole === true ? { deadlineMilliseconds: wholeDeadlineMilliseconds } : {}),
  };
}

/**
 * What an answer's body says beyond its status: a reason that the profile maps to it, which part of the request the
 * service does not take, or a refusal under HTTP 200. Null where the status has said all, and where the body is no
 * refusal. @see docs/decisions.md#1 and docs/decisions.md#9
 */
export function messageRefusal({ refusals }: ServiceProfile, { status, body, failure }: JsonAnswer): Failure | null {
  const envelope = parseEnvelope(body);
  if (envelope.kind === 'refused') {
    if (isMappedRefusal(refusals.paymentRequired, envelope)) return { kind: 'paymentRequired' };
    if (isMappedRefusal(refusals.providerInactive, envelope)) return { kind: 'providerInactive' };
  }
  if (failure?.kind === 'requestRefused') {
    const refused = refusedPartIn(body);
    return refused === null ? null : { ...failure, refused };
  }
  if (failure !== null) return null;
  return envelope.kind === 'refused' ? failureOfEnvelope(envelope, status) : failureOfErrorBody(body);
}
