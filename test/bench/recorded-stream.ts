// One message stream that is the same on every machine: deltas of 4 to 12 characters, with escapes and characters of
// several bytes, as the events of the interface.
import { createHash } from 'node:crypto';
import {
  blockStart,
  blockStop,
  messageDelta,
  messageStart,
  messageStop,
  textDelta,
} from '../support/servers/message-stream.ts';

export interface RecordedStream {
  readonly bytes: Buffer;
  /** So many events of text. */
  readonly deltas: number;
  readonly text: TextDigest;
}

/** What is compared instead of the text itself: a sample says this much about what it read. */
export interface TextDigest {
  readonly characters: number;
  readonly sha1: string;
}

const vocabulary = [
  ...'the value of this function returns when async reader chunk parse stream token state buffer index'.split(' '),
  ...'façade naïve → ≤ “quoted” 😀 日本語 "key": \\path\\to `code` **bold** \n\n-'.split(' '),
];

/** A linear congruential generator: poor randomness, but the same everywhere. */
function* seededFractions(seed: number): Generator<number, never, undefined> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Endless pieces of text that never split a character. */
function* pieces(): Generator<string, never, undefined> {
  const fractions = seededFractions(7);
  const below = (limit: number): number => Math.floor(fractions.next().value * limit);
  let pool: string[] = [];
  for (;;) {
    const length = 4 + below(9);
    while (pool.length < length) pool.push(...Array.from(vocabulary[below(vocabulary.length)] ?? ''), ' ');
    yield pool.slice(0, length).join('');
    pool = pool.slice(length);
  }
}

/** `deltas` small deltas. */
export function streamOfDeltas(deltas: number): RecordedStream {
  const source = pieces();
  return recorded(Array.from({ length: deltas }, () => source.next().value));
}

/** One delta of about so many characters. */
export function streamOfOneDelta(characters: number): RecordedStream {
  const source = pieces();
  const unit = Array.from({ length: 4_096 }, () => source.next().value).join('');
  return recorded([unit.repeat(Math.ceil(characters / unit.length))]);
}

function recorded(texts: readonly string[]): RecordedStream {
  const wire = messageStart + blockStart + texts.map(textDelta).join('') + blockStop + messageDelta + messageStop;
  return { bytes: Buffer.from(wire), deltas: texts.length, text: digestOf(texts.join('')) };
}

export function digestOf(text: string): TextDigest {
  return { characters: text.length, sha1: createHash('sha1').update(text).digest('hex') };
}
