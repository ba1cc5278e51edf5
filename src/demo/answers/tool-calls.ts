// Which tools the demo model calls: those that the question names, line by line, and any where the request insists on
// one. `call read {"path": "a"}` is a step; `also call …` belongs to the step before it.
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { parseJson } from '../../core/service/json.ts';
import {
  blocksOf,
  type MessageRequest,
  type RequestMessage,
  type RequestTool,
  resultBlocks,
  toolConversationIn,
} from '../wire/message-request.ts';

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export type NamedCall = Pick<ToolCall, 'name' | 'input'>;

const jsonObject = z.record(z.string(), z.unknown());
const callLine = /^[ \t]*(also )?call ([A-Za-z0-9_-]{1,128}) (\{.*\})[ \t]*$/gim;

/** The calls of the next turn; empty where the model answers in words. */
export function callsFor(request: MessageRequest): ToolCall[] {
  const { tools = [], tool_choice: choice } = request;
  if (tools.length === 0 || choice?.type === 'none') return [];
  const { question, turns } = toolConversationIn(request);
  const taken = turns.filter(({ role }) => role === 'assistant').length;
  const asked = (stepsIn(question)[taken] ?? []).filter(({ name }) => tools.some((tool) => tool.name === name));
  if (asked.length > 0) return asked.map(withId);
  const forced = choice?.type === 'tool' ? tools.find(({ name }) => name === choice.name) : tools[0];
  const mustCall = choice?.type === 'tool' || choice?.type === 'any';
  return mustCall && forced !== undefined ? [withId({ name: forced.name, input: sampleInput(forced) })] : [];
}

export function withId(call: NamedCall): ToolCall {
  return { id: `toolu_${randomBytes(12).toString('hex')}`, ...call };
}

export function stepsIn(question: string): NamedCall[][] {
  const steps: NamedCall[][] = [];
  for (const [, joins, name = '', json = ''] of question.matchAll(callLine)) {
    const input = jsonObject.safeParse(parseJson(json));
    if (!input.success) continue;
    const call = { name, input: input.data };
    const last = steps.at(-1);
    if (joins !== undefined && last !== undefined) last.push(call);
    else steps.push([call]);
  }
  return steps;
}

const inputSchema = z.object({
  properties: z.catch(z.optional(z.record(z.string(), z.looseObject({ type: z.optional(z.unknown()) }))), undefined),
  required: z.catch(z.optional(z.array(z.string())), undefined),
});

/** Something for every property that the tool insists on. */
function sampleInput({ input_schema: schema }: RequestTool): Record<string, unknown> {
  const { properties = {}, required = [] } = inputSchema.parse(schema);
  return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name]?.type)]));
}

function sampleOf(type: unknown): unknown {
  switch (type) {
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    case 'array':
      return [];
    case 'object':
      return {};
    default:
      return 'demo';
  }
}

export interface ToolReport {
  readonly name: string;
  readonly answered: string;
  readonly isError: boolean;
}

/** What the tools that were called for the newest question answered, in order. */
export function toolReports(request: MessageRequest): ToolReport[] {
  return toolReportsIn(toolConversationIn(request).turns);
}

export function toolReportsIn(messages: readonly RequestMessage[]): ToolReport[] {
  const blocks = messages.flatMap(blocksOf);
  return blocks.flatMap((block) => {
    if (block.type !== 'tool_result') return [];
    const use = blocks.find((one) => one.type === 'tool_use' && one.id === block.tool_use_id);
    const answered = resultBlocks(block)
      .map((one) => (one.type === 'text' ? one.text : `(${one.source.media_type})`))
      .join(' ');
    return [{ name: use?.type === 'tool_use' ? use.name : '', answered, isError: block.is_error === true }];
  });
}
