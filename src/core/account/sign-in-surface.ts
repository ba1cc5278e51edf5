import type { LinkShape } from '../service/profile/redirect-shapes.ts';
import type { Surroundings } from './callback-channels.ts';
import type { Reception } from './sign-in-stage.ts';

export interface CallbackListener {
  /** `http://127.0.0.1:{port}/callback` */
  readonly redirectUri: string;
  /** Takes nothing new; an answer that is being served is let finish. May be called more than once, never throws. */
  readonly close: () => void;
}

export interface SignInSurface {
  readonly surroundings: Surroundings;
  /**
   * The redirect URI, as a browser must be sent to it, by which the editor hears the answer. Rejects where there is
   * none.
   */
  readonly linkRedirect: (shape: LinkShape) => Promise<string>;
  /**
   * Listens on 127.0.0.1, on this port or on a free one, and asks `onQuery` about each answer. Rejects where the port
   * cannot be had.
   */
  readonly listen: (onQuery: (query: string) => Reception, port: number | null) => Promise<CallbackListener>;
  /** Resolves to false where no browser could be opened. Never rejects. */
  readonly openBrowser: (address: string) => Promise<boolean>;
}
