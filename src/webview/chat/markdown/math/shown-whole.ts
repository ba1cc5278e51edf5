// Whether all letters and digits of a formula's TeX are drawn: no macro, known or not, hides what a model wrote. How
// often each occurs is compared, not in which order, which "over" and roots change.

/** Numbers with so few digits that searching for them takes no time. */
const size = String.raw`\s*[-+]?\s*\d{0,3}(?:\.\d{0,4})?\s*(?:em|ex|mu|pt|px|cm|mm|in|pc)\s*`;
const colour = String.raw`#?(?:[\dA-Fa-f]{3,8}|[A-Za-z]{3,20}|[\d.,\s]{1,20})`;
/** What says only how something is drawn. */
export const structure = new RegExp(
  [
    String.raw`\\(?:begin|end)\{[A-Za-z]{1,20}\*?\}(?:\[[bclrt]\])?(?:\{[clr|:\s]*\}|\{\d\})?`,
    String.raw`\\(?:m?kern|[hm]skip|hspace\*?|raisebox|raise|lower|above|rule|\\)(?:\[${size}\])?(?:\{?${size}\}?){0,2}`,
    String.raw`\\genfrac(?:\{[^{}]{0,8}\}){2}\{(?:${size})?\}\{[0-3]?\}`,
    String.raw`\\(?:text)?color(?:box)?(?:\[[A-Za-z]{1,4}\])?\{${colour}\}`,
    String.raw`\\(?:smash|cfrac)\[[blrt]\]`,
  ].join('|'),
  'gu',
);
/** What of chemistry and units is drawn as another sign: an arrow for a precipitate, a power of ten. */
const signs = /(?<=\s)v(?=[\s}])|(?<=\d)[eE](?=[-+]?\d)/gu;
const controlSequence = /\\(?:[A-Za-z]+|.)/gsu;

/** @param drawn the text of all that is drawn. */
export function isShownWhole(tex: string, drawn: string, isChemistry: boolean): boolean {
  const content = tex.replaceAll(structure, ' ').replaceAll(controlSequence, ' ');
  const left = new Map<string, number>();
  for (const letter of lettersOf(drawn)) left.set(letter, (left.get(letter) ?? 0) + 1);
  return lettersOf(isChemistry ? content.replaceAll(signs, ' ') : content).every((letter) => {
    const count = left.get(letter) ?? 0;
    left.set(letter, count - 1);
    return count > 0;
  });
}

/** In which alphabet of mathematics a letter is drawn does not count. */
function lettersOf(text: string): readonly string[] {
  return text.normalize('NFKD').match(/[\p{L}\p{N}]/gu) ?? [];
}
