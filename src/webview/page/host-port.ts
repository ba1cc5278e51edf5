// How a page talks to the extension host: typed messages out, parsed messages in, and the little that VS Code keeps for
// a page while it is hidden.
import type { FaultReport } from './faults.ts';

/** What VS Code gives a page, once. @see https://code.visualstudio.com/api/extension-guides/webview */
declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

/** The page has loaded and knows nothing. */
interface Ready {
  readonly kind: 'ready';
}

/** After so long without an answer the host is told once more that the page is there. */
const patienceMilliseconds = 3_000;

export interface HostPort<Sent> {
  post(message: Sent | FaultReport): void;
  /**
   * Tells the host that the page is there, again and again until it answers: a message that is lost while VS Code loads
   * a page must not leave it blank.
   */
  begin(): void;
  /** What the page had kept when it was last alive, unchecked. */
  kept(): unknown;
  keep(state: unknown): void;
}

/** Call once. @param parse gives null for what is no message of the host's. */
export function connectHost<Received, Sent>(
  parse: (data: unknown) => Received | null,
  accept: (message: Received) => void,
): HostPort<Sent> {
  const api = acquireVsCodeApi();
  let isAnswered = false;
  const post = (message: Sent | FaultReport | Ready): void => {
    api.postMessage(message);
  };
  const begin = (): void => {
    if (isAnswered) return;
    post({ kind: 'ready' });
    setTimeout(begin, patienceMilliseconds);
  };
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (!isFromHost(event)) return;
    const { data } = event;
    const message = parse(data);
    if (message !== null) {
      isAnswered = true;
      accept(message);
    } else post({ kind: 'reportFault', text: 'The page received a message that it cannot read.' });
  });
  return {
    post,
    begin,
    kept: () => api.getState(),
    keep: (state) => api.setState(state),
  };
}

/**
 * Whether a message comes through VS Code: it hands the extension host's on from the frame around the page, which has
 * the page's own origin on the desktop and on the web. Any other frame, window or worker that knows the page could post
 * as well.
 *
 * @see https://html.spec.whatwg.org/multipage/web-messaging.html#authors
 */
function isFromHost({ source, origin }: MessageEvent): boolean {
  return origin === window.origin && source !== null && 'frames' in source && isAround(source);
}

/**
 * In VS Code a page's `parent` is made to be the page itself, so that the frame around it is recognised by what it
 * holds.
 */
function isAround(frame: Window): boolean {
  return frame === window.parent || Array.from({ length: frame.length }, (_, index) => frame[index]).includes(window);
}
