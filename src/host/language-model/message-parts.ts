// VS Code's messages as turns of ours. Two of their parts are in no stable type of the oldest supported version and so
// are known by their fields: data parts (stable from 1.106) and thinking parts (not documented). What has neither is
// left out.
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { CallerPart, CallerTurn } from '../../core/chat/language-model/caller-turns.ts';

/** The role of the system's message, which no stable type names either. */
const systemRole = z.literal(3);

const dataSchema = z.object({ mimeType: z.string(), data: z.instanceof(Uint8Array) });
const text = z.catch(z.optional(z.string()), undefined);
const thinkingSchema = z.object({
  value: z.union([z.string(), z.array(z.string())]),
  metadata: z.catch(z.optional(z.object({ signature: text, redactedData: text })), undefined),
});
const failedSchema = z.object({ isError: z.literal(true) });

export function turnOf({ role, content }: vscode.LanguageModelChatRequestMessage): CallerTurn {
  const parts = content.flatMap(partOf);
  if (role === vscode.LanguageModelChatMessageRole.Assistant) return { role: 'assistant', parts };
  return { role: systemRole.safeParse(role).success ? 'system' : 'user', parts };
}

function partOf(part: unknown): CallerPart[] {
  if (typeof part === 'string') return [{ kind: 'text', text: part }];
  if (part instanceof vscode.LanguageModelTextPart) return [{ kind: 'text', text: part.value }];
  if (part instanceof vscode.LanguageModelToolCallPart)
    return [{ kind: 'toolCall', id: part.callId, name: part.name, input: part.input }];
  if (part instanceof vscode.LanguageModelToolResultPart) {
    const isError = failedSchema.safeParse(part).success;
    return [{ kind: 'toolResult', id: part.callId, isError, content: part.content.flatMap(partOf) }];
  }
  if (part instanceof vscode.LanguageModelPromptTsxPart) return [{ kind: 'text', text: JSON.stringify(part.value) }];
  const data = dataSchema.safeParse(part);
  if (data.success) return [{ kind: 'data', mimeType: data.data.mimeType, bytes: data.data.data }];
  const thinking = thinkingSchema.safeParse(part);
  if (!thinking.success) return [];
  const { value, metadata } = thinking.data;
  return [
    {
      kind: 'thinking',
      text: typeof value === 'string' ? value : value.join(''),
      signature: metadata?.signature ?? '',
      redacted: metadata?.redactedData ?? '',
    },
  ];
}
