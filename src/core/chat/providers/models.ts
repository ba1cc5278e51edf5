// Which models a person can choose from: the profile's, joined with those that the plan names.
// @see docs/decisions.md#15
import type { Model } from '../../service/profile/profile.ts';

export interface OfferedModel extends Model {
  /** Whether the plan names it; null where the plan names no models at all, which says nothing. */
  readonly inPlan: boolean | null;
}

/** The profile's models in their order, then those that only the plan names: of these no size is known. */
export function offeredModels(profileModels: readonly Model[], planModels: readonly string[]): OfferedModel[] {
  const named = new Set(planModels);
  const known = new Set(profileModels.map(({ id }) => id));
  const fromPlan = [...named].filter((id) => !known.has(id));
  return [
    ...profileModels.map((model) => ({ ...model, inPlan: named.size === 0 ? null : named.has(model.id) })),
    ...fromPlan.map((id) => ({ id, images: false, thinking: false, tools: true, inPlan: true })),
  ];
}

/**
 * The chosen model where it is offered, else the first that the plan does not leave out; undefined where none is
 * offered.
 */
export function chosenModel(offered: readonly OfferedModel[], chosenId: string | null): OfferedModel | undefined {
  return offered.find(({ id }) => id === chosenId) ?? offered.find(({ inPlan }) => inPlan !== false) ?? offered[0];
}
