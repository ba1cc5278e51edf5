// eventsource-parser and JSON.parse, and no check at all: an event is believed to be what it should be.
import type { CheckedEvent } from './hand-check.ts';
import { parserReader } from './parser-loop.ts';

export const reader = parserReader((value) => value as CheckedEvent);
