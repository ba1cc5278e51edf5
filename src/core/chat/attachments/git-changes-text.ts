/** Names: more say hardly more. */
const mostNames = 200;

/**
 * The changes of a repository as a model reads them: what git knows as a diff, of what it does not know yet the names,
 * since a diff leaves them out. Empty where nothing has changed.
 *
 * @param untracked paths within the repository.
 */
export function gitChangesText(diffs: readonly string[], untracked: readonly string[]): string {
  return [...diffs, untrackedText(untracked)].filter((part) => part.trim() !== '').join('\n');
}

function untrackedText(paths: readonly string[]): string {
  if (paths.length === 0) return '';
  const named = paths.slice(0, mostNames).map((path) => path.replaceAll(/\p{Cc}/gu, ' '));
  const rest = paths.length - named.length;
  return ['New files that git does not know yet:', ...named, ...(rest > 0 ? [`(and ${rest} more)`] : [])].join('\n');
}
