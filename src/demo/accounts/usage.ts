// What each person has used of their plan, and when it starts anew: the figures behind quota and billing.
import { type Persona, type PersonaPlan, personas } from './personas.ts';

const hour = 3_600_000;
const day = 24 * hour;

interface Template {
  readonly type: string;
  /** What the window counts: message tokens, thousands of them (credits), or nothing that the demo does. */
  readonly counts: 'tokens' | 'credits' | 'nothing';
  /** `unit` and `number` of the wire; absent where the service does not say how long a window is. */
  readonly span?: readonly [unit: number, count: number];
  /** Whether the wire says the amounts, or only the share used. */
  readonly shows: 'amounts' | 'share';
  readonly allowance: number;
  readonly used: number;
  readonly resetsIn: number;
  readonly period: number;
  readonly tools?: readonly { readonly modelCode: string; readonly usage: number }[];
}

const pool: Template = {
  type: 'TOKENS_LIMIT',
  counts: 'tokens',
  span: [3, 5],
  shows: 'amounts',
  allowance: 120_000,
  used: 40_886,
  resetsIn: 2.6 * hour,
  period: 5 * hour,
};
const week: Template = {
  type: 'TOKENS_LIMIT',
  counts: 'tokens',
  span: [6, 1],
  shows: 'share',
  allowance: 1_500_000,
  used: 121_500,
  resetsIn: 4.3 * day,
  period: 7 * day,
};
export const poolAllowance = pool.allowance;
export const weekAllowance = week.allowance;

const toolCalls: Template = {
  type: 'TIME_LIMIT',
  counts: 'nothing',
  span: [5, 1],
  shows: 'amounts',
  allowance: 100,
  used: 16,
  resetsIn: 17.2 * day,
  period: 30 * day,
  tools: [
    { modelCode: 'search-prime', usage: 12 },
    { modelCode: 'web-reader', usage: 4 },
  ],
};
const credits: Template = {
  type: 'CREDIT_LIMIT',
  counts: 'credits',
  span: [5, 1],
  shows: 'amounts',
  allowance: 2_000,
  used: 1_240,
  resetsIn: 11.5 * day,
  period: 30 * day,
};
const voice: Template = {
  type: 'VOICE_MINUTES',
  counts: 'nothing',
  shows: 'amounts',
  allowance: 60,
  used: 51,
  resetsIn: 1.4 * day,
  period: 7 * day,
};
const moon: Template = {
  type: 'LUNAR_LIMIT',
  counts: 'tokens',
  span: [9, 1],
  shows: 'share',
  allowance: 2_000_000,
  used: 250_000,
  resetsIn: 20 * day,
  period: 29 * day,
};
const entryUnits: Template = {
  type: 'model_usage',
  counts: 'tokens',
  shows: 'amounts',
  allowance: 50_000,
  used: 18_400,
  resetsIn: 3.4 * day,
  period: 7 * day,
};

const templates: Readonly<Record<PersonaPlan, readonly Template[]>> = {
  pro: [pool, week, toolCalls],
  spent: [{ ...pool, used: pool.allowance }, { ...week, used: 1_318_000 }, toolCalls],
  credit: [credits],
  unusual: [pool, voice, moon],
  entry: [entryUnits],
  none: [],
};

/** One window with its figures now; amounts are whole numbers, `resetsAt` is in milliseconds since the epoch. */
export interface WindowFigures {
  readonly template: Template;
  readonly used: number;
  readonly resetsAt: number;
}

export interface Usage {
  /** Every window of the person's plan, in the order of the plan. */
  figuresOf: (persona: Persona) => readonly WindowFigures[];
  /** Whether a window that messages count against is used up, or there is no window at all. */
  isSpent: (persona: Persona) => boolean;
  charge: (persona: Persona, tokens: number) => void;
  /** Sets the share used (percent, over 100 too) of one window, by its place; false when there is no such window. */
  setShare: (persona: Persona, place: number, percentage: number) => boolean;
  reset: () => void;
}

/** @param now milliseconds since the epoch */
export function createUsage(now: () => number): Usage {
  const ledger = new Map<Persona, { template: Template; used: number; resetsAt: number }[]>();

  const reset = (): void => {
    for (const persona of personas) {
      const windows = templates[persona.plan].map((template) => ({
        template,
        used: template.used,
        resetsAt: now() + template.resetsIn,
      }));
      ledger.set(persona, windows);
    }
  };
  reset();

  const windowsOf = (persona: Persona): { template: Template; used: number; resetsAt: number }[] => {
    const windows = ledger.get(persona) ?? [];
    for (const window of windows) {
      const periods = Math.ceil((now() - window.resetsAt + 1) / window.template.period);
      if (periods <= 0) continue;
      window.resetsAt += periods * window.template.period;
      // A person whose quota is used up by design stays so, however long the demo runs.
      if (persona.plan !== 'spent') window.used = 0;
    }
    return windows;
  };

  return {
    figuresOf: windowsOf,
    isSpent: (persona) => {
      const counted = windowsOf(persona).filter(({ template }) => template.counts !== 'nothing');
      return counted.length === 0 || counted.some(({ template, used }) => used >= template.allowance);
    },
    charge: (persona, tokens) => {
      for (const window of windowsOf(persona)) {
        if (window.template.counts === 'tokens') window.used += tokens;
        if (window.template.counts === 'credits') window.used += Math.ceil(tokens / 1_000);
      }
    },
    setShare: (persona, place, percentage) => {
      const window = windowsOf(persona)[place];
      if (!window) return false;
      window.used = Math.round((window.template.allowance * percentage) / 100);
      return true;
    },
    reset,
  };
}
