// How much of a command a person can allow at once: only this time, this exact line, or whatever begins with some of
// its words.
import { looseReadings } from '../../attachments/path-names.ts';
import { secretSign } from '../../attachments/secret-scan.ts';
import { isSensitive } from '../../edits/protected-paths.ts';
import type { CommandWords, ReadCommands } from './command-line.ts';
import {
  actingOptions,
  everydayWords,
  exactPrograms,
  interpreters,
  isKnownProgram,
  prefixSubcommands,
  programName,
  publishingWords,
  pythonModules,
  reachingPrograms,
  reachingSubcommands,
  readingPrograms,
  runningWords,
  scriptSubcommands,
} from './programs.ts';

export type Reach =
  /**
   * Asked every time: it is not read surely, sends something elsewhere, or names what is secret, protected or outside.
   */
  | { readonly kind: 'once' }
  | { readonly kind: 'exact' }
  /** @property fewest words that such a prefix has */
  | { readonly kind: 'prefix'; readonly fewest: number };

const once: Reach = { kind: 'once' };
const exact: Reach = { kind: 'exact' };

/** @param commands null for a line that is not read */
export function reachOf(commands: ReadCommands | null): Reach {
  if (commands === null || commands.some(isAskedAlways)) return once;
  const [command, ...others] = commands;
  const fewest = others.length > 0 ? null : fewestWords(command);
  // A prefix that is as long as the line allows what comes behind it as well.
  return fewest === null || fewest > command.length ? exact : { kind: 'prefix', fewest };
}

function isAskedAlways(command: CommandWords): boolean {
  const [program, ...operands] = command;
  if (sendingWordsOf(command) !== null || operands.some(namesSensitivePath)) return true;
  // In a text that a shell is given, a path may begin anywhere.
  const run = mayBeRun(command);
  const holdsText = [program, ...run].some((word) => exactPrograms.has(programName(word)));
  return holdsText && partsOf(run).some(namesSensitivePath);
}

/**
 * The words by which one of the commands is known to send something off this machine, or to run or publish what may do
 * so: a program, perhaps with what is done with it. Null where none is.
 */
export function sendingWords(commands: ReadCommands): string | null {
  for (const command of commands) {
    const words = sendingWordsOf(command);
    if (words !== null) return words;
  }
  return null;
}

function sendingWordsOf(command: CommandWords): string | null {
  const sent = wordsThatSend(command);
  if (sent !== null) return sent;
  const name = programName(command[0]);
  const run = mayBeRun(command);
  const parts = partsOf(run);
  const isMeant = (part: string): boolean => exactPrograms.has(name) || !everydayWords.has(part);
  for (const [at, part] of parts.entries()) {
    const words = isMeant(part) ? wordsThatSend([part, ...parts.slice(at + 1)]) : null;
    if (words !== null) return words;
  }
  const publishing = isKnownProgram(name) ? undefined : run.find((word) => publishingWords.has(word.toLowerCase()));
  return publishing === undefined ? null : `${name} ${publishing}`;
}

/** The operands of which any may be, or hold, a program that is run: all, unless it is known what becomes of them. */
function mayBeRun([program, ...operands]: CommandWords): readonly string[] {
  const name = programName(program);
  if (readingPrograms.has(name) || prefixSubcommands.get(name)?.has(operands[0] ?? '') === true) return [];
  const hasSubcommands = prefixSubcommands.has(name) || reachingSubcommands.has(name);
  if (exactPrograms.has(name) || !hasSubcommands) return operands;
  const running = operands.findIndex((operand) => runningWords.has(operand.toLowerCase()));
  return running === -1 ? [] : operands.slice(running + 1);
}

function partsOf(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => word.split(/[^\w./\\-]+/).filter((part) => part !== ''));
}

function wordsThatSend([program, ...operands]: CommandWords): string | null {
  const name = programName(program);
  // Git takes programs of such a name for subcommands of its own.
  if (name.startsWith('git-')) return wordsThatSend(['git', name.slice('git-'.length), ...operands]);
  if (reachingPrograms.has(name)) return name;
  if (prefixSubcommands.get(name)?.has(operands[0] ?? '') === true) return null;
  // Options may stand before a subcommand, so it is looked for everywhere.
  const subcommands = reachingSubcommands.get(name);
  const subcommand = operands.find((operand) => subcommands?.has(operand.toLowerCase()) === true);
  return subcommand === undefined ? null : `${name} ${subcommand}`;
}

/**
 * Whether any part of a word, such as the value of an option, names a place or a file about which a person is always
 * asked.
 */
function namesSensitivePath(word: string): boolean {
  if (word.includes('://') || secretSign('', word) !== null) return true;
  return pathsIn(word).some((part) => isOutside(part) || isSensitive(part) || isSensitive(`${part}/any`));
}

/** What of a word may be a path: all of it, the value of an option, one of several. */
function pathsIn(word: string): readonly string[] {
  return [word, ...word.split(/[=:,@]/), word.replace(/^-+[A-Za-z]/, '')].filter((part) => part !== '');
}

/** Every path that the commands may be given, each once, as they stand there. */
export function operandPaths(commands: ReadCommands): readonly string[] {
  return [...new Set(commands.flatMap(([, ...operands]) => operands.flatMap(pathsIn)))];
}

/** Whether a path may leave the folder that it is taken in, as far as its text says. */
function isOutside(path: string): boolean {
  if (path === '/dev/null') return false;
  return /^(?:[/\\~]|[A-Za-z]:[/\\])/.test(path) || path.split(/[/\\]/).includes('..');
}

/** How many words a prefix of this command has at least; null where none is offered. */
function fewestWords([program, ...operands]: CommandWords): number | null {
  const name = programName(program);
  const [first = '', second = ''] = operands;
  if (exactPrograms.has(name) || operands.some((operand) => actingOptions.has(operand))) return null;
  if (readingPrograms.has(name)) return 1;
  // It is loaded from elsewhere: `npm:x`, `data:x`.
  if (interpreters.has(name) && operands.some((operand) => /^[a-z][\w+.-]+:(?!:)/i.test(operand))) return null;
  const subcommands = prefixSubcommands.get(name);
  if (subcommands?.has(first) === true) return scriptSubcommands.has(first) ? fewestBehind(second, 3) : 2;
  if (/^(?:python|py|pypy)$/.test(name) && first === '-m') return pythonModules.has(second) ? 3 : null;
  if (subcommands !== undefined || operands.some(runsAnother)) return null;
  return fewestBehind(first, 2);
}

/** Whether a word of a program about which nothing is known may say that, or which, other one it runs. */
function runsAnother(operand: string): boolean {
  return (
    runningWords.has(operand.toLowerCase()) || partsOf([operand]).some((part) => isKnownProgram(programName(part)))
  );
}

/** The word that says what runs must be there, and no option. */
function fewestBehind(word: string, fewest: number): number | null {
  return isPlainOperand(word) ? fewest : null;
}

/**
 * Whether a word behind an allowed prefix says only what the command is about. Options are not covered: those of many
 * programs run or write what they name.
 */
export function isPlainOperand(word: string): boolean {
  return /^[\p{L}\p{N}_.][\p{L}\p{N}\p{M} _.:/@-]*$/u.test(word) && !namesSensitivePath(word);
}

/** Whether one of the words names this file, which may so decide about what the command does. */
export function namesFile(commands: ReadCommands, path: string): boolean {
  const changed = looseReadings(path);
  // Windows looks for a program beside the files first, and takes several endings for one.
  const stems = changed.map((names) => (names.at(-1) ?? '').split('.')[0]);
  if (commands.some(([program]) => stems.includes(programName(program)))) return true;
  return commands.flat().some((word) =>
    looseReadings(word).some((names) => {
      const meant = names.filter((name) => name !== '.');
      return meant.length > 0 && changed.some((along) => endsWith(along, meant));
    }),
  );
}

function endsWith(names: readonly string[], end: readonly string[]): boolean {
  return end.length <= names.length && end.every((name, index) => names[names.length - end.length + index] === name);
}
