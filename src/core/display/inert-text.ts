// What becomes of a text before VS Code shows it. In one place or another VS Code makes a link of `[label](command:…)`,
// an icon of `$(name)` and a whole document of Markdown; here a text is made into what none of that is found in, and
// which looks as it did.
import { graphemesOf, lookOf, withHiddenAs } from '../service/characters.ts';

/**
 * How long a text may be in each place, in code points. A notification is cut by VS Code itself at 1000 UTF-16 units.
 */
export const longest = {
  name: 80,
  button: 80,
  title: 120,
  label: 200,
  line: 400,
  message: 900,
  status: 60,
  field: 32_768,
} as const;

/** As narrow as a space gets. `](` and `$(` are alive only while nothing is between the two. */
const hairSpace = '\u200a';

const lineBreaks = /\r\n|[\t\n\v\f\r\u0085\u2028\u2029]/g;

/** No script sets more than a few marks over one letter; more of them cover the lines above and below. */
const heapedMarks = /(\p{M}{8})\p{M}+/gu;

/** Nothing in such a line is hidden; Unicode's classes take milliseconds to look for the first time. */
const asciiLine = /^[ -~]*$/;

/** A name may be spaced as it likes; what only looks like a space becomes one. */
function inOneLine(character: string): string {
  return /\p{Zs}/u.test(character) ? character : lookOf(character).replace('\n', ' ');
}

/** On one line, without control, bidi and other hidden characters; not cut. */
function seenText(text: string): string {
  if (asciiLine.test(text)) return text;
  const oneLine = text.toWellFormed().replaceAll(lineBreaks, ' ');
  return withHiddenAs(oneLine, inOneLine).replaceAll(heapedMarks, '$1');
}

function unlinked(text: string): string {
  return text.replaceAll(/([\]$])\(/g, `$1${hairSpace}(`);
}

/**
 * A text as any place but Markdown may show it: one line, without link, icon or hidden character, at most `most` code
 * points long.
 */
export function inertText(text: string, most: number): string {
  return cutAtEnd(unlinked(seenText(text)).trim(), most);
}

/** A name of others inside a sentence. Of a long one both ends are left, since a path tells most by its last part. */
export function inertName(text: string): string {
  return cutInMiddle(unlinked(seenText(text)).trim(), longest.name);
}

/**
 * A text that a person may change, so that nothing is put into it: without hidden characters, links and icons as they
 * were.
 */
export function editableText(text: string): string {
  return cutAtEnd(seenText(text), longest.field);
}

/**
 * A text inside Markdown: every mark is escaped, so that no link, address, emphasis, tag, icon or list is left in it.
 */
export function inertMarkdown(text: string, most: number): string {
  return inertText(text, most).replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}

function cutAtEnd(text: string, most: number): string {
  const points = Array.from(text);
  if (points.length <= most) return text;
  return `${cutPart(text.slice(0, boundaryBefore(text, lengthOf(points.slice(0, most - 1))))).trimEnd()}…`;
}

function cutInMiddle(text: string, most: number): string {
  const points = Array.from(text);
  if (points.length <= most) return text;
  const tail = Math.floor((most - 1) / 2);
  const head = text.slice(0, boundaryBefore(text, lengthOf(points.slice(0, most - 1 - tail))));
  const end = text.slice(boundaryAfter(text, text.length - lengthOf(points.slice(-tail))));
  return `${cutPart(head)}…${cutPart(end)}`;
}

/** What belonged to a character that is cut off belongs to nothing any more. */
function cutPart(text: string): string {
  return withHiddenAs(text, inOneLine);
}

const lengthOf = (points: readonly string[]): number => points.join('').length;

/** The start of the grapheme at `index`, or `index` itself where that would leave nothing. */
function boundaryBefore(text: string, index: number): number {
  const start = graphemesOf(text).containing(index)?.index ?? index;
  return start === 0 ? index : start;
}

/** The start of the first grapheme from `index` on, or `index` itself where that would leave nothing. */
function boundaryAfter(text: string, index: number): number {
  const at = graphemesOf(text).containing(index);
  if (at === undefined || at.index === index) return index;
  const end = at.index + at.segment.length;
  return end >= text.length ? index : end;
}
