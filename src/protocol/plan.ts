// Every message that the extension host and the plan page exchange; both sides parse what they receive. Host → page
// messages are facts, page → host messages are requests.
import * as z from 'zod/mini';

/** What a button may ask for. The page sends the name back; the host alone knows what it does. */
const planActionSchema = z.enum(['refresh', 'exportCsv', 'exportUse', 'signIn', 'connect', 'setApiKey', 'manageTrust']);
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

/** By what answers are told apart. */
export const useAspects = ['model', 'conversation', 'workspace', 'origin'] as const;
export type UseAspect = (typeof useAspects)[number];

/** Of what the service counted, in words and in percent of it, with the ends between which it lies. */
const countedSchema = z.object({ amount: z.string(), percent: share, low: share, high: share });

const useRowSchema = z.extend(countedSchema, {
  name: z.string(),
  /** As the answers themselves named them. */
  tokens: z.string(),
  /** The conversation that can be opened; null where there is none. */
  conversation: z.nullable(z.string()),
});
const usedInSchema = z.object({
  /** Tells the times apart that are shown. */
  key: z.string(),
  label: z.string(),
  /** What the service counted, in a sentence. */
  summary: z.string(),
  /** From here and from elsewhere. */
  parts: z.array(z.extend(countedSchema, { name: z.string() })),
  lists: z.array(z.object({ aspect: z.enum(useAspects), rows: z.array(useRowSchema) })),
  /** What cannot be told, and why: a sentence each. */
  notes: z.array(z.string()),
});
export type UsedIn = z.infer<typeof usedInSchema>;

const planViewSchema = z.object({
  title: z.string(),
  /** Account, renewal, age of the figures: a few words each. */
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Whether the figures may have changed since they were read. */
  outdated: z.boolean(),
  /** A notice in place of figures or above them; null when all is well. */
  notice: z.nullable(
    z.object({ tone: z.enum(['info', 'warning', 'error']), text: z.string(), buttons: z.array(buttonSchema) }),
  ),
  canRefresh: z.boolean(),
  canExport: z.boolean(),
  now: time,
  /** Which share is shown, in numbers and bars. */
  shown: z.enum(['used', 'left']),
  /** Shares from which on a window asks for attention. */
  thresholds: z.array(share),
  windows: z.array(windowSchema),
  /** Where the quota went, in several times; empty where nothing was read. */
  use: z.array(usedInSchema),
  balances: z.nullable(rowsSchema),
  /** Tokens, in words; null where the key has paid for nothing today. */
  keyUsage: z.nullable(z.string()),
});
export type PlanView = z.infer<typeof planViewSchema>;

const hostMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('planShown'), view: planViewSchema }),
]);
export type PlanHostMessage = z.infer<typeof hostMessageSchema>;

const pageMessageSchema = z.discriminatedUnion('kind', [
  /** The page has loaded and knows nothing: the host answers with planShown. */
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('pressButton'), action: planActionSchema }),
  z.object({ kind: z.literal('openConversation'), id: z.string() }),
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
  now: z.string(),
  /** `{0}` is a share, as in `80%`. */
  warningAt: z.string(),
  /** A reading, `{0}` its time and `{1}` its share. */
  readingAt: z.string(),
  /** A forecast, `{0}` its time, `{1}` the share, `{2}` and `{3}` the ends of its range. */
  forecastAt: z.string(),
  noPast: z.string(),
  chartsLater: z.string(),
  /** `{0}` is the window's name. */
  chartLabel: z.string(),
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
  use: z.string(),
  useTime: z.string(),
  useBy: z.string(),
  useByModel: z.string(),
  useByConversation: z.string(),
  useByWorkspace: z.string(),
  useByOrigin: z.string(),
  exportUse: z.string(),
  nothingAsked: z.string(),
  source: z.string(),
  fromHere: z.string(),
  serviceCounted: z.string(),
  countedHere: z.string(),
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
