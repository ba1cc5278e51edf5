// The built-in commands: their words in the list, and the prompt that they become.
import { l10n } from 'vscode';
import type { AskingCommand, BuiltInCommand } from '../../../core/chat/prompt/slash-command.ts';

export function commandDescription(command: BuiltInCommand): string {
  switch (command) {
    case 'explain':
      return l10n.t('Explain the selection or the active file');
    case 'fix':
      return l10n.t('Fix the problems in the selection or the active file');
    case 'tests':
      return l10n.t('Write tests for the selection or the active file');
    case 'document':
      return l10n.t('Write documentation for the selection or the active file');
    case 'review':
      return l10n.t('Review the selection or the active file');
    case 'compact':
      return l10n.t('Compact the conversation: a summary goes in the place of what was said so far');
    case 'clear':
      return l10n.t('Begin a new chat');
  }
}

/** The prompt that is sent in the command's place, and shown: nothing is sent that the person cannot read. */
export function commandPrompt(command: AskingCommand): string {
  switch (command) {
    case 'explain':
      return l10n.t('Explain this code: what it does, how it does it, and what is easy to miss.');
    case 'fix':
      return l10n.t('Fix the problems in this code. Show the corrected code and say what was wrong.');
    case 'tests':
      return l10n.t('Write tests for this code, edge cases included, in the test framework that the project uses.');
    case 'document':
      return l10n.t('Write documentation comments for this code in the style of its language. Change nothing else.');
    case 'review':
      return l10n.t('Review this code: mistakes first, then risks, then what could be simpler. Name the lines.');
  }
}

/** What is sent with a workspace's prompt where the person wrote nothing more. */
export function instructionsPrompt(name: string): string {
  return l10n.t('Follow the attached instructions from {0}.', name);
}
