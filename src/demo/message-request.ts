// What a message request must look like (section 2.8), and what can be read from it. It does not know who asks.
import * as z from 'zod/mini';

const text = z.string().check(z.minLength(1));
const textBlock = z.object({ type: z.literal('text'), text });

/** The form in which clients of the compatible interface send an image along. */
const imageBlock = z.object({
  type: z.literal('image'),
  source: z.object({
    type: z.literal('base64'),
    media_type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
    data: z.string().check(z.minLength(4), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
  }),
});

// Content that clients of the compatible interface send back in longer conversations; only its kind matters here.
const contentBlock = z.union([
  textBlock,
  imageBlock,
  z.object({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() }),
  z.object({ type: z.literal('redacted_thinking'), data: z.string() }),
  z.object({ type: z.literal('tool_use'), id: text, name: text, input: z.record(z.string(), z.unknown()) }),
  z.object({ type: z.literal('tool_result'), tool_use_id: text }),
]);

const content = z.union([text, z.array(contentBlock).check(z.minLength(1))]);

export const messageRequestSchema = z.object({
  model: text,
  max_tokens: z.int().check(z.minimum(1)),
  temperature: z.optional(z.number().check(z.minimum(0), z.maximum(2))),
  stream: z.optional(z.boolean()),
  system: z.optional(z.union([z.string(), z.array(textBlock)])),
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content })).check(z.minLength(1)),
  thinking: z.optional(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('enabled'), budget_tokens: z.int().check(z.minimum(1)) }),
      z.object({ type: z.literal('disabled') }),
    ]),
  ),
});
export type MessageRequest = z.infer<typeof messageRequestSchema>;
type Content = MessageRequest['messages'][number]['content'];

function textOf(given: Content): string {
  if (typeof given === 'string') return given;
  return given.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

/** The text blocks of the newest message, in order. */
export function newestTexts({ messages }: MessageRequest): string[] {
  const given = messages.at(-1)?.content ?? [];
  return typeof given === 'string' ? [given] : given.flatMap((block) => (block.type === 'text' ? [block.text] : []));
}

/** The newest thing the person said: what they attached stands in blocks before it. */
export function questionIn(request: MessageRequest): string {
  return newestTexts(request).at(-1)?.trim() ?? '';
}

/** What a request to go on is about: the question before it, and the answer as far as it came; null for any other. */
export function continuationIn({ messages }: MessageRequest): { readonly question: string; readonly images: number; readonly begun: string } | null {
  const [asked, begun, last] = messages.slice(-3);
  if (asked?.role !== 'user' || begun?.role !== 'assistant' || last === undefined) return null;
  return /^continue\b/i.test(textOf(last.content)) ? { question: textOf(asked.content).trim(), images: imagesIn({ messages: [asked] }).length, begun: textOf(begun.content) } : null;
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

/** Every image of the request, in order. */
export function imagesIn({ messages }: Pick<MessageRequest, 'messages'>): ReceivedImage[] {
  return messages.flatMap(({ content: given }) => {
    if (typeof given === 'string') return [];
    return given.flatMap((block) => (block.type === 'image' ? [receivedImage(block)] : []));
  });
}

function receivedImage({ source }: z.infer<typeof imageBlock>): ReceivedImage {
  return { mediaType: source.media_type, size: Buffer.from(source.data, 'base64').length };
}

/** All the text that the model would read, in characters. */
export function charactersIn({ system, messages }: MessageRequest): number {
  const instructions = typeof system === 'string' ? system : (system ?? []).map((block) => block.text).join('');
  return messages.reduce((sum, message) => sum + textOf(message.content).length, instructions.length);
}
