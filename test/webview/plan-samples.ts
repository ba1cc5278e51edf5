// Plan pages of a made-up person's days, forecast by the same rules as in the extension.
import type { Forecast } from '../../src/core/plan/forecast/pace.ts';
import { windowForecastsOf } from '../../src/core/plan/forecast/window-forecast.ts';
import { usageCurvesOf } from '../../src/core/plan/forecast/usage-curves.ts';
import type { PlanState } from '../../src/core/plan/plan-state.ts';
import { toneOf, type QuotaWindow } from '../../src/core/plan/quota-window.ts';
import { type Sample, sampleOf, spanOf, windowKey, withSample } from '../../src/core/plan/forecast/samples.ts';
import type { PlanHostMessage, PlanView, UsedIn, WindowView } from '../../src/protocol/plan.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A Thursday at noon by the machine's own clock. */
const now = new Date(2026, 7, 6, 12, 40).getTime();

const names = {
  fiveHours: '5-hour limit',
  week: 'Weekly limit',
  monthlyTools: 'Monthly tool calls',
  credit: 'Credit',
  units: 'Start Plan',
  other: 'VOICE_MINUTES',
};

function window(
  kind: 'fiveHours' | 'week' | 'monthlyTools',
  usedPercent: number,
  resetsAt: number,
  perTool: QuotaWindow['perTool'] = [],
): QuotaWindow {
  return { type: { kind }, usedPercent, used: null, total: null, left: null, resetsAt, perTool };
}

/**
 * Nine days of work from nine to six, read every ten minutes: pools of five hours from nine and from two, weeks from
 * Monday.
 */
function lived(pace: number): { state: PlanState & { kind: 'known' }; samples: readonly Sample[] } {
  let samples: readonly Sample[] = [];
  let state: (PlanState & { kind: 'known' }) | null = null;
  let [pool, week, tools, poolEnds, weekEnds] = [0, 0, 20, 0, new Date(2026, 7, 3).getTime()];
  for (let time = now - 9 * day; time <= now; time += 10 * minute) {
    const date = new Date(time);
    const at = date.getHours() + date.getMinutes() / 60;
    if (time >= weekEnds) [week, weekEnds] = [0, weekEnds + 7 * day];
    if ([0, 6].includes(date.getDay()) || at < 9 || at > 18) continue;
    if (time >= poolEnds) [pool, poolEnds] = [0, time + 5 * hour];
    const use = pace * (0.6 + 0.5 * Math.sin(time / (23 * minute)) + 0.4 * Math.sin(time / (7 * hour)));
    pool = Math.min(100, pool + Math.max(0, use));
    week += Math.max(0, use) * 0.05;
    tools += 0.05;
    const perTool = [
      { tool: 'search-prime', used: 29 },
      { tool: 'web-reader', used: 13 },
    ];
    const windows = [
      window('fiveHours', pool, poolEnds),
      window('week', week, weekEnds),
      window('monthlyTools', tools, now + 17 * day, perTool),
    ];
    state = {
      kind: 'known',
      figures: {
        plan: 'coding',
        name: 'Demo Coding Pro',
        level: 'pro',
        renewal: '2026-09-27',
        windows,
        models: [],
        readAt: time,
      },
    };
    samples = withSample(samples, sampleOf(state.figures));
  }
  if (state === null) throw new Error('Nobody worked.');
  return { state, samples };
}

const clock = (time: number): string => new Date(time).toTimeString().slice(0, 5);

/** About what the extension says of a forecast. */
function wordsOf(forecast: Forecast): string {
  switch (forecast.kind) {
    case 'runsOut':
      return `Runs out about ${clock(forecast.at)}, before the reset (from ${clock(forecast.earliest)} on).`;
    case 'mayRunOut':
      return `May run out from ${clock(forecast.earliest)} on, but will probably last until the reset.`;
    case 'lasts':
      return `Lasts until the reset; about ${String(Math.floor(forecast.line.at(-1)?.expected ?? 0))}% used by then.`;
    case 'empty':
      return 'Used up.';
    case 'unknown':
      return 'Not enough data to forecast yet.';
  }
}

function windowViews(state: PlanState, samples: readonly Sample[]): WindowView[] {
  return windowForecastsOf(state, samples, now).map(({ window: one, binds, track, forecast }) => {
    const { curves, resets } = usageCurvesOf(track, spanOf(one.type));
    return {
      key: windowKey(one.type),
      name: names[one.type.kind],
      binds,
      tone: toneOf(one, [80]),
      usedPercent: one.usedPercent,
      share: `${String(Math.floor(one.usedPercent ?? 0))}% used`,
      amount: '13.6M of 40M tokens',
      reset: one.resetsAt === null ? 'reset time unknown' : `resets ${clock(one.resetsAt)}`,
      forecast: wordsOf(forecast),
      resetsAt: one.resetsAt,
      curves: curves.map((curve) => [...curve]),
      resets: [...resets],
      ahead: 'line' in forecast ? [...forecast.line] : [],
      emptyAt: forecast.kind === 'runsOut' ? forecast.at : null,
      tools: one.perTool.map(({ tool, used }) => ({ name: tool, used: String(used), count: used })),
    };
  });
}

const view: PlanView = {
  title: 'Demo Coding Pro',
  facts: [
    { label: 'Account', value: 'Ada Brook' },
    { label: 'Renews', value: '2026-09-27' },
    { label: 'Updated', value: '12:40' },
  ],
  shown: 'used',
  outdated: false,
  notice: null,
  canRefresh: true,
  canExport: true,
  now,
  thresholds: [80],
  windows: [],
  use: [],
  balances: null,
  keyUsage: null,
};

const usedIn = (key: string, label: string, limit: string): UsedIn => ({
  key,
  label,
  summary: `The service has counted 1.3M tokens since 09:00 (${limit}).`,
  parts: [
    { name: 'From here', amount: '820K tokens (610K to 910K)', percent: 63, low: 47, high: 70 },
    { name: 'Elsewhere', amount: '480K tokens (390K to 690K)', percent: 37, low: 30, high: 53 },
  ],
  lists: [
    {
      aspect: 'model',
      rows: [
        {
          name: 'Tide Large',
          tokens: '700K',
          amount: '615K tokens',
          percent: 47.3,
          low: 47.3,
          high: 47.3,
          conversation: null,
        },
        {
          name: 'Tide Small',
          tokens: '210K',
          amount: '205K tokens',
          percent: 15.7,
          low: 15.7,
          high: 15.7,
          conversation: null,
        },
      ],
    },
    {
      aspect: 'conversation',
      rows: [
        {
          name: 'Why does the parser lose the last line of a file without a newline?',
          tokens: '510K',
          amount: '470K tokens',
          ...{ percent: 36.2, low: 36.2, high: 36.2 },
          conversation: 'c-1',
        },
        {
          name: 'Of other workspaces, or deleted',
          tokens: '400K',
          amount: '350K tokens',
          ...{ percent: 26.8, low: 26.8, high: 26.8 },
          conversation: null,
        },
      ],
    },
    { aspect: 'workspace', rows: [] },
    {
      aspect: 'origin',
      rows: [
        {
          name: 'Agent in the chat panel',
          tokens: '500K',
          amount: '450K tokens',
          percent: 34.6,
          low: 34.6,
          high: 34.6,
          conversation: null,
        },
        {
          name: 'Chat panel',
          tokens: '300K',
          amount: '270K tokens',
          percent: 20.8,
          low: 20.8,
          high: 20.8,
          conversation: null,
        },
        {
          name: "VS Code's chat and other extensions",
          tokens: '90K',
          amount: '80K tokens',
          ...{ percent: 6.2, low: 6.2, high: 6.2 },
          conversation: null,
        },
        {
          name: 'Commit messages',
          tokens: '20K',
          amount: '20K tokens',
          percent: 1.5,
          low: 1.5,
          high: 1.5,
          conversation: null,
        },
      ],
    },
  ],
  notes: [
    'Elsewhere is what is left over: other machines, other tools, and what the service counts in another way.',
    'From here: between 610K tokens and 910K tokens. It is not known whether the service counts what was read from the cache, and when.',
  ],
});

/** Five times, as an account with two limits has them. */
const use: readonly UsedIn[] = [
  usedIn('today', 'Today', '5-hour limit'),
  usedIn('week', '7 days', '5-hour limit'),
  usedIn('month', '30 days', '5-hour limit'),
  usedIn('fiveHours', '5-hour limit', '5-hour limit'),
  usedIn('week:', 'Weekly limit', 'Weekly limit'),
];

export const shown = (changes: Partial<PlanView>): PlanHostMessage => ({
  kind: 'planShown',
  view: { ...view, ...changes },
});

const busy = lived(12);
export const coding = shown({
  windows: windowViews(busy.state, busy.samples),
  use: [...use],
  balances: {
    note: 'Updated 12:40',
    rows: [
      { name: 'model_usage', left: '31.6K', used: '18.4K', total: '50K' },
      { name: 'Gift', left: '12.5 EUR', used: '–', total: '–' },
    ],
  },
  keyUsage: '223K',
});

const full = lived(15);
export const exhausted = shown({
  windows: windowViews(
    {
      ...full.state,
      figures: {
        ...full.state.figures,
        windows: full.state.figures.windows.slice(0, 1).map((one) => ({ ...one, usedPercent: 100 })),
      },
    },
    full.samples,
  ),
});

const [first] = busy.samples.slice(-1);
export const fresh = shown({
  windows: windowViews(busy.state, first === undefined ? [] : [first]),
  use: [...use],
});

export const stale = shown({
  outdated: true,
  notice: {
    tone: 'warning',
    text: 'The figures could not be refreshed. This machine is offline. Check the network and try again.',
    buttons: [],
  },
  facts: [
    { label: 'Account', value: 'Ada Brook' },
    { label: 'Updated', value: '10:32, 2 h 8 min ago' },
  ],
  windows: windowViews(busy.state, busy.samples).slice(0, 2),
});

export const signedOut = shown({
  title: 'Plan and Quota',
  facts: [],
  canRefresh: false,
  canExport: false,
  notice: {
    tone: 'info',
    text: 'You are signed out. Sign in to see your plan and what is left of it.',
    buttons: [
      { action: 'signIn', label: 'Sign In', primary: true },
      { action: 'setApiKey', label: 'Set API Key…', primary: false },
    ],
  },
});

/** Names that would come alive if anything were drawn as markup. */
export const hostile = shown({
  title: '<img src=x onerror=alert(1)> [Pro](command:x) $(zap)',
  windows: windowViews(busy.state, busy.samples)
    .slice(0, 1)
    .map((one) => ({ ...one, name: '<script>1</script>', forecast: '<b>bold</b>' })),
});
