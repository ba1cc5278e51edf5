// Knows how a person tries out the API key: one small message with it, and the verdict in words; not where the key is kept.
import { l10n } from 'vscode';
import type { KeySpending } from '../../core/chat/key-spending.ts';
import { type KeyVerdict, tryKey } from '../../core/chat/key-trial.ts';
import { chosenModel, offeredModels } from '../../core/chat/offered-models.ts';
import { createProvider, keyEndpoint } from '../../core/chat/providers.ts';
import type { BoundKey } from '../../core/service/bound-key.ts';
import type { Connection } from '../../core/service/connection.ts';
import { failureText } from '../error-text.ts';
import { readAnswerPreferences, readDailyTokenCap, readKeyBaseUrl, readModelId } from '../settings.ts';
import { spendingText } from '../spending-text.ts';

interface KeyTrial {
  readonly test: (key: BoundKey, signal: AbortSignal) => Promise<string>;
  readonly spending: () => string;
}

/** What the dialog for the key asks of the chat: the test, and the words for what was spent. */
export function keyTrial(connection: () => Connection | null, spending: KeySpending): KeyTrial {
  return {
    test: (key, signal) => testKeyInWords(connection(), key, spending, signal),
    spending: () => spendingText(spending.today, readDailyTokenCap()),
  };
}

/** Sends the message and says in a sentence what came of it; what it cost is counted. */
async function testKeyInWords(connection: Connection | null, key: BoundKey, spending: KeySpending, signal: AbortSignal): Promise<string> {
  if (connection === null) return l10n.t('Connect to a service first: the key is tested with it.');
  const endpoint = keyEndpoint(connection.profile, key, readKeyBaseUrl());
  const model = chosenModel(offeredModels(connection.profile.models, []), readModelId());
  if (endpoint === null || model === undefined) {
    return l10n.t('Neither the service profile nor your settings name an address that takes an API key, so nothing was sent.');
  }
  const verdict = await tryKey(createProvider(connection, 'apiKey', endpoint), model.id, readAnswerPreferences().whole, signal);
  if (verdict.kind === 'works') spending.add(verdict.tokens);
  if (connection.ending.aborted) return l10n.t('Another service was connected before the test had ended, so it says nothing about the key.');
  return verdictText(verdict);
}

function verdictText(verdict: KeyVerdict): string {
  switch (verdict.kind) {
    case 'works':
      return l10n.t('The API key works. The test has spent {0} tokens.', verdict.tokens);
    case 'nothingLeft':
      return l10n.t('The API key is accepted, but its account has nothing left to spend.');
    case 'refused':
      return l10n.t('The API key was refused. Check it for typing errors, and what it is allowed to do.');
    case 'undecided':
      return l10n.t('The test says nothing about the key, because something else went wrong. {0}', failureText(verdict.failure));
  }
}
