// The last commands of each terminal, read from when they started: VS Code tells nothing of those before. They are in
// memory only, and go with their terminal.
import * as vscode from 'vscode';
import { createAttachment, type TextAttachment } from '../../../../core/chat/attachments/attachment.ts';
import { CommandOutput } from '../../../../core/chat/attachments/command-output.ts';
import type { ContextSource } from './sources.ts';

const mostCommands = 3;

export class TerminalRecords implements vscode.Disposable {
  readonly #commands = new Map<vscode.Terminal, CommandOutput[]>();
  readonly #subscriptions: vscode.Disposable;

  constructor() {
    this.#subscriptions = vscode.Disposable.from(
      vscode.window.onDidStartTerminalShellExecution(({ terminal, execution }) => this.#record(terminal, execution)),
      vscode.window.onDidCloseTerminal((terminal) => this.#commands.delete(terminal)),
    );
  }

  #record(terminal: vscode.Terminal, execution: vscode.TerminalShellExecution): void {
    const output = new CommandOutput(execution.commandLine.value);
    this.#commands.set(terminal, [...(this.#commands.get(terminal) ?? []), output].slice(-mostCommands));
    void follow(output, execution.read());
  }

  /** A source for each terminal in which something has run. */
  get sources(): readonly ContextSource[] {
    return [...this.#commands].map(([{ name }, commands]) => sourceOf(name, commands));
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#commands.clear();
  }
}

async function follow(output: CommandOutput, pieces: AsyncIterable<string>): Promise<void> {
  try {
    for await (const piece of pieces) output.append(piece);
  } catch {
    // The terminal is gone: what it wrote until then is there.
  }
}

function sourceOf(name: string, commands: readonly CommandOutput[]): ContextSource {
  const read = (): TextAttachment => {
    const outputs = commands.map((each) => ({ command: each.command, ...each.read() }));
    const text = outputs.map(({ command, text: output }) => `$ ${command}\n${output}`.trimEnd()).join('\n\n');
    const attachment = createAttachment('terminal', name, text);
    return { ...attachment, isCut: attachment.isCut || outputs.some(({ isCut }) => isCut) };
  };
  return { label: name, read: () => Promise.resolve({ attachment: read(), origin: null }) };
}
