// Estimates of what messages take, to be shown as such.
import { tokensOfImage } from '../attachments/image.ts';
import { estimatedTokens } from '../attachments/text-tokens.ts';
import { type AnswerBlock, toolInputJson } from '../messages/blocks.ts';
import type { Message, MessageRequest, UserBlock } from '../messages/message.ts';

/** What a message, a block or a tool takes beside its text. */
const tokensAround = 4;

export function blockTokens(block: AnswerBlock | UserBlock): number {
  const known = estimates.get(block);
  if (known !== undefined) return known;
  const size = estimatedBlockTokens(block);
  estimates.set(block, size);
  return size;
}

/** Each step of a run asks for it of all steps before, and long texts take long to be read through. */
const estimates = new WeakMap<AnswerBlock | UserBlock, number>();

function estimatedBlockTokens(block: AnswerBlock | UserBlock): number {
  switch (block.kind) {
    case 'text':
    case 'thinking':
      return estimatedTokens(block.text) + tokensAround;
    case 'redactedThinking':
      return estimatedTokens(block.data) + tokensAround;
    case 'toolUse':
      return estimatedTokens(block.name) + estimatedTokens(toolInputJson(block.input)) + 2 * tokensAround;
    case 'image':
      return tokensOfImage;
    case 'toolResult':
      return block.content.reduce((sum, one) => sum + blockTokens(one), 2 * tokensAround);
  }
}

export function messageTokens({ content }: Message): number {
  return content.reduce((sum, block) => sum + blockTokens(block), tokensAround);
}

export function requestTokens({ system = [], tools = [], messages }: MessageRequest): number {
  const texts = [
    ...system,
    ...tools.map(({ name, description, inputSchema }) => `${name} ${description} ${JSON.stringify(inputSchema)}`),
  ];
  const before = texts.reduce((sum, text) => sum + estimatedTokens(text) + tokensAround, 0);
  return messages.reduce((sum, message) => sum + messageTokens(message), before);
}
