// A content block on the wire: as it begins in a stream, or as a whole in an answer that is not streamed.
// @see docs/service.md#6
import * as z from 'zod/mini';
import type { AnswerBlock } from './blocks.ts';
import { redactedDataSchema, toolNameSchema } from './block-schema.ts';

/** Undefined for what is missing or of another type. */
function lenient<T>(schema: z.ZodMiniType<T>): z.ZodMiniType<T | undefined> {
  return z.catch(z.optional(schema), undefined);
}

export const contentBlockSchema = z.object({
  type: z.string(),
  text: lenient(z.string()),
  thinking: lenient(z.string()),
  signature: lenient(z.string()),
  data: lenient(redactedDataSchema),
  id: lenient(toolNameSchema),
  name: lenient(toolNameSchema),
  input: lenient(z.record(z.string(), z.unknown())),
});

/** Null for a block of a kind that nobody knows, and for a tool use that nobody could answer. */
export function blockOf(block: z.infer<typeof contentBlockSchema>): AnswerBlock | null {
  const { type, text = '', thinking = '', signature = '', data, id, name, input } = block;
  switch (type) {
    case 'text':
      return { kind: 'text', text };
    case 'thinking':
      return { kind: 'thinking', text: thinking, signature };
    case 'redacted_thinking':
      return data === undefined ? null : { kind: 'redactedThinking', data };
    case 'tool_use':
      return id === undefined || name === undefined
        ? null
        : { kind: 'toolUse', id, name, input: { kind: 'read', value: input ?? {} } };
    default:
      return null;
  }
}
