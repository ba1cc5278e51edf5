import { lookOf, mayHide, textPieces, withHiddenAs } from '../../service/characters.ts';

/** Each hidden character of a text with its number of times, by its first place. */
export function hiddenCharacters(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  if (!mayHide(text)) return counts;
  for (const piece of textPieces(text)) {
    if (piece.isHidden) for (const character of piece.text) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return counts;
}

/** The text as it looks: blanks are spaces, separators end a line, and what does not show is not there. */
export function withoutHidden(text: string): string {
  return withHiddenAs(text, lookOf);
}

/** So many in a row are named one by one. */
const mostNamed = 4;

/**
 * The text with what does not show named in its place: `⟨U+200B⟩`, and of a long run how many there are. Blanks and the
 * ends of lines stay as they are.
 */
export function withHiddenNamed(text: string): string {
  if (!mayHide(text)) return text;
  let named = '';
  for (const piece of textPieces(text)) named += piece.isHidden ? namedRun(piece.text) : piece.text;
  return named;
}

function namedRun(run: string): string {
  let named = '';
  let hidden: string[] = [];
  const close = (): void => {
    const count = hidden.length;
    named += count > mostNamed ? `⟨${count} hidden characters⟩` : hidden.map((one) => `⟨${codePointOf(one)}⟩`).join('');
    hidden = [];
  };
  for (const character of run) {
    if (lookOf(character) === '' && character !== '\r') hidden.push(character);
    else {
      close();
      named += character;
    }
  }
  close();
  return named;
}

/** `U+202E` */
export function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** `U+202E RIGHT-TO-LEFT OVERRIDE`; the code point alone where it is of no name that one meets. */
export function characterName(character: string): string {
  const name = names.get(character) ?? ranges.find(([pattern]) => pattern.test(character))?.[1];
  return name === undefined ? codePointOf(character) : `${codePointOf(character)} ${name}`;
}

/** Names of the Unicode Character Database, which are the same in every language. */
const names = new Map([
  ['\0', 'NULL'],
  ['\b', 'BACKSPACE'],
  ['\v', 'LINE TABULATION'],
  ['\f', 'FORM FEED'],
  ['\r', 'CARRIAGE RETURN'],
  ['\u001b', 'ESCAPE'],
  ['\u007f', 'DELETE'],
  ['\u0085', 'NEXT LINE'],
  ['\u00a0', 'NO-BREAK SPACE'],
  ['\u00ad', 'SOFT HYPHEN'],
  ['\u034f', 'COMBINING GRAPHEME JOINER'],
  ['\u061c', 'ARABIC LETTER MARK'],
  ['\u115f', 'HANGUL CHOSEONG FILLER'],
  ['\u1160', 'HANGUL JUNGSEONG FILLER'],
  ['\u1680', 'OGHAM SPACE MARK'],
  ['\u180e', 'MONGOLIAN VOWEL SEPARATOR'],
  ['\u2000', 'EN QUAD'],
  ['\u2001', 'EM QUAD'],
  ['\u2002', 'EN SPACE'],
  ['\u2003', 'EM SPACE'],
  ['\u2007', 'FIGURE SPACE'],
  ['\u2008', 'PUNCTUATION SPACE'],
  ['\u2009', 'THIN SPACE'],
  ['\u200a', 'HAIR SPACE'],
  ['\u200b', 'ZERO WIDTH SPACE'],
  ['\u200c', 'ZERO WIDTH NON-JOINER'],
  ['\u200d', 'ZERO WIDTH JOINER'],
  ['\u200e', 'LEFT-TO-RIGHT MARK'],
  ['\u200f', 'RIGHT-TO-LEFT MARK'],
  ['\u2028', 'LINE SEPARATOR'],
  ['\u2029', 'PARAGRAPH SEPARATOR'],
  ['\u202a', 'LEFT-TO-RIGHT EMBEDDING'],
  ['\u202b', 'RIGHT-TO-LEFT EMBEDDING'],
  ['\u202c', 'POP DIRECTIONAL FORMATTING'],
  ['\u202d', 'LEFT-TO-RIGHT OVERRIDE'],
  ['\u202e', 'RIGHT-TO-LEFT OVERRIDE'],
  ['\u202f', 'NARROW NO-BREAK SPACE'],
  ['\u205f', 'MEDIUM MATHEMATICAL SPACE'],
  ['\u2060', 'WORD JOINER'],
  ['\u2066', 'LEFT-TO-RIGHT ISOLATE'],
  ['\u2067', 'RIGHT-TO-LEFT ISOLATE'],
  ['\u2068', 'FIRST STRONG ISOLATE'],
  ['\u2069', 'POP DIRECTIONAL ISOLATE'],
  ['\u2800', 'BRAILLE PATTERN BLANK'],
  ['\u3000', 'IDEOGRAPHIC SPACE'],
  ['\u3164', 'HANGUL FILLER'],
  ['\u{13441}', 'EGYPTIAN HIEROGLYPH FULL BLANK'],
  ['\u{13442}', 'EGYPTIAN HIEROGLYPH HALF BLANK'],
  ['\u{16fe4}', 'KHITAN SMALL SCRIPT FILLER'],
  ['\u{1d159}', 'MUSICAL SYMBOL NULL NOTEHEAD'],
  ['\ufeff', 'ZERO WIDTH NO-BREAK SPACE'],
  ['\uffa0', 'HALFWIDTH HANGUL FILLER'],
]);

/** What a whole block of the database is called. */
const ranges: readonly (readonly [RegExp, string])[] = [
  [/\p{Cc}/u, 'CONTROL'],
  [/[\u{e0000}-\u{e007f}]/u, 'TAG'],
  [/[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u, 'VARIATION SELECTOR'],
  [/[\u2000-\u200a]/u, 'SPACE'],
];
