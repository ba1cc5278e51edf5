// Knows what a signed-in session consists of and under which keys its secrets lie; tokens stay opaque. It does not know
// how one is obtained (sign-in.ts) nor which store keeps it.
import * as z from 'zod/mini';
import type { SecretStore } from '../ports.ts';
import { audienceOf, type ProviderId, providerIds, type ServiceProfile } from '../service/profile.ts';
import { parseSecret, Secret } from '../service/secret.ts';
import type { SessionCredentials } from '../service/session-credentials.ts';
import { digestOf } from './digest.ts';
import { tokenSchema } from './oauth.ts';
import { type UserInfo, userInfoSchema } from './user.ts';

export interface Session extends SessionCredentials {
  readonly accessToken: Secret;
  /** Null where user info could not be read: the session is good without it. */
  readonly user: UserInfo | null;
}

export type StoredSession =
  | { readonly kind: 'session'; readonly session: Session }
  | { readonly kind: 'none' }
  /** User info is stored but no business token: `coding_plan_auth_failed` (section 5.6). */
  | { readonly kind: 'lapsed'; readonly user: UserInfo };

/** @see service-interface section 2.4 for the business token's key; decisions 7 for the rest. */
function keysOf(profile: ServiceProfile, provider: ProviderId): Record<'business' | 'companion' | 'user', string> {
  const suffix = provider === 'primary' ? '' : '.secondary';
  return {
    business: `${profile.words.service}jwttoken${suffix}`,
    companion: `tidemark.session${suffix}`,
    user: `tidemark.user${suffix}`,
  };
}

const companionSchema = z.object({
  accessToken: tokenSchema,
  planCredential: z.catch(z.nullable(tokenSchema), null),
  /** Of the business token that was stored with it: beside another one, which a failed write left there, it says nothing. */
  tokenDigest: z.optional(z.string()),
  /** The service that gave the tokens: another one never sees them, whatever profile is chosen later. */
  audience: z.string(),
});

/** Rejects where the store does. Stored text that cannot be read counts as absent and is set aside. */
export async function loadSession(store: SecretStore, profile: ServiceProfile, provider: ProviderId): Promise<StoredSession> {
  const keys = keysOf(profile, provider);
  const [business, companion, user] = await Promise.all([
    store.get(keys.business),
    readStored(store, keys.companion, companionSchema),
    readStored(store, keys.user, userInfoSchema),
  ]);
  const audience = audienceOf(profile);
  if (companion !== null && companion.audience !== audience) return { kind: 'none' };
  const businessToken = business === undefined ? null : parseSecret(business);
  if (businessToken === null || companion === null) return user === null ? { kind: 'none' } : { kind: 'lapsed', user };
  const { accessToken, planCredential, tokenDigest } = companion;
  if (tokenDigest !== undefined && tokenDigest !== (await digestOf(businessToken.reveal()))) return { kind: 'none' };
  return { kind: 'session', session: { audience, provider, businessToken, accessToken, planCredential, user } };
}

async function readStored<T>(store: SecretStore, key: string, schema: z.ZodMiniType<T>): Promise<T | null> {
  const text = await store.get(key);
  if (text === undefined) return null;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    // Kept out of the way rather than thrown away: it may be all that tells what went wrong.
    await store.store(`${key}.setAside`, text);
    await store.delete(key);
    return null;
  }
}

/** Rejects where the store does. The business token goes last: its arrival is what other windows wait for. */
export async function storeSession(store: SecretStore, profile: ServiceProfile, session: Session): Promise<void> {
  const keys = keysOf(profile, session.provider);
  const { accessToken, planCredential, audience, user } = session;
  const tokenDigest = await digestOf(session.businessToken.reveal());
  const companion = { accessToken: accessToken.reveal(), planCredential: planCredential?.reveal() ?? null, tokenDigest, audience };
  await store.store(keys.companion, JSON.stringify(companion));
  if (user === null) await store.delete(keys.user);
  else await store.store(keys.user, JSON.stringify(user));
  await store.store(keys.business, session.businessToken.reveal());
}

/**
 * Adds what became known about the person of a session, unless the store holds another session by now. The token is stored
 * once more, since its arrival is what other windows wait for. Rejects where the store does.
 */
export async function storeUser(store: SecretStore, profile: ServiceProfile, { provider, businessToken }: Session, user: UserInfo): Promise<void> {
  if (!(await isStoredToken(store, profile, provider, businessToken))) return;
  const keys = keysOf(profile, provider);
  await store.store(keys.user, JSON.stringify(user));
  await store.store(keys.business, businessToken.reveal());
}

/** Forgets everything of one provider. Rejects where the store does. */
export async function deleteSession(store: SecretStore, profile: ServiceProfile, provider: ProviderId): Promise<void> {
  const keys = keysOf(profile, provider);
  // The business token goes last, as it came: its change is what other windows hear, and then all must be gone.
  for (const key of [keys.user, keys.companion, keys.business]) await store.delete(key);
}

/** Forgets a refused token and keeps the user info, so that the person is greeted by name when asked to sign in again. */
export async function deleteTokens(store: SecretStore, profile: ServiceProfile, provider: ProviderId): Promise<void> {
  const keys = keysOf(profile, provider);
  await store.delete(keys.companion);
  await store.delete(keys.business);
}

/** Whether the refused token is still the stored one: another window may have signed in anew meanwhile. Rejects where the store does. */
export async function isStoredToken(store: SecretStore, profile: ServiceProfile, provider: ProviderId, token: Secret): Promise<boolean> {
  const stored = await store.get(keysOf(profile, provider).business);
  return stored !== undefined && token.equals(new Secret(stored));
}

/** Which of several signed-in accounts is in use; every window uses the same. */
const activeKey = 'tidemark.activeProvider';

/** Null where none was chosen. Rejects where the store does. */
export async function loadActiveProvider(store: SecretStore): Promise<ProviderId | null> {
  const text = await store.get(activeKey);
  return providerIds.find((provider) => provider === text) ?? null;
}

/** Rejects where the store does. */
export async function storeActiveProvider(store: SecretStore, provider: ProviderId): Promise<void> {
  await store.store(activeKey, provider);
}

/** Whether a changed secret says that the accounts of this profile are others now. */
export function isSessionKey(profile: ServiceProfile, key: string): boolean {
  return key === activeKey || providerIds.some((provider) => key === keysOf(profile, provider).business);
}
