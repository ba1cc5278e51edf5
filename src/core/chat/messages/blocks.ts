// What an answer consists of, block by block as on the wire, and how each event changes it. Page, files and window fold
// by this one function, so nothing here needs a schema. @see docs/service.md#6
import { parseJson } from '../../service/json.ts';

export interface TextBlock {
  readonly kind: 'text';
  readonly text: string;
}

export interface ThinkingBlock {
  readonly kind: 'thinking';
  readonly text: string;
  /** By it the service knows its own thinking again; empty where none came. */
  readonly signature: string;
}

/** Thinking that only the service can read. */
export interface RedactedThinkingBlock {
  readonly kind: 'redactedThinking';
  readonly data: string;
}

export type ToolInput =
  /** As far as it has come. It stays so where it was cut, or where it is no JSON object. */
  { readonly kind: 'arriving'; readonly json: string } | { readonly kind: 'read'; readonly value: JsonObject };
export type JsonObject = Readonly<Record<string, unknown>>;

export interface ToolUseBlock {
  readonly kind: 'toolUse';
  readonly id: string;
  readonly name: string;
  readonly input: ToolInput;
}

export type AnswerBlock = TextBlock | ThinkingBlock | RedactedThinkingBlock | ToolUseBlock;

/** What is known of a block before any of its content. */
export type BlockStart =
  | { readonly kind: 'text' }
  | { readonly kind: 'thinking' }
  | Pick<RedactedThinkingBlock, 'kind' | 'data'>
  | Pick<ToolUseBlock, 'kind' | 'id' | 'name'>;

export const deltaKinds = ['textAdded', 'thinkingAdded', 'signatureAdded', 'toolInputAdded'] as const;

/** More of a block: of its text, its signature, or the JSON of its input. */
export interface BlockDelta {
  readonly kind: (typeof deltaKinds)[number];
  readonly index: number;
  readonly text: string;
}

/** `index` is the block's place in the answer. Every block begins behind those before it. */
export type BlockEvent =
  | { readonly kind: 'blockStarted'; readonly index: number; readonly block: BlockStart }
  | BlockDelta
  | { readonly kind: 'blockEnded'; readonly index: number };

const blockEventKinds: ReadonlySet<string> = new Set(['blockStarted', ...deltaKinds, 'blockEnded']);

/** Whether it is about the blocks of an answer; all else that is told or recorded of one is not. */
export function isBlockEvent<Event extends { readonly kind: string }>(
  event: Event,
): event is Extract<Event, { kind: BlockEvent['kind'] }> {
  return blockEventKinds.has(event.kind);
}

/** The place of a delta that names no block: it goes on with the last one, or begins one. */
export const unnamedBlock = -1;

/** The event in an answer that had so many blocks before it was continued. */
export function placedBehind<Event extends object>(count: number, event: Event): Event {
  return count > 0 && 'index' in event && typeof event.index === 'number'
    ? { ...event, index: event.index + count }
    : event;
}

/** No answer has so many; whoever sends more wants something else. */
export const mostBlocks = 5000;

/** The blocks after one event. Text grows by concatenation, which engines keep linear. */
export function blocksAfter(blocks: readonly AnswerBlock[], event: BlockEvent): readonly AnswerBlock[] {
  switch (event.kind) {
    case 'blockStarted':
      return [...blocks, emptyBlock(event.block)];
    case 'textAdded':
    case 'thinkingAdded':
    case 'signatureAdded':
    case 'toolInputAdded':
      return withDelta(blocks, event);
    case 'blockEnded': {
      const block = blocks[event.index];
      return block?.kind === 'toolUse' ? blocks.with(event.index, withInputRead(block)) : blocks;
    }
  }
}

function emptyBlock(start: BlockStart): AnswerBlock {
  switch (start.kind) {
    case 'text':
      return { kind: 'text', text: '' };
    case 'thinking':
      return { kind: 'thinking', text: '', signature: '' };
    case 'redactedThinking':
      return { kind: 'redactedThinking', data: start.data };
    case 'toolUse':
      return { kind: 'toolUse', id: start.id, name: start.name, input: { kind: 'arriving', json: '' } };
  }
}

/** Received text is never lost: where the block that it names is not there, as in a damaged file, it finds another. */
function withDelta(blocks: readonly AnswerBlock[], delta: BlockDelta): readonly AnswerBlock[] {
  const named = grown(blocks[delta.index], delta);
  if (named !== null) return blocks.with(delta.index, named);
  if (delta.kind !== 'textAdded' && delta.kind !== 'thinkingAdded') return blocks;
  const last = grown(blocks.at(-1), delta);
  if (last !== null) return blocks.with(-1, last);
  const { text } = delta;
  return [...blocks, delta.kind === 'textAdded' ? { kind: 'text', text } : { kind: 'thinking', text, signature: '' }];
}

/** Null where the block takes no such delta. */
function grown(block: AnswerBlock | undefined, { kind, text }: BlockDelta): AnswerBlock | null {
  switch (kind) {
    case 'textAdded':
      return block?.kind === 'text' ? { ...block, text: block.text + text } : null;
    case 'thinkingAdded':
      return block?.kind === 'thinking' ? { ...block, text: block.text + text } : null;
    case 'signatureAdded':
      return block?.kind === 'thinking' ? { ...block, signature: block.signature + text } : null;
    case 'toolInputAdded':
      return block?.kind === 'toolUse' && block.input.kind === 'arriving'
        ? { ...block, input: { kind: 'arriving', json: block.input.json + text } }
        : null;
  }
}

function withInputRead(block: ToolUseBlock): ToolUseBlock {
  return block.input.kind === 'read' ? block : { ...block, input: readToolInput(block.input.json) };
}

/** The input whose JSON has come to its end. */
export function readToolInput(json: string): ToolInput {
  const value = parseJson(json);
  return isJsonObject(value) ? { kind: 'read', value } : { kind: 'arriving', json };
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function toolInputJson(input: ToolInput): string {
  return input.kind === 'read' ? JSON.stringify(input.value) : input.json;
}

export function textBlock(text: string): TextBlock {
  return { kind: 'text', text };
}

/** What the model says, all blocks together. */
export function textOf(blocks: readonly AnswerBlock[]): string {
  return blocks.reduce((text, block) => (block.kind === 'text' ? text + block.text : text), '');
}

export function thinkingOf(blocks: readonly AnswerBlock[]): string {
  return blocks.reduce((text, block) => (block.kind === 'thinking' ? text + block.text : text), '');
}

/** Whether nothing was received, but perhaps that something begins. */
export function holdNothing(blocks: readonly AnswerBlock[]): boolean {
  return blocks.every((block) => (block.kind === 'text' || block.kind === 'thinking') && block.text === '');
}

/** Characters that the model has written. */
export function writtenLength(blocks: readonly AnswerBlock[]): number {
  return blocks.reduce((sum, block) => sum + lengthOf(block), 0);
}

function lengthOf(block: AnswerBlock): number {
  switch (block.kind) {
    case 'text':
    case 'thinking':
      return block.text.length;
    case 'redactedThinking':
      return block.data.length;
    case 'toolUse':
      return toolInputJson(block.input).length;
  }
}

/** Whether two deltas could as well have come as one. */
export function isMoreOfBlock(before: BlockDelta, { kind, index }: BlockDelta): boolean {
  return before.kind === kind && before.index === index;
}

/** The events that make a block at this place. */
export function eventsOfBlock(block: AnswerBlock, index: number): BlockEvent[] {
  const ended = { kind: 'blockEnded', index } as const;
  switch (block.kind) {
    case 'text':
      return [
        { kind: 'blockStarted', index, block: { kind: 'text' } },
        { kind: 'textAdded', index, text: block.text },
        ended,
      ];
    case 'thinking':
      return [
        { kind: 'blockStarted', index, block: { kind: 'thinking' } },
        { kind: 'thinkingAdded', index, text: block.text },
        { kind: 'signatureAdded', index, text: block.signature },
        ended,
      ];
    case 'redactedThinking':
      return [{ kind: 'blockStarted', index, block }, ended];
    case 'toolUse':
      return [
        { kind: 'blockStarted', index, block: { kind: 'toolUse', id: block.id, name: block.name } },
        { kind: 'toolInputAdded', index, text: toolInputJson(block.input) },
        ended,
      ];
  }
}
