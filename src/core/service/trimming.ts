// Knows how to take characters away from the ends of a text in one pass; an expression such as `/\/+$/` looks through every run of
// them in the middle again and again.

export function trimStartOf(text: string, isTrimmed: (character: string) => boolean): string {
  let begin = 0;
  while (begin < text.length && isTrimmed(text.charAt(begin))) begin++;
  return text.slice(begin);
}

export function trimEndOf(text: string, isTrimmed: (character: string) => boolean): string {
  let end = text.length;
  while (end > 0 && isTrimmed(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

export function withoutSlashesAtEnd(address: string): string {
  return trimEndOf(address, (character) => character === '/');
}
