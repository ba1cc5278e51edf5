// Where windows share what they know of a plan: one file an account in the extension's global storage, and a lease
// beside it.
import { createHash } from 'node:crypto';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import type { PlanRecord, PlanStore } from '../../../core/plan/watch/plan-record.ts';
import type { Log } from '../../../core/ports.ts';
import type { ProviderId } from '../../../core/service/profile/profile.ts';
import type { LeaseFile } from '../../../node/leases/lease-file.ts';
import { planSuffix } from '../../storage-folders.ts';
import { readShared, watchShared, writeShared } from '../../../node/shared-files.ts';
import { errorName } from '../../../core/service/failure/error-name.ts';

/** Longer than a check with its retries takes. */
const leaseMilliseconds = 90_000;

/** By whom an earlier version named its files. */
export interface Person {
  readonly apiUrl: string;
  readonly provider: ProviderId;
  /** What the service calls them. */
  readonly id: string;
}

function formerName({ apiUrl, provider, id }: Person): string {
  return createHash('sha256').update([apiUrl, provider, id].join('\n')).digest('hex').slice(0, 16);
}

/** @param folder a folder that all windows of this machine's VS Code share */
export function createPlanFiles(folder: string, personOf: (account: string) => Person | null, log: Log): PlanStore {
  const leases = new Map<string, LeaseFile>();
  /** One object an account for good: it remembers what it saw of other windows' leases. */
  const leaseOf = async (account: string): Promise<LeaseFile> => {
    const { LeaseFile } = await import('../../../node/leases/lease-file.ts');
    const lease = leases.get(account) ?? new LeaseFile(path.join(folder, `${account}.lease`), leaseMilliseconds);
    leases.set(account, lease);
    return lease;
  };
  const fileOf = (account: string): string => path.join(folder, `${account}${planSuffix}`);
  const takeOver = async (account: string): Promise<string | null> => {
    const person = personOf(account);
    if (person === null) return null;
    // Another window may just have done it.
    await rename(fileOf(formerName(person)), fileOf(account)).catch(() => undefined);
    return readShared(fileOf(account));
  };
  return {
    async read(account) {
      const text = (await readShared(fileOf(account))) ?? (await takeOver(account));
      return text === null ? null : (await import('../../../core/plan/watch/plan-record.ts')).parseRecord(text);
    },
    async write(account, record: PlanRecord) {
      try {
        const { formatRecord } = await import('../../../core/plan/watch/plan-record.ts');
        await writeShared(fileOf(account), formatRecord(record));
      } catch (error) {
        log.warn(`The plan's figures could not be stored: ${errorName(error)}`);
      }
    },
    lease: async (account) => (await leaseOf(account)).take(),
    onChange(listener) {
      let ended = false;
      const watching = watchShared(folder, (name) => {
        if (!ended && name.endsWith(planSuffix)) listener(name.slice(0, -planSuffix.length));
      });
      return () => {
        ended = true;
        void watching.then((end) => end());
      };
    },
  };
}
