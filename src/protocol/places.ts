// What host and page exchange about places of the workspace that an answer names, as parts of chat.ts.
import * as z from 'zod/mini';

/** More are asked for one message after the other. */
export const mostNames = 100;
const nameSchema = z.string().check(z.maxLength(300));

/**
 * What a name leads to: a file that is there, one that could be created, a symbol, or nothing, which is also said of
 * what is outside the workspace.
 */
const leadsToSchema = z.enum(['file', 'newFile', 'symbol', 'nothing']);
export type LeadsTo = z.infer<typeof leadsToSchema>;

const foundPlaceSchema = z.object({ name: nameSchema, leadsTo: leadsToSchema });
export type FoundPlace = z.infer<typeof foundPlaceSchema>;

export const placeFacts = [
  /** What names lead to that were asked for. */
  z.object({ kind: z.literal('placesFound'), places: z.array(foundPlaceSchema) }),
] as const;

export const placeRequests = [
  z.object({ kind: z.literal('findPlaces'), names: z.array(nameSchema).check(z.maxLength(mostNames)) }),
  /** Shows the place in an editor. */
  z.object({ kind: z.literal('openPlace'), name: nameSchema }),
] as const;

/** `{0}` is the name of a file, a path or a symbol. */
export const placeWords = {
  openPlace: z.string(),
  createFile: z.string(),
};
