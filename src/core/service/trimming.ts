// Takes characters away from the end of a text in one pass; an expression such as `/\/+$/` looks through every run of
// them in the middle again and again.

export function trimEndOf(text: string, trimmed: string): string {
  let end = text.length;
  while (end > 0 && trimmed.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

export function withoutSlashesAtEnd(address: string): string {
  return trimEndOf(address, '/');
}
