import * as vscode from 'vscode';
import { inertText, longest } from '../../core/display/inert-text.ts';
import type { CommandLink } from './hover.ts';

/** A progress notification has no buttons, so what the person may press is a link behind its words. */
export type ReportProgress = (text: string, link?: CommandLink) => void;

export interface ProgressOptions {
  readonly title: string;
  readonly cancellable: boolean;
}

/** A notification for as long as the task goes on. */
export function showProgress<T>(
  { title, cancellable }: ProgressOptions,
  task: (report: ReportProgress, token: vscode.CancellationToken) => Promise<T>,
): Thenable<T> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: inertText(title, longest.title),
    cancellable,
  };
  return vscode.window.withProgress(options, (progress, token) =>
    task((text, link) => progress.report({ message: messageOf(text, link) }), token),
  );
}

function messageOf(text: string, link: CommandLink | undefined): string {
  const words = inertText(text, longest.line);
  if (link === undefined) return words;
  // A bracket would end the link's label before its time.
  const label = inertText(link.label, longest.button).replaceAll(/[[\]]/g, '');
  return `${words} [${label}](command:${link.command})`;
}
