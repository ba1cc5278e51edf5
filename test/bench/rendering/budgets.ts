// The budgets of drawing an answer, and the table of its costs.

export interface Costs {
  /** Main-thread CPU milliseconds for the whole answer. */
  readonly cpu: number;
  /** Milliseconds of the frame that only one in twenty exceeds. */
  readonly p95: number;
  /** The share of frames that were missed. */
  readonly dropped: number;
  /** CPU milliseconds of the longest task. */
  readonly longestTask: number;
  /** Milliseconds of one step with its layout, mean over the answer. */
  readonly step: number;
  readonly content: Readonly<Record<string, number>>;
}

/** Main-thread CPU at most so many times that of plain lines, by kilobytes. */
const cpuBudgets: ReadonlyMap<number, number> = new Map([
  [5, 2.0],
  [50, 1.4],
  [200, 1.0],
]);
const p95Budget = 1.5;
const droppedBudget = 0.01;
/** Milliseconds. */
const taskBudget = 25;
/** A step of the longest answer against one of the shortest. */
const stepBudget = 1.2;

type Samples = (size: number, name: string) => readonly Costs[];

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? Number.NaN;
}

/**
 * What every renderer cost at one size, as a table. Ratios are taken inside a run; all figures are medians over the
 * runs.
 */
export function tableOf(size: number, names: readonly string[], samples: Samples): string {
  return [
    `\n${size} KB, medians of ${samples(size, 'plain-lines').length} (of peers: one sample)\n`,
    '| renderer | CPU, ms | × plain | p95 frame, ms | × plain | dropped | longest task, ms | step, ms | × plain | coloured |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...names.map((name) => row(name, samples(size, name), samples(size, 'plain-lines'))),
  ].join('\n');
}

function of(samples: readonly Costs[], cost: (costs: Costs) => number): number {
  return median(samples.map(cost));
}

/** The median of the ratios of runs that belong together. */
function times(own: readonly Costs[], plain: readonly Costs[], cost: (costs: Costs) => number): number {
  return median(own.flatMap((costs, run) => (plain[run] === undefined ? [] : [cost(costs) / cost(plain[run])])));
}

function row(name: string, own: readonly Costs[], plain: readonly Costs[]): string {
  const cells = [
    of(own, ({ cpu }) => cpu).toFixed(0),
    times(own, plain, ({ cpu }) => cpu).toFixed(2),
    of(own, ({ p95 }) => p95).toFixed(1),
    times(own, plain, ({ p95 }) => p95).toFixed(2),
    `${(100 * of(own, ({ dropped }) => dropped)).toFixed(1)} %`,
    of(own, ({ longestTask }) => longestTask).toFixed(0),
    of(own, ({ step }) => step).toFixed(2),
    times(own, plain, ({ step }) => step).toFixed(2),
    of(own, ({ content }) => content['coloured'] ?? Number.NaN).toFixed(0),
  ];
  return `| ${[name, ...cells].join(' | ')} |`;
}

/** Whether Tidemark keeps its budgets, a line each. */
export function verdictsOn(sizes: readonly number[], samples: Samples): string {
  const verdict = (what: string, value: number, budget: number): string =>
    `${value <= budget ? 'within' : 'OVER  '}  ${what}: ${value.toFixed(2)} of ${budget}`;
  const [shortest, longest] = [Math.min(...sizes), Math.max(...sizes)];
  const each = sizes.flatMap((size) => {
    const [own, plain] = [samples(size, 'tidemark'), samples(size, 'plain-lines')];
    const cpu = cpuBudgets.get(size);
    return [
      ...(cpu === undefined
        ? []
        : [
            verdict(
              `CPU at ${size} KB, × plain lines`,
              times(own, plain, (costs) => costs.cpu),
              cpu,
            ),
          ]),
      // This budget is for the longest answer; the table has the figure of each.
      ...(size < longest
        ? []
        : [
            verdict(
              `p95 frame at ${size} KB, × plain lines`,
              times(own, plain, ({ p95 }) => p95),
              p95Budget,
            ),
          ]),
      ...(size < 50
        ? []
        : [
            verdict(
              `dropped frames at ${size} KB, share`,
              of(own, ({ dropped }) => dropped),
              droppedBudget,
            ),
          ]),
      verdict(
        `longest task at ${size} KB, ms`,
        of(own, ({ longestTask }) => longestTask),
        taskBudget,
      ),
    ];
  });
  const step = (size: number): number => of(samples(size, 'tidemark'), (costs) => costs.step);
  const flat = verdict(`step at ${longest} KB, × ${shortest} KB`, step(longest) / step(shortest), stepBudget);
  const below = verdict(
    `step at ${longest} KB, × plain lines`,
    times(samples(longest, 'tidemark'), samples(longest, 'plain-lines'), (costs) => costs.step),
    1,
  );
  return ['', ...each, ...(shortest === longest ? [] : [flat]), below].join('\n');
}
