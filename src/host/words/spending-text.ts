// The words for what the API key has spent today and may spend.
import * as vscode from 'vscode';

const { l10n } = vscode;

/** A whole sentence. A cap of 0 is none. */
export function spendingText(spentToday: number, dailyCap: number): string {
  const count = (tokens: number): string => new Intl.NumberFormat(vscode.env.language).format(tokens);
  return dailyCap > 0
    ? l10n.t('Your API key has spent about {0} of {1} tokens today.', count(spentToday), count(dailyCap))
    : l10n.t('Your API key has spent about {0} tokens today.', count(spentToday));
}
