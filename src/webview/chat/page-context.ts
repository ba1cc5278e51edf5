// Knows what every part of the page may use: its words, and a way to ask the host. State comes through the store.
import type { ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { PageMessage, PageStrings, SendKey } from '../../core/chat/panel-messages.ts';

export interface PageContext {
  readonly strings: PageStrings;
  /** Which key sends; it changes with the setting. */
  readonly sendKey: ReadonlySignal<SendKey>;
  readonly post: (message: PageMessage) => void;
  /** Takes an error that a part of the page has caught. */
  readonly report: (fault: unknown) => void;
}

const context = createContext<PageContext | null>(null);
export const PageProvider = context.Provider;

export function usePage(): PageContext {
  const page = useContext(context);
  if (page === null) throw new Error('A part of the page was drawn outside the page.');
  return page;
}

/** Puts values into a localised sentence at `{0}`, `{1}` and so on. */
export function filled(sentence: string, ...values: readonly string[]): string {
  return sentence.replaceAll(/\{(\d+)\}/gu, (mark, index: string) => values[Number(index)] ?? mark);
}
