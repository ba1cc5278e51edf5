// Knows how the plan page is put together, from top to bottom.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PlanView } from '../../core/plan/view-messages.ts';
import { Icon, TextButton } from '../page/icon.tsx';
import { usePage } from './page-context.ts';
import { BalanceTable, KeyUsageTable, PictureTables, ToolTable } from './tables.tsx';
import { type Range, ranges } from './time-range.ts';
import { WindowCard } from './window-card.tsx';

interface AppProps {
  /** Null until the host has told it. */
  readonly view: PlanView | null;
  readonly range: Range;
  readonly keepRange: (range: Range) => void;
}

export function App({ view, range: keptRange, keepRange }: AppProps): JSX.Element {
  const { strings } = usePage();
  const [range, setRange] = useState(keptRange);
  if (view === null) return <main class="plan-page"><p class="details">{strings.loading}</p></main>;
  const choose = (chosen: Range): void => {
    setRange(chosen);
    keepRange(chosen);
  };
  const { windows, balances, keyUsage } = view;
  return (
    <main class="plan-page">
      <Head view={view} />
      {view.notice !== null && <Notice notice={view.notice} />}
      {windows.length > 0 && (
        <div class="picture-head">
          <RangeChoice range={range} choose={choose} />
          <Legend />
        </div>
      )}
      {windows.map((window) => (
        <WindowCard key={window.key} window={window} range={range} now={view.now} thresholds={view.thresholds} />
      ))}
      {windows.filter(({ tools }) => tools.length > 0).map((window) => (
        <ToolTable key={window.key} window={window} />
      ))}
      {balances !== null && <BalanceTable balances={balances} />}
      {keyUsage !== null && <KeyUsageTable usage={keyUsage} />}
      {windows.length > 0 && <PictureTables view={view} range={range} />}
    </main>
  );
}

function Head({ view }: { readonly view: PlanView }): JSX.Element {
  const { strings, press } = usePage();
  return (
    <header>
      <div class="titles">
        <h1 dir="auto">{view.title}</h1>
        {view.facts.length > 0 && (
          <dl class={view.outdated ? 'outdated' : ''}>
            {view.facts.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <div class="button-row">
        {view.canRefresh && <TextButton label={strings.refresh} primary={false} onPress={() => press('refresh')} />}
        {view.canExport && <TextButton label={strings.exportCsv} primary={false} onPress={() => press('exportCsv')} />}
      </div>
    </header>
  );
}

function Notice({ notice }: { readonly notice: NonNullable<PlanView['notice']> }): JSX.Element {
  const { press } = usePage();
  return (
    <div class={`notice ${notice.tone}`} role="status">
      <Icon name={notice.tone} />
      <div>
        <p dir="auto">{notice.text}</p>
        {notice.buttons.length > 0 && (
          <div class="button-row">
            {notice.buttons.map(({ action, label, primary }) => (
              <TextButton key={action} label={label} primary={primary} onPress={() => press(action)} />
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

function RangeChoice({ range, choose }: { readonly range: Range; readonly choose: (range: Range) => void }): JSX.Element {
  const { strings } = usePage();
  return (
    <div class="range-choice" role="group" aria-label={strings.rangeLabel}>
      {ranges.map((one) => (
        <button key={one} type="button" aria-pressed={one === range} onClick={() => choose(one)}>
          {strings[one]}
        </button>
      ))}
    </div>
  );
}

function Legend(): JSX.Element {
  const { strings } = usePage();
  return (
    <p class="legend" aria-hidden="true">
      <span>
        <svg width="20" height="8">
          <line class="past" x1="0" x2="20" y1="4" y2="4" />
        </svg>
        {strings.legendPast}
      </span>
      <span>
        <svg width="20" height="8">
          <rect class="range" width="20" height="8" />
          <line class="forecast" x1="0" x2="20" y1="4" y2="4" />
        </svg>
        {strings.legendForecast}
      </span>
    </p>
  );
}
