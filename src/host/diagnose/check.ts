// Knows what one check of the diagnosis comes to; not which checks there are.

export interface Check {
  readonly name: string;
  /** `skipped`: it could not be tried, for a reason that is no fault. */
  readonly verdict: 'ok' | 'failed' | 'skipped';
  readonly finding: string;
  /** What to do; null where nothing is to be done. */
  readonly advice: string | null;
}

export function ok(name: string, finding: string): Check {
  return { name, verdict: 'ok', finding, advice: null };
}

export function failed(name: string, finding: string, advice: string): Check {
  return { name, verdict: 'failed', finding, advice };
}

export function skipped(name: string, finding: string): Check {
  return { name, verdict: 'skipped', finding, advice: null };
}
