// A ready command by which a shell prompt or a status line shows the tightest limit from the file.

/** `45% 16:29`, in the time of the machine that runs it; nothing where no limit is known. */
const filter =
  '.windows[] | select(.tightest) | "\\(.usedPercent | floor)%" + ' +
  'if .resetsAt then " " + (.resetsAt | fromdate | strflocaltime("%H:%M")) else "" end';

/**
 * One line for any POSIX shell that needs jq, and says nothing where the file is not there.
 *
 * @param file an absolute path
 * @returns null for a path that no such line could name
 */
export function statusLine(file: string): string | null {
  return /\p{Cc}/u.test(file) ? null : `jq -r ${quoted(filter)} ${quoted(file)} 2>/dev/null`;
}

/** A word of a POSIX shell: nothing is special between its single quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
