// Knows how one window's past and forecast look as a picture: plain SVG in the colours of the theme. What it says stands in
// words beside it and in the tables, so to a screen reader it is one image with a name.
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { WindowView } from '../../core/plan/view-messages.ts';
import { areaPath, bandPath, cut, linePath, scalesOf, type Scales, topShare } from './chart-geometry.ts';
import { filled, usePage } from './page-context.ts';
import { type Range, type Stretch, stretchOf, ticksOf } from './time-range.ts';

const height = 176;
const margin = { left: 40, top: 20, right: 12, bottom: 24 };

interface ChartProps {
  readonly window: WindowView;
  readonly range: Range;
  readonly now: number;
  readonly thresholds: readonly number[];
}

export function Chart({ window, range, now, thresholds }: ChartProps): JSX.Element {
  const { strings } = usePage();
  const [holder, width] = useWidth();
  const stretch = stretchOf(range, now, window.resetsAt);
  const highest = topShare(window);
  const frame = { left: margin.left, top: margin.top, right: Math.max(width - margin.right, margin.left + 1), bottom: height - margin.bottom };
  const scales = scalesOf(frame, stretch, highest);
  const isEmpty = window.curves.flat().filter(({ at }) => at >= stretch.from).length < 2;
  return (
    <div class="chart" ref={holder}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={filled(strings.pictureLabel, window.name)}>
          <Grid highest={highest} thresholds={thresholds} right={frame.right} scales={scales} />
          <Axis range={range} stretch={stretch} width={frame.right - frame.left} scales={scales} />
          <Resets window={window} now={now} stretch={stretch} scales={scales} />
          <Forecast window={window} stretch={stretch} scales={scales} />
          <Past window={window} stretch={stretch} scales={scales} />
          <Now window={window} now={now} scales={scales} />
          {isEmpty && (
            <text class="chart-note" x={(frame.left + frame.right) / 2} y={scales.y(highest / 2) - 6} text-anchor="middle">
              {strings.noPast}
            </text>
          )}
        </svg>
      )}
    </div>
  );
}

interface GridProps {
  readonly highest: number;
  readonly thresholds: readonly number[];
  readonly right: number;
  readonly scales: Scales;
}

function Grid({ highest, thresholds, right, scales: { y } }: GridProps): JSX.Element {
  const shares = highest > 100 ? [0, 50, 100, highest] : [0, 50, 100];
  return (
    <g>
      {shares.map((share) => (
        <g key={share}>
          <line class={share === 100 ? 'grid full' : 'grid'} x1={margin.left} x2={right} y1={y(share)} y2={y(share)} />
          <text class="tick" x={margin.left - 8} y={y(share) + 4} text-anchor="end">{`${share}%`}</text>
        </g>
      ))}
      {thresholds.map((share) => (
        <line key={share} class="threshold" x1={margin.left} x2={right} y1={y(share)} y2={y(share)} />
      ))}
    </g>
  );
}

interface AxisProps {
  readonly range: Range;
  readonly stretch: Stretch;
  readonly width: number;
  readonly scales: Scales;
}

function Axis({ range, stretch, width, scales: { x, y } }: AxisProps): JSX.Element {
  const { times } = usePage();
  const ticks = ticksOf(range, stretch, width, times);
  const [left, right] = [x(stretch.from), x(stretch.until)];
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

interface PartProps {
  readonly window: WindowView;
  readonly stretch: Stretch;
  readonly scales: Scales;
}

/** A line wherever the window has started anew or will. The one to come bears its name, where that has room. */
function Resets({ window, now, stretch, scales: { x } }: PartProps & { readonly now: number }): JSX.Element {
  const { strings } = usePage();
  const inside = (time: number): boolean => time > stretch.from && time <= stretch.until;
  const next = window.resetsAt !== null && window.resetsAt > now && inside(window.resetsAt) ? window.resetsAt : null;
  const past = window.resets.filter(inside);
  // Where they would stand closer than a finger's breadth they are a hatching and no marks.
  const hasRoom = (x(stretch.until) - x(stretch.from)) / Math.max(1, past.length) > 32;
  return (
    <g>
      {[...(hasRoom ? past : []), ...(next === null ? [] : [next])].map((time) => (
        <line key={time} class={time === next ? 'reset next' : 'reset'} x1={x(time)} x2={x(time)} y1={margin.top} y2={height - margin.bottom} />
      ))}
      {next !== null && (
        <text class="mark" x={x(next)} y={margin.top - 6} text-anchor={x(next) > x(stretch.until) - 24 ? 'end' : 'middle'}>
          {strings.reset}
        </text>
      )}
    </g>
  );
}

function Past({ window, stretch, scales }: PartProps): JSX.Element {
  const curves = window.curves.map((curve) => cut(curve.map(({ at, usedPercent }) => ({ at, share: usedPercent })), stretch)).filter(({ length }) => length > 0);
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
  const curve = (share: 'expected' | 'low' | 'high'): { at: number; share: number }[] => ahead.map((point) => ({ at: point.at, share: Math.min(100, point[share]) }));
  const expected = curve('expected');
  const full = expected.findIndex(({ share }) => share >= 100);
  return (
    <g>
      <path class="range" d={bandPath(cut(curve('low'), stretch), cut(curve('high'), stretch), scales)} />
      <path class="forecast" d={linePath(cut(full < 0 ? expected : expected.slice(0, full + 1), stretch), scales)} />
      {emptyAt !== null && emptyAt <= stretch.until && <circle class="empty-mark" cx={scales.x(emptyAt)} cy={scales.y(100)} r={4} />}
    </g>
  );
}

/** Where the window stands at this moment. */
function Now({ window: { usedPercent, tone }, now, scales: { x, y } }: { readonly window: WindowView; readonly now: number; readonly scales: Scales }): JSX.Element {
  return (
    <g>
      <line class="now" x1={x(now)} x2={x(now)} y1={margin.top} y2={height - margin.bottom} />
      {usedPercent !== null && <circle class={`now-dot ${tone}`} cx={x(now)} cy={y(usedPercent)} r={4} />}
    </g>
  );
}

/** The width that the page gives the picture, in pixels; 0 until it was measured. */
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
