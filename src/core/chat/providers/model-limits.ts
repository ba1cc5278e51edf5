// What models were found not to take: it is asked without for a day, and then tried again.
import * as z from 'zod/mini';
import type { Clock, PersistedText } from '../../ports.ts';
import { parseJson } from '../../service/json.ts';
import { goodOnes, longestModel, timeSchema } from '../../service/stored-fields.ts';

const limitSchema = z.object({
  part: z.enum(['cacheMarks', 'tools']),
  /** As `Connection.audience` names the service. */
  audience: z.string(),
  payer: z.enum(['plan', 'apiKey']),
  model: z.string().check(z.maxLength(longestModel)),
  /** Milliseconds since the epoch. */
  until: timeSchema,
});
export type ModelLimit = Readonly<z.infer<typeof limitSchema>>;
export type LimitedPart = ModelLimit['part'];
export type LimitedModel = Pick<ModelLimit, 'audience' | 'payer' | 'model'>;

const limitsSchema = z.catch(goodOnes(limitSchema), []);
const day = 24 * 60 * 60_000;

export class ModelLimits {
  readonly #kept: PersistedText;
  readonly #clock: Clock;

  constructor(kept: PersistedText, clock: Clock) {
    this.#kept = kept;
    this.#clock = clock;
  }

  /** Those that hold now. */
  all(): readonly ModelLimit[] {
    const now = this.#clock.now();
    // One that ends later than a day from now was noted by a clock that was set.
    return limitsSchema.parse(parseJson(this.#kept.text)).filter(({ until }) => until > now && until <= now + day);
  }

  lacks(part: LimitedPart, { audience, payer, model }: LimitedModel): boolean {
    return this.all().some(
      (one) => one.part === part && one.audience === audience && one.payer === payer && one.model === model,
    );
  }

  note(part: LimitedPart, model: LimitedModel): void {
    if (this.lacks(part, model)) return;
    const limit: ModelLimit = { part, ...model, until: this.#clock.now() + day };
    this.#kept.write(JSON.stringify([...this.all(), limit]));
  }
}
