// What the compatible interface refuses although every block of a request has its shape: each rule names the place that
// breaks it, as the interface does.
import { blocksOf, type ContentBlock, type MessageRequest, type RequestMessage } from './message-request.ts';
import { isOwnSignature } from './thinking-signature.ts';

const mostBreakpoints = 4;

/** The first broken rule as a sentence; null where none is. */
export function brokenRule(request: MessageRequest): string | null {
  return (
    brokenOrder(request.messages) ??
    brokenBlocks(request) ??
    brokenTools(request) ??
    brokenToolTurns(request.messages) ??
    brokenThinking(request) ??
    brokenBreakpoints(request)
  );
}

function brokenOrder(messages: readonly RequestMessage[]): string | null {
  if (messages[0]?.role !== 'user') return 'messages: the first message must be of the role user.';
  const at = messages.findIndex(({ role }, index) => role === messages[index - 1]?.role);
  return at === -1 ? null : `messages.${at}: roles must alternate between user and assistant.`;
}

function brokenBlocks({ system, messages }: MessageRequest): string | null {
  if (Array.isArray(system) && system.some(isBlank)) return 'system: text blocks must not be blank.';
  for (const [index, message] of messages.entries()) {
    const blocks = blocksOf(message);
    const inside = blocks.flatMap((block) =>
      block.type === 'tool_result' && Array.isArray(block.content) ? block.content : [block],
    );
    if (inside.some(isBlank)) return `messages.${index}.content: text blocks must not be blank.`;
    const strange = blocks.find((block) => !belongsTo(message.role, block));
    if (strange !== undefined)
      return `messages.${index}.content: the role ${message.role} has no ${strange.type} blocks.`;
  }
  return null;
}

const isBlank = (block: ContentBlock): boolean => block.type === 'text' && block.text.trim() === '';

function belongsTo(role: RequestMessage['role'], { type }: ContentBlock): boolean {
  switch (type) {
    case 'text':
      return true;
    case 'image':
    case 'tool_result':
      return role === 'user';
    case 'thinking':
    case 'redacted_thinking':
    case 'tool_use':
      return role === 'assistant';
  }
}

function brokenTools({ tools, tool_choice: choice, messages }: MessageRequest): string | null {
  const names = (tools ?? []).map(({ name }) => name);
  if (new Set(names).size < names.length) return 'tools: tool names must be unique.';
  if (choice !== undefined && names.length === 0) return 'tool_choice: there are no tools to choose from.';
  if (choice?.type === 'tool' && !names.includes(choice.name)) return `tool_choice: there is no tool ${choice.name}.`;
  const usesTools = messages.some((message) => blocksOf(message).some(isOfTool));
  return usesTools && names.length === 0 ? 'tools: must be given where messages have tool_use or tool_result.' : null;
}

const isOfTool = ({ type }: ContentBlock): boolean => type === 'tool_use' || type === 'tool_result';

function brokenToolTurns(messages: readonly RequestMessage[]): string | null {
  const seen = new Set<string>();
  let open: readonly string[] = [];
  for (const [index, message] of messages.entries()) {
    const blocks = blocksOf(message);
    const results = blocks.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []));
    const orphan = results.find((id) => !open.includes(id));
    if (orphan !== undefined)
      return `messages.${index}.content: unexpected tool_result ${orphan}: no tool_use of this id is right before it.`;
    if (new Set(results).size < results.length) return `messages.${index}.content: each tool_use has a single result.`;
    const missing = open.find((id) => !results.includes(id));
    if (missing !== undefined)
      return `messages.${index}.content: tool_use ${missing} was found without its tool_result right behind it.`;
    if (blocks.slice(0, results.length).some(({ type }) => results.length > 0 && type !== 'tool_result'))
      return `messages.${index}.content: tool_result blocks must come first.`;
    open = blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
    if (open.some((id) => seen.has(id)) || new Set(open).size < open.length)
      return `messages.${index}.content: tool_use ids must be unique.`;
    for (const id of open) seen.add(id);
  }
  return open.length === 0 ? null : `messages: tool_use ${open.join(', ')} was found without its tool_result.`;
}

function brokenThinking(request: MessageRequest): string | null {
  const { messages, thinking, temperature, top_p: topP, tool_choice: choice } = request;
  for (const [index, message] of messages.entries()) {
    const forged = blocksOf(message).find((block) => block.type === 'thinking' && !isOwnSignature(block));
    if (forged !== undefined) return `messages.${index}.content: invalid signature in a thinking block.`;
  }
  if (thinking?.type !== 'enabled') return null;
  if (temperature !== undefined && temperature !== 1) return 'temperature: must be 1 where thinking is enabled.';
  if (topP !== undefined && topP < 0.95) return 'top_p: must be 0.95 or more where thinking is enabled.';
  if (choice?.type === 'any' || choice?.type === 'tool') return 'tool_choice: thinking cannot be forced to use a tool.';
  const [answer, last] = messages.slice(-2);
  const isToolTurn = last !== undefined && blocksOf(last).some(({ type }) => type === 'tool_result');
  const first = answer === undefined ? undefined : blocksOf(answer)[0]?.type;
  return isToolTurn && first !== 'thinking' && first !== 'redacted_thinking'
    ? `messages.${messages.length - 2}.content.0: expected thinking before tool_use where thinking is enabled.`
    : null;
}

function brokenBreakpoints({ tools = [], system, messages }: MessageRequest): string | null {
  const given = [...tools, ...(Array.isArray(system) ? system : []), ...messages.flatMap(blocksOf)];
  const count = given.filter((one) => 'cache_control' in one && one.cache_control !== undefined).length;
  return count > mostBreakpoints ? `cache_control: at most ${mostBreakpoints} breakpoints are allowed.` : null;
}
