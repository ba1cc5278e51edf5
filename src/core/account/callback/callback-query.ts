// Reads the parameters of a redirect from its query, in the form in which each channel delivers it. Every form is
// decoded exactly once, so that a parameter is what the service put in, byte for byte.

/**
 * `encoded`: as the browser sent it, or encoded anew by VS Code's callback page on the web. The local port, a pasted
 * address and a window in a browser give this form (application/x-www-form-urlencoded,
 * https://www.rfc-editor.org/rfc/rfc6749#appendix-B).
 *
 * `decoded`: VS Code on the desktop parses the link into a `Uri` before the extension sees it, which decodes the query
 * as a whole: `%26` inside a value and `&` between two parameters are the same then, `%2B` and `+` as well.
 */
export type QueryForm = 'encoded' | 'decoded';

export type CallbackParameter =
  | { readonly kind: 'value'; readonly text: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'doubled' }
  /** It is there, but nobody can say where it ends. */
  | { readonly kind: 'ambiguous' };

export interface CallbackParameters {
  readonly code: CallbackParameter;
  readonly state: CallbackParameter;
  readonly error: CallbackParameter;
}

export function readParameters(query: string, form: QueryForm): CallbackParameters {
  switch (form) {
    case 'encoded': {
      const sent = new URLSearchParams(query);
      const only = (name: string): CallbackParameter => single(sent.getAll(name));
      return { code: only('code'), state: only('state'), error: only('error') };
    }
    case 'decoded':
      return readDecoded(query);
  }
}

function single(values: readonly string[]): CallbackParameter {
  const [text] = values;
  if (text === undefined) return { kind: 'absent' };
  return values.length > 1 ? { kind: 'doubled' } : { kind: 'value', text };
}

/**
 * Reads what can have been sent in one way only. A state is of our own making, 32 hexadecimal characters, which no
 * decoding changes; a `+` is the plus sign that base64 has, since no service puts a space into a code. What comes
 * between the code and the state or the end belongs to the code where it cannot be a parameter, and is ambiguous where
 * it can.
 */
function readDecoded(query: string): CallbackParameters {
  const parts = query.split('&');
  const only = (name: string): CallbackParameter =>
    single(parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1)));
  const place = (name: string): number => parts.findIndex((part) => part.startsWith(`${name}=`));
  const code = only('code');
  const state = only('state');
  const error = only('error');
  if (code.kind === 'absent') return { code, state, error };
  const behind = parts.slice(place('code') + 1, place('state') > place('code') ? place('state') : undefined);
  if (behind.some((part) => part === '' || isParameter(part))) {
    // An error that may be a piece of the code denies nothing.
    const isInside = behind.some((part) => part.startsWith('error='));
    return { code: { kind: 'ambiguous' }, state, error: isInside ? { kind: 'absent' } : error };
  }
  if (code.kind !== 'value') return { code, state, error };
  return { code: { kind: 'value', text: [code.text, ...behind].join('&') }, state, error };
}

/** A parameter's name and what separates it from its value. @see https://www.rfc-editor.org/rfc/rfc6749#section-8.2 */
function isParameter(part: string): boolean {
  return /^[\w.-]+=/.test(part);
}
