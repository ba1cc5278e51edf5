import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PlanView, WindowView } from '../../protocol/plan.ts';
import { Icon, TextButton } from '../page/icon.tsx';
import { Choice } from './choice.tsx';
import { usePage } from './page-context.ts';
import { BalanceTable, KeyUsageTable, UsageTables, ToolTable } from './tables.tsx';
import { type TimeRange, ranges, stretchOf } from './time-range.ts';
import { Use, type UseChoice } from './use.tsx';
import { WindowCard } from './window-card.tsx';

interface AppProps {
  /** Null until the host has sent it. */
  readonly view: PlanView | null;
  readonly chosen: ChosenView;
  readonly keep: (chosen: ChosenView) => void;
}

/** What of the facts a person looks at, which stays over a reload. */
export interface ChosenView {
  readonly range: TimeRange;
  readonly use: UseChoice;
}

export function App({ view, chosen: chosenBefore, keep }: AppProps): JSX.Element {
  const { strings } = usePage();
  const [kept, setKept] = useState(chosenBefore);
  if (view === null)
    return (
      <main class="plan-page">
        <p class="details">{strings.loading}</p>
      </main>
    );
  const choose = (chosen: ChosenView): void => {
    setKept(chosen);
    keep(chosen);
  };
  const { windows, balances, keyUsage, now } = view;
  const { range } = kept;
  const hasPast = windows.some((window) => isWorthDrawing(window, now));
  const stretch = stretchOf(
    range,
    now,
    windows.map(({ resetsAt }) => resetsAt),
  );
  return (
    <main class="plan-page">
      <Head view={view} />
      {view.notice !== null && <Notice notice={view.notice} />}
      {hasPast && (
        <div class="chart-head">
          <Choice
            label={strings.rangeLabel}
            options={ranges.map((key) => ({ key, label: strings[key] }))}
            chosen={kept.range}
            choose={(range) => choose({ ...kept, range })}
          />
          <Legend />
        </div>
      )}
      {windows.map((window) => (
        <WindowCard
          key={window.key}
          window={window}
          hasChart={hasPast}
          range={range}
          stretch={stretch}
          now={now}
          shown={view.shown}
          thresholds={view.thresholds}
        />
      ))}
      {windows.length > 0 && !hasPast && <p class="details">{strings.chartsLater}</p>}
      <Use use={view.use} choice={kept.use} choose={(use) => choose({ ...kept, use })} />
      {windows
        .filter(({ tools }) => tools.length > 0)
        .map((window) => (
          <ToolTable key={window.key} window={window} />
        ))}
      {balances !== null && <BalanceTable balances={balances} />}
      {keyUsage !== null && <KeyUsageTable usage={keyUsage} />}
      {windows.length > 0 && <UsageTables view={view} range={range} from={stretch.from} />}
    </main>
  );
}

const hour = 60 * 60_000;

/** A chart of the first minutes is an empty one. */
function isWorthDrawing({ curves }: WindowView, now: number): boolean {
  const [first] = curves.flat();
  return first !== undefined && now - first.at >= hour;
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
