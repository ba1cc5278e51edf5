// The balance endpoint of the plan host. Its answer is undocumented: whatever looks like an amount is taken, under the
// service's own name, and nothing is made up. @see docs/service.md#4.6 and docs/service.md#2.7
import * as z from 'zod/mini';
import { type Connection, getJson } from '../../service/http/connection.ts';
import { dataOf } from '../../service/http/envelope.ts';
import { ServiceError } from '../../service/failure/errors.ts';
import { lenientList, lenientNumber, lenientText } from '../../service/http/lenient.ts';
import type { SessionCredentials } from '../../service/credentials/session-credentials.ts';
import { amounts } from '../quota-window.ts';

export interface Balance {
  /** The service's own name: untrusted text. */
  readonly name: string | null;
  /** The unit or currency, where one was said: untrusted text. */
  readonly unit: string | null;
  readonly total: number | null;
  readonly used: number | null;
  readonly left: number | null;
}

const entrySchema = z.object({
  entitlement_id: lenientText,
  name: lenientText,
  type: lenientText,
  unit: lenientText,
  currency: lenientText,
  total_units: lenientNumber,
  used_units: lenientNumber,
  available_units: lenientNumber,
  total: lenientNumber,
  used: lenientNumber,
  available: lenientNumber,
  remaining: lenientNumber,
  balance: lenientNumber,
});
type Entry = z.infer<typeof entrySchema>;

const dataSchema = z.union([
  z.pipe(
    z.array(z.unknown()),
    z.transform((balances: unknown[]) => ({ balances })),
  ),
  z.object({ balances: z.optional(z.unknown()) }),
]);

/**
 * The balances that the plan host names; empty where it names none that can be read, null where the session has no
 * credential for that host, and then nothing is sent. Throws ServiceError.
 */
export async function fetchBalances(
  connection: Connection,
  session: SessionCredentials,
  signal: AbortSignal | null,
): Promise<readonly Balance[] | null> {
  if (session.planCredential === null) return null;
  const { planUrl, baseUrl, words } = connection.profile;
  const url = `${planUrl ?? baseUrl}/api/v1/${words.service}-plan/billing/balance`;
  const answer = await getJson(
    connection,
    url,
    { kind: 'bearer', token: session.planCredential, audience: session.audience },
    signal,
  );
  // The plan host refuses its own credential, which says nothing about the business token.
  if (answer.failure?.kind === 'tokenRefused') throw new ServiceError({ kind: 'firewall' });
  const data = dataOf(answer, z.unknown());
  const list = dataSchema.safeParse(data);
  const entries =
    list.success && list.data.balances !== undefined
      ? lenientList(entrySchema).parse(list.data.balances)
      : lenientList(entrySchema).parse([data]);
  return entries.flatMap(balanceOf);
}

function balanceOf(entry: Entry): Balance[] {
  const { total, used, left } = amounts({
    percent: null,
    total: entry.total_units ?? entry.total,
    used: entry.used_units ?? entry.used,
    left: entry.available_units ?? entry.available ?? entry.remaining ?? entry.balance,
  });
  if (total === null && used === null && left === null) return [];
  return [
    { name: entry.name ?? entry.entitlement_id ?? entry.type, unit: entry.unit ?? entry.currency, total, used, left },
  ];
}
