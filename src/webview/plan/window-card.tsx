// One window of the plan: its share, its bar, its numbers, its forecast in words, and its chart.
import type { JSX } from 'preact';
import type { WindowView } from '../../protocol/plan.ts';
import { Icon } from '../page/icon.tsx';
import { Chart } from './chart.tsx';
import { usePage } from './page-context.ts';
import type { Stretch, TimeRange } from './time-range.ts';

interface WindowCardProps {
  readonly window: WindowView;
  /** Whether enough was read for charts. */
  readonly hasChart: boolean;
  readonly range: TimeRange;
  readonly stretch: Stretch;
  readonly now: number;
  readonly shown: 'used' | 'left';
  readonly thresholds: readonly number[];
}

export function WindowCard(props: WindowCardProps): JSX.Element {
  const { strings } = usePage();
  const { window, hasChart, range, stretch, now, shown, thresholds } = props;
  const { name, binds, tone, usedPercent, share, amount, reset, forecast } = window;
  const details = [amount, reset].filter((part) => part !== '').join(' · ');
  return (
    <section class={`window ${tone}`} aria-label={name}>
      <div class="window-head">
        <h2 dir="auto">{name}</h2>
        {binds && (
          <span class="binds" title={strings.bindsExplained}>
            {strings.binds}
          </span>
        )}
        <strong class="share">{share}</strong>
      </div>
      <Bar usedPercent={usedPercent} shown={shown} tone={tone} thresholds={thresholds} />
      <p class="details">{details}</p>
      {forecast !== '' && (
        <p class="forecast-words">
          <Icon name="graph-line" />
          {forecast}
        </p>
      )}
      {hasChart && <Chart window={window} range={range} stretch={stretch} now={now} thresholds={thresholds} />}
    </section>
  );
}

interface BarProps {
  readonly usedPercent: number | null;
  readonly shown: 'used' | 'left';
  readonly tone: WindowView['tone'];
  readonly thresholds: readonly number[];
}

/** Filled by the share that the words beside it name. */
function Bar({ usedPercent, shown, tone, thresholds }: BarProps): JSX.Element {
  const shareOf = (used: number): number => (shown === 'used' ? Math.min(100, used) : 100 - Math.min(100, used));
  const share = usedPercent === null ? 0 : shareOf(usedPercent);
  return (
    <svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect class="bar-ground" x="0" y="0" width="100" height="6" />
      {share > 0 && <rect class={`bar-used ${tone}`} x="0" y="0" width={Math.max(0.5, share)} height="6" />}
      {thresholds
        .filter((threshold) => threshold < 100)
        .map(shareOf)
        .map((place) => (
          <line key={place} class="bar-threshold" x1={place} x2={place} y1="0" y2="6" />
        ))}
    </svg>
  );
}
