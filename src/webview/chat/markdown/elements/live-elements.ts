// Which elements of the page ask the host for something when pressed. It goes by the identity of elements that our own
// code created, never by ids, classes or attributes, so that no text from a model can imitate one.
import type { PageMessage } from '../../../../protocol/chat.ts';

/** What an element asks for, as of the moment it is pressed. */
export type LiveRequest = () => PageMessage;

const requests = new WeakMap<Element, LiveRequest>();

/** Makes pressing `element` ask the host for what `request` returns at that moment. */
export function makeLive(element: Element, request: LiveRequest): void {
  requests.set(element, request);
}

/** A pressed element with what it asks for. */
export interface Press {
  readonly element: Element;
  readonly message: PageMessage;
}

/** The innermost live element that an event went through; null where there is none. */
export function pressOf(event: Event): Press | null {
  for (const target of event.composedPath()) {
    if (!(target instanceof Element)) continue;
    const request = requests.get(target);
    if (request !== undefined) return { element: target, message: request() };
  }
  return null;
}
