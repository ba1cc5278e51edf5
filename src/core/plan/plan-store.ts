// Knows what the watch of a plan needs of a place that all windows share, as a contract; not how files give it.
import type { PlanRecord } from './plan-record.ts';

/** `account` names a person at a service, in characters that a file name may have. No method ever rejects. */
export interface PlanStore {
  /** The record as any window wrote it last; null where there is none, or none that can be read. */
  read(account: string): Promise<PlanRecord | null>;
  /** Replaces the record as a whole: readers see the old one or the new one. A store that cannot is as if it had forgotten. */
  write(account: string, record: PlanRecord): Promise<void>;
  /** The right to ask the service, held by one window at a time: a function that gives it back, or null where another has it. */
  lease(account: string): Promise<(() => Promise<void>) | null>;
  /** Calls the listener after any window has written. Returns what ends that. */
  onChange(listener: (account: string) => void): () => void;
}
