// Schemas for values that the service is seen to send loosely; whatever does not fit reads as null, never as zero.
import * as z from 'zod/mini';

const numericText = z.pipe(
  z.pipe(z.string().check(z.regex(/^\s*-?\d+(?:\.\d+)?\s*$/)), z.transform(Number)),
  z.number(),
);

/** A finite number, also as text; anything else, and absence, is null. */
export const lenientNumber: z.ZodMiniType<number | null> = z.catch(
  z.nullable(z.union([z.number(), numericText])),
  null,
);

/** A text with something in it, trimmed; anything else, and absence, is null. */
export const lenientText: z.ZodMiniType<string | null> = z.catch(
  z.nullable(
    z.pipe(
      z.string().check(z.trim(), z.minLength(1)),
      z.transform((text: string) => text.slice(0, 200)),
    ),
  ),
  null,
);

/** The elements of a list that fit; the others are left out. What is no list does not parse. */
export function listOfFitting<T>(element: z.ZodMiniType<T>): z.ZodMiniType<T[]> {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((items: unknown[]) =>
      items.flatMap((item) => {
        const parsed = element.safeParse(item);
        return parsed.success ? [parsed.data] : [];
      }),
    ),
  );
}

/** The same, where anything but a list is empty. */
export function lenientList<T>(element: z.ZodMiniType<T>): z.ZodMiniType<T[]> {
  return z.catch(listOfFitting(element), []);
}
