// What a run takes of the plan's tightest quota window, as far as readings of the window tell. Whatever else the plan
// paid for between two readings counts with it: no figure of the service says who used how much.

export interface QuotaReading {
  /** The window's name, by which it is told from others: untrusted text. */
  readonly window: string;
  /** Percent. */
  readonly used: number;
  /** Milliseconds since the epoch. */
  readonly readAt: number;
}

export interface QuotaShare {
  /** Percent of the window. */
  readonly taken: number;
  /** When the window was first read, in milliseconds since the epoch. */
  readonly since: number;
  readonly last: QuotaReading;
  /** Whether the last reading holds all that the run used; else it took at least as much. */
  readonly isWhole: boolean;
}

/** A run begins, or goes on: what was used before does not count, and what it took before that does. */
export function quotaShareFrom(share: QuotaShare | null, reading: QuotaReading): QuotaShare {
  return share?.last.window === reading.window
    ? { ...share, last: reading, isWhole: false }
    : { taken: 0, since: reading.readAt, last: reading, isWhole: false };
}

/** Of another window that is the tightest by now nothing is known before; one that begins anew counts from there. */
export function quotaShareAfter(share: QuotaShare, reading: QuotaReading): QuotaShare {
  const { taken, last } = share;
  if (last.window !== reading.window) return quotaShareFrom(null, reading);
  return { ...share, taken: taken + Math.max(0, reading.used - last.used), last: reading, isWhole: false };
}

/** Percent; null where the window was not read again since the run began. */
export function percentTaken({ taken, since, last }: QuotaShare): number | null {
  return last.readAt > since ? taken : null;
}
