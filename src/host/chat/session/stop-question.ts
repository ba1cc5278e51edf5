// Asks before a running answer is stopped for something else.
import * as vscode from 'vscode';
import { askRisk } from '../../display/modal.ts';

const { l10n } = vscode;

/** Asks whether the answer may be stopped; whoever wants to know while the question stands is given the same answer. */
export function createStopQuestion(): () => Promise<boolean> {
  let asking: Promise<boolean> | null = null;
  return () => {
    asking ??= ask().finally(() => (asking = null));
    return asking;
  };
}

async function ask(): Promise<boolean> {
  const stop = l10n.t('Stop the Answer');
  const detail = l10n.t(
    'What has arrived of it is kept in its conversation, where you can continue it later. If you cancel, it goes on and nothing changes.',
  );
  const text = l10n.t('An answer is still being written. Stop it?');
  return (await askRisk({ text, detail: [detail] }, l10n.t('Let It Finish'), stop)) === stop;
}
