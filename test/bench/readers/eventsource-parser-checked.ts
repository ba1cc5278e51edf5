// eventsource-parser, JSON.parse and a check of every event by hand: the row that the client's budget names.
import { checkedEvent } from './hand-check.ts';
import { parserReader } from './parser-loop.ts';

export const reader = parserReader(checkedEvent);
