// Knows what a quota window is and what its figures imply, purely; not how a payload is read (quota.ts) or drawn. Figures
// that make no sense are unknown.

export type WindowKind =
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
  readonly window: WindowKind;
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
 * window binds only where nothing else is known.
 */
export function bindingWindow(windows: readonly QuotaWindow[]): QuotaWindow | null {
  const known = windows.filter((window) => window.usedPercent !== null);
  const forPrompts = known.filter(({ window }) => window.kind !== 'monthlyTools');
  const candidates = forPrompts.length > 0 ? forPrompts : known;
  return candidates.reduce<QuotaWindow | null>(
    (binding, window) => (binding === null || (window.usedPercent ?? 0) > (binding.usedPercent ?? 0) ? window : binding),
    null,
  );
}
