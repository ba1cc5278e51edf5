// Runs the commands of an agent, each in a terminal of its own that the person sees. The shell is started for this one
// line, so that it is read as it was judged: without aliases and start files, and with nobody at its input.
import * as vscode from 'vscode';
import { join } from 'node:path';
import type { CommandToRun } from '../../../../core/chat/tools/consent/allowances.ts';
import type {
  CommandEnd,
  Sandbox as CommandSandbox,
  SandboxedEnd,
  Terminals,
} from '../../../../core/chat/tools/calls/command-tool.ts';
import { runLine, type RunningLine, type ShellProgram } from '../../../../node/programs/shell-command.ts';
import { allLieIn } from '../../../../node/real-path.ts';
import { inertName } from '../../../display/names.ts';
import { showWarning } from '../../../display/notification.ts';
import { createCommandTerminal, programOutput } from '../../../display/terminal.ts';
import { placed } from '../places.ts';
import type { Sandbox } from './sandbox.ts';
import { shellFor } from './shells.ts';
import { endText } from './terminal-text.ts';

/** A command that has said nothing for so long goes on by itself; in the sandbox it is stopped. Milliseconds. */
const silence = 60_000;
const mostNamed = 10;

interface Ran {
  /** Null where nothing was run. */
  readonly end: CommandEnd | null;
  /** Whether all that it started has ended, once that is known. */
  readonly gone: Promise<boolean>;
}

const notRun: Ran = { end: null, gone: Promise.resolve(true) };

export class CommandTerminals implements Terminals, vscode.Disposable {
  readonly #sandbox: Sandbox;
  readonly #wantsSandbox: () => boolean;
  /** Of commands that have ended: one is kept, so that its output can be read. */
  #ended: vscode.Terminal | null = null;
  readonly #running = new Set<RunningLine>();

  /** @param wantsSandbox whether the person wants commands to run in the sandbox */
  constructor(sandbox: Sandbox, wantsSandbox: () => boolean) {
    this.#sandbox = sandbox;
    this.#wantsSandbox = wantsSandbox;
  }

  async place(path: string | null): ReturnType<Terminals['place']> {
    const [first] = vscode.workspace.workspaceFolders ?? [];
    const found = await placed(path ?? first?.uri.fsPath ?? '.');
    // Nothing runs on a file system that is not this machine's.
    if (found?.is !== 'folder' || found.found.scheme !== 'file') return null;
    const { shell } = shellFor(vscode.env.shell);
    return { place: { shell, folder: found.found.realPath }, liesInside: found.found.lies === 'inside' };
  }

  async staysInside(folder: string, paths: readonly string[]): Promise<boolean> {
    const roots = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
    return allLieIn(
      paths.map((path) => join(folder, path)),
      roots,
    );
  }

  sandbox(): CommandSandbox | null {
    if (!this.#wantsSandbox() || this.#sandbox.notOffered !== null) return null;
    return { run: (command, signal) => this.#runSandboxed(command, signal) };
  }

  async run(command: CommandToRun, signal: AbortSignal): Promise<CommandEnd | null> {
    return (await this.#run(command, signal, null)).end;
  }

  async #runSandboxed(command: CommandToRun, signal: AbortSignal): Promise<SandboxedEnd> {
    const walls = await this.#sandbox.around(shellFor(vscode.env.shell), command.folder);
    if (typeof walls === 'string') return { kind: 'notRun', why: walls };
    try {
      const { end, gone } = await this.#run(command, signal, walls.shell);
      // What still ran could lead astray whoever takes something out.
      const look = (await gone) ? await walls.takeAway() : { left: null, unknown: [command.folder] };
      const isKnown = look.unknown.length === 0;
      if (!isKnown) this.#giveUp(look.unknown);
      return { kind: 'ran', end, left: look.left, isKnown };
    } finally {
      await walls.takeDown();
    }
  }

  #giveUp(places: readonly string[]): void {
    this.#sandbox.giveUp();
    void showWarning(
      vscode.l10n.t(
        'A command in the sandbox left what could not be looked through or moved away: {0}. Other programs may run or obey what lies there: look at it before you go on. Nothing more runs in the sandbox until you reload the window.',
        places.slice(0, mostNamed).map(inertName).join(', '),
      ),
    );
  }

  /** @param walled the shell in the sandbox; null for outside */
  async #run({ line, shell, folder }: CommandToRun, signal: AbortSignal, walled: ShellProgram | null): Promise<Ran> {
    const now = await this.place(folder);
    const program = shellFor(vscode.env.shell);
    const isStopped = (): boolean => signal.aborted;
    if (now?.place.folder !== folder || program.shell !== shell || isStopped()) return notRun;
    const written = new vscode.EventEmitter<string>();
    const closed = new vscode.EventEmitter<number>();
    const opened = Promise.withResolvers<undefined>();
    const pty: vscode.Pseudoterminal = {
      onDidWrite: written.event,
      onDidClose: closed.event,
      open: () => opened.resolve(undefined),
      close: () => running?.stop(),
    };
    const terminal = createCommandTerminal(line, pty);
    terminal.show(true);
    this.#ended?.dispose();
    this.#ended = null;
    let running: RunningLine | null = null;
    // What is written before it is open is lost.
    await Promise.race([opened.promise, aborted(signal)]);
    if (isStopped()) {
      terminal.dispose();
      return notRun;
    }
    if (walled !== null) written.fire(`${vscode.l10n.t('In the sandbox, without network:')}\r\n`);
    written.fire(`${inTerminal(`> ${programOutput()(line)}`)}\r\n`);
    const shown = programOutput();
    const show = (text: string): void => written.fire(inTerminal(shown(text)));
    const command = runLine(walled ?? program, line, folder, show, silence);
    running = command;
    this.#running.add(command);
    const stop = (): void => command.stop();
    signal.addEventListener('abort', stop);
    if (isStopped()) stop();
    let end: CommandEnd = await command.end;
    if (end.kind === 'running' && walled !== null) {
      // What went on there could change folders under the hands of whoever writes into them.
      command.stop();
      await command.gone;
      end = { kind: 'silent', output: end.output };
    }
    written.fire(`\r\n${endText(end)}\r\n`);
    signal.removeEventListener('abort', stop);
    if (end.kind !== 'running') {
      this.#running.delete(command);
      this.#ended = terminal;
    }
    return { end, gone: command.gone };
  }

  dispose(): void {
    for (const command of this.#running) command.stop();
    this.#ended?.dispose();
  }
}

/** A terminal begins a line only where it is told to return to its start. */
function inTerminal(text: string): string {
  return text.replaceAll(/\r?\n/g, '\r\n');
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => {
    signal.addEventListener('abort', resolve, { once: true });
  });
}
