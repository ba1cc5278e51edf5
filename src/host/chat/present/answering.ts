// What a person is told about answers that run, or have ended, out of their sight.
import * as vscode from 'vscode';
import type { AnswerTurn } from '../../../core/chat/conversation/answer.ts';
import { endedWell } from '../../../core/chat/session/answer-ending.ts';
import { mostAtOnce } from '../../../core/chat/session/running-answers.ts';
import { inertName } from '../../display/names.ts';
import { showInformation } from '../../display/notification.ts';

const { l10n } = vscode;

/** Why a prompt waits, or is not sent. */
export function tooManyText(): string {
  return l10n.t(
    '{0} answers are being written in other conversations, the most at once. Wait until one has ended, or stop one.',
    mostAtOnce,
  );
}

/** Says that the agent waits for the person; resolves to whether they want to see it. */
export async function tellAsked(title: string): Promise<boolean> {
  const show = l10n.t('Show');
  return (await showInformation(l10n.t('The agent asks you something in “{0}”.', inertName(title)), show)) === show;
}

/** Says that an answer has ended; resolves to whether the person wants to see it. */
export async function tellEnded(title: string, answer: AnswerTurn): Promise<boolean> {
  const show = l10n.t('Show');
  const text = endedWell(answer)
    ? l10n.t('“{0}” is answered.', inertName(title))
    : l10n.t('The answer in “{0}” ended early. Open it to see why.', inertName(title));
  return (await showInformation(text, show)) === show;
}
