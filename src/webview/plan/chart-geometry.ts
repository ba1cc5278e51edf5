// Where instants and shares are in a chart, in pixels, and the paths through them.
import type { WindowView } from '../../protocol/plan.ts';
import type { Stretch } from './time-range.ts';

/** The drawing area inside the labels. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Scales {
  readonly x: (time: number) => number;
  readonly y: (share: number) => number;
}

/** A share at the top of the chart: 100, or more where the window is overdrawn. */
export function topShare({ usedPercent, curves }: Pick<WindowView, 'usedPercent' | 'curves'>): number {
  const highest = Math.max(100, usedPercent ?? 0, ...curves.flat().map((point) => point.usedPercent));
  return highest > 100 ? Math.ceil(highest / 20) * 20 : 100;
}

export function scalesOf({ left, top, right, bottom }: Frame, { from, until }: Stretch, highest: number): Scales {
  return {
    x: (time) => round(left + ((time - from) / (until - from)) * (right - left)),
    y: (share) => round(bottom - (Math.min(share, highest) / highest) * (bottom - top)),
  };
}

interface Place {
  readonly at: number;
  readonly share: number;
}

/** The part of a curve inside the stretch, its ends cut where it crosses the edges. */
export function cut(curve: readonly Place[], { from, until }: Stretch): readonly Place[] {
  const places: Place[] = [];
  for (const [index, place] of curve.entries()) {
    const before = curve[index - 1];
    if (before !== undefined) {
      for (const edge of [from, until]) {
        if (before.at < edge && place.at > edge) places.push({ at: edge, share: between(before, place, edge) });
      }
    }
    if (place.at >= from && place.at <= until) places.push(place);
  }
  return places;
}

function between(before: Place, after: Place, at: number): number {
  return before.share + ((after.share - before.share) * (at - before.at)) / (after.at - before.at);
}

export function linePath(places: readonly Place[], { x, y }: Scales): string {
  return places.map(({ at, share }, index) => `${index === 0 ? 'M' : 'L'}${x(at)} ${y(share)}`).join('');
}

/** The area between a curve and the ground. */
export function areaPath(places: readonly Place[], scales: Scales): string {
  const first = places[0];
  const last = places.at(-1);
  if (first === undefined || last === undefined) return '';
  const { x, y } = scales;
  return `${linePath(places, scales)}L${x(last.at)} ${y(0)}L${x(first.at)} ${y(0)}Z`;
}

/** The area between two curves. */
export function bandPath(low: readonly Place[], high: readonly Place[], scales: Scales): string {
  if (low.length < 2) return '';
  const back = [...low].reverse();
  return `${linePath(high, scales)}${back.map(({ at, share }) => `L${scales.x(at)} ${scales.y(share)}`).join('')}Z`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
