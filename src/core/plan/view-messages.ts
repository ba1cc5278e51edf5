// Knows every message that the extension host and the plan page exchange, and parses both directions; it does not know who
// sends them or how they are drawn. Host → page messages are facts, page → host messages are requests.
import * as z from 'zod/mini';

/** What a button may ask for. The page sends the name back; the host alone knows what it does. */
const planActionSchema = z.enum(['refresh', 'exportCsv', 'signIn', 'connect', 'setApiKey', 'manageTrust']);
export type PlanAction = z.infer<typeof planActionSchema>;

const buttonSchema = z.object({ action: planActionSchema, label: z.string(), primary: z.boolean() });

/** An instant in milliseconds since the epoch. */
const time = z.number();
/** Percent of a window. */
const share = z.number();

const windowSchema = z.object({
  key: z.string(),
  name: z.string(),
  /** Whether it is the one that stops a prompt first. */
  binds: z.boolean(),
  tone: z.enum(['calm', 'warning', 'empty']),
  usedPercent: z.nullable(share),
  /** `34% used`, as the person wants to see it. */
  share: z.string(),
  /** Amounts and the reset, each a few words. */
  amount: z.string(),
  reset: z.string(),
  /** A sentence; empty where nothing can be said. */
  forecast: z.string(),
  resetsAt: z.nullable(time),
  /** One curve a cycle, oldest first. */
  curves: z.array(z.array(z.object({ at: time, usedPercent: share }))),
  resets: z.array(time),
  /** Where use is heading until the reset; empty where nothing is claimed. */
  ahead: z.array(z.object({ at: time, expected: share, low: share, high: share })),
  /** When it is expected to be empty. */
  emptyAt: z.nullable(time),
  tools: z.array(z.object({ name: z.string(), used: z.string(), count: z.number() })),
});
export type WindowView = z.infer<typeof windowSchema>;

const rowsSchema = z.object({
  /** How old the rows are, or what they count; empty where that goes without saying. */
  note: z.string(),
  rows: z.array(z.object({ name: z.string(), left: z.string(), used: z.string(), total: z.string() })),
});
export type BalanceView = z.infer<typeof rowsSchema>;

const planViewSchema = z.object({
  title: z.string(),
  /** Account, renewal, age of the figures: a few words each. */
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Whether the figures may have changed since they were read. */
  outdated: z.boolean(),
  /** What stands in the place of figures or above them; null when all is well. */
  notice: z.nullable(z.object({ tone: z.enum(['info', 'warning', 'error']), text: z.string(), buttons: z.array(buttonSchema) })),
  canRefresh: z.boolean(),
  canExport: z.boolean(),
  now: time,
  /** Shares from which on a window asks for attention. */
  thresholds: z.array(share),
  windows: z.array(windowSchema),
  balances: z.nullable(rowsSchema),
  /** What the API key has paid for; null where nothing is known. */
  /** Tokens, in words; null where the key has paid for nothing today. */
  keyUsage: z.nullable(z.string()),
});
export type PlanView = z.infer<typeof planViewSchema>;

const hostMessageSchema = z.discriminatedUnion('kind', [z.object({ kind: z.literal('planShown'), view: planViewSchema })]);
export type PlanHostMessage = z.infer<typeof hostMessageSchema>;

const pageMessageSchema = z.discriminatedUnion('kind', [
  /** The page has loaded and knows nothing: the host answers with planShown. */
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('pressButton'), action: planActionSchema }),
  /** Something threw in the page: the host logs it, since nobody reads a webview's console. */
  z.object({ kind: z.literal('reportFault'), text: z.string() }),
]);
export type PlanPageMessage = z.infer<typeof pageMessageSchema>;

/** The page's own words, localised by the host and placed in the document as JSON. `{0}` marks a number or name. */
export const planStringsSchema = z.object({
  refresh: z.string(),
  exportCsv: z.string(),
  rangeLabel: z.string(),
  today: z.string(),
  week: z.string(),
  month: z.string(),
  binds: z.string(),
  bindsExplained: z.string(),
  reset: z.string(),
  noPast: z.string(),
  /** `{0}` is the window's name. */
  pictureLabel: z.string(),
  legendPast: z.string(),
  legendForecast: z.string(),
  tools: z.string(),
  tool: z.string(),
  uses: z.string(),
  balances: z.string(),
  name: z.string(),
  left: z.string(),
  used: z.string(),
  total: z.string(),
  keyUsage: z.string(),
  asTable: z.string(),
  window: z.string(),
  share: z.string(),
  amount: z.string(),
  resetColumn: z.string(),
  forecast: z.string(),
  history: z.string(),
  time: z.string(),
  loading: z.string(),
});
export type PlanStrings = z.infer<typeof planStringsSchema>;

/** Reads a message that arrived in the page; null for anything that is not one. */
export function parsePlanHostMessage(data: unknown): PlanHostMessage | null {
  const parsed = hostMessageSchema.safeParse(data);
  return parsed.success ? parsed.data : null;
}

/** Reads a message that arrived in the extension host; null for anything that is not one. */
export function parsePlanPageMessage(data: unknown): PlanPageMessage | null {
  const parsed = pageMessageSchema.safeParse(data);
  return parsed.success ? parsed.data : null;
}
