// How many tokens a text takes, where nobody says which tokenizer the model has: rather too many than too few, since
// whoever fills a window by it must not overfill it, and a count that guards money must not be too small.

/** Runs of one kind; what is in none of them is counted character by character. */
const runs = /([A-Z]?[a-z]+|[A-Z]+)|([ \t]?[0-9]+)|([ \t]+)|([\r\n]+)|([\u2e80-\u{3ffff}])|([\u0080-\u2e7f]+)/gu;
/** As base64, hashes and ids are: letters of both cases and digits without a blank, longer than words are. */
const denseText = /[A-Za-z0-9+/_=-]{24,}/g;

/** An estimate, to be shown as one. */
export function estimatedTokens(text: string): number {
  let tokens = 0;
  let from = 0;
  for (const { index, 0: dense } of text.matchAll(denseText)) {
    if (!isDense(dense)) continue;
    tokens += wordTokens(text.slice(from, index)) + dense.length / 1.15;
    from = index + dense.length;
  }
  return Math.ceil(tokens + wordTokens(text.slice(from)));
}

/** Long names in words are no such text: they hardly change between letters and digits. */
function isDense(run: string): boolean {
  const changes = run.match(/[a-z][A-Z0-9]|[0-9][A-Za-z]|[A-Z][a-z0-9]/g)?.length ?? 0;
  return changes * 5 >= run.length;
}

/** Short words are one token each, long ones fall into pieces. */
function lettersTokens(length: number): number {
  if (length <= 5) return 1;
  return length <= 8 ? 1.25 : 1 + (length - 4.5) / 3;
}

function wordTokens(text: string): number {
  let tokens = 0;
  let inRuns = 0;
  for (const [run, word, digits, blanks, lines, wide, other] of text.matchAll(runs)) {
    inRuns += run.length;
    if (word !== undefined) tokens += lettersTokens(word.length);
    else if (digits !== undefined) tokens += Math.ceil((digits.length + 1) / 3);
    else if (blanks !== undefined) tokens += blanks.length > 1 ? 1 : 0;
    else if (lines !== undefined) tokens += 1;
    else if (wide !== undefined) tokens += wide.length > 1 ? 4 : 1.3;
    else if (other !== undefined) tokens += other.length > 2 ? other.length * 0.85 : other.length * 1.4;
  }
  return tokens + (text.length - inRuns) * 0.9;
}
