// What the runs of a window ask and show the person, one conversation each: the question that is open, and the plan
// that the model keeps. It is in memory alone: a question that nobody answered is asked again when its run goes on.
import type { PlanItem, RunDisplay } from '../calls/person-tools.ts';
import type { ConsentQuestion, ConsentReply, Pause, Person } from './person.ts';
import type { TurnWait } from './run-folders.ts';

export type RunQuestion = { readonly id: string } & (
  | { readonly kind: 'consent'; readonly question: ConsentQuestion }
  /** Text is the model's: untrusted. */
  | { readonly kind: 'choice'; readonly text: string; readonly choices: readonly string[] }
  | { readonly kind: 'goOn'; readonly pause: Pause }
);

export type RunReply =
  /** `offer` is the place of what is allowed among the offers; null for this once. */
  | { readonly kind: 'accept'; readonly offer: number | null }
  | { readonly kind: 'sandbox' }
  | { readonly kind: 'reject'; readonly words: string | null }
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'goOn'; readonly goesOn: boolean };

/** What a conversation's run shows beside its steps. */
export interface RunSide {
  /** Null where nothing is asked. */
  readonly question: RunQuestion | null;
  readonly plan: readonly PlanItem[];
  readonly waitsFor: TurnWait;
}

interface Open {
  readonly conversationId: string;
  readonly question: RunQuestion;
  /** What is a reply to another kind of question changes nothing. */
  readonly reply: (reply: RunReply) => void;
}

export class RunQuestions {
  readonly #newId: () => string;
  readonly #changed: (conversationId: string) => void;
  readonly #open: Open[] = [];
  readonly #waiting = new Map<string, TurnWait>();
  readonly #plans = new Map<string, readonly PlanItem[]>();

  /** @param newId unlike any other */
  constructor(newId: () => string, changed: (conversationId: string) => void) {
    this.#newId = newId;
    this.#changed = changed;
  }

  of(conversationId: string): RunSide {
    return {
      question: this.#open.find((open) => open.conversationId === conversationId)?.question ?? null,
      plan: this.#plans.get(conversationId) ?? [],
      waitsFor: this.#waiting.get(conversationId) ?? { kind: 'none' },
    };
  }

  waitFor(conversationId: string, wait: TurnWait): void {
    if (wait.kind === 'none') {
      if (!this.#waiting.delete(conversationId)) return;
    } else this.#waiting.set(conversationId, wait);
    this.#changed(conversationId);
  }

  /** Conversations in which something is asked. */
  get asking(): ReadonlySet<string> {
    return new Set(this.#open.map(({ conversationId }) => conversationId));
  }

  /** A reply that fits no open question changes nothing. */
  reply(id: string, reply: RunReply): void {
    this.#open.find(({ question }) => question.id === id)?.reply(reply);
  }

  person(conversationId: string): Person {
    return {
      consent: (question, signal) =>
        this.#ask<ConsentReply>(
          conversationId,
          { id: this.#newId(), kind: 'consent', question },
          { kind: 'reject', words: null },
          signal,
          (reply) => consentReply(question, reply),
        ),
      goOn: (pause, signal) =>
        this.#ask<boolean>(conversationId, { id: this.#newId(), kind: 'goOn', pause }, false, signal, (reply) =>
          reply.kind === 'goOn' ? reply.goesOn : undefined,
        ),
    };
  }

  display(conversationId: string): RunDisplay {
    return {
      ask: (text, choices, signal) =>
        this.#ask<string | null>(
          conversationId,
          { id: this.#newId(), kind: 'choice', text, choices },
          null,
          signal,
          (reply) => (reply.kind === 'answer' ? reply.text : undefined),
        ),
      showPlan: (items) => {
        this.#plans.set(conversationId, items);
        this.#changed(conversationId);
      },
    };
  }

  /** The plan belongs to the prompt that is worked on, and says nothing true of files that were restored. */
  dropPlan(conversationId: string): void {
    if (this.#plans.delete(conversationId)) this.#changed(conversationId);
  }

  /**
   * @param otherwise where the run is stopped meanwhile; @param read gives undefined for what is no reply to this
   * question
   */
  #ask<Reply>(
    conversationId: string,
    question: RunQuestion,
    otherwise: Reply,
    signal: AbortSignal,
    read: (reply: RunReply) => Reply | undefined,
  ): Promise<Reply> {
    if (signal.aborted) return Promise.resolve(otherwise);
    return new Promise((resolve) => {
      const end = (reply: Reply): void => {
        signal.removeEventListener('abort', onAbort);
        this.#open.splice(this.#open.indexOf(open), 1);
        resolve(reply);
        this.#changed(conversationId);
      };
      const onAbort = (): void => end(otherwise);
      const open: Open = {
        conversationId,
        question,
        reply: (given) => {
          const reply = read(given);
          if (reply !== undefined) end(reply);
        },
      };
      signal.addEventListener('abort', onAbort);
      this.#open.push(open);
      this.#changed(conversationId);
    });
  }
}

function consentReply({ offers, offersSandbox }: ConsentQuestion, reply: RunReply): ConsentReply | undefined {
  if (reply.kind === 'reject') return { kind: 'reject', words: reply.words };
  if (reply.kind === 'sandbox') return offersSandbox ? reply : undefined;
  if (reply.kind !== 'accept') return undefined;
  if (reply.offer === null) return { kind: 'accept', allowed: null };
  // An offer that was not made is no consent.
  const allowed = offers[reply.offer];
  return allowed === undefined ? undefined : { kind: 'accept', allowed };
}
