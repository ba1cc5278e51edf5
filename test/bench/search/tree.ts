// A tree of files to search, the same each time: sources of many folders, beside what makes searches slow or wrong:
// large files, lines without an end, bytes that are no text, and what git ignores.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What stands in one file of all. */
export const rareWord = 'theOnlyLighthouse';
/** Stands in nearly every file, and in what is ignored. */
export const commonWord = 'tide';

const filesInFolder = 100;

/** @param count of the sources, without what is large, binary or ignored */
export async function writeTree(root: string, count: number): Promise<void> {
  const random = createRandom(1);
  const folders = Math.ceil(count / filesInFolder);
  for (let folder = 0; folder < folders; folder += 1) {
    const at = path.join(root, `area${folder % 20}`, `package${folder}`, 'src');
    await mkdir(at, { recursive: true });
    const names = Array.from({ length: Math.min(filesInFolder, count - folder * filesInFolder) }, (_, index) => index);
    await Promise.all(
      names.map((index) => {
        const name = `module${index}.${['ts', 'ts', 'ts', 'md', 'json'][index % 5] ?? 'ts'}`;
        const rare = folder === Math.floor(folders / 2) && index === 50 ? `// ${rareWord}\n` : '';
        return writeFile(path.join(at, name), sourceText(random) + rare);
      }),
    );
    if (folder % 10 === 0) await writeIgnored(path.join(root, `area${folder % 20}`, `package${folder}`), random);
  }
  await writeOdd(root, random);
  await writeFile(path.join(root, '.gitignore'), 'node_modules/\n*.log\n');
  await mkdir(path.join(root, '.git'), { recursive: true });
  await writeFile(path.join(root, '.git', 'HEAD'), `ref: refs/heads/${commonWord}\n`);
}

type Random = () => number;

const words = ['value', 'const', 'return', 'function', 'height', 'harbour', 'range', 'await', 'import', 'readonly'];

function sourceText(random: Random): string {
  const lines = 20 + Math.floor(random() * 60);
  return Array.from({ length: lines }, (_, line) => sourceLine(random, line)).join('\n') + '\n';
}

function sourceLine(random: Random, line: number): string {
  const said = Array.from({ length: 4 + Math.floor(random() * 6) }, () => words[Math.floor(random() * words.length)]);
  if (line % 12 === 0) return `export const ${commonWord}${line} = ${Math.floor(random() * 1000)};`;
  return `  ${said.join(' ')}`;
}

async function writeIgnored(folder: string, random: Random): Promise<void> {
  const modules = path.join(folder, 'node_modules', 'other');
  await mkdir(modules, { recursive: true });
  for (let index = 0; index < 50; index += 1)
    await writeFile(path.join(modules, `file${index}.js`), sourceText(random));
  await writeFile(path.join(folder, 'debug.log'), sourceText(random).repeat(50));
}

async function writeOdd(root: string, random: Random): Promise<void> {
  const at = path.join(root, 'odd');
  await mkdir(at, { recursive: true });
  const source = sourceText(random);
  for (let index = 0; index < 20; index += 1) {
    await writeFile(path.join(at, `large${index}.csv`), source.repeat(Math.ceil(2_000_000 / source.length)));
    await writeFile(path.join(at, `bundle${index}.min.js`), `var ${commonWord}=1;`.repeat(60_000));
    const bytes = Buffer.from(Array.from({ length: 200_000 }, () => Math.floor(random() * 256)));
    await writeFile(path.join(at, `picture${index}.png`), bytes);
  }
}

/** Mulberry32: a fixed row of numbers. */
function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
