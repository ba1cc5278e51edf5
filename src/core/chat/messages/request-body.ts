// A request as it is written on the wire. @see docs/service.md#2.8
import type { AnswerBlock } from './blocks.ts';
import type { ImageBlock, Message, MessageRequest, Tool, ToolChoice, UserBlock } from './message.ts';
import { wellFormed } from './well-formed.ts';

/** An object of the wire, to which a breakpoint of the prompt cache may be added. */
type WireObject = Readonly<Record<string, unknown>>;

/**
 * @param isCached whether breakpoints for the prompt cache are set: after what comes first in every request of a
 * conversation,
 *   and after the last two turns of the user. The interface takes four.
 */
export function requestBody(request: MessageRequest, isCached: boolean): WireObject {
  const { model, maxTokens, system = [], temperature, topP, stopSequences = [] } = request;
  const whole = wellFormed(request.messages);
  const budget = thinkingBudget(request, whole);
  // Thinking goes back unchanged, and only to a model that goes on thinking.
  const messages = budget === null ? wellFormed(whole.map(withoutThinking)) : whole;
  const { tools, toolChoice } = offeredTools(request, messages);
  const mark = (blocks: readonly WireObject[]): readonly WireObject[] => (isCached ? withBreakpoint(blocks) : blocks);
  const texts = system.filter((text) => text.trim() !== '').map((text) => ({ type: 'text', text }));
  return {
    model,
    max_tokens: maxTokens,
    stream: request.whole !== true,
    ...(tools.length === 0 ? {} : { tools: mark(tools.map(wireTool)) }),
    ...(tools.length === 0 || toolChoice === undefined ? {} : { tool_choice: wireToolChoice(toolChoice) }),
    ...(texts.length === 0 ? {} : { system: mark(texts) }),
    // A model that thinks takes neither.
    ...(temperature === undefined || budget !== null ? {} : { temperature }),
    ...(topP === undefined || budget !== null ? {} : { top_p: topP }),
    ...(stopSequences.length === 0 ? {} : { stop_sequences: stopSequences }),
    ...(budget === null ? {} : { thinking: { type: 'enabled', budget_tokens: budget } }),
    messages: wireMessages(messages, mark),
  };
}

/** A conversation in which tools were used names them also where none may be used any more. */
function offeredTools(
  { tools = [], toolChoice }: MessageRequest,
  messages: readonly Message[],
): { readonly tools: readonly Tool[]; readonly toolChoice: ToolChoice | undefined } {
  if (tools.length > 0) return { tools, toolChoice };
  const used = messages.flatMap(({ content }) =>
    content.flatMap((block) => (block.kind === 'toolUse' ? [block.name] : [])),
  );
  const gone = [...new Set(used)].map((name) => ({ name, description: noLongerOffered, inputSchema: {} }));
  return { tools: gone, toolChoice: { kind: 'none' } };
}

const noLongerOffered = 'This tool is no longer available.';

/**
 * Null for none. Within a tool's turn the model thinks on from thinking of its own: where that is gone it cannot, and
 * no model thinks where it must call a tool.
 */
function thinkingBudget(
  { thinkingBudget: budget, toolChoice }: MessageRequest,
  messages: readonly Message[],
): number | null {
  if (budget === undefined || toolChoice?.kind === 'any' || toolChoice?.kind === 'tool') return null;
  const [answer, last] = messages.slice(-2);
  const isToolTurn = last?.content.some(({ kind }) => kind === 'toolResult') === true;
  if (!isToolTurn) return budget;
  return answer?.content[0] !== undefined && isThinking(answer.content[0]) ? budget : null;
}

function withoutThinking(message: Message): Message {
  return message.role === 'user'
    ? message
    : { role: message.role, content: message.content.filter((block) => !isThinking(block)) };
}

function isThinking({ kind }: AnswerBlock | UserBlock): boolean {
  return kind === 'thinking' || kind === 'redactedThinking';
}

/** The last two turns of the user: what this request adds is cached, and what the one before added is found. */
const cachedTurns = 2;

function wireMessages(
  messages: readonly Message[],
  mark: (blocks: readonly WireObject[]) => readonly WireObject[],
): readonly WireObject[] {
  let cached = 0;
  return messages
    .toReversed()
    .map((message): WireObject => {
      if (message.role === 'assistant') return { role: message.role, content: message.content.map(wireAnswerBlock) };
      cached += 1;
      const content = message.content.map(wireUserBlock);
      return { role: message.role, content: cached > cachedTurns ? content : mark(content) };
    })
    .reverse();
}

function withBreakpoint(blocks: readonly WireObject[]): readonly WireObject[] {
  return blocks.map((block, index) =>
    index === blocks.length - 1 ? { ...block, cache_control: { type: 'ephemeral' } } : block,
  );
}

function wireAnswerBlock(block: AnswerBlock): WireObject {
  switch (block.kind) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'thinking':
      return { type: 'thinking', thinking: block.text, signature: block.signature };
    case 'redactedThinking':
      return { type: 'redacted_thinking', data: block.data };
    case 'toolUse':
      // An input that broke off is no object: the result behind it says what was wrong.
      return {
        type: 'tool_use',
        id: block.id,
        name: block.name,
        input: block.input.kind === 'read' ? block.input.value : {},
      };
  }
}

function wireUserBlock(block: UserBlock): WireObject {
  switch (block.kind) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'image':
      return wireImage(block);
    case 'toolResult':
      return {
        type: 'tool_result',
        tool_use_id: block.useId,
        ...(block.isError ? { is_error: true } : {}),
        ...(block.content.length === 0 ? {} : { content: block.content.map(wireUserBlock) }),
      };
  }
}

/** The compatible interface's own form; the service's description shows text blocks only. */
function wireImage({ mediaType, data }: ImageBlock): WireObject {
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data } };
}

function wireTool({ name, description, inputSchema }: Tool): WireObject {
  return { name, description, input_schema: { type: 'object', ...inputSchema } };
}

function wireToolChoice(choice: ToolChoice): WireObject {
  return choice.kind === 'tool' ? { type: 'tool', name: choice.name } : { type: choice.kind };
}
