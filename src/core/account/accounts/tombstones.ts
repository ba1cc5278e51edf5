// Which sign-ins have ended for every window, whatever a window's own copy of the secrets says: where VS Code keeps
// secrets by the page, no window hears that another one has deleted some.
import type { SignInMark } from '../session.ts';

export interface Tombstones {
  /** The latest generation that has ended, whatever its account; -1 where none has. */
  readonly all: number;
  /** The latest generation of each account that has ended. */
  readonly accounts: ReadonlyMap<string, number>;
}

export interface TombstoneStore {
  /** What has ended up to this very moment, in whichever window. Never throws. */
  readonly current: Tombstones;
  /**
   * Ends these sign-ins, and those of the same accounts before them, for every window. Never rejects: what cannot be
   * kept holds here.
   */
  bury(marks: readonly SignInMark[]): Promise<void>;
}

export const noTombstones: Tombstones = { all: -1, accounts: new Map() };

/** What is forgotten first is the oldest; nobody has signed out of so many accounts. */
const mostAccounts = 200;

export function isBuried(tombstones: Tombstones, { account, generation }: SignInMark): boolean {
  return generation <= latestEnded(tombstones, account);
}

/** The same sign-in, later than whatever of its account has ended: clocks are set back. */
export function raised<Mark extends SignInMark>(tombstones: Tombstones, mark: Mark): Mark {
  return { ...mark, generation: Math.max(mark.generation, latestEnded(tombstones, mark.account) + 1) };
}

function latestEnded({ all, accounts }: Tombstones, account: string): number {
  return Math.max(all, accounts.get(account) ?? -1);
}

export function joined(one: Tombstones, other: Tombstones): Tombstones {
  const all = Math.max(one.all, other.all);
  const accounts = new Map(one.accounts);
  for (const [account, generation] of other.accounts)
    accounts.set(account, Math.max(generation, accounts.get(account) ?? -1));
  const alone = [...accounts].filter(([, generation]) => generation > all).sort(([, left], [, right]) => right - left);
  return { all, accounts: new Map(alone.slice(0, mostAccounts)) };
}

export function buriedBy(marks: readonly SignInMark[]): Tombstones {
  return marks.reduce<Tombstones>(
    (sum, { account, generation }) => joined(sum, { all: -1, accounts: new Map([[account, generation]]) }),
    noTombstones,
  );
}

/** A number that no clock says, as a damaged file may hold, would end every sign-in to come. */
function isGeneration(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 42;
}

/** Reads what was written; what is not what it should be has buried nobody. */
export function parseTombstones(stored: unknown): Tombstones {
  if (typeof stored !== 'object' || stored === null) return noTombstones;
  const all = 'all' in stored && isGeneration(stored.all) ? stored.all : -1;
  const written = 'accounts' in stored && typeof stored.accounts === 'object' ? (stored.accounts ?? {}) : {};
  const accounts = Object.entries(written).flatMap(([account, generation]: [string, unknown]): [string, number][] =>
    /^[0-9a-f]{32}$/.test(account) && isGeneration(generation) ? [[account, generation]] : [],
  );
  return joined(noTombstones, { all, accounts: new Map(accounts) });
}

export function formatTombstones({ all, accounts }: Tombstones): string {
  return JSON.stringify({ all: all < 0 ? undefined : all, accounts: Object.fromEntries(accounts) });
}
