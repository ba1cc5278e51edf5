// What a message request must look like, and what is read from it; what the schema cannot say is in message-rules.ts.
// @see docs/service.md#2.8
import * as z from 'zod/mini';

const text = z.string().check(z.minLength(1));
/** A breakpoint of the prompt cache. */
const cacheControl = z.optional(z.object({ type: z.literal('ephemeral'), ttl: z.optional(z.enum(['5m', '1h'])) }));
const textBlock = z.object({ type: z.literal('text'), text, cache_control: cacheControl });

/** The form in which clients of the compatible interface send an image along. */
const imageBlock = z.object({
  type: z.literal('image'),
  source: z.object({
    type: z.literal('base64'),
    media_type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
    data: z.string().check(z.minLength(4), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
  }),
  cache_control: cacheControl,
});

const toolName = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,128}$/));
const jsonObject = z.record(z.string(), z.unknown());

const thinkingBlock = z.object({
  type: z.literal('thinking'),
  thinking: z.string(),
  signature: text,
  cache_control: z.optional(z.undefined()),
});
const redactedThinkingBlock = z.object({ type: z.literal('redacted_thinking'), data: text });
const toolUseBlock = z.object({
  type: z.literal('tool_use'),
  id: toolName,
  name: toolName,
  input: jsonObject,
  cache_control: cacheControl,
});
const toolResultBlock = z.object({
  type: z.literal('tool_result'),
  tool_use_id: toolName,
  is_error: z.optional(z.boolean()),
  content: z.optional(z.union([z.string(), z.array(z.discriminatedUnion('type', [textBlock, imageBlock]))])),
  cache_control: cacheControl,
});

const contentBlock = z.discriminatedUnion('type', [
  textBlock,
  imageBlock,
  thinkingBlock,
  redactedThinkingBlock,
  toolUseBlock,
  toolResultBlock,
]);
const content = z.union([text, z.array(contentBlock).check(z.minLength(1))]);

const tool = z.object({
  name: toolName,
  description: z.optional(z.string()),
  input_schema: z.looseObject({ type: z.literal('object') }),
  cache_control: cacheControl,
});

export const messageRequestSchema = z.object({
  model: text,
  max_tokens: z.int().check(z.minimum(1)),
  temperature: z.optional(z.number().check(z.minimum(0), z.maximum(2))),
  top_p: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
  stop_sequences: z.optional(z.array(text)),
  stream: z.optional(z.boolean()),
  system: z.optional(z.union([z.string(), z.array(textBlock)])),
  tools: z.optional(z.array(tool)),
  tool_choice: z.optional(
    z.discriminatedUnion('type', [
      z.object({ type: z.enum(['auto', 'any', 'none']) }),
      z.object({ type: z.literal('tool'), name: toolName }),
    ]),
  ),
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content })).check(z.minLength(1)),
  thinking: z.optional(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('enabled'), budget_tokens: z.int().check(z.minimum(1)) }),
      z.object({ type: z.literal('disabled') }),
    ]),
  ),
});
export type MessageRequest = z.infer<typeof messageRequestSchema>;
export type RequestMessage = MessageRequest['messages'][number];
export type ContentBlock = z.infer<typeof contentBlock>;
export type RequestTool = z.infer<typeof tool>;

export function blocksOf({ content: given }: RequestMessage): readonly ContentBlock[] {
  return typeof given === 'string' ? [{ type: 'text', text: given }] : given;
}

function textOf(message: RequestMessage): string {
  return blocksOf(message)
    .map((block) => (block.type === 'text' ? block.text : ''))
    .join('\n');
}

/** The text blocks of the newest message, in order. */
export function newestTexts({ messages }: MessageRequest): string[] {
  const newest = messages.at(-1);
  return newest === undefined ? [] : blocksOf(newest).flatMap((block) => (block.type === 'text' ? [block.text] : []));
}

/** The newest thing the person said: what they attached is in blocks before it. */
export function questionIn(request: MessageRequest): string {
  return newestTexts(request).at(-1)?.trim() ?? '';
}

/** The newest question, with the turns behind it in which tools were called and answered. */
export interface ToolConversation {
  /** All its texts, each on lines of its own. */
  readonly question: string;
  readonly turns: readonly RequestMessage[];
}

export function toolConversationIn({ messages }: MessageRequest): ToolConversation {
  const asked = messages.findLastIndex(
    (message) => message.role === 'user' && blocksOf(message).every(({ type }) => type !== 'tool_result'),
  );
  const question = messages[asked];
  return { question: question === undefined ? '' : textOf(question), turns: messages.slice(asked + 1) };
}

/** What a request to go on is about: the question before it, and the answer as far as it came; null for any other. */
export function continuationIn({
  messages,
}: MessageRequest): { readonly question: string; readonly images: number; readonly begun: string } | null {
  const [asked, begun, last] = messages.slice(-3);
  if (asked?.role !== 'user' || begun?.role !== 'assistant' || last === undefined) return null;
  return /^continue\b/i.test(textOf(last))
    ? {
        question: textOf(asked).trim(),
        images: imagesIn({ messages: [asked] }).length,
        begun: textOf(begun),
      }
    : null;
}

/** How many questions the conversation holds, this one included. */
export function turnOf({ messages }: MessageRequest): number {
  return messages.filter(({ role }) => role === 'user').length;
}

/** An image as it arrived; `size` is in bytes. */
export interface ReceivedImage {
  readonly mediaType: string;
  readonly size: number;
}

/** Every image of the request, those of tools' results included, in order. */
export function imagesIn({ messages }: Pick<MessageRequest, 'messages'>): ReceivedImage[] {
  return messages.flatMap((message) => blocksOf(message).flatMap(imagesOf));
}

function imagesOf(block: ContentBlock): ReceivedImage[] {
  if (block.type === 'image') return [receivedImage(block)];
  return block.type === 'tool_result' ? resultBlocks(block).flatMap(imagesOf) : [];
}

function receivedImage({ source }: z.infer<typeof imageBlock>): ReceivedImage {
  return { mediaType: source.media_type, size: Buffer.from(source.data, 'base64').length };
}

/** What a tool answered, as blocks. */
export function resultBlocks({
  content: given = [],
}: z.infer<typeof toolResultBlock>): readonly z.infer<typeof textBlock | typeof imageBlock>[] {
  return typeof given === 'string' ? [{ type: 'text', text: given }] : given;
}

/** A part of what the model reads, in the order in which it does. */
export interface InputPart {
  /** Equal for equal parts. */
  readonly key: string;
  /** What it would be as text. */
  readonly characters: number;
  /** Whether a breakpoint of the prompt cache is behind it. */
  readonly isBreakpoint: boolean;
}

/** As many characters as an image counts for: they make 1,600 tokens. */
const charactersInImage = 6400;

export function inputParts({ tools = [], system = [], messages }: MessageRequest): InputPart[] {
  const instructions = typeof system === 'string' ? [{ type: 'text' as const, text: system }] : system;
  return [
    ...tools.map((one) => part('tool', one, JSON.stringify([one.name, one.description, one.input_schema]).length)),
    ...instructions.map((block) => part('system', block, block.text.length)),
    ...messages.flatMap((message) => blocksOf(message).map((block) => part(message.role, block, charactersOf(block)))),
  ];
}

function part(place: string, given: ContentBlock | RequestTool, characters: number): InputPart {
  const { cache_control: breakpoint, ...rest } = { cache_control: undefined, ...given };
  return { key: JSON.stringify([place, rest]), characters, isBreakpoint: breakpoint !== undefined };
}

function charactersOf(block: ContentBlock): number {
  switch (block.type) {
    case 'text':
      return block.text.length;
    case 'image':
      return charactersInImage;
    case 'thinking':
      return block.thinking.length;
    case 'redacted_thinking':
      return block.data.length;
    case 'tool_use':
      return block.name.length + JSON.stringify(block.input).length;
    case 'tool_result':
      return resultBlocks(block).reduce((sum, one) => sum + charactersOf(one), 0);
  }
}
