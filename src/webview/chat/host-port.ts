// Knows what the chat page exchanges with the extension host, and that a draft is what it keeps while it is hidden.
import * as z from 'zod/mini';
import { parseHostMessage, type HostMessage, type PageMessage } from '../../core/chat/panel-messages.ts';
import { connectHost as connect } from '../page/host-port.ts';

const keptSchema = z.object({ draft: z.string(), sent: z._default(z.array(z.string()), []) });

/** What VS Code keeps for the page: the draft, and the prompts sent before, latest last. */
export interface Kept {
  readonly draft: string;
  readonly sent: readonly string[];
}

export interface HostPort {
  post(message: PageMessage): void;
  /** What was kept when the page was last alive. */
  kept(): Kept;
  keep(change: Partial<Kept>): void;
}

export function connectHost(accept: (message: HostMessage) => void): HostPort {
  const port = connect<HostMessage, PageMessage>(parseHostMessage, accept);
  const kept = (): Kept => {
    const state = keptSchema.safeParse(port.kept());
    return state.success ? state.data : { draft: '', sent: [] };
  };
  return {
    post: (message) => port.post(message),
    kept,
    keep(change) {
      port.keep({ ...kept(), ...change });
    },
  };
}
