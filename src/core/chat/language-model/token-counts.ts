// What the service's own counts teach about estimates. Before anything is learned of a model, they are what they are.

/** A service that counts this many times more than is estimated counts something else. */
const mostTimes = 4;
/** How much of what was learned is given up with each answer that needs less of it. */
const easing = 0.1;

/** What the service's own counts have taught, model by model. It only ever raises an estimate. */
export class TokenCounts {
  readonly #timesByModel = new Map<string, number>();

  corrected(model: string, estimated: number): number {
    return Math.ceil(estimated * (this.#timesByModel.get(model) ?? 1));
  }

  /** @param counted tokens that the service says a request had which was estimated at `estimated`. */
  learn(model: string, estimated: number, counted: number): void {
    if (estimated <= 0 || counted <= 0) return;
    const known = this.#timesByModel.get(model) ?? 1;
    const seen = Math.min(mostTimes, Math.max(1, counted / estimated));
    this.#timesByModel.set(model, seen >= known ? seen : known + (seen - known) * easing);
  }
}
