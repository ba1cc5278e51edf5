// What the chat page exchanges with the extension host; it keeps a draft while it is hidden.
import * as z from 'zod/mini';
import { parseHostMessage, type HostMessage, type PageMessage } from '../../../protocol/chat.ts';
import { connectHost as connect } from '../../page/host-port.ts';

const keptSchema = z.object({ draft: z.string(), sent: z._default(z.array(z.string()), []) });

/** What VS Code keeps for the page: the draft, and the prompts sent before, latest last. */
export interface Kept {
  readonly draft: string;
  readonly sent: readonly string[];
}

export interface HostPort {
  post(message: PageMessage): void;
  begin(): void;
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
    begin: () => port.begin(),
    kept,
    keep(change) {
      port.keep({ ...kept(), ...change });
    },
  };
}
