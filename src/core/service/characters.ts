/**
 * The one judgement of characters that are not seen as what they are: names in dialogs lose them, code marks them, and
 * file names are compared without them.
 *
 * @see https://www.unicode.org/reports/tr36/ and https://trojansource.codes/
 */

/** Blanks that Unicode counts among letters, marks and symbols, and so has no property for. */
const blankLetters = String.raw`\u{16fe4}\u115f\u1160\u2800\u3164\uffa0\u{13441}\u{13442}\u{1d159}`;

/** Format characters that are drawn: the signs of Arabic, Syriac and Kaithi around digits. */
const drawnFormats = String.raw`\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}`;

/**
 * Controls, formats, separators, blanks and whatever Unicode lets a font leave out; not the space, the tab and the line
 * feed.
 */
const unseen = String.raw`[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Zs}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}${blankLetters}]--[ \t\n${drawnFormats}]]`;

/**
 * Scripts whose letters are joined and kept apart by characters that are not seen themselves
 * (https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-23/).
 */
const joiningScripts =
  'Arabic Syriac Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar';
const scriptsOf = (names: string): string => names.replaceAll(/(\w+) ?/g, String.raw`\p{Script=$1}`);
const joined = String.raw`[[${scriptsOf(joiningScripts)}]--\p{Default_Ignorable_Code_Point}]`;

/** What is written with a space as wide as a letter: East Asian letters and the punctuation between them. */
const wide = String.raw`[[${scriptsOf('Han Hiragana Katakana Bopomofo Hangul')}\u3001-\u3030\uff01-\uff9f]--\p{Default_Ignorable_Code_Point}]`;
const wideSpaces = String.raw`\u3000{1,8}(?!\u3000)`;

/** The flags of England, Scotland and Wales. @see https://www.unicode.org/reports/tr51/#flag-emoji-tag-sequences */
const flag = String.raw`\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`;

/** What is not seen and yet belongs to the characters beside it, which look otherwise without it. */
const seenThroughOthers = [
  flag,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?)[\ufe0e\ufe0f]`,
  String.raw`(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?)\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=${joined})[\u200c\u200d](?=${joined})`,
  String.raw`(?<=\p{Script=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=[\p{Script=Mongolian}--[\u180b-\u180f]])[\u180b-\u180d\u180f]`,
  String.raw`(?<=${wide})${wideSpaces}|(?<!\u3000)${wideSpaces}(?=${wide})`,
].join('|');

const anyUnseen = new RegExp(unseen, 'v');
const unseenRuns = new RegExp(`${seenThroughOthers}|(?<run>(?:${unseen})+)`, 'gv');

/** What follows may change the judgement on the end of a text that is one of these. */
const undecided =
  /(?:(?<=[0-9#*])\ufe0f|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d|(?<=[\p{L}\p{M}])[\u200c\u200d]|\u{1f3f4}[\u{e0061}-\u{e007a}]*|(?<!\u3000)\u3000{1,8})$/u;

/** No judgement looks further back than so many UTF-16 units. */
export const furthestBack = 24;

/** Between two characters: what shows, or a run of what does not. */
export interface TextPiece {
  readonly text: string;
  readonly isHidden: boolean;
}

/**
 * Whether anything in the text may not be seen; takes time in proportion to it. An emoji may be taken for such a text.
 */
export function mayHide(text: string): boolean {
  return anyUnseen.test(text);
}

/** The text cut where hidden characters begin and end; joined together it is the text. */
export function* textPieces(text: string): Generator<TextPiece> {
  let end = 0;
  for (const match of text.matchAll(unseenRuns)) {
    const run = match.groups?.['run'];
    if (run === undefined) continue;
    if (match.index > end) yield { text: text.slice(end, match.index), isHidden: false };
    yield { text: run, isHidden: true };
    end = match.index + run.length;
  }
  if (end < text.length) yield { text: text.slice(end), isHidden: false };
}

/** Where the part of a text begins that `textPieces` may cut otherwise once more of it is there. */
export function undecidedFrom(text: string): number {
  const end = text.slice(-furthestBack);
  return text.length - end.length + (undecided.exec(end)?.index ?? end.length);
}

/**
 * What can carry words that nobody sees, or show others than there are: tags, a run of four that do not show, and what
 * turns the order of writing. One joiner, mark or byte order mark by itself is no such thing.
 */
const tellingRun =
  /[\u{e0000}-\u{e007f}\u202a-\u202e\u2066-\u2069]|[[\p{Cf}\p{Default_Ignorable_Code_Point}]--[\p{Cc}\p{Zs}]]{4}/v;

/** Whether a text may tell a program what a person who looks at it does not see. */
export function hidesWords(text: string): boolean {
  if (!mayHide(text)) return false;
  for (const piece of textPieces(text)) if (piece.isHidden && tellingRun.test(piece.text)) return true;
  return false;
}

/** The text with every hidden character made into what `look` gives for it. */
export function withHiddenAs(text: string, look: (character: string) => string): string {
  if (!mayHide(text)) return text;
  let seen = '';
  for (const piece of textPieces(text)) seen += piece.isHidden ? Array.from(piece.text, look).join('') : piece.text;
  return seen;
}

/**
 * What a person sees of a hidden character: a blank is a space, a separator ends a line, and of all others there is
 * nothing.
 */
export function lookOf(character: string): ' ' | '\n' | '' {
  if (blanks.test(character)) return ' ';
  return /[\p{Zl}\p{Zp}\v\f\u0085]/u.test(character) ? '\n' : '';
}

const blanks = new RegExp(String.raw`[\p{Zs}${blankLetters}]`, 'v');

/**
 * The text in characters as a person counts them. The first segmenter of a process takes 15 ms to make, those after it
 * next to nothing: so none is made as a file is loaded.
 */
export function graphemesOf(text: string): Intl.Segments {
  return new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text);
}
