// Core's log, written to VS Code's log channel.
import * as vscode from 'vscode';
import type { Log } from '../core/ports.ts';

export interface LogChannel extends Log {
  readonly show: () => void;
  readonly dispose: () => void;
}

export function createLogChannel(): LogChannel {
  const channel = vscode.window.createOutputChannel('Tidemark', { log: true });
  return {
    info: (text) => channel.info(text),
    warn: (text) => channel.warn(text),
    show: () => channel.show(true),
    dispose: () => channel.dispose(),
  };
}
