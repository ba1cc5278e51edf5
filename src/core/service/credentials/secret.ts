// Carries a token, code or key so that it cannot be printed by accident.

/** Characters. Servers take a header line of 8 KiB at most, and no token or key that is known comes near this. */
export const longestSecret = 8000;

/**
 * The secret that a text of a service, a store or a person is; null for one that no header could carry as it is: empty,
 * of more than one word, with a control character or one beyond ASCII, or absurdly long.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-5.5
 */
export function parseSecret(text: string): Secret | null {
  return text.length <= longestSecret && /^[\x21-\x7e]+$/.test(text) ? new Secret(text) : null;
}

/**
 * A value that leaves only through `reveal()`. Template strings, JSON, string concatenation and Node's inspector all
 * see a placeholder, so a log line or an error text cannot leak it by carelessness.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself, to be put into one request header or body, or into the secret store, and nowhere else. */
  reveal(): string {
    return this.#value;
  }

  equals(other: Secret): boolean {
    return equalInFull(this.#value, other.#value);
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  /** Node's `util.inspect` looks this symbol up; `core` may not import `node:util` to name it otherwise. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '[secret]';
  }
}

/** Compares without stopping at the first difference, so that timing tells nothing. */
export function equalInFull(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let index = 0; index < left.length; index += 1) difference |= left.charCodeAt(index) ^ right.charCodeAt(index);
  return difference === 0;
}
