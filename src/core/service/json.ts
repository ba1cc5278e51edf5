// Parses JSON from outside into data that is safe to walk through.

/**
 * No document of the interface is nested this deep; whoever walks through one by recursion runs out of stack far
 * beyond.
 */
const deepest = 200;

/** Undefined for a text that is no JSON, or is nested too deep. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Every level takes two characters, so that the short texts which are nearly all of a stream are not looked through.
 */
function isTooDeep(text: string): boolean {
  if (text.length < 2 * deepest) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charAt(at)) {
      case '"':
        at = endOfText(text, at);
        break;
      case '[':
      case '{':
        depth += 1;
        if (depth > deepest) return true;
        break;
      case ']':
      case '}':
        depth -= 1;
        break;
    }
  }
  return false;
}

/** The place of the quote that ends the text which begins at `start`; the last place where none does. */
function endOfText(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
