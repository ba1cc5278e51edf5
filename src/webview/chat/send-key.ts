// Knows which key press sends what is written, as the person has set it, and how that key is called; not what is sent.
import type { PageStrings, SendKey } from '../../core/chat/panel-messages.ts';

/** Whether a key press sends. Enter that chooses a candidate of an input method never does. */
export function sends(event: KeyboardEvent, sendKey: SendKey): boolean {
  if (event.key !== 'Enter' || isComposing(event)) return false;
  return sendKey === 'enter' ? !event.shiftKey : event.ctrlKey || event.metaKey;
}

/** Some browsers tell of an input method only by the old key code. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.key === 'Process';
}

/** As it stands on a person's keyboard, which is where the page runs. */
export function sendKeyName(sendKey: SendKey, strings: PageStrings): string {
  if (sendKey === 'enter') return strings.enterKey;
  return navigator.userAgent.includes('Mac') ? strings.cmdEnterKey : strings.ctrlEnterKey;
}
