// Knows how one window of the plan looks: its share, its bar, its numbers, its forecast in words, and its picture.
import type { JSX } from 'preact';
import type { WindowView } from '../../core/plan/view-messages.ts';
import { Icon } from '../page/icon.tsx';
import { Chart } from './chart.tsx';
import { usePage } from './page-context.ts';
import type { Range } from './time-range.ts';

interface WindowCardProps {
  readonly window: WindowView;
  readonly range: Range;
  readonly now: number;
  readonly thresholds: readonly number[];
}

export function WindowCard({ window, range, now, thresholds }: WindowCardProps): JSX.Element {
  const { strings } = usePage();
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
      <Bar usedPercent={usedPercent} tone={tone} thresholds={thresholds} />
      <p class="details">{details}</p>
      {forecast !== '' && (
        <p class="forecast-words">
          <Icon name="graph-line" />
          {forecast}
        </p>
      )}
      <Chart window={window} range={range} now={now} thresholds={thresholds} />
    </section>
  );
}

interface BarProps {
  readonly usedPercent: number | null;
  readonly tone: WindowView['tone'];
  readonly thresholds: readonly number[];
}

/** How full the window is; the words beside it say the same. */
function Bar({ usedPercent, tone, thresholds }: BarProps): JSX.Element {
  return (
    <svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect class="bar-ground" x="0" y="0" width="100" height="6" />
      {usedPercent !== null && usedPercent > 0 && <rect class={`bar-used ${tone}`} x="0" y="0" width={Math.max(0.5, Math.min(100, usedPercent))} height="6" />}
      {thresholds
        .filter((share) => share < 100)
        .map((share) => (
          <line key={share} class="bar-threshold" x1={share} x2={share} y1="0" y2="6" />
        ))}
    </svg>
  );
}
