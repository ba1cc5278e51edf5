// What a person has allowed for the rest of a conversation. It is in memory alone: no file and no setting can bring or
// widen it.
import { type CommandWords, readCommandLine, type Shell } from '../commands/command-line.ts';
import { isPlainOperand, namesFile, reachOf } from '../commands/reach.ts';
import { decidesCommands } from './deciding-files.ts';

/** A command as it would be run: the whole line, by a shell of its own, which ends with it. */
export interface CommandToRun {
  readonly line: string;
  readonly shell: Shell;
  /** The real path of the folder that it runs in. */
  readonly folder: string;
}

export type CommandAllowance =
  | { readonly kind: 'exactCommand'; readonly command: CommandToRun }
  | {
      readonly kind: 'commandPrefix';
      readonly words: CommandWords;
      readonly shell: Shell;
      readonly folder: string;
    };

/**
 * A tool of another extension or server, as it was when a person decided: another description or schema is another
 * tool.
 */
export interface ExternalTool {
  /** The id of the server or extension that brings it. */
  readonly source: string;
  readonly name: string;
  readonly description: string;
  /** Its schema as JSON, byte by byte. */
  readonly inputSchema: string;
}

export type Allowance = CommandAllowance | { readonly kind: 'externalTool'; readonly tool: ExternalTool };

/** What a person may be offered about a command: the exact line first, then prefixes, longest first. */
export function offeredAllowances(command: CommandToRun): readonly CommandAllowance[] {
  const commands = readCommandLine(command.line, command.shell);
  const reach = reachOf(commands);
  if (commands === null || reach.kind === 'once') return [];
  const exactly: CommandAllowance = { kind: 'exactCommand', command };
  if (reach.kind === 'exact') return [exactly];
  return [exactly, ...prefixesOf(commands[0], reach.fewest).map((words) => prefixAllowance(words, command))];
}

/** None ends with an option but the whole command: the next word could be the option's value. */
function prefixesOf([program, ...operands]: CommandWords, fewest: number): CommandWords[] {
  const lengths = operands.map((_, fewer) => operands.length - fewer).concat(0);
  return lengths
    .filter((length) => length + 1 >= fewest)
    .filter((length) => length === operands.length || operands[length - 1]?.startsWith('-') !== true)
    .map((length) => [program, ...operands.slice(0, length)]);
}

function prefixAllowance(words: CommandWords, { shell, folder }: CommandToRun): CommandAllowance {
  return { kind: 'commandPrefix', words, shell, folder };
}

export class Allowances {
  #allowed: readonly Allowance[] = [];

  get all(): readonly Allowance[] {
    return this.#allowed;
  }

  /** What the rules do not offer is kept without effect: `covers` asks them again. */
  add(allowance: Allowance): void {
    this.#allowed = [...this.#allowed, allowance];
  }

  /**
   * A file has changed that nobody has looked at: what it may decide about is asked again.
   *
   * @param path within its workspace folder.
   */
  changedUnseen(path: string): void {
    const decides = decidesCommands(path);
    this.#allowed = this.#allowed.filter(
      (allowance) => allowance.kind === 'externalTool' || !(decides || isAbout(allowance, path)),
    );
  }

  /** A command has run that nobody looked at: it may have changed what every other one does. */
  ranUnseen(): void {
    this.#allowed = this.#allowed.filter(({ kind }) => kind === 'externalTool');
  }

  coversCommand(command: CommandToRun): boolean {
    const { line, shell, folder } = command;
    const commands = readCommandLine(line, shell);
    const reach = reachOf(commands);
    if (commands === null || reach.kind === 'once') return false;
    return this.#allowed.some((allowance) => {
      switch (allowance.kind) {
        case 'exactCommand':
          return equal(allowance.command, command);
        case 'commandPrefix':
          return (
            reach.kind === 'prefix' &&
            allowance.words.length >= reach.fewest &&
            allowance.shell === shell &&
            allowance.folder === folder &&
            isCovered(commands[0], allowance.words)
          );
        case 'externalTool':
          return false;
      }
    });
  }

  coversTool(tool: ExternalTool): boolean {
    return this.#allowed.some((allowance) => allowance.kind === 'externalTool' && isSameTool(allowance.tool, tool));
  }
}

export function isSameTool(one: ExternalTool, other: ExternalTool): boolean {
  return (
    one.source === other.source &&
    one.name === other.name &&
    one.description === other.description &&
    one.inputSchema === other.inputSchema
  );
}

function equal(one: CommandToRun, other: CommandToRun): boolean {
  return one.line === other.line && one.shell === other.shell && one.folder === other.folder;
}

function isCovered(words: CommandWords, prefix: CommandWords): boolean {
  return prefix.every((word, index) => words[index] === word) && words.slice(prefix.length).every(isPlainOperand);
}

function isAbout(allowance: CommandAllowance, path: string): boolean {
  if (allowance.kind === 'commandPrefix') return namesFile([allowance.words], path);
  const commands = readCommandLine(allowance.command.line, allowance.command.shell);
  return commands === null || namesFile(commands, path);
}
