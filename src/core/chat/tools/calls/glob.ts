// Whether a file's name fits a glob such as `src/**/*.{ts,tsx}`, in time that grows with the lengths alone, whatever a
// model writes: `*` and `?` stay within a name, `**` spans folders, braces hold alternatives. A glob without a slash is
// looked for in every folder.

/** More make no sense, and would each be tried. */
const mostAlternatives = 64;
/**
 * Parts between slashes, and signs for any text in them, of all alternatives together: each name is held against all.
 */
const mostParts = 600;

/** Whether it is narrow enough for the names of a whole workspace to be held against it. */
export function isBoundedGlob(glob: string): boolean {
  return boundedAlternatives(glob) !== null;
}

/** @returns whether a name, with forward slashes, fits; none does where the glob is not bounded */
export function readGlob(glob: string): (name: string) => boolean {
  const alternatives = (boundedAlternatives(glob) ?? []).map((one) => one.split('/'));
  return (name) => {
    const names = name.split('/');
    return alternatives.some((one) => fitNames(one, names));
  };
}

/** Where files that fit a glob can be, so that fewer are looked at: all that fit are there, and others may be. */
export interface Whereabouts {
  /** The folders that lead there, one in the other. */
  readonly folder: readonly string[];
  /** What a file's own name fits, one of these, with a star for any letters; null where it may be any. */
  readonly names: readonly string[] | null;
}

const anywhere: Whereabouts = { folder: [], names: null };

/** @param glob null for all files */
export function whereaboutsOf(glob: string | null): Whereabouts {
  return glob === null ? anywhere : { folder: firstFolders(glob), names: lastNames(glob) };
}

/** What a glob says of one folder. */
export interface FolderGlob {
  /** Whether a file's name within the folder fits. */
  readonly fits: (name: string) => boolean;
  readonly where: Whereabouts;
}

/**
 * What a glob says of one of several folders, whose files are named with the folder's name before them: it may begin
 * with such a name. Null where it is about another one.
 *
 * @param folders the names of all
 */
export function globInFolder(glob: string, folder: string, folders: readonly string[]): FolderGlob | null {
  const plain = glob.replace(/^\.?\//, '');
  if (folders.some((name) => plain.startsWith(`${name}/`))) {
    const within = `./${plain.slice(folder.length + 1)}`;
    return plain.startsWith(`${folder}/`) ? { fits: readGlob(within), where: whereaboutsOf(within) } : null;
  }
  const fits = readGlob(glob);
  const where = whereaboutsOf(glob);
  // Of alternatives, some may begin with the folder's name.
  const isNamed = where.folder[0] === folder.split('/')[0];
  return { fits: (name) => fits(name) || fits(`${folder}/${name}`), where: isNamed ? { ...where, folder: [] } : where };
}

/** Not one that leads out of its folder. */
const plainName = /^(?!\.+$)[\p{L}\p{N} _.-]+$/u;

/** Those that every alternative begins with. */
function firstFolders(glob: string): readonly string[] {
  const [first = [], ...others] = (boundedAlternatives(glob) ?? ['']).map((one) => one.split('/').slice(0, -1));
  const end = first.findIndex((name, at) => !plainName.test(name) || others.some((other) => other[at] !== name));
  return end === -1 ? first : first.slice(0, end);
}

function lastNames(glob: string): readonly string[] | null {
  const last = (boundedAlternatives(glob) ?? ['**']).map((one) => one.slice(one.lastIndexOf('/') + 1));
  const isPlain = last.every((name) => /^[\p{L}\p{N} _.*-]+$/u.test(name) && !/^\*+$/.test(name));
  return isPlain ? [...new Set(last.map((name) => name.replaceAll(/\*+/g, '*')))] : null;
}

function boundedAlternatives(glob: string): readonly string[] | null {
  const alternatives = alternativesOf(inAnyFolder(glob));
  const parts = alternatives?.reduce((sum, one) => sum + one.split(/[/*]/).length, 0) ?? Infinity;
  return parts <= mostParts ? alternatives : null;
}

function inAnyFolder(glob: string): string {
  return glob.includes('/') ? glob.replace(/^\.?\//, '') : `**/${glob}`;
}

/** What the first braces hold, each with what is left of the others; null where those are too many. */
function alternativesOf(glob: string): readonly string[] | null {
  let found = [glob];
  for (let open = glob.indexOf('{'); open !== -1; open = found[0]?.indexOf('{') ?? -1) {
    const next = found.flatMap(withoutFirstBraces);
    if (next.length > mostAlternatives) return null;
    if (next.length === found.length) return next;
    found = next;
  }
  return found;
}

function withoutFirstBraces(glob: string): readonly string[] {
  const open = glob.indexOf('{');
  const close = glob.indexOf('}', open);
  if (open === -1 || close === -1) return [glob];
  const choices = glob.slice(open + 1, close).split(',');
  return choices.map((choice) => glob.slice(0, open) + choice + glob.slice(close + 1));
}

/** Row by row: whether what stands before each place of the names fits what stands before the one of the glob. */
function fitNames(pattern: readonly string[], names: readonly string[]): boolean {
  let fits = [true, ...names.map(() => false)];
  for (const part of pattern) {
    const before = fits;
    if (part === '**') {
      let isReached = false;
      fits = before.map((fit) => (isReached ||= fit));
    } else fits = before.map((_, at) => at > 0 && before[at - 1] === true && fitsName(part, names[at - 1] ?? ''));
  }
  return fits.at(-1) === true;
}

function fitsName(pattern: string, name: string): boolean {
  let at = 0;
  let place = 0;
  let star = -1;
  let starPlace = 0;
  while (place < name.length) {
    if (pattern[at] === '*') {
      star = at;
      starPlace = place;
      at += 1;
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === name[place])) {
      at += 1;
      place += 1;
    } else if (star === -1) return false;
    else {
      at = star + 1;
      starPlace += 1;
      place = starPlace;
    }
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}
