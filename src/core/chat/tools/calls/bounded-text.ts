/** Beginning and end of a text that is longer than this; what is between is said to be left out. */
export function boundedText(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = Math.floor(most / 3);
  const tail = most - head;
  const begin = wholeCharacters(text.slice(0, head));
  const end = wholeCharacters(text.slice(-tail));
  return `${begin}\n(… ${text.length - begin.length - end.length} characters are left out …)\n${end}`;
}

/** Without half a character at either side, which no service takes. */
function wholeCharacters(text: string): string {
  return text.replace(/^[\udc00-\udfff]/, '').replace(/[\ud800-\udbff]$/, '');
}
