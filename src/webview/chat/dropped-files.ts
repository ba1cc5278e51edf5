// Knows how dropped files are named: VS Code gives addresses, its own list before the general one. It reads no file.

const listTypes = ['application/vnd.code.uri-list', 'text/uri-list'];

export function holdsFiles(transfer: DataTransfer | null): boolean {
  return listTypes.some((type) => transfer?.types.includes(type) === true);
}

/** The addresses of what was dropped; a web page's is none. @see RFC 2483, section 5 */
export function droppedFiles(transfer: DataTransfer | null): string[] {
  const list = listTypes.map((type) => transfer?.getData(type) ?? '').find((text) => text !== '') ?? '';
  return list.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#') && !/^https?:/i.test(line));
}
