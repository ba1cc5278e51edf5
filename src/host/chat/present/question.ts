// What the agent asks, in words: all of what it wants to do, why a person is asked, and what could be allowed with it.
import { l10n } from 'vscode';
import { fileLineCounts } from '../../../core/chat/review/line-changes.ts';
import type { CallPreview, FileChange } from '../../../core/chat/tools/calls/offered-tool.ts';
import type { Allowance } from '../../../core/chat/tools/consent/allowances.ts';
import type { AskReason } from '../../../core/chat/tools/consent/consent.ts';
import type { ConsentQuestion, Pause } from '../../../core/chat/tools/runs/person.ts';
import type { RunQuestion, RunSide } from '../../../core/chat/tools/runs/run-questions.ts';
import type { RunHolder, TurnWait } from '../../../core/chat/tools/runs/run-folders.ts';
import { isThisWindow } from '../agent/run-folders.ts';
import type { HostMessage } from '../../../protocol/chat.ts';
import type { QuestionView, RunSideView } from '../../../protocol/run.ts';
import { inertName } from '../../display/names.ts';
import { attachReasonText } from '../context/consent.ts';
import { textIn } from './call-text.ts';
import { seenText } from './seen-text.ts';
import { compactingText } from './summary.ts';

/** @param isCompacting whether the run waits for a summary of what came before it, which may be out of sight */
export function runSideShown(
  { question, plan, waitsFor }: RunSide,
  isCompacting: boolean,
  taken: RunSideView['taken'],
): HostMessage {
  const items = plan.map(({ text, state }) => ({ text: seenText(text), state }));
  const note = isCompacting ? compactingText() : waitText(waitsFor);
  const asked = question === null ? null : questionView(question);
  return { kind: 'runSideShown', side: { question: asked, plan: items, note, taken } };
}

function waitText(wait: TurnWait): string | null {
  switch (wait.kind) {
    case 'none':
      return null;
    case 'run':
      return holderText(wait.holder);
  }
}

function holderText(holder: RunHolder): string {
  const conversation = inertName(holder.conversation);
  return isThisWindow(holder)
    ? l10n.t('Waits for the run in “{0}”: only one works in this folder at a time.', conversation)
    : l10n.t(
        'Waits for the run in “{0}”, in the window “{1}”: only one works in this folder at a time.',
        conversation,
        inertName(holder.windowName),
      );
}

function questionView(asked: RunQuestion): QuestionView {
  const { id } = asked;
  switch (asked.kind) {
    case 'consent':
      return consentView(id, asked.question);
    case 'choice':
      return { kind: 'choice', id, text: seenText(asked.text), choices: asked.choices.map(seenText) };
    case 'goOn':
      return { kind: 'goOn', id, text: pauseText(asked.pause) };
  }
}

function consentView(id: string, { tool, preview, reasons, offers, offersSandbox }: ConsentQuestion): QuestionView {
  const sendsResult = reasons.includes('secretInResult');
  const { title, accept, subject, place, files } = previewText(tool, preview);
  const isCommand = preview.kind === 'command';
  const leavesSandbox = reasons.includes('outsideSandbox');
  return {
    kind: 'consent',
    id,
    title: sendsResult
      ? l10n.t('Send this result to the model?')
      : leavesSandbox
        ? l10n.t('Run this command outside the sandbox?')
        : title,
    subject: seenText(subject),
    place,
    files,
    reasons: [...reasons.map((reason) => reasonIn(preview, reason)), ...(leavesSandbox ? wishText(preview) : [])],
    offers: offers.map(offerText),
    offerNote:
      isCommand && offers.length > 0 ? l10n.t('What you allow covers code that the agent writes in between.') : '',
    accept: sendsResult ? l10n.t('Send') : leavesSandbox ? l10n.t('Run Outside') : accept,
    acceptInSandbox: offersSandbox ? l10n.t('Run in the Sandbox') : '',
  };
}

type PreviewText = Pick<Extract<QuestionView, { kind: 'consent' }>, 'title' | 'accept' | 'subject' | 'place' | 'files'>;

function previewText(tool: string, preview: CallPreview): PreviewText {
  const plain = { subject: '', place: '', files: [] };
  switch (preview.kind) {
    case 'changes': {
      const [first] = preview.changes;
      return { ...plain, ...changeWords(first), files: preview.changes.map(fileView) };
    }
    case 'rename':
      return {
        ...plain,
        title: l10n.t('Rename {0} to {1}?', inertName(preview.from), inertName(preview.to)),
        accept: l10n.t('Rename'),
      };
    case 'command':
      return {
        ...plain,
        title: l10n.t('Run this command?'),
        accept: l10n.t('Run'),
        subject: preview.line,
        place: l10n.t('in {0}', seenText(preview.folder)),
      };
    case 'leftFiles':
      return {
        ...plain,
        title: l10n.t('Keep what the command left?'),
        accept: l10n.t('Keep'),
        files: preview.names.map((name) => ({ name: seenText(name), lines: null, hasDiff: false })),
      };
    case 'externalTool':
      return {
        ...plain,
        title: l10n.t('Use the tool {0}?', inertName(preview.tool.name)),
        accept: l10n.t('Allow'),
        subject: JSON.stringify(preview.input, null, 2),
        place: l10n.t('of {0}', inertName(preview.tool.source)),
      };
    case 'input': {
      const path = textIn(preview.input, 'path');
      return tool === 'read_file' || tool === 'problems' || path !== ''
        ? { ...plain, title: l10n.t('Read {0}?', inertName(path)), accept: l10n.t('Allow') }
        : {
            ...plain,
            title: l10n.t('Use the tool {0}?', inertName(tool)),
            accept: l10n.t('Allow'),
            subject: JSON.stringify(preview.input, null, 2),
          };
    }
  }
}

function changeWords(change: FileChange | undefined): Pick<PreviewText, 'title' | 'accept'> {
  const name = inertName(change?.path ?? '');
  if (change?.after === null) return { title: l10n.t('Delete {0}?', name), accept: l10n.t('Delete') };
  if (change?.before === null) return { title: l10n.t('Create {0}?', name), accept: l10n.t('Create') };
  return { title: l10n.t('Change {0}?', name), accept: l10n.t('Accept') };
}

function fileView({ path, before, after }: FileChange): PreviewText['files'][number] {
  const lines = before === null && after === null ? null : fileLineCounts(before, after);
  return { name: seenText(path), lines, hasDiff: lines !== null };
}

function offerText(offer: Allowance): string {
  switch (offer.kind) {
    case 'exactCommand':
      return l10n.t('This very command, for this conversation');
    case 'commandPrefix':
      return l10n.t('All that begins with “{0}”, for this conversation', seenText(offer.words.join(' ')));
    case 'externalTool':
      return l10n.t('This tool, for this conversation');
  }
}

/** What of a command it is that is asked about, where that is known. */
function reasonIn(preview: CallPreview, reason: AskReason): string {
  return preview.kind === 'command' && preview.sends !== null && reason === 'commandAlwaysAsked'
    ? l10n.t('Always asked: “{0}” sends something to another machine.', seenText(preview.sends))
    : reasonText(reason);
}

function wishText(preview: CallPreview): string[] {
  if (preview.kind !== 'command' || preview.outside === null) return [];
  const { hasFailed, exitCode } = preview.outside;
  if (!hasFailed) return [l10n.t('The agent wants it outside, without having tried it in the sandbox.')];
  return [
    exitCode === null
      ? l10n.t('The agent wants it outside: in the sandbox it failed.')
      : l10n.t('The agent wants it outside: in the sandbox it ended with exit code {0}.', String(exitCode)),
  ];
}

export function reasonText(reason: AskReason): string {
  switch (reason) {
    case 'outside':
      return l10n.t('It is outside this workspace.');
    case 'linkedAway':
    case 'behindLink':
      return l10n.t('It is behind a symbolic link.');
    case 'secretName':
    case 'secretText':
    case 'hiddenWords':
    case 'ignoredByGit':
    case 'gitUnknown':
      return attachReasonText(reason, null);
    case 'lifecycleScripts':
      return l10n.t('It changes scripts that run by themselves.');
    case 'unsavedChanges':
      return l10n.t('An editor holds changes of this file that are not saved.');
    case 'protected':
      return l10n.t('Other programs run what this file says, or agents are told by it.');
    case 'commandAlwaysAsked':
      return l10n.t(
        'This command is asked about every time: what it does cannot be told surely, or it reaches further.',
      );
    case 'outsideSandbox':
      return l10n.t('It runs with all your rights, and can use the network.');
    case 'secretInResult':
      return l10n.t('The result contains what looks like a key or a token.');
  }
}

function pauseText(pause: Pause): string {
  switch (pause.kind) {
    case 'repeatedFailure':
      return l10n.t(
        'The same call of {0} has failed {1} times. Shall the agent go on?',
        inertName(pause.tool),
        pause.times,
      );
    case 'limit':
      return limitText(pause.limit);
  }
}

function limitText(limit: Extract<Pause, { kind: 'limit' }>['limit']): string {
  switch (limit) {
    case 'steps':
      return l10n.t('The agent has taken as many steps as a run may. Shall it go on?');
    case 'tokens':
      return l10n.t('The agent has used as many tokens as a run may. Shall it go on?');
    case 'quota':
      return l10n.t('The agent has used as much of your plan’s limit as a run may. Shall it go on?');
  }
}
