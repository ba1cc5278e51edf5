// The tables of the page: use per tool, balances, the API key's tokens, and everything that the charts show, for those
// who read rather than look.
import type { ComponentChildren, JSX } from 'preact';
import type { PlanView, WindowView } from '../../protocol/plan.ts';
import { usePage } from './page-context.ts';
import { filled } from '../page/page-context.ts';
import type { TimeRange } from './time-range.ts';

interface TableProps {
  readonly caption: string;
  readonly note?: string;
  readonly columns: readonly string[];
  /** Cells by row; the first names its row. */
  readonly rows: readonly (readonly ComponentChildren[])[];
}

export function Table({ caption, note, columns, rows }: TableProps): JSX.Element {
  return (
    <section class="block">
      <table>
        <caption>
          <span dir="auto">{caption}</span>
          {note !== undefined && note !== '' && <span class="note">{note}</span>}
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([head, ...cells], index) => (
            <tr key={index}>
              <th scope="row" dir="auto">
                {head}
              </th>
              {cells.map((cell, place) => (
                <td key={place}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Use per tool, with each tool's part of all calls. */
export function ToolTable({ window }: { readonly window: WindowView }): JSX.Element {
  const { strings } = usePage();
  const all = window.tools.reduce((sum, { count }) => sum + count, 0);
  const rows = window.tools.map(({ name, used, count }) => {
    const part = all === 0 ? 0 : (count / all) * 100;
    return [name, used, <Part key="part" percent={part} />];
  });
  return (
    <Table
      caption={filled(strings.tools, window.name)}
      columns={[strings.tool, strings.uses, strings.share]}
      rows={rows}
    />
  );
}

interface PartProps {
  readonly percent: number;
  /** The ends between which it lies, where it is not known exactly. */
  readonly low?: number;
  readonly high?: number;
}

export function Part({ percent, low = percent, high = percent }: PartProps): JSX.Element {
  // Nobody cares for less.
  const isRange = high - low > 1;
  return (
    <span class="part">
      <span class="part-number">
        {isRange ? `${String(Math.round(low))}–${String(Math.round(high))}%` : rounded(percent)}
      </span>
      <svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect class="bar-ground" x="0" y="0" width="100" height="6" />
        {isRange && <rect class="bar-uncertain" x="0" y="0" width={high} height="6" />}
        <rect class="bar-used" x="0" y="0" width={low} height="6" />
      </svg>
    </span>
  );
}

/** Neither nothing nor everything is said where there is a little more or less. */
function rounded(percent: number): string {
  if (percent > 0 && percent < 0.5) return '<1%';
  if (percent < 100 && percent >= 99.5) return '>99%';
  return `${String(Math.round(percent))}%`;
}

export function BalanceTable({ balances }: { readonly balances: NonNullable<PlanView['balances']> }): JSX.Element {
  const { strings } = usePage();
  const rows = balances.rows.map(({ name, left, used, total }) => [name, left, used, total]);
  return (
    <Table
      caption={strings.balances}
      note={balances.note}
      columns={[strings.name, strings.left, strings.used, strings.total]}
      rows={rows}
    />
  );
}

export function KeyUsageTable({ usage }: { readonly usage: string }): JSX.Element {
  const { strings } = usePage();
  return <Table caption={strings.keyUsage} columns={[strings.name, strings.amount]} rows={[[strings.today, usage]]} />;
}

/** What the charts show, as tables. */
export function UsageTables({
  view,
  range,
  from,
}: {
  readonly view: PlanView;
  readonly range: TimeRange;
  /** Where the charts begin. */
  readonly from: number;
}): JSX.Element {
  const { strings } = usePage();
  const rows = view.windows.map(({ name, share, amount, reset, forecast }) => [name, share, amount, reset, forecast]);
  return (
    <details class="block">
      <summary>{strings.asTable}</summary>
      <Table
        caption={view.title}
        columns={[strings.window, strings.share, strings.amount, strings.resetColumn, strings.forecast]}
        rows={rows}
      />
      {view.windows.map((window) => (
        <Readings key={window.key} window={window} range={range} from={from} />
      ))}
    </details>
  );
}

/** The readings in the time that the charts show, the newest first. */
function Readings({
  window,
  range,
  from,
}: {
  readonly window: WindowView;
  readonly range: TimeRange;
  readonly from: number;
}): JSX.Element | null {
  const { strings, times } = usePage();
  const readings = window.curves.flat().filter(({ at }) => at >= from);
  if (readings.length === 0) return null;
  const rows = readings
    .reverse()
    .map(({ at, usedPercent }) => [
      range === 'today' ? times.clock(at) : times.full(at),
      `${Math.floor(usedPercent)}%`,
    ]);
  return <Table caption={filled(strings.history, window.name)} columns={[strings.time, strings.used]} rows={rows} />;
}
