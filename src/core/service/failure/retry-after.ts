// The Retry-After header in both its forms.

/** A service that asks for more than a day is not believed: nobody would wait for it. */
const longestWait = 24 * 60 * 60 * 1000;

/**
 * The instant before which a request shall not be repeated, in milliseconds since the epoch, or null where the header
 * is absent or means nothing.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function parseRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  const time = /^\d{1,9}$/.test(text) ? now + Number(text) * 1000 : parseHttpDate(text);
  if (!Number.isFinite(time)) return null;
  return Math.min(Math.max(time, now), now + longestWait);
}

/** Every form of an HTTP date begins with a weekday and means GMT, also the oldest one, which does not say so. */
function parseHttpDate(text: string): number {
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(text)) return NaN;
  return Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`);
}
