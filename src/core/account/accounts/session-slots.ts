// Under which names the secrets of sessions lie, and which places there are.
import * as z from 'zod/mini';
import { parseJson } from '../../service/json.ts';
import type { SecretStore } from '../../ports.ts';
import type { Service } from '../../service/profile/audience.ts';
import { type ProviderId, providerIds } from '../../service/profile/profile.ts';
import { goodOnes } from '../../service/stored-fields.ts';

/** Where one session lies. */
export interface Slot {
  readonly provider: ProviderId;
  /** Null for the provider's first account, whose names are known in advance. */
  readonly account: string | null;
}
export const accountSchema = z.string().check(z.regex(/^[0-9a-f]{32}$/));

/** Lists the accounts beyond the first ones, since not every store can say what is in it. */
const furtherKey = 'tidemark.accounts';
const furtherSchema = goodOnes(z.object({ provider: z.enum(['primary', 'secondary']), account: accountSchema }));

/** @see docs/service.md#2.4 for the business token's key; docs/decisions.md#7 for the rest. */
export function keysOf(
  { profile }: Service,
  { provider, account }: Slot,
): Record<'business' | 'companion' | 'user', string> {
  const suffix = `${provider === 'primary' ? '' : '.secondary'}${account === null ? '' : `.${account}`}`;
  return {
    business: `${profile.words.service}jwttoken${suffix}`,
    companion: `tidemark.session${suffix}`,
    user: `tidemark.user${suffix}`,
  };
}

export async function slotsOf(store: SecretStore): Promise<readonly Slot[]> {
  const further = (await readStored(store, furtherKey, furtherSchema)) ?? [];
  return providerIds.flatMap((provider) => [
    { provider, account: null },
    ...further.filter((slot) => slot.provider === provider),
  ]);
}

export async function list(store: SecretStore, { provider, account }: Slot): Promise<void> {
  if (account === null) return;
  const further = (await readStored(store, furtherKey, furtherSchema)) ?? [];
  if (further.some((slot) => slot.provider === provider && slot.account === account)) return;
  await store.store(furtherKey, JSON.stringify([...further, { provider, account }]));
}

export async function unlist(store: SecretStore, { account }: Slot): Promise<void> {
  if (account === null) return;
  const further = (await readStored(store, furtherKey, furtherSchema)) ?? [];
  const left = further.filter((slot) => slot.account !== account);
  if (left.length === 0) await store.delete(furtherKey);
  else await store.store(furtherKey, JSON.stringify(left));
}

export async function readStored<T>(store: SecretStore, key: string, schema: z.ZodMiniType<T>): Promise<T | null> {
  const text = await store.get(key);
  if (text === undefined) return null;
  const parsed = schema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  // Kept out of the way rather than thrown away: it may be all that shows what went wrong.
  await store.store(`${key}.setAside`, text);
  await store.delete(key);
  return null;
}

/** With which provider somebody has signed in last. An earlier version kept which of its two accounts was in use. */
const lastKey = 'tidemark.activeProvider';

/** Null where nobody has. Rejects where the store does. */
export async function loadLastProvider(store: SecretStore): Promise<ProviderId | null> {
  const text = await store.get(lastKey);
  return providerIds.find((provider) => provider === text) ?? null;
}

/** Rejects where the store does. */
export async function storeLastProvider(store: SecretStore, provider: ProviderId): Promise<void> {
  await store.store(lastKey, provider);
}

/** Whether a changed secret says that the accounts of this profile are others now. */
export function isSessionKey(service: Service, key: string): boolean {
  const first = keysOf(service, { provider: 'primary', account: null }).business;
  return key === lastKey || key === first || key.startsWith(`${first}.`);
}
