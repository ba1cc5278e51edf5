// Knows where windows share what they know of a plan: one file an account in the extension's global storage, and a lease
// beside it. It does not know what the record says.
import path from 'node:path';
import type { PlanRecord } from '../../core/plan/plan-record.ts';
import type { PlanStore } from '../../core/plan/plan-store.ts';
import type { Log } from '../../core/ports.ts';
import type { LeaseFile } from '../../node/lease-file.ts';
import { readShared, watchShared, writeShared } from '../../node/shared-files.ts';

/** Longer than a check with its repetitions takes. */
const leaseMilliseconds = 90_000;
const suffix = '.plan.json';

/** @param folder a folder that all windows of this machine's VS Code share. */
export function createPlanFiles(folder: string, log: Log): PlanStore {
  const leases = new Map<string, LeaseFile>();
  /** One object an account for good: it remembers what it saw of other windows' leases. */
  const leaseOf = async (account: string): Promise<LeaseFile> => {
    const { LeaseFile } = await import('../../node/lease-file.ts');
    const lease = leases.get(account) ?? new LeaseFile(path.join(folder, `${account}.lease`), leaseMilliseconds);
    leases.set(account, lease);
    return lease;
  };
  const fileOf = (account: string): string => path.join(folder, `${account}${suffix}`);
  return {
    async read(account) {
      const text = await readShared(fileOf(account));
      return text === null ? null : (await import('../../core/plan/plan-record.ts')).parseRecord(text);
    },
    async write(account, record: PlanRecord) {
      try {
        const { formatRecord } = await import('../../core/plan/plan-record.ts');
        await writeShared(fileOf(account), formatRecord(record));
      } catch (error) {
        log.warn(`The plan's figures could not be stored: ${error instanceof Error ? error.message : typeof error}`);
      }
    },
    lease: async (account) => (await leaseOf(account)).take(),
    onChange(listener) {
      let ended = false;
      const watching = watchShared(folder, (name) => {
        if (!ended && name.endsWith(suffix)) listener(name.slice(0, -suffix.length));
      });
      return () => {
        ended = true;
        void watching.then((end) => end());
      };
    },
  };
}
