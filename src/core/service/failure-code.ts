// Knows which words of a body may be repeated to a person, to the log and to the history: names and numbers of errors, and
// nothing that a service or somebody in its place could smuggle through, such as the token that it was sent.
import type { Failure } from './errors.ts';

const longestCode = 64;
/** Words of letters with a short number, and numbers, joined by one of three marks: what is random does not look like this. */
const codeShape = /^(?:-?\d{1,9}|(?:[A-Za-z]{1,24}\d{0,3}|\d{1,9})(?:[_.-](?:[A-Za-z]{1,24}\d{0,3}|\d{1,9}))*)$/;

/** A code as text, whether it came as a text or a number; null for what does not look like one. */
export function parseFailureCode(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value);
  return text.length <= longestCode && codeShape.test(text) ? text : null;
}

/** Fewer characters of a secret tell nothing, and are in many a word. */
const tellingLength = 8;

/** Whether a text that came back holds one of those that were sent, or a good part of one. */
export function isEcho(text: string, sent: readonly string[]): boolean {
  return sent.some((one) => one !== '' && (text.includes(one) || (text.length >= tellingLength && one.includes(text))));
}

/** The failure, without a code that says what was `sent`. */
export function withoutEcho(failure: Failure, sent: readonly string[]): Failure {
  const echoes = failure.kind === 'requestRefused' && failure.code !== null && isEcho(failure.code, sent);
  return echoes ? { ...failure, code: null } : failure;
}
