// What every part of the page uses: its strings, and a way to ask the host. State comes through the store.
import type { ReadonlySignal } from '@preact/signals';
import type { PageMessage, PageStrings, SendKey } from '../../../protocol/chat.ts';
import { createPageContext } from '../../page/page-context.ts';

export interface PageContext {
  readonly strings: PageStrings;
  /** Which key sends; it changes with the setting. */
  readonly sendKey: ReadonlySignal<SendKey>;
  readonly post: (message: PageMessage) => void;
  /** Takes an error that a part of the page has caught. */
  readonly report: (fault: unknown) => void;
}

export const { PageProvider, usePage } = createPageContext<PageContext>();
