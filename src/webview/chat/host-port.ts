// Knows what the chat page exchanges with the extension host, and that a draft is what it keeps while it is hidden.
import * as z from 'zod/mini';
import { parseHostMessage, type HostMessage, type PageMessage } from '../../core/chat/panel-messages.ts';
import { connectHost as connect } from '../page/host-port.ts';

const keptSchema = z.object({ draft: z.string() });

export interface HostPort {
  post(message: PageMessage): void;
  /** The draft as it was when the page was last alive. */
  keptDraft(): string;
  keepDraft(draft: string): void;
}

export function connectHost(accept: (message: HostMessage) => void): HostPort {
  const port = connect<HostMessage, PageMessage>(parseHostMessage, accept);
  return {
    post: (message) => port.post(message),
    keptDraft() {
      const kept = keptSchema.safeParse(port.kept());
      return kept.success ? kept.data.draft : '';
    },
    keepDraft(draft) {
      port.keep({ draft });
    },
  };
}
