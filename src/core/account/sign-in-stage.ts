// The stages and ends of a sign-in, as data.
import { type Failure, failureOf } from '../service/failure/errors.ts';
import type { CallbackChannel } from './callback-channels.ts';
import { BusinessLoginError, type Completion, type Exchanged, type SignedIn } from './sign-in.ts';

export type SignInStage =
  | { readonly kind: 'opening' }
  | {
      readonly kind: 'waiting';
      readonly channel: CallbackChannel;
      /** What may be tried beside it; null where this channel is the last. */
      readonly next: CallbackChannel | null;
      /** Nothing has come back for a while. */
      readonly isOverdue: boolean;
      readonly trouble: ChannelTrouble;
      /** The authorize address, for a browser that did not open by itself. */
      readonly address: string;
    }
  | { readonly kind: 'exchanging' }
  | { readonly kind: 'ended' };

/**
 * `noListener`: a channel before this one could not be opened on this machine. `portTaken`: while the window was loaded
 * again, another program took the port to which the browser was to be sent. `ambiguousAnswer`: an answer came whose
 * code cannot be told apart.
 */
export type ChannelTrouble = 'none' | 'noBrowser' | 'noListener' | 'portTaken' | 'ambiguousAnswer';

export type SignInOutcome =
  | ({ readonly kind: 'signedIn' } & SignedIn)
  | { readonly kind: 'cancelled' }
  /** `error` is the service's own word (https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1): untrusted text. */
  | { readonly kind: 'denied'; readonly error: string }
  | { readonly kind: 'timedOut' }
  /** The window was loaded again, and nothing that was opened before can be answered any more. */
  | { readonly kind: 'interrupted' }
  /** A pasted address belonged to another sign-in (docs/decisions.md#10). */
  | { readonly kind: 'mismatch' }
  /**
   * The answer was taken already: by another window, which tells what became of it, or by this one before it was loaded
   * again.
   */
  | { readonly kind: 'elsewhere' }
  /** Another service was connected meanwhile: nothing of the sign-in goes there. */
  | { readonly kind: 'serviceChanged' }
  /** An answer arrived in a window that is connected to another service than the one that was asked. */
  | { readonly kind: 'otherService' }
  /** The sign-in exists, and what came for it has a code that cannot be told apart; nothing of it was used up. */
  | { readonly kind: 'ambiguous' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** The browser's part is done and kept in memory; only the last step is to be made again. */
  | { readonly kind: 'loginFailed'; readonly failure: Failure; readonly exchanged: Exchanged }
  /** A fault of Tidemark's own or of the machine. */
  | { readonly kind: 'fault'; readonly error: unknown };

/** What became of one callback, for whoever must answer the browser. */
export type Reception = 'accepted' | 'denied' | 'ambiguous' | 'unknown' | 'malformed';

export type PasteReception = 'accepted' | 'mismatch' | 'notAnAddress' | 'signInPage' | 'noAnswer';

/** What an error means for an attempt that did not end by itself. */
export function outcomeOfError(error: unknown): SignInOutcome {
  const failure = failureOf(error);
  if (failure === null) return { kind: 'fault', error };
  if (error instanceof BusinessLoginError) return { kind: 'loginFailed', failure, exchanged: error.exchanged };
  // Who cancels has ended the attempt by that, so that this stop was its service's.
  return failure.kind === 'stopped' ? { kind: 'serviceChanged' } : { kind: 'failed', failure };
}

/** The business login once more; `cancelled` where the person leaves it before the session is in use. Never rejects. */
export async function tryLoginAgain(
  { tryAgain }: Completion,
  exchanged: Exchanged,
  left: AbortSignal,
): Promise<SignInOutcome> {
  try {
    return { kind: 'signedIn', ...(await tryAgain(exchanged, { signal: left, commit: () => !left.aborted })) };
  } catch (error) {
    return left.aborted && failureOf(error)?.kind === 'stopped' ? { kind: 'cancelled' } : outcomeOfError(error);
  }
}
