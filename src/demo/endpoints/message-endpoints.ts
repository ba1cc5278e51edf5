// The message endpoints (docs/service.md#4.9): who may ask, what a request must be, and the answer, streamed or whole.
import { type Context, Hono } from 'hono';
import { agentAnswer } from '../answers/agent-script.ts';
import { callingAnswer, reportingAnswer, scriptedAnswer, type ScriptedAnswer } from '../answers/answers.ts';
import { summaryAnswer } from '../answers/summary-script.ts';
import { callsFor, toolReports } from '../answers/tool-calls.ts';
import { answerEvents, outputTokens, prepared, type PreparedAnswer, wholeMessage } from '../answers/answer-stream.ts';
import { bodyFrom, encoded } from '../wire/byte-streams.ts';
import type { Demo } from '../state/demo.ts';
import { endpoint } from './endpoint.ts';
import { type DemoEnv, type EndpointName, hosts, type Provider } from '../wire/endpoints.ts';
import { balanceExhausted } from '../faults/fault-answers.ts';
import {
  continuationIn,
  imagesIn,
  inputParts,
  type MessageRequest,
  messageRequestSchema,
  newestTexts,
  questionIn,
  turnOf,
} from '../wire/message-request.ts';
import { demoModels, planTokens, tokensIn } from '../accounts/models.ts';
import { brokenRule } from '../wire/message-rules.ts';
import type { Persona } from '../accounts/personas.ts';
import { passedOn } from './upstream.ts';
import { bearerOf, isSameSecret, jsonBody, messageFailure, sendsJson } from '../wire/wire.ts';

const interfaceVersion = '2023-06-01';
const largestBody = 16 * 1024 * 1024;

/** Who pays: a person by their plan, or whoever holds the API key. */
type Payer = { readonly kind: 'person'; readonly persona: Persona } | { readonly kind: 'api-key' };
type Identify = (headers: Headers) => Promise<Payer | undefined>;
type AcceptsVersion = (version: string) => boolean;

/** The plan's endpoints take the interface's own version and no other (docs/service.md#9). */
const interfaceVersionOnly: AcceptsVersion = (version) => version === interfaceVersion;

/** Official clients of the compatible interface name a later version; what they ask of it here has not changed. */
const interfaceVersionOrLater: AcceptsVersion = (version) =>
  /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= interfaceVersion;

function planPayer(
  { credentials }: Demo,
  tokenIn: (headers: Headers) => string | undefined,
  provider?: Provider,
): Identify {
  return async (headers) => {
    const holder = await credentials.holderOf('business', tokenIn(headers));
    if (!holder || (provider && holder.provider !== provider)) return undefined;
    return holder.persona.trouble === 'token-expired' ? undefined : { kind: 'person', persona: holder.persona };
  };
}

/**
 * The key comes as `x-api-key`, as docs/service.md#4.9 says, or as the Bearer token that official clients may send
 * instead.
 */
function apiKeyPayer({ apiKey }: Demo): Identify {
  return (headers) => {
    const key = headers.get('x-api-key') ?? bearerOf(headers);
    return Promise.resolve(key !== undefined && isSameSecret(key, apiKey) ? { kind: 'api-key' } : undefined);
  };
}

/** What keeps a payer from an answer although the credential is sound. */
function refusalFor(demo: Demo, payer: Payer): Response | undefined {
  if (payer.kind === 'api-key') return undefined;
  if (payer.persona.trouble === 'messages-forbidden') {
    return messageFailure(403, 'permission_error', 'This account may not use the message endpoint.');
  }
  if (payer.persona.trouble === 'payment-required') {
    return messageFailure(402, 'billing_error', 'A payment is required before this plan can be used in your region.');
  }
  return demo.usage.isSpent(payer.persona) ? balanceExhausted() : undefined;
}

/** What the schema cannot say, since it depends on the model. */
function refusalOf(request: MessageRequest): Response | undefined {
  const model = demoModels.find(({ id }) => id === request.model);
  if (!model) return messageFailure(404, 'not_found_error', 'model: there is no model of this name.');
  const invalid = (message: string): Response => messageFailure(400, 'invalid_request_error', message);
  if (request.max_tokens > model.maxOutput) return invalid(`max_tokens: at most ${model.maxOutput} for this model.`);
  const broken = brokenRule(request);
  if (broken !== null) return invalid(broken);
  if (imagesIn(request).length > 0 && !model.images) return invalid('messages: this model does not take images.');
  if (request.thinking?.type !== 'enabled') return undefined;
  if (!model.thinking) return invalid('thinking: this model does not support it.');
  return request.thinking.budget_tokens < request.max_tokens
    ? undefined
    : invalid('thinking.budget_tokens: must be less than max_tokens.');
}

/** The answer's text; where an answer of ours was cut and is to go on, only what is missing of it. */
function scriptFor(request: MessageRequest): ScriptedAnswer {
  const turn = turnOf(request);
  const thinks = request.thinking?.type === 'enabled';
  const summary = summaryAnswer(request);
  if (summary !== null) return summary;
  const asAgent = agentAnswer(request);
  if (asAgent !== null) return asAgent;
  const calls = callsFor(request);
  if (calls.length > 0) return callingAnswer(calls, thinks);
  const reports = toolReports(request);
  if (reports.length > 0) return reportingAnswer(reports, thinks);
  const continuation = continuationIn(request);
  if (continuation !== null) {
    const { question, images, begun } = continuation;
    const whole = scriptedAnswer({ question, turn: turn - 1, thinks, images });
    if (whole.text.startsWith(begun)) return { ...whole, text: whole.text.slice(begun.length) };
  }
  return scriptedAnswer({
    question: questionIn(request),
    turn,
    thinks,
    images: imagesIn({ messages: request.messages.slice(-1) }).length,
  });
}

function inputTokensOf(request: MessageRequest): number {
  return tokensIn(inputParts(request).reduce((sum, { characters }) => sum + characters, 0));
}

function answered(demo: Demo, request: MessageRequest, payer: Payer): Response {
  const script = scriptFor(request);
  const owner = `${payer.kind === 'person' ? payer.persona.id : payer.kind} ${request.model}`;
  const answer = prepared(script, request, demo.promptCache.read(owner, inputParts(request)));
  const charge = (): void => {
    if (payer.kind !== 'person') return;
    const tokens = inputTokensOf(request) + outputTokens(answer);
    demo.usage.charge(payer.persona, planTokens(request.model, tokens));
  };
  if (request.stream === true) return streamed(demo, answer, charge);
  charge();
  return Response.json(wholeMessage(answer));
}

function streamed(demo: Demo, answer: PreparedAnswer, charge: () => void): Response {
  const body = bodyFrom(async function* (gone) {
    const open = demo.traffic.beginAnswer();
    let isFinished = false;
    try {
      charge();
      for await (const text of answerEvents(answer, demo.pace, gone)) {
        open.wrote(text);
        yield encoded(text);
      }
      isFinished = !gone.aborted;
    } finally {
      open.end(isFinished ? 'finished' : 'stopped');
    }
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      'transfer-encoding': 'chunked',
    },
  });
}

async function answer(
  { req }: Context<DemoEnv>,
  demo: Demo,
  identify: Identify,
  acceptsVersion: AcceptsVersion,
): Promise<Response> {
  const invalid = (message: string): Response => messageFailure(400, 'invalid_request_error', message);
  const { headers, signal } = req.raw;

  const payer = await identify(headers);
  if (!payer) return messageFailure(401, 'authentication_error', 'The credential is missing, expired or invalid.');

  const versionHeader = `${demo.words.compat}-version`;
  if (!acceptsVersion(headers.get(versionHeader) ?? ''))
    return invalid(`${versionHeader}: must be ${interfaceVersion}.`);
  if (!sendsJson(headers)) return invalid('content-type: must be application/json.');
  const body = await jsonBody(req.raw, messageRequestSchema, largestBody);
  if (body.kind === 'wrong')
    return body.status === 413 ? messageFailure(413, 'request_too_large', body.message) : invalid(body.message);

  demo.traffic.recordContent(newestTexts(body.value), imagesIn(body.value));

  const refusal = refusalFor(demo, payer);
  if (refusal) return refusal;
  if (demo.upstream) {
    // Only the question can be counted: the answer passes unread.
    if (payer.kind === 'person')
      demo.usage.charge(payer.persona, planTokens(body.value.model, inputTokensOf(body.value)));
    return passedOn(demo.upstream, [versionHeader, interfaceVersion], body.text, signal);
  }
  return refusalOf(body.value) ?? answered(demo, body.value, payer);
}

export function messageEndpoints(demo: Demo): Hono<DemoEnv> {
  const app = new Hono<DemoEnv>();
  const serve = (name: EndpointName, path: string, identify: Identify, acceptsVersion = interfaceVersionOnly): void => {
    app.post(path, endpoint(demo, name), (c) => answer(c, demo, identify, acceptsVersion));
  };
  const path = `/api/${demo.words.compat}/v1/messages`;
  const keyHeader = (headers: Headers): string | undefined => headers.get('x-api-key') ?? undefined;
  serve('messages', `${hosts.api}${path}`, planPayer(demo, keyHeader, 'primary'));
  serve('alt-messages', `${hosts.altApi}${path}`, apiKeyPayer(demo), interfaceVersionOrLater);
  serve('plan-messages', `${hosts.planMessages}/v1/messages`, planPayer(demo, bearerOf));
  return app;
}
