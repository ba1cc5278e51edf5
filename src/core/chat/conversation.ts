// Knows a conversation as data and how each event changes it, purely; not who answers, where it is kept or how it is
// drawn. Received text is never lost: every end keeps what came before it.
import { type Attachment, attachmentBlock, type ImageAttachment, isImage, isText } from './attachment.ts';
import type { Failure } from '../service/errors.ts';
import type { Message } from './message-request.ts';
import type { MessageEvent } from './messages.ts';
import type { AnswerSource } from './providers.ts';
import { noUsage, type StopReason, type Usage } from './stream-event.ts';

export interface PromptTurn {
  readonly kind: 'prompt';
  readonly id: string;
  readonly text: string;
  /** What went along with the text; absent where nothing did. */
  readonly attachments?: readonly Attachment[];
}

/** What the model was not told when it was asked: it did not fit, or it takes no images. */
export interface LeftOut {
  /** Of the oldest prompts and answers, how many. */
  readonly turns: number;
  readonly images: number;
}

export type AnswerProgress =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'streaming' }
  | { readonly kind: 'done'; readonly stopReason: StopReason | null }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'stopped' }
  /** Its end was never written: a window was closed, or worse, while it ran. */
  | { readonly kind: 'interrupted' };

export interface AnswerTurn {
  readonly kind: 'answer';
  readonly id: string;
  readonly text: string;
  readonly thinking: string;
  /** Null until a provider was chosen. */
  readonly source: AnswerSource | null;
  /** Why the plan did not answer this prompt; null where it did or was not asked. */
  readonly planRefusal: Failure | null;
  readonly progress: AnswerProgress;
  readonly usage: Usage;
  /** Absent where nothing was. */
  readonly leftOut?: LeftOut;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number | null;
}

export type Turn = PromptTurn | AnswerTurn;

/** What is shown and told to a model: one branch of a conversation, in order. */
export interface Conversation {
  readonly turns: readonly Turn[];
}

export function createAnswer(id: string, startedAt: number): AnswerTurn {
  return {
    kind: 'answer',
    id,
    text: '',
    thinking: '',
    source: null,
    planRefusal: null,
    progress: { kind: 'waiting' },
    usage: noUsage,
    startedAt,
    endedAt: null,
  };
}

/** The answer after one event of its stream. Text grows by concatenation, which engines keep linear. */
export function reduceAnswer(answer: AnswerTurn, event: MessageEvent, now: number): AnswerTurn {
  switch (event.kind) {
    case 'started':
      return {
        ...answer,
        progress: { kind: 'streaming' },
        source: answer.source === null || event.model === null ? answer.source : { ...answer.source, model: event.model },
      };
    case 'textAdded':
      return { ...answer, text: answer.text + event.text };
    case 'thinkingAdded':
      return { ...answer, thinking: answer.thinking + event.text };
    case 'done':
      return { ...answer, progress: { kind: 'done', stopReason: event.stopReason }, usage: event.usage, endedAt: now };
    case 'failed':
      return { ...answer, progress: { kind: 'failed', failure: event.failure }, usage: event.usage, endedAt: now };
    case 'stopped':
      return { ...answer, progress: { kind: 'stopped' }, usage: event.usage, endedAt: now };
    case 'blockStarted':
    case 'blockStopped':
    case 'toolInputAdded':
      return answer;
  }
}

/** A message that names its images; they are read when it is sent. */
export type ToldMessage = Message<ImageAttachment>;

/**
 * What the model is told: every prompt, and every answer that has text, up to and including the prompt before `answerId`.
 * A prompt whose answer never came is joined with the next one, since roles must alternate.
 */
export function messagesBefore(conversation: Conversation, answerId: string): ToldMessage[] {
  const messages: ToldMessage[] = [];
  for (const turn of conversation.turns) {
    if (turn.id === answerId) break;
    if (turn.text.trim() === '') continue;
    const told = messageOf(turn);
    const last = messages.at(-1);
    if (last?.role === told.role) messages.splice(-1, 1, joined(last, told));
    else messages.push(told);
  }
  return messages;
}

function messageOf(turn: Turn): ToldMessage {
  if (turn.kind === 'answer') return { role: 'assistant', text: turn.text };
  const attachments = turn.attachments ?? [];
  return message('user', turn.text, attachments.filter(isText).map(attachmentBlock), attachments.filter(isImage));
}

function joined(first: ToldMessage, second: ToldMessage): ToldMessage {
  const attached = [...(first.attached ?? []), ...(second.attached ?? [])];
  return message(first.role, `${first.text}\n\n${second.text}`, attached, [...(first.images ?? []), ...(second.images ?? [])]);
}

function message(role: Message['role'], text: string, attached: readonly string[], images: readonly ImageAttachment[]): ToldMessage {
  return { role, text, ...(attached.length === 0 ? {} : { attached }), ...(images.length === 0 ? {} : { images }) };
}

const continueInstruction = 'Continue exactly where your last message broke off. Repeat nothing of it and add no remark.';

/**
 * What the model is told so that it goes on with an answer that was cut. An instruction, since not every model takes a
 * request that ends with its own words.
 */
export function messagesToContinue(conversation: Conversation, answerId: string, text: string): ToldMessage[] {
  const asked = messagesBefore(conversation, answerId);
  return [...asked, { role: 'assistant', text }, { role: 'user', text: continueInstruction }];
}

/** Whether an answer ended before it was whole, with something received to go on from. */
export function canContinue({ text, progress }: AnswerTurn): boolean {
  if (text.trim() === '') return false;
  switch (progress.kind) {
    case 'waiting':
    case 'streaming':
      return false;
    case 'done':
      return progress.stopReason === 'max_tokens';
    case 'failed':
    case 'stopped':
    case 'interrupted':
      return true;
  }
}
