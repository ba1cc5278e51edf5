// The shell that reads an agent's commands: the person's own, as VS Code names it, where it is known how it reads a
// line.
import path from 'node:path';
import type { Shell } from '../../../../core/chat/tools/commands/command-line.ts';
import type { ShellProgram } from '../../../../node/programs/shell-command.ts';

export interface KnownShell extends ShellProgram {
  readonly shell: Shell;
}

/** A shell that nobody knows is not asked to read anything. */
const usual: KnownShell =
  process.platform === 'win32'
    ? { file: process.env['ComSpec'] ?? 'cmd.exe', options: ['/d', '/s', '/c'], shell: 'cmd' }
    : { file: '/bin/sh', options: ['-c'], shell: 'posix' };

/** @param file of the shell that VS Code starts in its terminals */
export function shellFor(file: string): KnownShell {
  const name = path
    .basename(file)
    .toLowerCase()
    .replace(/\.exe$/, '');
  switch (name) {
    case 'bash':
    case 'dash':
    case 'ksh':
    case 'sh':
    case 'zsh':
      return process.platform === 'win32' ? usual : { file, options: ['-c'], shell: 'posix' };
    case 'fish':
      return { file, options: ['--no-config', '-c'], shell: 'fish' };
    case 'pwsh':
    case 'powershell':
      return { file, options: ['-NoProfile', '-NonInteractive', '-Command'], shell: 'powershell' };
    default:
      return usual;
  }
}
