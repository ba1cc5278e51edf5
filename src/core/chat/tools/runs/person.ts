// What a run asks the person whose work it does.
import type { CallPreview } from '../calls/offered-tool.ts';
import type { Allowance } from '../consent/allowances.ts';
import type { AskReason } from '../consent/consent.ts';
import type { LimitKind } from './run-budget.ts';

export interface ConsentQuestion {
  /** The tool's name, as the model called it. */
  readonly tool: string;
  readonly preview: CallPreview;
  readonly reasons: readonly AskReason[];
  /** What may be allowed for the conversation with it. */
  readonly offers: readonly Allowance[];
  /** Whether the person may have it run in the sandbox instead. */
  readonly offersSandbox: boolean;
}

export type ConsentReply =
  /** `allowed` is one of the offers; null for this once. */
  | { readonly kind: 'accept'; readonly allowed: Allowance | null }
  /** It is to run, and in the sandbox. */
  | { readonly kind: 'sandbox' }
  /** `words` tell the model what to do instead; null for none. */
  | { readonly kind: 'reject'; readonly words: string | null };

export type Pause =
  | { readonly kind: 'limit'; readonly limit: LimitKind }
  /** The same call has failed so often. */
  | { readonly kind: 'repeatedFailure'; readonly tool: string; readonly times: number };

/**
 * Questions come one at a time. One that `signal` takes back is answered by a rejection or with false; nothing but the
 * person answers otherwise.
 */
export interface Person {
  consent(question: ConsentQuestion, signal: AbortSignal): Promise<ConsentReply>;
  goOn(pause: Pause, signal: AbortSignal): Promise<boolean>;
}
