// Which place of the workspace a piece of an answer names: a file, perhaps with a line, or a symbol. Whether it is
// there is for the host to find out.
import { pathIn } from './named-file.ts';

export interface NamedPlace {
  /** The path as it is written, with forward slashes; null where the text can only be a symbol. */
  readonly file: string | null;
  /** Counted from 1; null where none is named. */
  readonly line: number | null;
  readonly column: number | null;
  /**
   * The name of a function, a class or the like with what it belongs to, outermost first; null where it can be none.
   */
  readonly symbol: readonly string[] | null;
}

const longestName = 300;
const position = /(?:#L(\d{1,7})(?:C(\d{1,5}))?(?:-L?\d{1,7}(?:C\d{1,5})?)?|:(\d{1,7})(?::(\d{1,5}))?(?:-\d{1,7})?)$/u;
const symbolName = /^[\p{L}_$][\p{L}\p{N}_$]{0,80}(?:(?:\.|::|#)[\p{L}_$][\p{L}\p{N}_$]{0,80}){0,4}(?:\(\))?$/u;
/** Shorter names are variables of a line or two, and no place that anybody looks for. */
const shortestSymbol = 3;

/** Null where the text names no place. */
export function namedPlace(text: string): NamedPlace | null {
  if (text.length > longestName) return null;
  const found = position.exec(text);
  const file = pathIn(found === null ? text : text.slice(0, found.index));
  const symbol = found === null ? symbolIn(text) : null;
  if (file === null && symbol === null) return null;
  return { file, line: numberIn(found?.[1] ?? found?.[3]), column: numberIn(found?.[2] ?? found?.[4]), symbol };
}

/** The same of the address of a link, which is a path from the topmost folder or a whole one. */
export function namedPlaceAt(address: string): NamedPlace | null {
  const place = namedPlace(decoded(address.replace(/^file:\/\/(?=\/)/u, '')));
  return typeof place?.file === 'string' ? { ...place, symbol: null } : null;
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

function numberIn(digits: string | undefined): number | null {
  const number = Number(digits ?? '0');
  return number > 0 ? number : null;
}

function symbolIn(text: string): readonly string[] | null {
  if (!symbolName.test(text)) return null;
  const [first = '', ...others] = text.replace('()', '').split(/\.|::|#/u);
  const names = others.length > 0 && (first === 'this' || first === 'self') ? others : [first, ...others];
  return (names.at(-1) ?? '').length < shortestSymbol ? null : names;
}

/** A path with its line in running text, such as `src/cart.ts:12`; only with one of both is it surely no word. */
const inWords =
  /(?<![\p{L}\p{N}_@.~+/\\:#-])[\p{L}\p{N}_@.~+-][\p{L}\p{N}_@.~+/\\-]{0,200}\.[A-Za-z]\w{0,14}:\d{1,7}(?::\d{1,5})?(?![\p{L}\p{N}_:/])/gu;

/** Where running text names files with their lines, in order. */
export function placesInWords(text: string): readonly { readonly start: number; readonly name: string }[] {
  if (!text.includes(':')) return [];
  return [...text.matchAll(inWords)]
    .map(({ index, 0: name }) => ({ start: index, name }))
    .filter(({ name }) => (namedPlace(name)?.file ?? null) !== null);
}
