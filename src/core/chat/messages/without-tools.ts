import { type AnswerBlock, textBlock, toolInputJson } from './blocks.ts';
import type { Message, MessageRequest, UserBlock } from './message.ts';

/** The request for a model that takes no tools: what was called before, and what came of it, is said in words. */
export function withoutTools({ tools: _tools, toolChoice: _choice, ...request }: MessageRequest): MessageRequest {
  return { ...request, messages: request.messages.map(inWords) };
}

function inWords(message: Message): Message {
  return message.role === 'user'
    ? { role: message.role, content: message.content.flatMap(resultInWords) }
    : { role: message.role, content: message.content.map(callInWords) };
}

function callInWords(block: AnswerBlock): AnswerBlock {
  return block.kind === 'toolUse' ? textBlock(`(Called ${block.name} with ${toolInputJson(block.input)})`) : block;
}

function resultInWords(block: UserBlock): UserBlock[] {
  return block.kind === 'toolResult' ? [textBlock('(What came of it:)'), ...block.content] : [block];
}
