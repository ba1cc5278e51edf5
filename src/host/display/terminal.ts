import * as vscode from 'vscode';
import { inertText, longest } from '../../core/display/inert-text.ts';
import { TerminalText } from '../../core/display/terminal-text.ts';

/** The terminal that the person uses, or a new one where there is none. */
export function terminalInUse(): vscode.Terminal {
  const active = vscode.window.activeTerminal;
  return active === undefined || active.exitStatus !== undefined ? vscode.window.createTerminal() : active;
}

/** A terminal of an agent's command: it shows what is written to it, as a shell's would, and types nothing. */
export function createCommandTerminal(name: string, pty: vscode.Pseudoterminal): vscode.Terminal {
  return vscode.window.createTerminal({ name: inertText(name, longest.title), pty, isTransient: true });
}

/** What may be written to such a terminal of a program's output, which comes in pieces. */
export function programOutput(): (piece: string) => string {
  const text = new TerminalText();
  return (piece) => text.inert(piece);
}
