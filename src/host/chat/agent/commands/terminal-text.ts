// What is said in the terminal of a command.
import { env, l10n } from 'vscode';
import type { CommandEnd } from '../../../../core/chat/tools/calls/command-tool.ts';
import { type Limit, mostTasks } from '../../../../core/chat/tools/sandbox/limits.ts';
import { paragraph } from '../../../words/list-text.ts';

/** What a terminal says below the output: nobody has to guess why it is still there. */
export function endText(end: CommandEnd): string {
  if (end.kind === 'running')
    return l10n.t('It has said nothing for a while, and goes on without the agent. Close this terminal to stop it.');
  const why = l10n.t('This terminal stays for you to read, until the agent runs its next command.');
  return paragraph([howEnded(end), why]);
}

function howEnded(end: Exclude<CommandEnd, { kind: 'running' }>): string {
  switch (end.kind) {
    case 'exited':
      return end.exitCode === null ? l10n.t('It has ended.') : l10n.t('It has ended with exit code {0}.', end.exitCode);
    case 'tooMuch':
      return tooMuchText(end.limit);
    case 'silent':
    case 'stopped':
      return l10n.t('It was stopped.');
  }
}

function tooMuchText(limit: Limit): string {
  switch (limit) {
    case 'tasks':
      return l10n.t(
        'Ended: it started more than {0} processes and threads.',
        new Intl.NumberFormat(env.language).format(mostTasks),
      );
    case 'memory':
      return l10n.t('Ended: the memory of this machine was nearly used up.');
  }
}
