// Knows what is asked of the message endpoint, how it is written on the wire, and how its refusals are worded; not who
// pays or what an answer says. @see service-interface sections 2.8 and 4.9
import { type Connection, headersFor } from '../service/connection.ts';
import { failureOfEnvelope, isMappedRefusal, parseEnvelope } from '../service/envelope.ts';
import type { Failure } from '../service/errors.ts';
import { failureOfErrorBody } from '../service/failure-signs.ts';
import type { Credential, HttpRequest, JsonAnswer } from '../service/http.ts';
import type { ServiceProfile } from '../service/profile.ts';
import type { ImageType } from './attachments/image-size.ts';

/** @typeParam Image what stands for an image: its content where a request is to be written. */
export interface Message<Image = MessageImage> {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** They stand before everything else; absent where there are none. */
  readonly images?: readonly Image[];
  /** Text blocks that stand before `text`, each on its own; absent where there are none. */
  readonly attached?: readonly string[];
}

export interface MessageImage {
  readonly mediaType: ImageType;
  /** Base64. */
  readonly data: string;
}

export interface MessageRequest {
  readonly model: string;
  /** Tokens, those of thinking included. */
  readonly maxTokens: number;
  readonly messages: readonly Message[];
  /** What the model is told before the conversation. */
  readonly system?: string;
  readonly temperature?: number;
  /** Tokens that the model may think with; fewer than `maxTokens`. */
  readonly thinkingBudget?: number;
  /** Asks for one body in place of an event stream. */
  readonly whole?: boolean;
}

/** Where a request goes and what pays for it: `{base}/v1/messages`. */
export interface MessageEndpoint {
  readonly base: string;
  readonly credential: Credential;
}

/** The value is the interface's own version (section 9); the header bears the compatible interface's word. */
const interfaceVersion = '2023-06-01';

/** A model may think long before its first byte, so the message endpoint may be silent longer than any other. */
const silenceMilliseconds = 60_000;

/** A whole answer is silent until it is finished; runtimes give up by themselves at this time. */
const wholeSilenceMilliseconds = 300_000;
/** Once it has begun to arrive, a whole answer is no longer thought about; a slow line may still need minutes for it. */
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
    body: requestBody(request),
    signal,
    silenceMilliseconds: request.whole === true ? wholeSilenceMilliseconds : silenceMilliseconds,
    ...(request.whole === true ? { deadlineMilliseconds: wholeDeadlineMilliseconds } : {}),
  };
}

/** @see service-interface section 2.8 */
function requestBody({ model, maxTokens, messages, system, temperature, thinkingBudget, whole }: MessageRequest): Record<string, unknown> {
  return {
    model,
    max_tokens: maxTokens,
    stream: whole !== true,
    ...(system === undefined ? {} : { system: [{ type: 'text', text: system }] }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(thinkingBudget === undefined ? {} : { thinking: { type: 'enabled', budget_tokens: thinkingBudget } }),
    messages: messages.map(({ role, text, images = [], attached = [] }) => ({
      role,
      content: [...images.map(imageBlock), ...[...attached, text].map((block) => ({ type: 'text', text: block }))],
    })),
  };
}

/** The compatible interface's own form; the service's description shows text blocks only. */
function imageBlock({ mediaType, data }: MessageImage): Record<string, unknown> {
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data } };
}

/**
 * What an answer's body says beyond its status: a reason that the profile maps to it, or a refusal under HTTP 200. Null
 * where the status has said all, and where the body is no refusal. @see decisions 1 and 9
 */
export function messageRefusal({ refusals }: ServiceProfile, { status, body, failure }: JsonAnswer): Failure | null {
  const envelope = parseEnvelope(body);
  if (envelope.kind === 'refused') {
    if (isMappedRefusal(refusals.paymentRequired, envelope)) return { kind: 'paymentRequired' };
    if (isMappedRefusal(refusals.providerInactive, envelope)) return { kind: 'providerInactive' };
  }
  if (failure !== null) return null;
  return envelope.kind === 'refused' ? failureOfEnvelope(envelope, status) : failureOfErrorBody(body);
}
