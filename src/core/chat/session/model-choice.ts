// Which model the next answer is asked of and whether it thinks: as the person chose for this window, else by the
// settings.
import { chosenModel, type OfferedModel } from '../providers/models.ts';
import type { AnswerPreferences } from '../prompt/preferences.ts';

export interface ModelSettings {
  /** Null for the first that is offered. */
  readonly modelId: string | null;
  readonly preferences: AnswerPreferences;
}

/** Tokens for thinking where the person switched it on and the settings name no budget. */
const usualBudget = 4096;

export class ModelChoice {
  readonly #offered: () => readonly OfferedModel[];
  readonly #settings: () => ModelSettings;
  #modelId: string | null = null;
  #thinks: boolean | null = null;

  /** @param offered see `offeredModels`; empty while nothing is connected. */
  constructor(offered: () => readonly OfferedModel[], settings: () => ModelSettings) {
    this.#offered = offered;
    this.#settings = settings;
  }

  get offered(): readonly OfferedModel[] {
    return this.#offered();
  }

  /** Undefined where none is offered. */
  get model(): OfferedModel | undefined {
    return chosenModel(this.#offered(), this.#modelId ?? this.#settings().modelId);
  }

  /** Whether the model is to think; null where it cannot. */
  get thinking(): boolean | null {
    return this.model?.thinking === true ? this.#isThinking : null;
  }

  get #isThinking(): boolean {
    return this.#thinks ?? this.#settings().preferences.thinkingBudget > 0;
  }

  /** What the person prefers of every answer, with what was chosen for the next. */
  get preferences(): AnswerPreferences {
    const { preferences } = this.#settings();
    const budget = preferences.thinkingBudget > 0 ? preferences.thinkingBudget : usualBudget;
    return { ...preferences, thinkingBudget: this.#isThinking ? budget : 0 };
  }

  /** A model that is not offered is not chosen. */
  choose(id: string): void {
    if (this.#offered().some((offered) => offered.id === id)) this.#modelId = id;
  }

  switchThinking(on: boolean): void {
    this.#thinks = on;
  }
}
