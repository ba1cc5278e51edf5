// Runs a command line in a terminal that the person sees.
import * as z from 'zod/mini';
import { readCommandLine } from '../commands/command-line.ts';
import { operandPaths, sendingWords } from '../commands/reach.ts';
import { textBlock } from '../../messages/blocks.ts';
import type { CommandToRun } from '../consent/allowances.ts';
import { type Limit, mostTasks } from '../sandbox/limits.ts';
import { boundedText } from './bounded-text.ts';
import {
  type CallResult,
  failed,
  impossible,
  type LeftFiles,
  type OfferedTool,
  type OutsideWish,
  type PreparedCall,
  succeeded,
  type ToolOutcome,
} from './offered-tool.ts';
import { createTool, pathSchema } from './tool-input.ts';

/** How a command went; `output` is what the terminal showed, in order. */
export type CommandEnd =
  /** `exitCode` is null where the shell did not tell it, `output` where it cannot be read. */
  | { readonly kind: 'exited'; readonly exitCode: number | null; readonly output: string | null }
  /** It has said nothing for a while, and goes on: it waits for something, or serves. */
  | { readonly kind: 'running'; readonly output: string }
  /** It was stopped since it said nothing for a while, in the sandbox, where nothing goes on by itself. */
  | { readonly kind: 'silent'; readonly output: string }
  /** It was ended in the sandbox, since it used up what others need. */
  | { readonly kind: 'tooMuch'; readonly limit: Limit; readonly output: string }
  | { readonly kind: 'stopped'; readonly output: string };

export interface Terminals {
  /**
   * Where a command would run: the real path of the folder, and the shell that would read it. `path` is null for the
   * first folder of the workspace; null is given back for what is no folder.
   */
  place(
    path: string | null,
    signal: AbortSignal,
  ): Promise<{ readonly place: Omit<CommandToRun, 'line'>; readonly liesInside: boolean } | null>;
  /** Whether each of the paths, taken from `folder`, leads into the workspace when all links are followed. */
  staysInside(folder: string, paths: readonly string[]): Promise<boolean>;
  /**
   * Runs it in a shell of its own, which ends with it, without a pager and with nobody to ask; aborting ends it. Null
   * where the folder or the shell is another one by then: nothing was run.
   */
  run(command: CommandToRun, signal: AbortSignal): Promise<CommandEnd | null>;
  /** Null where commands are not to run in one, and where this machine has none. */
  sandbox(): Sandbox | null;
}

/** Where a command can neither write outside of the workspace, nor send, nor read what is nobody's business. */
export interface Sandbox {
  run(command: CommandToRun, signal: AbortSignal): Promise<SandboxedEnd>;
}

export type SandboxedEnd =
  /** `isKnown` is false where what it left could not all be looked through; the person was told. */
  | {
      readonly kind: 'ran';
      readonly end: CommandEnd | null;
      readonly left: LeftFiles | null;
      readonly isKnown: boolean;
    }
  /** Nothing was run. */
  | { readonly kind: 'notRun'; readonly why: NoSandbox };

export type NoSandbox =
  /** There is too much in the workspace that must not be changed, or a part of it is a link. */
  | 'tooLarge'
  | 'linked'
  /** An open folder holds the person's home, VS Code's own files or the system, or leads there. */
  | 'homeInFolder'
  /** A folder of the person's cannot be looked into. */
  | 'unreadable'
  /** A command has left what could not be looked through. */
  | 'unclean'
  /** Another command is still running in it. */
  | 'busy';

const longestOutput = 20_000;
const longestLine = 16_384;
const mostPaths = 500;

const commandInput = z.object({
  command: z.string().check(z.minLength(1), z.maxLength(longestLine)),
  folder: z.optional(pathSchema),
  outside_sandbox: z.optional(z.boolean()),
});

export function runCommandTool(terminals: Terminals): OfferedTool {
  /** How commands have ended in the sandbox that failed there, by folder and line. */
  const failures = new Map<string, number | null>();
  return createTool(
    {
      name: 'run_command',
      description:
        'Runs a command line in the shell of the person, in a terminal that they see; folder is where, the first folder of the ' +
        'workspace if left out. Each command has a shell of its own: nothing of it, such as cd, is left for the next. Nobody types ' +
        'an answer. Plain single commands without $, redirections or lists are allowed sooner. Where commands run in a sandbox, ' +
        'outside_sandbox asks the person to run this one outside of it: only for what failed in there, or needs the network.',
      isReadOnly: false,
    },
    commandInput,
    async ({ command: line, folder, outside_sandbox: isForOutside }, signal) => {
      const found = await terminals.place(folder ?? null, signal);
      if (found === null) return impossible(`There is no folder ${folder ?? ''} to run it in.`);
      const command = { ...found.place, line };
      const sandbox = found.liesInside ? terminals.sandbox() : null;
      const sends = wordsThatSend(command);
      const liesInside = found.liesInside && (await staysInside(terminals, command));
      const action = { kind: 'command', command, liesInside, isSandboxed: false } as const;
      const key = JSON.stringify([command.folder, line]);
      const inSandbox = (within: Sandbox, hint: string): Pick<PreparedCall, 'action' | 'run'> => ({
        action: { ...action, isSandboxed: true },
        run: async (running) => {
          const end = await within.run(command, running);
          noteFailure(failures, key, end);
          return sandboxedOutcome(end, hint);
        },
      });
      const preview = { kind: 'command', line, folder: command.folder, sends, outside: null } as const;
      // What sends something could only fail there.
      if (sandbox !== null && isForOutside !== true && sends === null)
        return { kind: 'prepared', preview, ...inSandbox(sandbox, outsideHint) };
      const wish: OutsideWish = { hasFailed: failures.has(key), exitCode: failures.get(key) ?? null };
      return {
        kind: 'prepared',
        action,
        preview: { ...preview, outside: isForOutside === true ? wish : null },
        run: async (running) => commandOutcome(await terminals.run(command, running)),
        ...(sandbox === null ? {} : { inSandbox: inSandbox(sandbox, chosenHint) }),
      };
    },
  );
}

function noteFailure(failures: Map<string, number | null>, key: string, run: SandboxedEnd): void {
  if (run.kind === 'notRun' || run.end === null) return;
  const exitCode = run.end.kind === 'exited' ? run.end.exitCode : null;
  if (exitCode === 0) failures.delete(key);
  else failures.set(key, exitCode);
}

/** What is not read, or names more than anybody looks at, is asked about every time anyway, or from now on. */
async function staysInside(terminals: Terminals, { line, shell, folder }: CommandToRun): Promise<boolean> {
  const commands = readCommandLine(line, shell);
  const paths = commands === null ? [] : operandPaths(commands);
  return paths.length <= mostPaths && (await terminals.staysInside(folder, paths));
}

/** Null also for a line that is not read surely. */
function wordsThatSend({ line, shell }: CommandToRun): string | null {
  const commands = readCommandLine(line, shell);
  return commands === null ? null : sendingWords(commands);
}

const sandboxNote =
  'It ran in the sandbox: without network; outside of the workspace and /tmp nothing could be written, nor .git and files that ' +
  'other programs run or obey; secrets and most of the home folder were not there.';
const outsideHint = ' If it failed for that, call it again with outside_sandbox: the person is asked.';
const chosenHint = ' The person wanted it there and not outside: do not ask for that again.';

/** @param hint what to do where it failed for the sandbox */
function sandboxedOutcome(run: SandboxedEnd, hint: string): CallResult {
  if (run.kind === 'notRun') return failed(`Not run: ${noSandboxText(run.why)}`);
  const { end, left, isKnown } = run;
  if (!isKnown)
    return {
      ...failed(
        'It ran in the sandbox, and left what could not be looked through. The person was told. Nothing more runs in the sandbox: ' +
          'end here, and say so.',
      ),
      isSandboxed: true,
      ...(left === null ? {} : { left }),
    };
  const { content, ...outcome } = commandOutcome(end);
  if (end === null) return { content, ...outcome };
  const isGood = end.kind === 'exited' && end.exitCode === 0;
  const note = textBlock(isGood ? 'It ran in the sandbox.' : `${sandboxNote}${hint}`);
  return { ...outcome, content: [...content, note], isSandboxed: true, ...(left === null ? {} : { left }) };
}

function noSandboxText(why: NoSandbox): string {
  const outside = 'Call it again with outside_sandbox to ask the person to run it outside of the sandbox.';
  switch (why) {
    case 'tooLarge':
      return `the workspace has too many files for the sandbox. ${outside}`;
    case 'linked':
      return `.vscode or .git is a symbolic link, which the sandbox cannot keep as it is. ${outside}`;
    case 'homeInFolder':
      return `an open folder holds the home folder or the system. ${outside}`;
    case 'unreadable':
      return `a folder of the workspace cannot be read, or has a name that is no text. ${outside}`;
    case 'unclean':
      return 'a command before it left what could not be looked through. The person has to look at it, and reload the window.';
    case 'busy':
      return `another command is still running in the sandbox, where one runs at a time. ${outside}`;
  }
}

/** That a command says no is no error of the call: a test that fails is what it was run for. */
function commandOutcome(end: CommandEnd | null): ToolOutcome {
  switch (end?.kind) {
    case undefined:
      return failed('Not run: the folder or the shell is another one by now. Try again.');
    case 'exited': {
      const code = end.exitCode === null ? 'It ended; its exit code is unknown.' : `Exit code ${end.exitCode}.`;
      const said = end.output === null ? `${code} Its output cannot be read here.` : withOutput(code, end.output);
      return { ...succeeded(said), ...(end.exitCode === null ? {} : { exitCode: end.exitCode }) };
    }
    case 'running':
      return succeeded(
        withOutput('It is still running, and has said nothing for a while. It was left alone.', end.output),
      );
    case 'silent':
      return failed(
        withOutput(
          'It said nothing for a minute and was stopped: nothing goes on by itself in the sandbox. What serves or waits runs outside of it.',
          end.output,
        ),
      );
    case 'tooMuch':
      return failed(withOutput(tooMuchText(end.limit), end.output));
    case 'stopped':
      return failed(withOutput('It was stopped.', end.output));
  }
}

function tooMuchText(limit: Limit): string {
  switch (limit) {
    case 'tasks':
      return `It was ended with all that it had started: those were more than ${mostTasks} processes and threads.`;
    case 'memory':
      return 'It was ended with all that it had started: the memory of the machine was nearly used up.';
  }
}

function withOutput(text: string, output: string): string {
  const shown = boundedText(plainOutput(output), longestOutput);
  return shown.trim() === '' ? `${text} It said nothing.` : `${text}\n${shown}`;
}

/**
 * What stands behind an escape character: a colour, a move of the cursor, a title.
 *
 * @see https://ecma-international.org/publications-and-standards/standards/ecma-48/
 */
const escapeSequence = /^(?:\[[0-?]*[ -/]*[@-~]|\]\P{Cc}*|[@-Z\\^_=>78])/u;

/** Without colours and moves of the cursor; of a line that was written over again and again the last version. */
function plainOutput(output: string): string {
  const [begin = '', ...escaped] = output.split('\u001b');
  const rest = escaped.map((part) => part.replace(escapeSequence, ''));
  return [begin, ...rest]
    .join('')
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.slice(line.lastIndexOf('\r', line.length - 2) + 1))
    .join('\n')
    .replace(/[^\P{Cc}\t\n]/gu, '')
    .trimEnd();
}
