// Runs one command line in a shell of its own, which reads nothing but this line: no aliases, no start files of an
// interactive shell, nobody at its input. Its output goes to whoever watches, and beginning and end of it are kept.
import { spawn, type ChildProcess } from 'node:child_process';
import process from 'node:process';
import type { Limit, Limits } from '../../core/chat/tools/sandbox/limits.ts';
import { keepWithin } from './limit-watch.ts';
import { hasEndedWithAll, holderNamedAt } from './process-holder.ts';

export interface ShellProgram {
  readonly file: string;
  /** What makes it read the line that follows. */
  readonly options: readonly string[];
  /** What it is told of the environment; absent for all that this process knows. */
  readonly environment?: NodeJS.ProcessEnv;
  /** With these it says at descriptor 3 which process holds all that it starts, which is ended where it uses more. */
  readonly limits?: Limits;
}

export type LineEnd =
  | { readonly kind: 'exited'; readonly exitCode: number | null; readonly output: string }
  /** It has been silent for so long, and goes on. */
  | { readonly kind: 'running'; readonly output: string }
  | { readonly kind: 'stopped'; readonly output: string }
  /** It was ended with all that it had started. */
  | { readonly kind: 'tooMuch'; readonly limit: Limit; readonly output: string };

export interface RunningLine {
  /** Never rejects. */
  readonly end: Promise<LineEnd>;
  /** Ends it with all that it has started. */
  readonly stop: () => void;
  /**
   * Resolves once it has ended, also behind `end` where that left it running: false where what it started, held by a
   * process of its own, may still run. Never rejects.
   */
  readonly gone: Promise<boolean>;
}

/** Characters of the beginning, and of the end. */
const keptLength = 40_000;
/** How long what was asked to end may take before it is made to. */
const graceMilliseconds = 2000;

/** How long after its end what a program said may still come. */
const lastWordsMilliseconds = 250;

/** Variables of the editor that no program of the person expects, and answers to what would wait for a person. */
function environment(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(given).filter(([name]) => !/^(?:VSCODE_|ELECTRON_)/i.test(name));
  return {
    ...Object.fromEntries(kept),
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
    GIT_EDITOR: 'true',
    EDITOR: 'true',
    TERM: 'dumb',
  };
}

/**
 * @param folder absolute
 * @param show takes the output as it comes
 * @param silence milliseconds after which a command that says nothing is left alone
 */
export function runLine(
  shell: ShellProgram,
  line: string,
  folder: string,
  show: (text: string) => void,
  silence: number,
): RunningLine {
  const isWindows = process.platform === 'win32';
  const child = spawn(shell.file, [...shell.options, line], {
    cwd: folder,
    env: environment(shell.environment ?? process.env),
    stdio: ['ignore', 'pipe', 'pipe', ...(shell.limits === undefined ? [] : (['pipe'] as const))],
    detached: !isWindows,
    windowsHide: true,
    windowsVerbatimArguments: isWindows && /cmd(?:\.exe)?$/i.test(shell.file),
  });
  const holder = holderNamedAt(child.stdio[3]);
  const output = new KeptOutput();
  const ended = Promise.withResolvers<LineEnd>();
  const gone = Promise.withResolvers<boolean>();
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => ended.resolve({ kind: 'running', output: output.text }), silence);
  };
  const end = (result: LineEnd): void => {
    clearTimeout(timer);
    ended.resolve(result);
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8');
    stream?.on('data', (text: string) => {
      output.add(text);
      show(text);
      wait();
    });
  }
  let limit: Limit | null = null;
  const { limits } = shell;
  void holder.then((found) => {
    if (found !== null && limits !== undefined) keepWithin(limits, found, (exceeded) => (limit = exceeded));
  });
  const finish = (exitCode: number | null): void => {
    const { text } = output;
    if (isStopped) end({ kind: 'stopped', output: text });
    else if (limit === null) end({ kind: 'exited', exitCode, output: text });
    else end({ kind: 'tooMuch', limit, output: text });
    void holder.then(hasEndedWithAll).then(gone.resolve);
  };
  child.once('error', () => finish(null));
  child.once('close', finish);
  // What it has left behind may hold the pipes open: its own end is what counts, once its last words had time to come.
  child.once('exit', (exitCode) => setTimeout(() => finish(exitCode), lastWordsMilliseconds).unref());
  wait();
  return {
    end: ended.promise,
    gone: gone.promise,
    stop() {
      isStopped = true;
      endGroup(child, isWindows);
    },
  };
}

function endGroup(child: ChildProcess, isWindows: boolean): void {
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  if (isWindows) {
    spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true }).once('error', () =>
      child.kill(),
    );
    return;
  }
  signalGroup(pid, 'SIGTERM');
  const timer = setTimeout(() => signalGroup(pid, 'SIGKILL'), graceMilliseconds);
  child.once('exit', () => clearTimeout(timer));
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

/** Beginning and end of what is said, so that a command may say as much as it likes. */
class KeptOutput {
  #head = '';
  #tail = '';
  #left = 0;

  add(text: string): void {
    const room = keptLength - this.#head.length;
    this.#head += text.slice(0, room);
    const rest = this.#tail + text.slice(room);
    this.#tail = rest.slice(-keptLength);
    this.#left += rest.length - this.#tail.length;
  }

  get text(): string {
    return this.#left === 0
      ? this.#head + this.#tail
      : `${this.#head}\n(… ${this.#left} characters are left out …)\n${this.#tail}`;
  }
}
