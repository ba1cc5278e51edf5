// What host and page exchange about short messages on what a person has just done, as parts of chat.ts.
import * as z from 'zod/mini';

const toastSchema = z.object({
  id: z.string(),
  tone: z.enum(['info', 'warning']),
  text: z.string(),
  /** What can be done about it, in words. */
  buttons: z.array(z.string()),
});
export type Toast = z.infer<typeof toastSchema>;

export const toastFacts = [
  /** Those that are open, the oldest first. */
  z.object({ kind: z.literal('toastsShown'), toasts: z.array(toastSchema) }),
] as const;

export const toastRequests = [
  /** `button` is the place of the one that was pressed; null where the message was closed. */
  z.object({ kind: z.literal('answerToast'), id: z.string(), button: z.nullable(z.number()) }),
] as const;

export const toastWords = {
  toasts: z.string(),
  closeToast: z.string(),
};
