// What a project tells every assistant, in files of an agreed name: the topmost one, and the one nearest to the file
// that is worked on. What a project only holds of others tells nothing. Whoever reads them has made sure that the
// workspace is trusted.

export const instructionsName = 'AGENTS.md';

/** Characters of one file: beyond this it would crowd out what is asked. */
export const largestInstructions = 32_000;

export interface ProjectInstructions {
  /** From the topmost folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly isCut: boolean;
}

/** Folders in which programs or people put what others have written; as names in lower case. */
const foldersOfOthers: ReadonlySet<string> = new Set([
  'node_modules',
  'bower_components',
  'jspm_packages',
  'vendor',
  'third_party',
  'third-party',
  'thirdparty',
  'site-packages',
  'dist-packages',
  'venv',
  'pods',
  'carthage',
]);

/** The folder that the workspace or one of its folders is. Paths are as in `ProjectInstructions`. */
export interface ProjectFolder {
  /** Null where there is no such file, or it may not be read. Must not reject. */
  readonly read: (path: string) => Promise<string | null>;
  /** Whether there is such a file or folder. Must not reject. */
  readonly has: (path: string) => Promise<boolean>;
}

/**
 * The topmost file first, since the nearer one has the last word. A file that says nothing counts as none.
 *
 * @param folder that is worked in, by the names along its way from the topmost folder; empty for that one itself
 */
export async function projectInstructions(
  folder: readonly string[],
  project: ProjectFolder,
): Promise<readonly ProjectInstructions[]> {
  const topmost = await instructionsIn([], project);
  const own = await ownPart(folder, project);
  let nearest: ProjectInstructions | null = null;
  for (let depth = own.length; depth > 0 && nearest === null; depth -= 1)
    nearest = await instructionsIn(own.slice(0, depth), project);
  return [topmost, nearest].filter((each) => each !== null);
}

/**
 * How far along the way the project goes: not into what is of others, nor into a second repository within the first.
 * Where the topmost folder is none itself, the first one on the way is the project's.
 */
async function ownPart(folder: readonly string[], { has }: ProjectFolder): Promise<readonly string[]> {
  const end = folder.findIndex(isOfOthers);
  const own = end === -1 ? folder : folder.slice(0, end);
  let isInRepository = await has('.git');
  for (const depth of own.keys()) {
    const isRepository = await has([...own.slice(0, depth + 1), '.git'].join('/'));
    if (isRepository && isInRepository) return own.slice(0, depth);
    isInRepository ||= isRepository;
  }
  return own;
}

/** Hidden folders of tools hold copies of what others have written too, such as `.venv`, `.yarn` and `.cargo`. */
function isOfOthers(name: string): boolean {
  return name.startsWith('.') || foldersOfOthers.has(name.toLowerCase());
}

async function instructionsIn(folder: readonly string[], { read }: ProjectFolder): Promise<ProjectInstructions | null> {
  const path = [...folder, instructionsName].join('/');
  const text = (await read(path))?.trim() ?? '';
  if (text === '') return null;
  return { path, text: text.slice(0, largestInstructions), isCut: text.length > largestInstructions };
}
