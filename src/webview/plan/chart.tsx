// The chart of one window's past and forecast: plain SVG in the colours of the theme. Each value is said to whoever
// points at it or moves through it by keys; all of them are in the tables as well.
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { WindowView } from '../../protocol/plan.ts';
import { areaPath, bandPath, cut, type Frame, linePath, scalesOf, type Scales, topShare } from './chart-geometry.ts';
import { Axis, Grid, Marks, Resets, ThresholdMarks } from './chart-lines.tsx';
import { type ChartValue, nearestTo, placeAfter, valuesOf } from './chart-values.ts';
import { usePage } from './page-context.ts';
import { filled } from '../page/page-context.ts';
import type { TimeRange, Stretch } from './time-range.ts';

const height = 176;
const margin = { left: 40, top: 20, right: 12, bottom: 24 };

interface ChartProps {
  readonly window: WindowView;
  readonly range: TimeRange;
  readonly stretch: Stretch;
  readonly now: number;
  readonly thresholds: readonly number[];
}

export function Chart({ window, range, stretch, now, thresholds }: ChartProps): JSX.Element {
  const { strings } = usePage();
  const [holder, width] = useWidth();
  const values = valuesOf(window, stretch);
  const { chosen, text, ...pointing } = useReading(values, now);
  const highest = topShare(window);
  const frame: Frame = {
    left: margin.left,
    top: margin.top,
    right: Math.max(width - margin.right, margin.left + 1),
    bottom: height - margin.bottom,
  };
  const scales = scalesOf(frame, stretch, highest);
  const label = filled(strings.chartLabel, window.name);
  const timeAt = (x: number): number =>
    stretch.from + ((x - frame.left) / (frame.right - frame.left)) * (stretch.until - stretch.from);
  const drawing = width > 0 && (
    <svg width={width} height={height} {...(values.length > 0 ? {} : { role: 'img', 'aria-label': label })}>
      <Grid highest={highest} thresholds={thresholds} frame={frame} scales={scales} />
      <Axis range={range} stretch={stretch} frame={frame} scales={scales} />
      <Resets window={window} now={now} stretch={stretch} frame={frame} scales={scales} />
      <Forecast window={window} stretch={stretch} scales={scales} />
      <Past window={window} stretch={stretch} scales={scales} />
      <ThresholdMarks thresholds={thresholds} now={now} frame={frame} scales={scales} />
      <Now window={window} now={now} frame={frame} scales={scales} />
      {chosen === null ? (
        <Marks window={window} now={now} stretch={stretch} frame={frame} scales={scales} />
      ) : (
        <Chosen value={chosen} frame={frame} scales={scales} />
      )}
      {values.length < 2 && <EmptyNote frame={frame} />}
    </svg>
  );
  if (values.length === 0)
    return (
      <div class="chart" ref={holder}>
        {drawing}
      </div>
    );
  return (
    <div
      class="chart"
      ref={holder}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={highest}
      aria-valuenow={Math.floor((chosen ?? values.at(-1))?.share ?? 0)}
      aria-valuetext={text}
      onPointerMove={({ clientX, currentTarget }) =>
        pointing.pointAt(timeAt(clientX - currentTarget.getBoundingClientRect().left))
      }
      onPointerLeave={pointing.leave}
      onFocus={pointing.enter}
      onBlur={pointing.leave}
      onKeyDown={pointing.pressKey}
    >
      {drawing}
      {chosen !== null && (
        <p class="reading" aria-hidden="true">
          {text}
        </p>
      )}
    </div>
  );
}

function EmptyNote({ frame: { left, top, right, bottom } }: { readonly frame: Frame }): JSX.Element {
  const { strings } = usePage();
  return (
    <text class="chart-note" x={(left + right) / 2} y={(top + bottom) / 2 - 6} text-anchor="middle">
      {strings.noPast}
    </text>
  );
}

interface Reading {
  /** The value that is pointed at; null where none is. */
  readonly chosen: ChartValue | null;
  /** The value in words; of none that of this moment. */
  readonly text: string;
  readonly pointAt: (time: number) => void;
  readonly enter: () => void;
  readonly leave: () => void;
  readonly pressKey: (event: KeyboardEvent) => void;
}

/** An instant is remembered and not a place, since readings are added while somebody points at one. */
function useReading(values: readonly ChartValue[], now: number): Reading {
  const say = useReadingText();
  const [time, pointAt] = useState<number | null>(null);
  const place = nearestTo(values, time ?? now);
  const value = values[place] ?? null;
  return {
    chosen: time === null ? null : value,
    text: value === null ? '' : say(value),
    pointAt,
    enter: () => pointAt(now),
    leave: () => pointAt(null),
    pressKey(event) {
      const next = event.key === 'Escape' ? null : placeAfter(event.key, place, values.length);
      if (event.key === 'Escape') pointAt(null);
      if (next === null) return;
      event.preventDefault();
      pointAt(values[next]?.at ?? null);
    },
  };
}

function useReadingText(): (value: ChartValue) => string {
  const { strings, times } = usePage();
  const percent = (share: number): string => `${Math.floor(share)}%`;
  return ({ at, share, range }) =>
    range === null
      ? filled(strings.readingAt, times.full(at), percent(share))
      : filled(strings.forecastAt, times.full(at), percent(share), percent(range.low), percent(range.high));
}

interface ChosenProps {
  readonly value: ChartValue;
  readonly frame: Frame;
  readonly scales: Scales;
}

function Chosen({ value: { at, share }, frame, scales: { x, y } }: ChosenProps): JSX.Element {
  return (
    <g>
      <line class="pointer" x1={x(at)} x2={x(at)} y1={frame.top} y2={frame.bottom} />
      <circle class="pointer-dot" cx={x(at)} cy={y(share)} r={4} />
    </g>
  );
}

interface PartProps {
  readonly window: WindowView;
  readonly stretch: Stretch;
  readonly scales: Scales;
}

function Past({ window, stretch, scales }: PartProps): JSX.Element {
  const curves = window.curves
    .map((curve) =>
      cut(
        curve.map(({ at, usedPercent }) => ({ at, share: usedPercent })),
        stretch,
      ),
    )
    .filter(({ length }) => length > 0);
  return (
    <g>
      {curves.map((curve, index) => (
        <g key={index}>
          <path class="past-area" d={areaPath(curve, scales)} />
          <path class="past" d={linePath(curve, scales)} />
        </g>
      ))}
    </g>
  );
}

function Forecast({ window: { ahead, emptyAt }, stretch, scales }: PartProps): JSX.Element | null {
  if (ahead.length < 2) return null;
  // Nothing is drawn above a full window: what is used up cannot be used further.
  const curve = (share: 'expected' | 'low' | 'high'): { at: number; share: number }[] =>
    ahead.map((point) => ({ at: point.at, share: Math.min(100, point[share]) }));
  const expected = curve('expected');
  const full = expected.findIndex(({ share }) => share >= 100);
  return (
    <g>
      <path class="range" d={bandPath(cut(curve('low'), stretch), cut(curve('high'), stretch), scales)} />
      <path class="forecast" d={linePath(cut(full < 0 ? expected : expected.slice(0, full + 1), stretch), scales)} />
      {emptyAt !== null && emptyAt <= stretch.until && (
        <circle class="empty-mark" cx={scales.x(emptyAt)} cy={scales.y(100)} r={4} />
      )}
    </g>
  );
}

/** The share used at this moment. */
function Now({
  window: { usedPercent, tone },
  now,
  frame,
  scales: { x, y },
}: {
  readonly window: WindowView;
  readonly now: number;
  readonly frame: Frame;
  readonly scales: Scales;
}): JSX.Element {
  return (
    <g>
      <line class="now" x1={x(now)} x2={x(now)} y1={frame.top} y2={frame.bottom} />
      {usedPercent !== null && <circle class={`now-dot ${tone}`} cx={x(now)} cy={y(usedPercent)} r={4} />}
    </g>
  );
}

/** The width that the page gives the chart, in pixels; 0 until it was measured. */
function useWidth(): [holder: { current: HTMLDivElement | null }, width: number] {
  const holder = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = holder.current;
    if (element === null) return undefined;
    const measure = (): void => setWidth(Math.floor(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [holder, width];
}
