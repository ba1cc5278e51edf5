// Knows which characters of a text do not show, or show as something else than they are, and how each is named; not how they
// are drawn. Emoji are made with such characters too, and show: those are left out.

/**
 * Controls, formats, separators, blanks that look like a space, and whatever Unicode lets a font leave out; not the space, the
 * tab and the line feed, and not the signs of Arabic and Kaithi that are drawn around digits.
 *
 * @see https://www.unicode.org/reports/tr36/ and https://trojansource.codes/
 */
const hidden = /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]--[ \t\n\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]]/v;

const pictograph = String.raw`\p{Extended_Pictographic}\p{Emoji_Modifier}?\u{fe0f}?`;

/**
 * Pictographs that are joined to one, keycaps, and the flags of England, Scotland and Wales. `\p{RGI_Emoji}` names the same
 * more exactly, but takes a hundred times as long.
 *
 * @see https://www.unicode.org/reports/tr51/#EBNF_and_Regex
 */
const emoji = String.raw`${pictograph}(?:\u{200d}${pictograph})*|[0-9#*]\u{fe0f}\u{20e3}`;
const flag = String.raw`\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`;

const hiddenRuns = new RegExp(`${flag}|${emoji}|(?<run>(?:${hidden.source})+)`, 'gv');

/** Between two characters: what shows, or a run of what does not. */
export interface TextPiece {
  readonly text: string;
  readonly isHidden: boolean;
}

/** Whether anything in the text may not show; takes time in proportion to it. An emoji may be taken for such a text. */
export function mayHide(text: string): boolean {
  return hidden.test(text);
}

/** The text cut where hidden characters begin and end; joined together it is the text. */
export function* textPieces(text: string): Generator<TextPiece> {
  let end = 0;
  for (const match of text.matchAll(hiddenRuns)) {
    const run = match.groups?.['run'];
    if (run === undefined) continue;
    if (match.index > end) yield { text: text.slice(end, match.index), isHidden: false };
    yield { text: run, isHidden: true };
    end = match.index + run.length;
  }
  if (end < text.length) yield { text: text.slice(end), isHidden: false };
}

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
  if (!mayHide(text)) return text;
  let plain = '';
  for (const piece of textPieces(text)) plain += piece.isHidden ? Array.from(piece.text, inSight).join('') : piece.text;
  return plain;
}

function inSight(character: string): string {
  if (/[\p{Zs}\u2800\u3164\u115f\u1160\uffa0]/u.test(character)) return ' ';
  return /[\p{Zl}\p{Zp}\v\f\u0085]/u.test(character) ? '\n' : '';
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
