// What of a model's answer is a commit message: git hosts and build systems act on some words of one, which nobody but
// the author may write, and some characters cannot be seen.
import { withoutHidden } from '../code/hidden-characters.ts';

/** Characters: no message needs more. */
const longestMessage = 10_000;

/** Of an answer that arrives, as far as it has: the more there is, the longer what comes out. */
export function commitMessageOf(answer: string): string {
  const visible = withoutControls(withoutHidden(answer.slice(0, longestMessage)));
  const lines = visible.split('\n').filter((line) => !line.startsWith('```'));
  const at = lines.findIndex((line) => line.trim() !== '');
  const [subject = '', ...body] = at === -1 ? [] : lines.slice(at);
  const kept = [subject, ...body.filter((line) => !isTrailer(line))].map((line) => withoutCommands(line).trimEnd());
  return kept
    .join('\n')
    .replace(/(?<!\n)\n{3,}(?!\n)/g, '\n\n')
    .trim();
}

function withoutControls(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll('\t', '  ')
    .replaceAll(/[^\n\P{Cc}]/gu, '');
}

/** As `Signed-off-by: …`: it claims something in somebody's name. */
function isTrailer(line: string): boolean {
  return /^(?:[A-Za-z]+(?:-[A-Za-z]+)+|fix(?:es)?|closes?|resolves?|refs?|see|bug|cc|link|skip-checks)\s?:/i.test(line);
}

/** Marks that keep a build from running, and words that close an issue with the thing that they name. */
function withoutCommands(line: string): string {
  return line
    .replaceAll(/\[(?:skip|no)[ -](?:ci|actions)\]|\[(?:ci|actions)[ -]skip\]|\*{3}NO_CI\*{3}/gi, '')
    .replaceAll(
      /\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?):? (?:[\w.-]{1,100}(?:\/[\w.-]{1,100})?)?(?:#|GH-)\d{1,10}/gi,
      '',
    )
    .replaceAll(/\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):? https?:\/\/\S{1,200}/gi, '');
}
