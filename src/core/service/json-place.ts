// Where a text stops being JSON. What the runtime says of it differs from runtime to runtime, and often names no place.

/** Counted from 1, columns in UTF-16 units, as editors do. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

type Expected = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd' | 'nothing';

const blank = /[ \t\n\r]*/y;
const stringBody = /"(?:[ !#-[\]-\uffff]+|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?|true|false|null/y;

/** The first place at which no JSON can go on; null for a text that is JSON. */
export function jsonErrorPlace(text: string): TextPlace | null {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = endOf(blank, text, 0);
  while (expected !== 'nothing' || at < text.length) {
    const step = stepFrom(text, at, expected, open);
    if (step.kind === 'error') return placeOf(text, step.at);
    expected = step.expected;
    at = endOf(blank, text, step.at);
  }
  return null;
}

type Step =
  | { readonly kind: 'read'; readonly expected: Expected; readonly at: number }
  | { readonly kind: 'error'; readonly at: number };

/** Reads one token; `open` holds the brackets that are open, and is changed. */
function stepFrom(text: string, at: number, expected: Expected, open: ('{' | '[')[]): Step {
  const character = text.charAt(at);
  const read = (next: Expected, end: number): Step => ({ kind: 'read', expected: next, at: end });
  const behindValue = (): Expected => (open.length === 0 ? 'nothing' : 'commaOrEnd');
  const closes = (bracket: '{' | '['): boolean => character === (bracket === '{' ? '}' : ']');
  const inside = open.at(-1);
  if ((expected === 'commaOrEnd' || expected === 'keyOrEnd' || expected === 'valueOrEnd') && inside !== undefined) {
    if (closes(inside)) {
      open.pop();
      return read(behindValue(), at + 1);
    }
    if (expected === 'commaOrEnd')
      return character === ',' ? read(inside === '{' ? 'key' : 'value', at + 1) : { kind: 'error', at };
  }
  switch (expected) {
    case 'colon':
      return character === ':' ? read('value', at + 1) : { kind: 'error', at };
    case 'key':
    case 'keyOrEnd':
      return readString(text, at, 'colon');
    case 'value':
    case 'valueOrEnd':
      if (character === '"') return readString(text, at, behindValue());
      if (character === '{' || character === '[') {
        open.push(character);
        return read(character === '{' ? 'keyOrEnd' : 'valueOrEnd', at + 1);
      }
      return readScalar(text, at, behindValue());
    case 'commaOrEnd':
    case 'nothing':
      return { kind: 'error', at };
  }
}

function readString(text: string, at: number, expected: Expected): Step {
  const end = endOf(stringBody, text, at);
  return end > at && text.charAt(end) === '"' ? { kind: 'read', expected, at: end + 1 } : { kind: 'error', at: end };
}

function readScalar(text: string, at: number, expected: Expected): Step {
  const end = endOf(scalar, text, at);
  return end > at ? { kind: 'read', expected, at: end } : { kind: 'error', at };
}

/** The end of what the sticky pattern finds at `at`; `at` itself where it finds nothing. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function placeOf(text: string, at: number): TextPlace {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
