// The blocks of answers that say one thing, and the events and records by which it comes.
import type { HistoryRecord } from '../../../src/core/chat/conversation/records.ts';
import type { AnswerBlock, BlockEvent } from '../../../src/core/chat/messages/blocks.ts';

export function blocksOf(text: string, thinking = ''): AnswerBlock[] {
  return [
    ...(thinking === '' ? [] : [{ kind: 'thinking' as const, text: thinking, signature: '' }]),
    ...(text === '' ? [] : [{ kind: 'text' as const, text }]),
  ];
}

export const textStarted = (index: number): BlockEvent => ({ kind: 'blockStarted', index, block: { kind: 'text' } });
export const textAdded = (index: number, text: string): BlockEvent => ({ kind: 'textAdded', index, text });
export const thinkingStarted = (index: number): BlockEvent => ({
  kind: 'blockStarted',
  index,
  block: { kind: 'thinking' },
});
export const thinkingAdded = (index: number, text: string): BlockEvent => ({ kind: 'thinkingAdded', index, text });
export const blockEnded = (index: number): BlockEvent => ({ kind: 'blockEnded', index });

/** The record of a text's piece, in the answer's first block. */
export function textRecord(id: string, text: string): HistoryRecord & { readonly kind: 'textAdded' } {
  return { kind: 'textAdded', id, index: 0, text };
}
