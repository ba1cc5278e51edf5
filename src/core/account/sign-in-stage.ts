// Knows what a sign-in can be at and how it can end, as data; not how it gets there (sign-in-flow.ts) nor the words for it.
import type { Failure } from '../service/errors.ts';
import type { CallbackWay } from './callback-ways.ts';
import type { Session } from './session.ts';

export type SignInStage =
  | { readonly kind: 'opening' }
  | {
      readonly kind: 'waiting';
      readonly way: CallbackWay;
      /** What may be tried beside it; null where this way is the last. */
      readonly next: CallbackWay | null;
      /** Nothing has come back for a while. */
      readonly isOverdue: boolean;
      readonly trouble: WayTrouble;
      /** The authorize address, for a browser that did not open by itself. */
      readonly address: string;
    }
  | { readonly kind: 'exchanging' }
  | { readonly kind: 'ended' };

/**
 * `noListener`: a way before this one could not be opened on this machine. `portTaken`: while the window was loaded again,
 * another program took the port to which the browser was to be sent. `ambiguousAnswer`: an answer came whose code cannot
 * be told apart.
 */
export type WayTrouble = 'none' | 'noBrowser' | 'noListener' | 'portTaken' | 'ambiguousAnswer';

export type SignInOutcome =
  | { readonly kind: 'signedIn'; readonly session: Session }
  | { readonly kind: 'cancelled' }
  /** `error` is the service's own word (RFC 6749 section 4.1.2.1): untrusted text. */
  | { readonly kind: 'denied'; readonly error: string }
  | { readonly kind: 'timedOut' }
  /** The window was loaded again, and nothing that was opened before can be answered any more. */
  | { readonly kind: 'interrupted' }
  /** A pasted address belonged to another sign-in (decisions 10). */
  | { readonly kind: 'mismatch' }
  /** Another window has taken the answer, and tells what became of it. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** A fault of Tidemark's own or of the machine. */
  | { readonly kind: 'fault'; readonly error: unknown };

/** What became of one callback, for whoever must answer the browser. */
export type Reception = 'accepted' | 'denied' | 'ambiguous' | 'unknown' | 'malformed';

export type PasteReception = 'accepted' | 'mismatch' | 'notAnAddress' | 'signInPage' | 'noAnswer';
