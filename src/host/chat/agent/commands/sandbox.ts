// The sandbox of this window: whether this machine has one, and its walls around the folders that are open. Nothing
// that a workspace says, and no setting, has a part in it.
import * as vscode from 'vscode';
import os from 'node:os';
import path from 'node:path';
import type { NoSandbox } from '../../../../core/chat/tools/calls/command-tool.ts';
import { canBeOpened, isAtOrIn } from '../../../../core/chat/tools/sandbox/visible-folders.ts';
import type { ShellProgram } from '../../../../node/programs/shell-command.ts';
import { realPathOf } from '../../../../node/real-path.ts';
import { sandboxed, type SandboxTrial, trySandbox } from '../../../../node/sandbox/bubblewrap.ts';
import { type Look, WorkspaceGuard } from '../../../../node/sandbox/workspace-guard.ts';

/** Why it is not offered. */
export type NotOffered =
  | Exclude<SandboxTrial, { kind: 'works' }>
  /** It is not known yet. */
  | { readonly kind: 'unknown' }
  /** The folder that is open holds the person's home, VS Code's own files or the system. */
  | { readonly kind: 'homeInFolder' }
  /** A command has left what nobody knows. */
  | { readonly kind: 'unclean' };

/** A command can run between them, until they are taken down. */
export interface Walls {
  readonly shell: ShellProgram;
  /** What has come into the folders since that others run or obey; it is no longer there. */
  takeAway(): Promise<Look>;
  takeDown(): Promise<void>;
}

export class Sandbox implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #kept: readonly string[];
  #trial: SandboxTrial | null = null;
  #isTried = false;
  #isBusy = false;
  #isUnclean = false;
  /** More is known of whether it is offered. */
  readonly onDidChange = this.#changed.event;

  /** @param storage where this extension keeps its files */
  constructor(storage: vscode.Uri) {
    this.#kept = [os.homedir(), ...(storage.scheme === 'file' ? [storage.fsPath] : [])];
  }

  /** Null where it is offered. The first time that this is asked, it is tried. */
  get notOffered(): NotOffered | null {
    if (!this.#isTried) {
      this.#isTried = true;
      void trySandbox().then((trial) => {
        this.#trial = trial;
        this.#changed.fire();
      });
    }
    if (this.#isUnclean) return { kind: 'unclean' };
    if (this.#trial === null) return { kind: 'unknown' };
    if (this.#trial.kind !== 'works') return this.#trial;
    return folders().every((folder) => canBeOpened(folder, this.#kept)) ? null : { kind: 'homeInFolder' };
  }

  /** Nothing runs in it any more until the window is loaded again: a command has left what nobody knows. */
  giveUp(): void {
    this.#isUnclean = true;
    this.#changed.fire();
  }

  /** @param folder real path, in a folder that is open */
  async around(shell: ShellProgram, folder: string): Promise<Walls | NoSandbox> {
    if (this.#isUnclean) return 'unclean';
    if (this.#trial?.kind !== 'works' || this.#isBusy) return 'busy';
    this.#isBusy = true;
    try {
      const roots = await outermost();
      const kept = await Promise.all(this.#kept.map(realPathOf));
      const canOpen = roots.every((root) => canBeOpened(root, [...this.#kept, ...kept]));
      const guard = canOpen ? await WorkspaceGuard.around(roots) : 'homeInFolder';
      if (typeof guard === 'string') {
        this.#isBusy = false;
        return guard;
      }
      const walled = sandboxed(shell, this.#trial.program, roots, guard.guarded, folder);
      return {
        shell: walled,
        takeAway: () => guard.takeAway(),
        takeDown: async () => {
          await guard.end();
          this.#isBusy = false;
        },
      };
    } catch (error) {
      this.#isBusy = false;
      throw error;
    }
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

function folders(): readonly string[] {
  const open = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  return open.map(({ uri }) => path.resolve(uri.fsPath));
}

/** Real paths of the open folders, without those that lie in another. */
async function outermost(): Promise<readonly string[]> {
  const real = [...new Set(await Promise.all(folders().map(realPathOf)))];
  return real.filter((one) => !real.some((other) => other !== one && isAtOrIn(one, other)));
}
