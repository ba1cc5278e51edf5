// What host and page exchange about proposed changes, as parts of chat.ts.
import * as z from 'zod/mini';

export const changeSchema = z.object({
  id: z.string(),
  /**
   * The name of the file, and the folder that it is in, relative to the workspace; empty where it is in the topmost.
   */
  name: z.string(),
  folder: z.string(),
  /** What happens to the file. */
  does: z.enum(['edit', 'create', 'delete']),
  /** How many lines come and go; null where the change has no place in the file any more. */
  lines: z.nullable(z.object({ added: z.number(), removed: z.number() })),
  /** What a person should know before deciding, in words; null where there is nothing. */
  note: z.nullable(z.string()),
});
export type ChangeView = z.infer<typeof changeSchema>;

export const reviewFacts = [
  /** The changes that wait for a decision, in the order in which they were proposed. */
  z.object({ kind: z.literal('changesShown'), changes: z.array(changeSchema) }),
] as const;

export const reviewRequests = [
  /** Shows the change as a diff. */
  z.object({ kind: z.literal('openChange'), id: z.string() }),
  z.object({ kind: z.literal('acceptChange'), id: z.string() }),
  z.object({ kind: z.literal('discardChange'), id: z.string() }),
  z.object({ kind: z.literal('acceptAllChanges') }),
  z.object({ kind: z.literal('discardAllChanges') }),
] as const;

/** The words of the list; `{0}` marks a number or name. */
export const reviewWords = {
  /** `{0}` is a number above 1. */
  proposedChanges: z.string(),
  proposedChange: z.string(),
  acceptAllChanges: z.string(),
  discardAllChanges: z.string(),
  /** `{0}` is the name of a file. */
  openChange: z.string(),
  /** `{0}` is the name of a file. */
  acceptChange: z.string(),
  /** `{0}` is the name of a file. */
  discardChange: z.string(),
  addedLine: z.string(),
  /** `{0}` is a number other than 1. */
  addedLines: z.string(),
  removedLine: z.string(),
  /** `{0}` is a number other than 1. */
  removedLines: z.string(),
  /** `{0}` is what comes, `{1}` what goes. */
  changedLines: z.string(),
  changeCreates: z.string(),
  changeDeletes: z.string(),
};
