// Which paths a person means who types a few letters of one, the likeliest first.

/** The paths that hold the letters, at most `most` of them; all, in their own order, where there are no letters. */
export function searchPaths<T>(
  letters: string,
  items: readonly T[],
  pathOf: (item: T) => string,
  most: number,
): readonly T[] {
  const wanted = letters.toLowerCase();
  if (wanted === '') return items.slice(0, most);
  return items
    .map((item) => ({ item, path: pathOf(item), likeness: likenessOf(wanted, pathOf(item).toLowerCase()) }))
    .filter(({ likeness }) => likeness > 0)
    .sort(
      (one, other) =>
        other.likeness - one.likeness || one.path.length - other.path.length || (one.path < other.path ? -1 : 1),
    )
    .slice(0, most)
    .map(({ item }) => item);
}

/** 0 where the letters are not in the path in their order. */
function likenessOf(letters: string, path: string): number {
  const name = path.slice(path.lastIndexOf('/', path.length - 2) + 1);
  if (name === letters) return 6;
  if (name.startsWith(letters)) return 5;
  if (name.includes(letters)) return 4;
  if (path.includes(letters)) return 3;
  if (holdsInOrder(name, letters)) return 2;
  return holdsInOrder(path, letters) ? 1 : 0;
}

function holdsInOrder(text: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = text.indexOf(letter, at) + letter.length;
    if (at < letter.length) return false;
  }
  return true;
}
