// A tool's input: one schema says what the model is told and what is taken. What does not fit is told in words that
// help.
import * as z from 'zod/mini';
import type { JsonObject } from '../../messages/blocks.ts';
import { impossible, type ImpossibleCall, type OfferedTool, type PreparedCall } from './offered-tool.ts';

export interface ToolText {
  readonly name: string;
  readonly description: string;
  readonly isReadOnly: boolean;
}

export function createTool<Input>(
  { name, description, isReadOnly }: ToolText,
  schema: z.ZodMiniType<Input>,
  prepare: (input: Input, signal: AbortSignal) => Promise<PreparedCall | ImpossibleCall>,
): OfferedTool {
  const inputSchema: JsonObject = { ...z.toJSONSchema(schema, { io: 'input' }) };
  return {
    definition: { name, description, inputSchema },
    isReadOnly,
    async prepare(input, signal) {
      const parsed = schema.safeParse(input);
      return parsed.success
        ? await prepare(parsed.data, signal)
        : impossible(`The input does not fit: ${parsed.error.issues.slice(0, 5).map(problemText).join('; ')}.`);
    },
  };
}

function problemText(issue: z.core.$ZodIssue): string {
  const place = issue.path.length === 0 ? 'the whole' : issue.path.map(String).join('.');
  switch (issue.code) {
    case 'invalid_type':
      return `${place} must be ${issue.expected}`;
    case 'too_small':
      return `${place} must have or be at least ${issue.minimum}`;
    case 'too_big':
      return `${place} must have or be at most ${issue.maximum}`;
    case 'invalid_value':
      return `${place} must be one of ${issue.values.map(String).join(', ')}`;
    case 'custom':
      return `${place} ${issue.message}`;
    default:
      return `${place} is not as its schema says`;
  }
}

const longestPath = 4096;
export const pathSchema = z.string().check(z.minLength(1), z.maxLength(longestPath));
export const lineNumberSchema = z.int().check(z.minimum(1), z.maximum(10_000_000));
