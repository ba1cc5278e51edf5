// The faults that can be switched on, as the control endpoint takes them, and which are due at which endpoint.
import * as z from 'zod/mini';
import type { EndpointName } from '../wire/endpoints.ts';

const bytes = z.int().check(z.minimum(0), z.maximum(64 * 1024 * 1024));
const seconds = z.int().check(z.minimum(0), z.maximum(86_400));
const plain = <const K extends string>(kind: K): z.ZodMiniObject<{ kind: z.ZodMiniLiteral<K> }> =>
  z.object({ kind: z.literal(kind) });

/** Faults that answer instead of the endpoint. */
const answerSchemas = [
  /** 401 with the body of a refused token. */
  plain('token-refused'),
  /** The empty 401 of docs/service.md#7.3. */
  plain('firewall'),
  plain('payment-required'),
  plain('forbidden'),
  plain('not-found'),
  plain('too-large'),
  /** 429 with 1113 as text or number in `error.code`, or as a number beside `error`. */
  z.object({ kind: z.literal('balance-exhausted'), code: z.enum(['text', 'number', 'top-level']) }),
  /** 429, with `Retry-After` where seconds are given, as seconds or as the HTTP date that is so far off. */
  z.object({
    kind: z.literal('rate-limited'),
    retryAfter: z.optional(seconds),
    as: z._default(z.enum(['seconds', 'date']), 'seconds'),
  }),
  plain('server-trouble'),
  /** 407: a proxy on the way wants a sign-in of its own. */
  plain('proxy-authentication'),
  /** 408, as servers and proxies send it that were not sent the request in time. */
  plain('request-timeout'),
  /** A 401 or 429 whose body breaks off, is far too large, or never ends while its bytes drip. */
  z.object({
    kind: z.literal('unfinished-refusal'),
    status: z.union([z.literal(401), z.literal(429)]),
    body: z.enum(['cut', 'oversized', 'dripping']),
  }),
  /** 200 as an event stream, whose body is an envelope with this code, or a page. */
  z.object({ kind: z.literal('document-as-stream'), document: z.enum(['401', '1113', 'page']) }),
  /** 529. */
  z.object({ kind: z.literal('overloaded'), retryAfter: z.optional(seconds) }),
  /** HTTP 500 with envelope code 2007. */
  plain('code-expired'),
  /** 200 with the HTML page of a network that wants a login first. */
  plain('login-page'),
  z.object({ kind: z.literal('redirect'), location: z.string() }),
  /** The connection ends without an answer. */
  plain('cut-before-headers'),
  /** Nothing is ever sent. */
  plain('silence'),
  /** Any answer, word for word. */
  z.object({
    kind: z.literal('reply'),
    status: z.int().check(z.minimum(200), z.maximum(599)),
    headers: z._default(z.record(z.string(), z.string()), {}),
    body: z._default(z.string(), ''),
  }),
] as const;

/** Faults that spoil the bytes of the endpoint's own answer, whatever it is. */
const bodySchemas = [
  z.object({ kind: z.literal('cut-mid-body'), after: bytes }),
  /** Headers and so many bytes arrive, then nothing more, and the connection stays open. */
  z.object({ kind: z.literal('stall-mid-body'), after: bytes }),
  z.object({
    kind: z.literal('slow-drip'),
    bytes: z.int().check(z.minimum(1), z.maximum(65_536)),
    everyMs: z.int().check(z.minimum(1), z.maximum(60_000)),
  }),
  z.object({ kind: z.literal('wrong-content-type'), contentType: z.string().check(z.minLength(1)) }),
  /** The answer ends in the middle of its JSON, while the HTTP framing is sound. */
  plain('truncated-json'),
  plain('gzip'),
  /** One line of that many bytes: a text delta in a stream, else a JSON object. */
  z.object({ kind: z.literal('oversized-line'), bytes }),
] as const;

/** Faults in the events of a message stream; other answers pass unchanged. */
const streamSchemas = [
  /** An `error` event of type `overload_error` after so many deltas, and the end. */
  z.object({ kind: z.literal('overload-mid-stream'), after: z.int().check(z.minimum(0), z.maximum(100_000)) }),
  plain('no-message-stop'),
  /** Code 1113 in an error without a type, after the first delta, and the end. */
  plain('balance-mid-stream'),
  /** Every block and delta is left out, and the message ends for this reason. */
  z.object({ kind: z.literal('no-words'), stopReason: z.string() }),
  /** The message ends after its first delta, because the model declines to go on. */
  plain('refusal-mid-stream'),
  /** Events, blocks and deltas of types that nobody knows, between the real ones. */
  plain('unknown-events'),
  /** A delta whose data is not JSON, after the first real one. */
  plain('invalid-event-json'),
] as const;

export const faultSchema = z.discriminatedUnion('kind', [...answerSchemas, ...bodySchemas, ...streamSchemas]);
export type Fault = z.infer<typeof faultSchema>;
export type AnswerFault = z.infer<(typeof answerSchemas)[number]>;
export type BodyFault = z.infer<(typeof bodySchemas)[number]>;
export type StreamFault = z.infer<(typeof streamSchemas)[number]>;

interface PlannedFault {
  readonly endpoint: EndpointName;
  readonly times: number;
  readonly fault: Fault;
}

export interface FaultPlan {
  /** Adds a fault for the next `times` calls to an endpoint, behind those that are planned already. */
  plan: (planned: PlannedFault) => void;
  /** The fault of this call, which is thereby used; undefined when none is planned. */
  take: (endpoint: EndpointName) => Fault | undefined;
  planned: () => readonly PlannedFault[];
  clear: () => void;
}

export function createFaultPlan(): FaultPlan {
  let queue: readonly PlannedFault[] = [];
  return {
    plan: (planned) => {
      queue = [...queue, planned];
    },
    take: (endpoint) => {
      const next = queue.find((planned) => planned.endpoint === endpoint);
      if (!next) return undefined;
      queue = queue
        .map((planned) => (planned === next ? { ...planned, times: planned.times - 1 } : planned))
        .filter(({ times }) => times > 0);
      return next.fault;
    },
    planned: () => queue,
    clear: () => {
      queue = [];
    },
  };
}
