// A command line as a shell reads it, as far as that is sure. The reading is narrow on purpose: whatever a shell in use
// reads in another way than others, or that depends on files, variables or the person's settings, is not read at all.
// @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html
import { hiddenCharacters } from '../../code/hidden-characters.ts';

export type Shell = 'posix' | 'fish' | 'powershell' | 'cmd' | 'unknown';

/** The words of one simple command, the program first, without their quotes. */
export type CommandWords = readonly [program: string, ...operands: string[]];

/** The simple commands that a line consists of, in order, whatever stands between them; at least one. */
export type ReadCommands = readonly [CommandWords, ...CommandWords[]];

const longestLine = 8192;

/** Null for a line whose reading is not sure. */
export function readCommandLine(line: string, shell: Shell): ReadCommands | null {
  if (line.length > longestLine || /\p{Cc}/u.test(line) || hiddenCharacters(line).size > 0) return null;
  switch (shell) {
    case 'posix':
      return readUnixLine(line, /'[^'!]*'(?!')/y);
    case 'fish':
      // Between its single quotes a backslash escapes.
      return readUnixLine(line, /'[^'!\\]*'(?!')/y);
    case 'powershell':
    case 'cmd':
      return readWindowsLine(line);
    case 'unknown':
      return null;
  }
}

/**
 * What means the same in every shell, outside of quotes. Backslash, `$`, globs, braces, `~`, `#`, `!` and `^` are not
 * among it.
 */
const bareText = /[A-Za-z0-9_./:=,@%+-]+/y;
/** History is expanded between double quotes as well, and in old shells even between single ones. */
const doubleQuoted = /"[^"$`\\!]*"/y;
const blanks = / +/y;
const operator = /&&|\|\|(?![|&])|\|(?![|&])|;(?![;&|])/y;
/** These write no file and begin no command. */
const harmlessRedirection = /(?:2>&1|[12]?>\/dev\/null)(?=[ ;|]|$)/y;

function readUnixLine(line: string, singleQuoted: RegExp): ReadCommands | null {
  const commands: string[][] = [[]];
  const text = new Scanner(line);
  while (!text.isAtEnd()) {
    if (text.take(blanks) !== null || text.take(harmlessRedirection) !== null) continue;
    if (text.take(operator) !== null) {
      commands.push([]);
      continue;
    }
    const word = takeWord(text, singleQuoted);
    if (word === null) return null;
    commands.at(-1)?.push(word);
  }
  return allCommands(commands);
}

/** Null where no word begins here, or one of which it is not sure what it means. */
function takeWord(text: Scanner, singleQuoted: RegExp): string | null {
  // zsh puts the path of a program in the place of `=name`; `%` names a job.
  if (text.isAt(/[=%]/y)) return null;
  let word = '';
  for (let parts = 0; ; parts += 1) {
    const bare = text.take(bareText);
    const quoted = bare === null ? (text.take(doubleQuoted) ?? text.take(singleQuoted)) : null;
    if (bare === null && quoted === null) return parts > 0 && (text.isAtEnd() || text.isAt(/[ ;|&]/y)) ? word : null;
    word += bare ?? quoted?.slice(1, -1) ?? '';
  }
}

/**
 * Both shells of Windows have a syntax that few know by heart, so a line is read only where it holds nothing but plain
 * words of one command of a program that neither takes for a word of its own.
 */
function readWindowsLine(line: string): ReadCommands | null {
  const commands: string[] = [];
  const text = new Scanner(line);
  while (!text.isAtEnd()) {
    const word = text.take(/[A-Za-z0-9_./\\:-]+/y) ?? text.take(/"[A-Za-z0-9_./: -]+"/y);
    if (word === null || !(text.isAtEnd() || text.take(blanks) !== null)) return null;
    commands.push(word.startsWith('"') ? word.slice(1, -1) : word);
  }
  return programsOfWindows.has(commands[0] ?? '') ? allCommands([commands]) : null;
}

const programsOfWindows: ReadonlySet<string> = new Set(
  'npm pnpm yarn bun git cargo go dotnet python py pytest node tsc eslint mocha jest vitest make mvn gradle'.split(' '),
);

/** What a shell reads as a part of its own syntax where a program is expected. */
const reservedWords: ReadonlySet<string> = new Set(
  (
    'if then else elif fi for while until do done case esac in select function time coproc repeat foreach end nocorrect ' +
    'noglob and or not begin switch'
  ).split(' '),
);

/** Null where a command has no program, or one that is an assignment or a word of the shell's own. */
function allCommands(commands: readonly (readonly string[])[]): ReadCommands | null {
  const [first, ...others] = commands.map(asCommand).filter((command) => command !== null);
  return first === undefined || others.length + 1 < commands.length ? null : [first, ...others];
}

function asCommand([program = '', ...operands]: readonly string[]): CommandWords | null {
  const isProgram = program !== '' && !program.includes('=') && !reservedWords.has(program);
  return isProgram ? [program, ...operands] : null;
}

class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** @param pattern sticky */
  isAt(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    return pattern.test(this.#text);
  }

  /** What of the text matches here, which is then behind; null where nothing does. */
  take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const taken = pattern.exec(this.#text)?.[0] ?? null;
    this.#at += taken?.length ?? 0;
    return taken;
  }
}
