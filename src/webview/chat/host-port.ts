// Knows how the page talks to the extension host: typed messages out, parsed messages in, and the little that VS Code
// keeps for a page while it is hidden. It does not know what any message does.
import * as z from 'zod/mini';
import { parseHostMessage, type HostMessage, type PageMessage } from '../../core/chat/panel-messages.ts';

/** What VS Code gives a page, once. @see https://code.visualstudio.com/api/extension-guides/webview */
declare function acquireVsCodeApi(): {
  postMessage(message: PageMessage): void;
  getState(): unknown;
  setState(state: { readonly draft: string }): void;
};

const keptSchema = z.object({ draft: z.string() });

export interface HostPort {
  post(message: PageMessage): void;
  /** The draft as it was when the page was last alive. */
  keptDraft(): string;
  keepDraft(draft: string): void;
}

export function connectHost(accept: (message: HostMessage) => void): HostPort {
  const api = acquireVsCodeApi();
  const post = (message: PageMessage): void => {
    api.postMessage(message);
  };
  window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = parseHostMessage(data);
    if (message !== null) accept(message);
    else post({ kind: 'reportFault', text: 'The page received a message that it cannot read.' });
  });
  return {
    post,
    keptDraft() {
      const kept = keptSchema.safeParse(api.getState());
      return kept.success ? kept.data.draft : '';
    },
    keepDraft(draft) {
      api.setState({ draft });
    },
  };
}
