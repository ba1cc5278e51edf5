// What single values of a stored file may mean, beyond their shape: every schema of what is stored is made of these, so
// that a date which is no date, or a text without an end, stops at the boundary.
import * as z from 'zod/mini';

/** Milliseconds since the epoch: no clock is right that says more, and `Date` still knows what to do with it. */
export const latestTime = Date.UTC(2100, 0);

export function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < latestTime;
}

export const timeSchema = z.int().check(z.minimum(0), z.maximum(latestTime - 1));

/** The nearest time that can be read back: a machine whose clock is far off loses no line by it. */
export function storableTime(time: number): number {
  return Math.min(Math.max(Math.trunc(time), 0), latestTime - 1);
}

const idPattern = /^[A-Za-z0-9-]{1,64}$/;

/** Our own random ids. They become parts of file names, and an imported file could hold anything. */
export const idSchema = z.string().check(z.regex(idPattern));

export function isId(value: unknown): value is string {
  return typeof value === 'string' && idPattern.test(value);
}

/** How many there are of something. */
export const countSchema = z.int().check(z.minimum(0));

/** Characters: more than any service takes or gives in one piece. What is longer is written in several. */
export const largestText = 16 * 1024 * 1024;
export const textSchema = z.string().check(z.maxLength(largestText));

/** Names of models, languages, files and the like. */
export const nameSchema = z.string().check(z.maxLength(4096));

/** Characters of a model's id or name, wherever one comes from. */
export const longestModel = 128;
/** What an answer was given by: letters and digits of any script, and the marks that names of models have. */
const modelShape = /^[\p{L}\p{N}][\p{L}\p{N}\p{M} ._:/@+()-]*$/u;

/** A question mark in the place of what cannot be the name of a model: an earlier version may have kept anything. */
export const modelNameSchema = z.pipe(
  z.string(),
  z.transform((text: string) => (text.length <= longestModel && modelShape.test(text) ? text : '?')),
);

/** Characters of a conversation's title. */
export const largestTitle = 1000;
export const titleSchema = z.string().check(z.maxLength(largestTitle));

/** A list without those of its items that are not what they should be: one that is bad takes nothing else along. */
export function goodOnes<T>(item: z.ZodMiniType<T>): z.ZodMiniType<T[]> {
  const good = (items: unknown[]): T[] =>
    items.flatMap((each) => {
      const parsed = item.safeParse(each);
      return parsed.success ? [parsed.data] : [];
    });
  return z.pipe(z.array(z.unknown()), z.transform(good));
}
