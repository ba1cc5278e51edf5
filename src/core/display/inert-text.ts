// What becomes of a text before VS Code shows it. In one place or another VS Code makes a link of `[label](command:…)`, an
// icon of `$(name)` and a whole document of Markdown; here a text is made into what none of that is found in, and which
// looks as it did.

/** How long a text may be in each place, in code points. A notification is cut by VS Code itself at 1000 UTF-16 units. */
export const longest = { name: 80, button: 80, title: 120, label: 200, line: 400, message: 900, status: 60, field: 32_768 } as const;

/** As narrow as a space gets. `](` and `$(` are alive only while nothing stands between the two. */
const hairSpace = '\u200a';

const lineBreaks = /\r\n|[\t\n\v\f\r\u0085\u2028\u2029]/g;

/** Scripts whose letters are joined and kept apart by characters that are not seen themselves (Unicode 16, section 23.2). */
const joiningScripts = 'Arabic Syriac Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar';
const joining = String.raw`(?!\p{DI})[${joiningScripts.replaceAll(/\w+/g, String.raw`\p{Script=$&}`).replaceAll(' ', '')}]`;
/** What is not seen and yet belongs to a character beside it: in joined scripts, emoji of several parts, and variants of a character. */
const seenThroughOthers = [
  String.raw`(?<=${joining})[\u200c\u200d](?=${joining})`,
  String.raw`(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[\p{Emoji}\p{Script=Han}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=(?!\p{DI})\p{Script=Mongolian})[\u180b-\u180f]`,
].join('|');
const hidden = String.raw`[\p{Control}\p{Bidi_Control}\p{DI}\ufff9-\ufffb]`;
const hiddenUnlessNeeded = new RegExp(`(${seenThroughOthers})|${hidden}`, 'gu');

/** No script sets more than a few marks over one letter; more of them cover the lines above and below. */
const heapedMarks = /(\p{M}{8})\p{M}+/gu;

/** On one line, without control, bidi and other hidden characters; not cut. */
function seenText(text: string): string {
  const oneLine = text.toWellFormed().replaceAll(lineBreaks, ' ');
  return oneLine.replaceAll(hiddenUnlessNeeded, (_all, needed: string | undefined) => needed ?? '').replaceAll(heapedMarks, '$1');
}

function unlinked(text: string): string {
  return text.replaceAll(/([\]$])\(/g, `$1${hairSpace}(`);
}

/** A text as any place but Markdown may show it: one line, without link, icon or hidden character, at most `most` code points long. */
export function inertText(text: string, most: number): string {
  return cutAtEnd(unlinked(seenText(text)).trim(), most);
}

/** A name of others inside a sentence. Of a long one both ends are left, since a path tells most by its last part. */
export function inertName(text: string): string {
  return cutInMiddle(unlinked(seenText(text)).trim(), longest.name);
}

/** A text that a person may change, so that nothing is put into it: without hidden characters, links and icons as they were. */
export function editableText(text: string): string {
  return cutAtEnd(seenText(text), longest.field);
}

/** A text inside Markdown: every mark is escaped, so that no link, address, emphasis, tag, icon or list is left in it. */
export function inertMarkdown(text: string, most: number): string {
  return inertText(text, most).replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}

/** What joins nothing any more once the text behind it is cut off. */
const openEnd = /(?<![\s\u200c\u200d])[\s\u200c\u200d]+$/;

function cutAtEnd(text: string, most: number): string {
  const points = Array.from(text);
  if (points.length <= most) return text;
  return `${text.slice(0, boundaryBefore(text, lengthOf(points.slice(0, most - 1)))).replace(openEnd, '')}…`;
}

function cutInMiddle(text: string, most: number): string {
  const points = Array.from(text);
  if (points.length <= most) return text;
  const tail = Math.floor((most - 1) / 2);
  const head = text.slice(0, boundaryBefore(text, lengthOf(points.slice(0, most - 1 - tail))));
  return `${head.replace(/[\u200c\u200d]+$/, '')}…${text.slice(boundaryAfter(text, text.length - lengthOf(points.slice(-tail))))}`;
}

const lengthOf = (points: readonly string[]): number => points.join('').length;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The start of the grapheme at `index`, or `index` itself where that would leave nothing. */
function boundaryBefore(text: string, index: number): number {
  const start = graphemes.segment(text).containing(index)?.index ?? index;
  return start === 0 ? index : start;
}

/** The start of the first grapheme from `index` on, or `index` itself where that would leave nothing. */
function boundaryAfter(text: string, index: number): number {
  const at = graphemes.segment(text).containing(index);
  if (at === undefined || at.index === index) return index;
  const end = at.index + at.segment.length;
  return end >= text.length ? index : end;
}
