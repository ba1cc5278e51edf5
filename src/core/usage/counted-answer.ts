// What is kept of an answer that was given: when, by whom it was asked for and paid, and its tokens. Nothing that was
// said in it.
// @see docs/decisions.md#31
import * as z from 'zod/mini';
import { parseJson } from '../service/json.ts';
import { countSchema, idSchema, modelNameSchema, timeSchema } from '../service/stored-fields.ts';

/** What an answer was asked for from. */
export const answerOrigins = [
  /** A prompt in a conversation of the panel. */
  'ask',
  /** A step of an agent's run in the panel. */
  'agent',
  /** VS Code's own chat, or another extension. */
  'vscodeChat',
  'commitMessage',
  /** A test of an API key, or of the plan in a diagnosis. */
  'check',
] as const;
export type AnswerOrigin = (typeof answerOrigins)[number];

export interface TokenCost {
  /** Read anew, those written to the prompt cache included. */
  readonly input: number;
  readonly output: number;
  /** Read from the prompt cache. */
  readonly cached: number;
}

export function tokensIn({ input, output, cached }: TokenCost): number {
  return input + output + cached;
}

const counted = {
  /** A digest of who received the credential: the service, or the address that takes the API key. */
  service: idSchema,
  /** As `SessionCredentials.account` names it; null where the API key paid. */
  account: z.nullable(idSchema),
  model: modelNameSchema,
  origin: z.enum(answerOrigins),
  payer: z.enum(['plan', 'apiKey']),
  input: countSchema,
  output: countSchema,
  cached: countSchema,
};
const answerSchema = z.object({
  /** When it had ended, in milliseconds since the epoch. */
  at: timeSchema,
  conversation: z.nullable(idSchema),
  workspace: z.nullable(idSchema),
  ...counted,
});
const totalSchema = z.object({ answers: countSchema, ...counted });

export type CountedAnswer = Readonly<z.infer<typeof answerSchema>>;
/** What remains of a day: its answers that only time, conversation and workspace tell apart, as one. */
export type DayTotal = Readonly<z.infer<typeof totalSchema>>;

/** Lines of a file that windows append to: one that broke off spoils none behind it. */
export function countedLine(entry: CountedAnswer | DayTotal): string {
  return `\n${JSON.stringify(entry)}\n`;
}

export interface CountedDay {
  readonly answers: readonly CountedAnswer[];
  readonly totals: readonly DayTotal[];
}

/** What cannot be read is left out. */
export function parseCounted(text: string): CountedDay {
  const answers: CountedAnswer[] = [];
  const totals: DayTotal[] = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const data = parseJson(line);
    const answer = answerSchema.safeParse(data);
    const total = answer.success ? null : totalSchema.safeParse(data);
    if (answer.success) answers.push(answer.data);
    if (total?.success === true) totals.push(total.data);
  }
  return { answers, totals };
}

export function totalsOf({ answers, totals }: CountedDay): DayTotal[] {
  const sums = new Map<string, DayTotal>();
  for (const one of [...totals, ...answers.map(totalOf)]) {
    const { service, account, model, origin, payer } = one;
    const key = JSON.stringify([service, account, model, origin, payer]);
    const before = sums.get(key);
    sums.set(key, before === undefined ? one : joined(before, one));
  }
  return [...sums.values()];
}

function totalOf({ service, account, model, origin, payer, input, output, cached }: CountedAnswer): DayTotal {
  return { answers: 1, service, account, model, origin, payer, input, output, cached };
}

function joined(one: DayTotal, other: DayTotal): DayTotal {
  return {
    ...one,
    answers: one.answers + other.answers,
    input: one.input + other.input,
    output: one.output + other.output,
    cached: one.cached + other.cached,
  };
}

/** The day on which `time` falls where the person is, `YYYY-MM-DD`. */
export function localDay(time: number): string {
  const date = new Date(time);
  const year = date.getFullYear();
  const month = date.getMonth() + 1;
  const day = date.getDate();
  return `${String(year)}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
