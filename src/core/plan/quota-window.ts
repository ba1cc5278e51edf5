// What a quota window is and what its figures imply. Figures that make no sense are unknown.

export type WindowType =
  /** The pool of prompts or tokens that refills every five hours. */
  | { readonly kind: 'fiveHours' }
  | { readonly kind: 'week' }
  | { readonly kind: 'monthlyTools' }
  | { readonly kind: 'credit' }
  /** The entry plan's units under the plan's own name, untrusted text; null also for a window that names no type. */
  | { readonly kind: 'units'; readonly name: string | null }
  /** A type nobody here knows, under its own name: untrusted text. */
  | { readonly kind: 'other'; readonly name: string };

export interface QuotaWindow {
  readonly type: WindowType;
  /** Share used in percent, at least 0; above 100 where the service lets a plan overdraw; null where unknown. */
  readonly usedPercent: number | null;
  readonly used: number | null;
  readonly total: number | null;
  readonly left: number | null;
  /** Milliseconds since the epoch; null where unknown, past or absurdly far. */
  readonly resetsAt: number | null;
  readonly perTool: readonly { readonly tool: string; readonly used: number }[];
}

export interface Quota {
  /** The service's own tier label: untrusted text. */
  readonly level: string | null;
  readonly windows: readonly QuotaWindow[];
}

interface Amounts {
  readonly percent: number | null;
  readonly total: number | null;
  readonly used: number | null;
  readonly left: number | null;
}

/** Fills in what the given figures imply; the service's own percentage wins over a computed one. */
export function amounts(given: Amounts): Pick<QuotaWindow, 'usedPercent' | 'used' | 'total' | 'left'> {
  const total = plausibleAmount(given.total);
  const givenUsed = plausibleAmount(given.used);
  const givenLeft = plausibleAmount(given.left);
  const used = givenUsed ?? (total !== null && givenLeft !== null ? Math.max(0, total - givenLeft) : null);
  const left = givenLeft ?? (total !== null && used !== null ? Math.max(0, total - used) : null);
  const computed = total !== null && total > 0 && used !== null ? (used / total) * 100 : null;
  return { usedPercent: plausibleAmount(given.percent) ?? computed, used, total, left };
}

/** A negative amount says nothing; least of all zero. */
function plausibleAmount(value: number | null): number | null {
  return value !== null && value >= 0 ? value : null;
}

const hour = 60 * 60 * 1000;

/** Some deployments send seconds; a reset that is past, or further away than its window is long, tells nothing. */
export function plausibleReset(time: number | null, spanHours: number | null, now: number): number | null {
  if (time === null || time <= 0) return null;
  const milliseconds = time < 1e11 ? time * 1000 : time;
  const furthest = now + (spanHours === null ? 366 * 24 : spanHours * 1.5) * hour;
  return milliseconds > now && milliseconds <= furthest ? milliseconds : null;
}

/**
 * The window that stops a prompt first: the one with the largest share used. Tool calls never stop a prompt, so their
 * window binds only where nothing else is known; and of a window of an unknown type nobody can say what it stops.
 */
export function bindingWindow(windows: readonly QuotaWindow[]): QuotaWindow | null {
  const known = windows.filter(({ type, usedPercent }) => usedPercent !== null && isKnownKind(type));
  const forPrompts = known.filter(({ type }) => type.kind !== 'monthlyTools');
  const candidates = forPrompts.length > 0 ? forPrompts : known;
  return candidates.reduce<QuotaWindow | null>(
    (binding, window) =>
      binding === null || (window.usedPercent ?? 0) > (binding.usedPercent ?? 0) ? window : binding,
    null,
  );
}

/** Whether a prompt is refused until its reset; of a window whose share is unknown nobody can say so. */
export function isUsedUp({ usedPercent }: Pick<QuotaWindow, 'usedPercent'>): boolean {
  return usedPercent !== null && usedPercent >= 100;
}

/** Whether anybody here knows what such a window counts, and so what its end means. */
export function isKnownKind({ kind }: WindowType): boolean {
  return kind !== 'other';
}

/** How much attention a share asks for. */
export type Tone = 'calm' | 'warning' | 'empty';

/**
 * A window of an unknown type asks for none: what its share means is not known.
 * @param thresholds in percent, from which on a share is worth a warning.
 */
export function toneOf(window: Pick<QuotaWindow, 'type' | 'usedPercent'>, thresholds: readonly number[]): Tone {
  const { type, usedPercent } = window;
  if (usedPercent === null || !isKnownKind(type)) return 'calm';
  if (isUsedUp(window)) return 'empty';
  return thresholds.some((threshold) => usedPercent >= threshold) ? 'warning' : 'calm';
}
