// What is said to the person with something that can be done about it, as a part of chat.ts.
import * as z from 'zod/mini';

/** What a button may ask for. The page sends the name back; the host alone knows what it does. */
export const actionSchema = z.enum([
  'signIn',
  'connect',
  'useDemo',
  'setApiKey',
  'retry',
  'continueAnswer',
  'answerWithKey',
  'alwaysUseKey',
  'changeKeyCap',
  'switchAccount',
  'sendAtReset',
  'dontSendAtReset',
  'refreshPlan',
  'newChat',
  'showLog',
  'getStarted',
  'diagnose',
]);
export type Action = z.infer<typeof actionSchema>;

export const buttonSchema = z.object({
  action: actionSchema,
  label: z.string(),
  primary: z.boolean(),
  /** Whom `switchAccount` switches to: whoever the label names. */
  account: z.optional(z.string()),
});
export type Button = z.infer<typeof buttonSchema>;

/** One thing said to the person, in words already localised by the host, with what can be done about it. */
export const noticeSchema = z.object({
  tone: z.enum(['info', 'warning', 'error']),
  text: z.string(),
  buttons: z.array(buttonSchema),
});
export type Notice = z.infer<typeof noticeSchema>;
