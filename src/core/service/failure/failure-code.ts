// Which words of a body may be repeated to a person, to the log and to the history: names and numbers of errors, and
// nothing that a service or somebody in its place could smuggle through, such as the token that it was sent.
import type { Failure } from './errors.ts';

const longestCode = 64;
/**
 * Words of letters with a short number, and numbers, joined by one of three marks: what is random does not look like
 * this.
 */
const codeShape = /^(?:-?\d{1,9}|(?:[A-Za-z]{1,24}\d{0,3}|\d{1,9})(?:[_.-](?:[A-Za-z]{1,24}\d{0,3}|\d{1,9}))*)$/;

/** A code as text, whether it came as a text or a number; null for what does not look like one. */
export function parseFailureCode(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value);
  return text.length <= longestCode && codeShape.test(text) ? text : null;
}

/** Fewer characters of a secret tell nothing, and are in many a word. */
const tellingLength = 8;

/**
 * Whether a text that came back is one of the secrets that were sent, or has a part in common with one that is long
 * enough to tell. Neither case nor what is between letters and digits hides it, escaped or not: a token in pieces is a
 * token.
 */
export function isEcho(text: string, sent: readonly string[]): boolean {
  const returned = bare(text);
  const parts = Array.from({ length: Math.max(0, returned.length - tellingLength + 1) }, (_none, at) =>
    returned.slice(at, at + tellingLength),
  );
  return sent.some((one) => {
    if (one === '') return false;
    const secret = bare(one);
    return text === one || (secret !== '' && returned === secret) || parts.some((part) => secret.includes(part));
  });
}

/** The letters and digits alone, as they are without percent-encoding. */
function bare(text: string): string {
  const decoded = text.replace(/%([0-9a-f]{2})/gi, (_mark, code: string) => String.fromCharCode(parseInt(code, 16)));
  return decoded.replace(/[^A-Za-z0-9]+/g, '').toLowerCase();
}

const secretFields = new Set(['code', 'state', 'token']);

/**
 * What of a body is secret. Its other fields are names and addresses, which an honest code may have a word in common
 * with.
 */
export function secretsIn(body: unknown): string[] {
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  return fields.flatMap(([name, field]) => (secretFields.has(name) && typeof field === 'string' ? [field] : []));
}

/** The failure, without a code that says a secret that was `sent`. */
export function withoutEcho(failure: Failure, sent: readonly string[]): Failure {
  const echoes = failure.kind === 'requestRefused' && failure.code !== null && isEcho(failure.code, sent);
  return echoes ? { ...failure, code: null } : failure;
}
