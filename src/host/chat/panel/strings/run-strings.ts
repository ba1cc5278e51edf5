// The texts of the agent on the page, localised.
import { l10n } from 'vscode';
import type { PageStrings } from '../../../../protocol/chat.ts';
import type { runWords } from '../../../../protocol/run.ts';

export function runStrings(): Pick<PageStrings, keyof typeof runWords> {
  return {
    answerMode: l10n.t('How prompts are answered'),
    plan: l10n.t('What the agent means to do'),
    planDone: l10n.t('Done: {0} of {1}', '{0}', '{1}'),
    planEnded: l10n.t('Ended at {0} of {1}', '{0}', '{1}'),
    planItemOpen: l10n.t('To do'),
    planItemDoing: l10n.t('Under way'),
    planItemLeft: l10n.t('Not finished'),
    planItemDone: l10n.t('Done'),
    callArriving: l10n.t('being written'),
    callWaiting: l10n.t('waiting'),
    callRunning: l10n.t('running'),
    callDone: l10n.t('done'),
    callFailed: l10n.t('failed'),
    callRejected: l10n.t('rejected'),
    callNotRun: l10n.t('not run'),
    callExitCode: l10n.t('exit code {0}', '{0}'),
    callSandboxed: l10n.t('in the sandbox'),
    callRunningSandboxed: l10n.t('running in the sandbox'),
    moreSteps: l10n.t('{0} steps', '{0}'),
    openRunFile: l10n.t('Open {0}', '{0}'),
    runQuestion: l10n.t('The agent asks'),
    reject: l10n.t('Reject'),
    rejectWords: l10n.t('What to do instead (optional)'),
    allowOnce: l10n.t('Only this once'),
    allowLabel: l10n.t('What you allow with it'),
    showRunDiff: l10n.t('Show the change to {0}', '{0}'),
    goOn: l10n.t('Go On'),
    endHere: l10n.t('End Here'),
    doPlan: l10n.t('Do It'),
    ownAnswer: l10n.t('Your answer'),
    sendAnswer: l10n.t('Answer'),
    runAsksAnnouncement: l10n.t('The agent asks: {0}', '{0}'),
    stepAnnouncement: l10n.t('Step: {0}', '{0}'),
  };
}
