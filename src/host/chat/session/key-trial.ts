// Tries the API key out: one small message with it, and the verdict in words.
import { l10n } from 'vscode';
import type { Payers } from '../../../core/chat/session/payers.ts';
import type { AnswerCounts } from '../../../core/chat/session/answer-cost.ts';
import { type KeyVerdict, tryKey } from '../../../core/chat/session/key-check.ts';
import { chosenModel, offeredModels } from '../../../core/chat/providers/models.ts';
import { createProvider, keyEndpoint } from '../../../core/chat/providers/fallback-chain.ts';
import { tokensIn } from '../../../core/usage/counted-answer.ts';
import type { BoundKey } from '../../../core/service/credentials/credential.ts';
import type { Connection } from '../../../core/service/http/connection.ts';
import { failureText } from '../../words/error-text.ts';
import { readAnswerPreferences, readDailyTokenCap, readKeyBaseUrl, readModelId } from '../../settings.ts';
import { spendingText } from '../../words/spending-text.ts';

/** What came of the test, in a sentence too. */
interface TestedKey {
  readonly verdict: 'accepted' | 'refused' | 'unknown';
  readonly text: string;
}

interface KeyTrial {
  readonly test: (key: BoundKey, signal: AbortSignal) => Promise<TestedKey>;
  readonly spending: () => string;
}

/** What the dialog for the key asks of the chat: the test, and the words for what was spent. */
export function keyTrial(
  connection: () => Connection | null,
  counts: AnswerCounts,
  payers: Pick<Payers, 'keySpentToday'>,
): KeyTrial {
  return {
    test: (key, signal) => testKeyInWords(connection(), key, counts, signal),
    spending: () => spendingText(payers.keySpentToday, readDailyTokenCap()),
  };
}

/** Sends the message; what it cost is counted. */
async function testKeyInWords(
  connection: Connection | null,
  key: BoundKey,
  counts: AnswerCounts,
  signal: AbortSignal,
): Promise<TestedKey> {
  if (connection === null) return untested(l10n.t('Connect to a service first: the key is tested there.'));
  const endpoint = keyEndpoint(connection, key, readKeyBaseUrl());
  const model = chosenModel(offeredModels(connection.profile.models, []), readModelId());
  if (endpoint === null || model === undefined) {
    return untested(
      l10n.t(
        'Neither the service profile nor your settings name an address that takes an API key, so nothing was sent.',
      ),
    );
  }
  const verdict = await tryKey(
    createProvider(connection, 'apiKey', endpoint),
    model.id,
    readAnswerPreferences().whole,
    signal,
  );
  if (verdict.kind === 'works') {
    const about = { origin: 'check', conversation: null, payer: 'apiKey', account: null, model: model.id } as const;
    counts.add({ ...about, receiver: key.receiver, ...verdict.cost });
  }
  if (connection.ending.aborted)
    return untested(
      l10n.t('Another service was connected before the test had ended, so it says nothing about the key.'),
    );
  return testedKey(verdict);
}

function untested(text: string): TestedKey {
  return { verdict: 'unknown', text };
}

function testedKey(verdict: KeyVerdict): TestedKey {
  switch (verdict.kind) {
    case 'works':
      return {
        verdict: 'accepted',
        text: l10n.t('The API key works. The test used {0} tokens.', tokensIn(verdict.cost)),
      };
    case 'nothingLeft':
      return {
        verdict: 'accepted',
        text: l10n.t('The API key is accepted, but its account has nothing left to spend.'),
      };
    case 'refused':
      return {
        verdict: 'refused',
        text: l10n.t('The API key was refused. Check it for typing errors, and what it is allowed to do.'),
      };
    case 'undecided':
      return untested(
        l10n.t('The key could not be tested, because something else went wrong. {0}', failureText(verdict.failure)),
      );
  }
}
