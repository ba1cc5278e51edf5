// A message of a request, block by block, and the tools that a model may call in its answer. @see docs/service.md#2.8
import type { LineCounts } from '../review/line-changes.ts';
import type { ImageType } from '../attachments/image-size.ts';
import { type AnswerBlock, type JsonObject, type TextBlock, textBlock } from './blocks.ts';

export interface ImageBlock {
  readonly kind: 'image';
  readonly mediaType: ImageType;
  /** Base64. */
  readonly data: string;
}

/** What came of a tool that the answer before this message called. */
export interface ToolResultBlock<Image = ImageBlock> {
  readonly kind: 'toolResult';
  /** The `id` of the tool's use. */
  readonly useId: string;
  readonly isError: boolean;
  readonly content: readonly (TextBlock | Image)[];
}

/** How a call of a tool ended. */
export interface ToolOutcome extends Pick<ToolResultBlock, 'isError' | 'content'> {
  /** Of a file that it changed; the model is not told. */
  readonly lines?: LineCounts | undefined;
  /** Of a command that has ended; the model reads it in the content. */
  readonly exitCode?: number | undefined;
  /** Of a command that ran in the sandbox; the model reads it in the content. */
  readonly isSandboxed?: true | undefined;
}

/** @typeParam Image how an image is held: its content where a request is to be written. */
export type UserBlock<Image = ImageBlock> = TextBlock | Image | ToolResultBlock<Image>;

export interface UserMessage<Image = ImageBlock> {
  readonly role: 'user';
  readonly content: readonly UserBlock<Image>[];
}

export interface AssistantMessage {
  readonly role: 'assistant';
  readonly content: readonly AnswerBlock[];
}

export type Message<Image = ImageBlock> = UserMessage<Image> | AssistantMessage;

/** A tool that the model may call. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** A JSON schema of an object. */
  readonly inputSchema: JsonObject;
}

export type ToolChoice =
  | { readonly kind: 'auto' }
  /** It must call one of them. */
  | { readonly kind: 'any' }
  | { readonly kind: 'none' }
  | { readonly kind: 'tool'; readonly name: string };

export interface MessageRequest {
  readonly model: string;
  /** Tokens, those of thinking included. */
  readonly maxTokens: number;
  readonly messages: readonly Message[];
  /** The system prompt, in as many texts as it has parts. */
  readonly system?: readonly string[];
  readonly tools?: readonly Tool[];
  /** Absent for `auto`. */
  readonly toolChoice?: ToolChoice;
  readonly stopSequences?: readonly string[];
  /** Neither is sent to a model that thinks, which takes none. */
  readonly temperature?: number;
  readonly topP?: number;
  /** Tokens that the model may think with; fewer than `maxTokens`. */
  readonly thinkingBudget?: number;
  /** Whether nothing is marked for the prompt cache, also where the service usually takes that. */
  readonly withoutCacheMarks?: boolean;
  /** Asks for one body in place of an event stream. */
  readonly whole?: boolean;
}

export function userText(text: string): UserMessage<never> {
  return { role: 'user', content: [textBlock(text)] };
}

export function assistantText(text: string): AssistantMessage {
  return { role: 'assistant', content: [textBlock(text)] };
}
