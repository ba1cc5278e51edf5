// Knows a conversation as data and how each event changes it, purely; not who answers, where it is kept or how it is
// drawn. Received text is never lost: every end keeps what came before it.
import type { Failure } from '../service/errors.ts';
import type { Message } from './message-request.ts';
import type { MessageEvent } from './messages.ts';
import type { AnswerSource } from './providers.ts';
import { noUsage, type Usage } from './stream-event.ts';

export interface PromptTurn {
  readonly kind: 'prompt';
  readonly id: string;
  readonly text: string;
}

export type AnswerProgress =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'streaming' }
  | { readonly kind: 'done'; readonly stopReason: string | null }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'stopped' };

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
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number | null;
}

export type Turn = PromptTurn | AnswerTurn;

export interface Conversation {
  readonly turns: readonly Turn[];
}

export const emptyConversation: Conversation = { turns: [] };

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

export function addTurns(conversation: Conversation, ...turns: readonly Turn[]): Conversation {
  return { turns: [...conversation.turns, ...turns] };
}

/** Puts a turn in the place of the one with the same id; without one nothing changes. */
export function replaceTurn(conversation: Conversation, turn: Turn): Conversation {
  return { turns: conversation.turns.map((other) => (other.id === turn.id ? turn : other)) };
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

/**
 * What the model is told: every prompt, and every answer that has text, up to and including the prompt before `answerId`.
 * A prompt whose answer never came is joined with the next one, since roles must alternate.
 */
export function messagesBefore(conversation: Conversation, answerId: string): Message[] {
  const messages: Message[] = [];
  for (const turn of conversation.turns) {
    if (turn.id === answerId) break;
    const role = turn.kind === 'prompt' ? 'user' : 'assistant';
    if (turn.text.trim() === '') continue;
    const last = messages.at(-1);
    if (last?.role === role) messages.splice(-1, 1, { role, text: `${last.text}\n\n${turn.text}` });
    else messages.push({ role, text: turn.text });
  }
  return messages;
}
