// One event of the message stream on the wire, read into a closed union; what is new or unknown is skipped, never
// fatal. @see docs/service.md#6
import type { EventSourceMessage } from 'eventsource-parser';
import * as z from 'zod/mini';
import { failureOfEnvelope, parseEnvelope } from '../../../service/http/envelope.ts';
import { type Failure, ServiceError } from '../../../service/failure/errors.ts';
import { failureOfErrorBody, failureOfErrorEvent } from '../../../service/failure/classify-failure.ts';
import { parseJson } from '../../../service/json.ts';
import { type AnswerBlock, type BlockDelta, isJsonObject, type JsonObject } from '../blocks.ts';
import { blockOf, contentBlockSchema } from '../content-block.ts';

/** Token counts; null where the service has not said. */
export interface Usage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly cacheReadTokens: number | null;
  readonly cacheWriteTokens: number | null;
}
export const noUsage: Usage = { inputTokens: null, outputTokens: null, cacheReadTokens: null, cacheWriteTokens: null };

/** Why a model ended its answer; a reason that is none of these is as good as none. */
export const stopReasons = [
  'end_turn',
  'max_tokens',
  'stop_sequence',
  'tool_use',
  'pause_turn',
  'refusal',
  'model_context_window_exceeded',
] as const;
export type StopReason = (typeof stopReasons)[number];

export type StreamEvent =
  | { readonly kind: 'started'; readonly model: string | null; readonly usage: Partial<Usage> }
  /** Null for a block of a kind that nobody knows. Numbers are the service's own. */
  | { readonly kind: 'blockBegun'; readonly number: number; readonly block: AnswerBlock | null }
  /** Its index is the service's number, too. */
  | BlockDelta
  | { readonly kind: 'blockStopped'; readonly number: number }
  | { readonly kind: 'usageReported'; readonly stopReason: StopReason | null; readonly usage: Partial<Usage> }
  | { readonly kind: 'messageStopped' }
  | { readonly kind: 'errorReported'; readonly failure: Failure }
  | { readonly kind: 'skipped' };

/** Tokens; a count that no model comes near would be counted as spent by the API key. */
const count = z.catch(z.optional(z.number().check(z.nonnegative(), z.maximum(1_000_000_000))), undefined);
/** The name of a model as it may be shown and stored; anything else is not repeated. */
export const modelName = z.catch(z.optional(z.string().check(z.regex(/^[A-Za-z0-9][\w .:/@+()-]{0,127}$/))), undefined);
export const stopReason = z.catch(z.optional(z.enum(stopReasons)), undefined);
export const usageSchema = z.catch(
  z.optional(
    z.object({
      input_tokens: count,
      output_tokens: count,
      cache_read_input_tokens: count,
      cache_creation_input_tokens: count,
    }),
  ),
  undefined,
);
const startSchema = z.object({ message: z.object({ model: modelName, usage: usageSchema }) });
const blockStartSchema = z.object({ index: z.number(), content_block: contentBlockSchema });
const blockStopSchema = z.object({ index: z.number() });
const messageDeltaSchema = z.object({
  delta: z.catch(z.optional(z.object({ stop_reason: stopReason })), undefined),
  usage: usageSchema,
});

const skipped: StreamEvent = { kind: 'skipped' };

const readEvents: ReadonlySet<string> = new Set([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
  'error',
]);

/** Throws ServiceError (`unexpectedAnswer`) where the data are not JSON or a known event has not its shape. */
export function parseStreamEvent({ event, data }: EventSourceMessage): StreamEvent {
  const value = parseJson(data);
  if (!isJsonObject(value)) {
    if (event === 'error') return { kind: 'errorReported', failure: failureOfErrorEvent('', null) };
    // An event of a name that nobody here reads may carry whatever it likes.
    if (event !== undefined && !readEvents.has(event)) return skipped;
    throw value === undefined ? new ServiceError({ kind: 'unexpectedAnswer', what: 'invalidJson' }) : wrongShape();
  }
  // `type` decides; without it the event's name does (docs/decisions.md#14).
  const type = typeof value['type'] === 'string' ? value['type'] : event;
  // An error may bear its own type where the event's belongs.
  if (event === 'error' && (type === undefined || !readEvents.has(type)))
    return { kind: 'errorReported', failure: refusalIn(value) ?? failureOfErrorEvent(type ?? '', null) };
  switch (type) {
    case 'content_block_delta':
      return blockDelta(value);
    case 'message_start': {
      const { message } = read(startSchema, value);
      return { kind: 'started', model: message.model ?? null, usage: usageOf(message.usage) };
    }
    case 'content_block_start': {
      const { index, content_block: block } = read(blockStartSchema, value);
      return { kind: 'blockBegun', number: index, block: blockOf(block) };
    }
    case 'content_block_stop':
      return { kind: 'blockStopped', number: read(blockStopSchema, value).index };
    case 'message_delta': {
      const { delta, usage } = read(messageDeltaSchema, value);
      return { kind: 'usageReported', stopReason: delta?.stop_reason ?? null, usage: usageOf(usage) };
    }
    case 'message_stop':
      return { kind: 'messageStopped' };
    case 'error': {
      const failure = refusalIn(value);
      if (failure === null) throw wrongShape();
      return { kind: 'errorReported', failure };
    }
    case undefined: {
      const failure = refusalIn(value);
      return failure === null ? skipped : { kind: 'errorReported', failure };
    }
    default:
      return skipped;
  }
}

/** What an error says, in any of its shapes; null where it says nothing. */
function refusalIn(value: unknown): Failure | null {
  const failure = failureOfErrorBody(value);
  if (failure !== null) return failure;
  const envelope = parseEnvelope(value);
  return envelope.kind === 'refused' ? failureOfEnvelope(envelope, 200) : null;
}

/**
 * Deltas are nearly all of a stream, so they alone are checked by hand: a schema's object per delta costs more than
 * reading the delta itself.
 */
function blockDelta(value: JsonObject): StreamEvent {
  const { index, delta } = value;
  if (typeof index !== 'number' || !isJsonObject(delta)) throw wrongShape();
  switch (delta['type']) {
    case 'text_delta':
      return grown('textAdded', index, delta['text']);
    case 'thinking_delta':
      return grown('thinkingAdded', index, delta['thinking']);
    case 'signature_delta':
      return grown('signatureAdded', index, delta['signature']);
    case 'input_json_delta':
      return grown('toolInputAdded', index, delta['partial_json']);
    default:
      return skipped;
  }
}

function grown(kind: BlockDelta['kind'], index: number, text: unknown): StreamEvent {
  return { kind, index, text: stringOf(text) };
}

export function usageOf(usage: z.infer<typeof usageSchema>): Partial<Usage> {
  return {
    ...(usage?.input_tokens === undefined ? {} : { inputTokens: usage.input_tokens }),
    ...(usage?.output_tokens === undefined ? {} : { outputTokens: usage.output_tokens }),
    ...(usage?.cache_read_input_tokens === undefined ? {} : { cacheReadTokens: usage.cache_read_input_tokens }),
    ...(usage?.cache_creation_input_tokens === undefined
      ? {}
      : { cacheWriteTokens: usage.cache_creation_input_tokens }),
  };
}

function stringOf(value: unknown): string {
  if (typeof value !== 'string') throw wrongShape();
  return value;
}

function read<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw wrongShape();
  return parsed.data;
}

function wrongShape(): ServiceError {
  return new ServiceError({ kind: 'unexpectedAnswer', what: 'schema' });
}
