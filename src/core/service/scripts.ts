/**
 * The scripts that names are written in today, by their codes.
 *
 * @see https://www.unicode.org/reports/tr31/#Table_Recommended_Scripts
 */
const scripts = (
  'Arab Armn Beng Bopo Cans Cher Cyrl Deva Ethi Geor Grek Gujr Guru Hang Hani Hebr Hira Kana Khmr Knda Laoo Latn Mlym Mymr ' +
  'Orya Sinh Taml Telu Tfng Thaa Thai Tibt'
).split(' ');

const letters = scripts.map((script) => [script, new RegExp(String.raw`\p{Script=${script}}`, 'u')] as const);

/**
 * Scripts of which one language writes several in a word.
 * @see https://www.unicode.org/reports/tr39/#Restriction_Level_Detection
 */
const together = [
  ['Latn', 'Hani', 'Hira', 'Kana'],
  ['Latn', 'Hani', 'Hang'],
  ['Latn', 'Hani', 'Bopo'],
];

/** The scripts of the first word that mixes letters which no language writes in one; empty where no word does. */
export function mixedScripts(name: string): readonly string[] {
  for (const word of name.split(/[^\p{L}\p{M}\p{N}]/u)) {
    const used = letters.filter(([, letter]) => letter.test(word)).map(([script]) => script);
    if (used.length > 1 && !together.some((known) => used.every((script) => known.includes(script)))) return used;
  }
  return [];
}

/** Letters that common fonts draw as Latin ones. @see https://www.unicode.org/Public/security/latest/confusables.txt */
const drawnAsLatin = {
  Cyrl:
    '\u0430\u0441\u0501\u0435\u04bb\u0456\u0458\u04cf\u043e\u0440\u051b\u0455\u051d\u0445\u0443' +
    '\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0406\u0408\u0405\u051a\u051c\u04c0',
  Grek:
    '\u03b1\u03b9\u03ba\u03bd\u03bf\u03c1\u03c5\u03c7\u03f2\u03f3' +
    '\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7',
  Armn: '\u0570\u0578\u057d\u0581\u0585\u0566\u0563\u0575\u054d\u0555\u0548\u0540',
};

const disguises = Object.entries(drawnAsLatin).map(([script, drawn]) => ({
  script,
  shown: new RegExp(String.raw`[\p{Script=${script}}--[${drawn}]]`, 'v'),
  hidden: new RegExp(`[${drawn}]{2}`, 'u'),
}));

/**
 * The script of a name whose letters of that script, two or more in a row, all look like Latin ones; null where there
 * is none.
 */
export function disguisedScript(name: string): string | null {
  return disguises.find(({ shown, hidden }) => hidden.test(name) && !shown.test(name))?.script ?? null;
}
