// When the demo's subscriber works, and figures that look as if they had come about.

const minute = 60_000;
const hour = 60 * minute;

/** How much somebody works at an instant, from 0 to about 1, by the clock on the wall. */
export function activityAt(time: number): number {
  const date = new Date(time);
  const at = date.getHours() + date.getMinutes() / 60;
  if ([0, 6].includes(date.getDay()) || at < 9 || at >= 18 || (at >= 12.5 && at < 13.5)) return 0;
  return 0.65 + 0.35 * Math.sin(time / (37 * minute)) * Math.cos(time / (9 * hour));
}

/** From 0 to 1, the same for the same number: no two weeks and no two pools are alike. */
export function varied(seed: number): number {
  const value = Math.sin(seed * 12.9898) * 43_758.5453;
  return value - Math.floor(value);
}

const step = 5 * minute;

/** Instants between two others, oldest first: as many of them at a time as somebody works then. */
export function workedTimes(from: number, until: number, count: number): number[] {
  const slots = Array.from({ length: Math.max(1, Math.ceil((until - from) / step)) }, (_, slot) => from + slot * step);
  // Whoever signs in at night has used something at night.
  const weights = slots.map((at) => activityAt(at) + 0.02);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let slot = 0;
  let before = 0;
  return Array.from({ length: count }, (_, place) => {
    const wanted = ((place + 0.5) / count) * all;
    for (; slot < slots.length - 1 && before + (weights[slot] ?? 0) < wanted; slot += 1) before += weights[slot] ?? 0;
    const within = (wanted - before) / (weights[slot] ?? 1);
    return Math.round(Math.min(until - 1, (slots[slot] ?? from) + within * step));
  });
}
