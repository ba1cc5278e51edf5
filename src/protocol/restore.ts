// What host and page exchange about files that are to be changed or that the agent has changed, as parts of chat.ts:
// which they are, and what would become of them where they are restored.
import * as z from 'zod/mini';
import { changeSchema, reviewFacts, reviewRequests, reviewWords } from './review.ts';

const rowSchema = z.object({
  /** Of the file, as the person knows it. */
  path: z.string(),
  does: z.enum(['change', 'create', 'delete', 'rename']),
  /** What happens to it, in words. */
  about: z.string(),
  /** What a person should know before they choose it, one sentence each. */
  warnings: z.array(z.string()),
  /** Whether it is chosen before the person has said anything: never where something of somebody else would go. */
  isChosen: z.boolean(),
  isPossible: z.boolean(),
  hasDiff: z.boolean(),
});

const restoreSchema = z.object({
  id: z.string(),
  title: z.string(),
  rows: z.array(rowSchema),
  /** What is not taken back, in words: the commands that ran, one a line. Empty where none did. */
  commands: z.array(z.string()),
});
export type RestoreView = z.infer<typeof restoreSchema>;

export const fileFacts = [
  ...reviewFacts,
  /** What would be restored, for the person to decide; null where nothing is to be decided. */
  z.object({ kind: z.literal('restoreShown'), restore: z.nullable(restoreSchema) }),
  /** The files that the agent has changed, and nobody has decided about. */
  z.object({ kind: z.literal('changedFilesShown'), files: z.array(changeSchema) }),
] as const;

export const fileRequests = [
  ...reviewRequests,
  /** Asks what would become of files that were changed since this prompt. */
  z.object({ kind: z.literal('restoreFiles'), turnId: z.string() }),
  /** `chosen` are the places of rows; null where nothing is restored. */
  z.object({
    kind: z.literal('replyToRestore'),
    id: z.string(),
    chosen: z.nullable(z.array(z.int().check(z.minimum(0)))),
  }),
  /** Shows as a diff what becomes of the file in this row. */
  z.object({ kind: z.literal('showRestoredFile'), id: z.string(), row: z.int().check(z.minimum(0)) }),
  z.object({ kind: z.literal('openChangedFile'), id: z.string() }),
  z.object({ kind: z.literal('keepChangedFile'), id: z.string() }),
  z.object({ kind: z.literal('revertChangedFile'), id: z.string() }),
  z.object({ kind: z.literal('keepAllChangedFiles') }),
  z.object({ kind: z.literal('revertAllChangedFiles') }),
] as const;

/** The words of both; `{0}` marks a number or name. */
export const restoreWords = {
  restoreFiles: z.string(),
  restoreQuestion: z.string(),
  restoreChosen: z.string(),
  restoreNothing: z.string(),
  /** Above the commands that ran. */
  restoreCommands: z.string(),
  /** `{0}` is the path of a file. */
  showRestoredFile: z.string(),
  /** `{0}` is a number above 1. */
  changedFiles: z.string(),
  changedFile: z.string(),
  keepAllChangedFiles: z.string(),
  revertAllChangedFiles: z.string(),
  /** `{0}` is the name of a file. */
  openChangedFile: z.string(),
  /** `{0}` is the name of a file. */
  keepChangedFile: z.string(),
  /** `{0}` is the name of a file. */
  revertChangedFile: z.string(),
};

export const fileWords = { ...reviewWords, ...restoreWords };
