// Lines with which a model says that what stands there in the file stays: "// ... existing code ...".

/** What surrounds a comment that takes a line of its own, in whatever language. */
const commentOpening =
  /^(?:\{\s?\/\*+|\/\*+|\/\/+!?|\*(?!\/)|<!--|<%--|\{#|\{\{!(?:--)?|#+|--(?:\[\[)?|;+|%+|"(?="|\s|\.)|'(?=\s|\.)|\(\*|rem\b)/iu;
const commentClosing = /(?:(?<!\*)\*+\/\s?\}?|--%?>|#\}|(?:--)?\}\}|\]\]|\*\))$/u;

/**
 * What a comment says, without its marks; null for a line that is no comment. `body` is the line without its
 * indentation.
 */
export function commentText(body: string): string | null {
  const opening = commentOpening.exec(body)?.[0];
  if (opening === undefined) return null;
  return body.slice(opening.length).replace(commentClosing, '').trim();
}

const onlyDots = /^[[(<{]?\s?(?:\.{2,}|…+)\s?[\])>}]?$/u;
const dotsFirst = /^[[(<{]?\s?(?:\.{3,}|…)/u;
const dotsLast = /(?:\.{3}|…)\s?[\])>}]?$/u;

/** What is said of code that stays. */
const kept =
  /\b(?:existing|unchanged|remain(?:s|ing|der)?|rest of|other|previous|same as|as before|keep|omitted|original|unmodified|not shown|snip(?:ped)?|skip(?:ped)?|elided|truncated)\b|现有|其余|其他|保持不变|不变|省略|原有|已有|剩余/iu;

/** Said without any dots, and nothing else it could mean. */
const keptInFull =
  /^[[(<{]?\s?(?:(?:the )?(?:existing|remaining|previous|other|rest of (?:the|your|this)?)\s?(?:existing |remaining )?(?:code|file|function|class|methods?|functions|imports?|component|module|content|implementation|logic|lines|properties|fields|tests?)(?: (?:here|unchanged|remains?(?: the same| unchanged)?|stays?(?: the same| as is)?|goes here|as before|omitted.*|above|below))?|(?:code )?unchanged|no changes(?: here)?|same as before|其余代码.*|现有代码.*|.{0,12}保持不变)\s?[\])>}]?\.?$/iu;

/** A body that is left out within its line: `{ ... }`. Spread arguments are none. */
const leftOutInLine = /\{\s?(?:\/\*\s?)?(?:\.{3}|…)\s?(?:\*\/\s?)?\}[;,)]{0,3}$/u;

/**
 * Whether a line stands for lines of the file that stay.
 *
 * @param body the line without its indentation.
 */
export function isGap(body: string): boolean {
  if (body.length > 200) return false;
  if (onlyDots.test(body) || leftOutInLine.test(body)) return true;
  const text = commentText(body);
  if (text === null) return false;
  if (onlyDots.test(text) || keptInFull.test(text)) return true;
  return dotsFirst.test(text) || (dotsLast.test(text) && kept.test(text));
}
