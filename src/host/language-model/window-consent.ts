import { KeyConsent } from '../../core/chat/language-model/key-consent.ts';
import { systemClock } from '../../core/ports.ts';
import { askAboutKey } from './failure-notification.ts';

/** The window's one: whoever asks for answers outside of the panel waits for the same question. */
export const keyConsent = new KeyConsent(askAboutKey, systemClock);
