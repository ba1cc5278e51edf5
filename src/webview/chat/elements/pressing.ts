// Presses on the live elements of an answer: the host is asked, the browser itself goes nowhere.
import type { PageMessage } from '../../../protocol/chat.ts';
import { lacksEditor } from '../markdown/code/editor-buttons.ts';
import { followFootnoteLink } from '../markdown/elements/footnote-links.ts';
import { pressOf } from '../markdown/elements/live-elements.ts';

/** How long a button says that its text is copied, in milliseconds. */
export const copiedFor = 1500;

export function listenForPresses(root: HTMLElement, copied: string, post: (message: PageMessage) => void): void {
  root.addEventListener('click', (event) => {
    const press = pressOf(event);
    if (press === null) {
      if (followFootnoteLink(event)) event.preventDefault();
      return;
    }
    // VS Code listens further out and would open the link a second time, without asking the host.
    event.preventDefault();
    event.stopPropagation();
    if (lacksEditor(press.element)) return;
    post(press.message);
    if (press.message.kind === 'copyCode') acknowledge(press.element, copied);
  });
  // The middle button would open a window.
  root.addEventListener('auxclick', (event) => {
    if (pressOf(event) !== null) event.preventDefault();
  });
}

/** Shows for a moment that the text is copied. */
function acknowledge(button: Element, copied: string): void {
  const label = button.ariaLabel;
  if (label === null || label === copied) return;
  const show = (icon: string, text: string): void => {
    button.className = `icon-button codicon codicon-${icon}`;
    button.ariaLabel = text;
    button.setAttribute('title', text);
  };
  show('check', copied);
  setTimeout(() => {
    show('copy', label);
  }, copiedFor);
}
