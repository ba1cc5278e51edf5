import { offeredModels } from '../../../core/chat/providers/models.ts';
import { ModelChoice } from '../../../core/chat/session/model-choice.ts';
import type { Connection } from '../../../core/service/http/connection.ts';
import { readAnswerPreferences, readModelId } from '../../settings.ts';

/** Of the models that profile and plan offer, by the settings. */
export function createModelChoice(
  connection: () => Connection | null,
  planModels: () => readonly string[],
): ModelChoice {
  return new ModelChoice(
    () => offeredModels(connection()?.profile.models ?? [], planModels()),
    () => ({ modelId: readModelId(), preferences: readAnswerPreferences() }),
  );
}
