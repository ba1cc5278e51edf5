import * as vscode from 'vscode';
import { terminalLine } from '../../../core/chat/code/terminal-line.ts';
import type { Tell } from '../../display/notification.ts';
import { terminalInUse } from '../../display/terminal.ts';

/**
 * Types a line into the terminal and leaves it to the person to run it. What is no line to be read at a glance is
 * copied, since a terminal runs every line that ends.
 */
export async function putIntoTerminal(code: string, tell: Tell): Promise<void> {
  const terminal = terminalInUse();
  const line = terminalLine(code);
  terminal.show();
  if (line !== null) {
    terminal.sendText(line, false);
    return;
  }
  await vscode.env.clipboard.writeText(code);
  void tell(
    vscode.l10n.t(
      'The code is copied, not typed: a terminal would run several lines at once, and a very long one does not stay in sight. Read it, and paste it there.',
    ),
  );
}
