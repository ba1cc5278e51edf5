// Which key press sends a prompt, by the person's setting, and how that key is called.
import type { PageStrings, SendKey } from '../../../protocol/chat.ts';

/** Whether a key press sends. Enter that chooses a candidate of an input method never does. */
export function sends(event: KeyboardEvent, sendKey: SendKey): boolean {
  if (event.key !== 'Enter' || isComposing(event)) return false;
  return sendKey === 'enter' ? !event.shiftKey : event.ctrlKey || event.metaKey;
}

/** Some browsers report an input method only by the old key code. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.key === 'Process';
}

/** As it is labelled on a person's keyboard, which is where the page runs. */
export function sendKeyName(sendKey: SendKey, strings: PageStrings): string {
  if (sendKey === 'enter') return strings.enterKey;
  return navigator.userAgent.includes('Mac') ? strings.cmdEnterKey : strings.ctrlEnterKey;
}
