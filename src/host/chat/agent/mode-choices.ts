// The ways to have a prompt answered, in words; also why one of them is not offered here.
import { l10n } from 'vscode';
import type { ModeChoiceView } from '../../../protocol/run.ts';
import { inertName } from '../../display/names.ts';
import type { NotOffered } from './commands/sandbox.ts';

type Choice = ModeChoiceView['choices'][number];

export function askChoice(): Choice {
  return { mode: 'ask', name: l10n.t('Ask'), detail: l10n.t('Answers in words'), isOffered: true };
}

/** @param noSandbox why commands cannot run in a sandbox here; null where they can */
export function agentChoices(noSandbox: NotOffered | null): readonly Choice[] {
  return [
    {
      mode: 'askAll',
      name: l10n.t('Agent'),
      detail: l10n.t('The agent asks before each change and command'),
      isOffered: true,
    },
    {
      mode: 'acceptEdits',
      name: l10n.t('Accept edits'),
      detail: l10n.t('The agent changes files of the workspace unasked'),
      isOffered: true,
    },
    {
      mode: 'sandbox',
      name: l10n.t('Run in the sandbox'),
      shortName: l10n.t('Sandbox'),
      detail:
        noSandbox === null
          ? l10n.t('Edits and commands run unasked; commands have no network and write only this folder and temp')
          : l10n.t('Not here: {0}', whyNot(noSandbox)),
      isOffered: noSandbox === null,
    },
    {
      mode: 'plan',
      name: l10n.t('Plan first'),
      detail: l10n.t('The agent only reads, and ends in a plan'),
      isOffered: true,
    },
  ];
}

function whyNot(noSandbox: NotOffered): string {
  switch (noSandbox.kind) {
    case 'unknown':
      return l10n.t('it is being tried.');
    case 'otherSystem':
      return l10n.t('it needs Linux.');
    case 'noProgram':
      return l10n.t('bubblewrap is not installed.');
    case 'refused':
      return noSandbox.said === ''
        ? l10n.t('this system does not allow bubblewrap.')
        : l10n.t('this system does not allow bubblewrap ({0}).', inertName(noSandbox.said));
    case 'leaks':
      return l10n.t('it was tried, and does not hold on this system.');
    case 'homeInFolder':
      return l10n.t('the open folder holds your home or the system.');
    case 'unclean':
      return l10n.t('a command left what could not be looked through. Look at the folder, then reload the window.');
  }
}
