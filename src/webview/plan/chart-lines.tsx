// The lines of a chart that are not its curves, and what they are called.
import type { JSX } from 'preact';
import type { WindowView } from '../../protocol/plan.ts';
import type { Frame, Scales } from './chart-geometry.ts';
import { usePage } from './page-context.ts';
import { filled } from '../page/page-context.ts';
import { type TimeRange, type Stretch, ticksOf } from './time-range.ts';

interface GridProps {
  readonly highest: number;
  readonly thresholds: readonly number[];
  readonly frame: Frame;
  readonly scales: Scales;
}

export function Grid({ highest, thresholds, frame: { left, right }, scales: { y } }: GridProps): JSX.Element {
  const shares = highest > 100 ? [0, 50, 100, highest] : [0, 50, 100];
  return (
    <g>
      {shares.map((share) => (
        <g key={share}>
          <line class={share === 100 ? 'grid full' : 'grid'} x1={left} x2={right} y1={y(share)} y2={y(share)} />
          <text class="tick" x={left - 8} y={y(share) + 4} text-anchor="end">{`${share}%`}</text>
        </g>
      ))}
      {thresholds.map((share) => (
        <line key={share} class="threshold" x1={left} x2={right} y1={y(share)} y2={y(share)} />
      ))}
    </g>
  );
}

/** Pixels; in a narrower chart words would hide the curves. */
const roomForWords = 240;

/** Pixels that the words of a threshold take at most. */
const thresholdWords = 110;

/**
 * What the lines of the thresholds are: at their left ends, since the newest readings are at the right, unless the line
 * of this moment would cross them.
 */
export function ThresholdMarks({
  thresholds,
  now,
  frame: { left, right },
  scales: { x, y },
}: Pick<GridProps, 'thresholds' | 'frame' | 'scales'> & Pick<LinesProps, 'now'>): JSX.Element {
  const { strings } = usePage();
  const isCrossed = x(now) < left + thresholdWords && right - left >= roomForWords;
  return (
    <g>
      {thresholds.map((share) => (
        <text
          key={share}
          class="mark"
          x={isCrossed ? right - 4 : left + 4}
          y={y(share) - 4}
          text-anchor={isCrossed ? 'end' : 'start'}
        >
          {right - left < roomForWords ? `${share}%` : filled(strings.warningAt, `${share}%`)}
        </text>
      ))}
    </g>
  );
}

interface AxisProps {
  readonly range: TimeRange;
  readonly stretch: Stretch;
  readonly frame: Frame;
  readonly scales: Scales;
}

export function Axis({ range, stretch, frame: { left, right }, scales: { x, y } }: AxisProps): JSX.Element {
  const { times } = usePage();
  const ticks = ticksOf(range, stretch, right - left, times);
  return (
    <g>
      {ticks.map(({ at, label }) => {
        const place = x(at);
        // A label at the very edge would be cut.
        const anchor = place < left + 16 ? 'start' : place > right - 16 ? 'end' : 'middle';
        return (
          <g key={at}>
            <line class="tick-mark" x1={place} x2={place} y1={y(0)} y2={y(0) + 4} />
            <text class="tick" x={place} y={y(0) + 18} text-anchor={anchor}>
              {label}
            </text>
          </g>
        );
      })}
    </g>
  );
}

interface LinesProps {
  readonly window: WindowView;
  readonly now: number;
  readonly stretch: Stretch;
  readonly frame: Frame;
  readonly scales: Scales;
}

/** The reset to come, where the chart shows its time. */
function nextReset({ resetsAt }: WindowView, now: number, { until }: Stretch): number | null {
  return resetsAt !== null && resetsAt > now && resetsAt <= until ? resetsAt : null;
}

/** A line wherever the window has started anew or will. */
export function Resets({ window, now, stretch, frame, scales: { x } }: LinesProps): JSX.Element {
  const next = nextReset(window, now, stretch);
  const past = window.resets.filter((time) => time > stretch.from && time <= stretch.until);
  // Where they would be closer than a finger's breadth they are a hatching and no marks.
  const hasRoom = (frame.right - frame.left) / Math.max(1, past.length) > 32;
  return (
    <g>
      {[...(hasRoom ? past : []), ...(next === null ? [] : [next])].map((time) => (
        <line
          key={time}
          class={time === next ? 'reset next' : 'reset'}
          x1={x(time)}
          x2={x(time)}
          y1={frame.top}
          y2={frame.bottom}
        />
      ))}
    </g>
  );
}

/** Pixels that a word above the chart takes to either side of its line. */
const halfWord = 24;

/** What the lines of this moment and of the reset to come are. The two words keep out of each other's way. */
export function Marks({ window, now, stretch, frame, scales: { x } }: LinesProps): JSX.Element {
  const { strings } = usePage();
  const next = nextReset(window, now, stretch);
  // Words of lines that are too close together step aside by as much each.
  const apart = next === null ? 0 : Math.max(0, halfWord - (x(next) - x(now)) / 2);
  const resetAt = next === null ? null : Math.min(x(next) + apart, frame.right - halfWord);
  const nowAt = Math.min(Math.max(x(now) - apart, frame.left), (resetAt ?? frame.right + halfWord) - 2 * halfWord);
  const y = frame.top - 6;
  return (
    <g>
      <text class="mark" x={nowAt} y={y} text-anchor="middle">
        {strings.now}
      </text>
      {resetAt !== null && (
        <text class="mark" x={resetAt} y={y} text-anchor="middle">
          {strings.reset}
        </text>
      )}
    </g>
  );
}
