// Knows what a signed-in session consists of and under which keys its secrets lie; tokens stay opaque. It does not know
// how one is obtained (sign-in.ts) nor which store keeps it.
import * as z from 'zod/mini';
import type { SecretStore } from '../ports.ts';
import { audienceOf, type ProviderId, providerIds, type ServiceProfile } from '../service/profile.ts';
import { Secret } from '../service/secret.ts';
import type { SessionCredentials } from '../service/session-credentials.ts';
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
  accessToken: z.string(),
  planCredential: z.nullable(z.string()),
  /** The service that gave the tokens: another one never sees them, whatever profile is chosen later. */
  audience: z.string(),
});

/** Rejects where the store does. Stored text that cannot be read counts as absent and is deleted. */
export async function loadSession(store: SecretStore, profile: ServiceProfile, provider: ProviderId): Promise<StoredSession> {
  const keys = keysOf(profile, provider);
  const [business, companion, user] = await Promise.all([
    store.get(keys.business),
    readStored(store, keys.companion, companionSchema),
    readStored(store, keys.user, userInfoSchema),
  ]);
  if (companion !== null && companion.audience !== audienceOf(profile)) return { kind: 'none' };
  if (business === undefined || companion === null) return user === null ? { kind: 'none' } : { kind: 'lapsed', user };
  const { accessToken, planCredential } = companion;
  return {
    kind: 'session',
    session: {
      provider,
      businessToken: new Secret(business),
      accessToken: new Secret(accessToken),
      planCredential: planCredential === null ? null : new Secret(planCredential),
      user,
    },
  };
}

async function readStored<T>(store: SecretStore, key: string, schema: z.ZodMiniType<T>): Promise<T | null> {
  const text = await store.get(key);
  if (text === undefined) return null;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    await store.delete(key);
    return null;
  }
}

/** Rejects where the store does. The business token goes last: its arrival is what other windows wait for. */
export async function storeSession(store: SecretStore, profile: ServiceProfile, session: Session): Promise<void> {
  const keys = keysOf(profile, session.provider);
  const { accessToken, planCredential, user } = session;
  const companion = { accessToken: accessToken.reveal(), planCredential: planCredential?.reveal() ?? null, audience: audienceOf(profile) };
  await store.store(keys.companion, JSON.stringify(companion));
  if (user === null) await store.delete(keys.user);
  else await store.store(keys.user, JSON.stringify(user));
  await store.store(keys.business, session.businessToken.reveal());
}

/** Forgets everything of one provider. Rejects where the store does. */
export async function deleteSession(store: SecretStore, profile: ServiceProfile, provider: ProviderId): Promise<void> {
  const keys = keysOf(profile, provider);
  // The business token goes last, as it came: its change is what other windows hear, and then all must be gone.
  for (const key of [keys.user, keys.companion, keys.business]) await store.delete(key);
}

/** The session of the first provider that has one, else the first lapsed one. Rejects where the store does. */
export async function loadAnySession(store: SecretStore, profile: ServiceProfile): Promise<StoredSession> {
  const all: StoredSession[] = [];
  for (const provider of providerIds) all.push(await loadSession(store, profile, provider));
  return all.find(({ kind }) => kind === 'session') ?? all.find(({ kind }) => kind === 'lapsed') ?? { kind: 'none' };
}

/** Puts one session, or none, in the place of all that are stored. Rejects where the store does. */
export async function replaceSessions(store: SecretStore, profile: ServiceProfile, session: Session | null): Promise<void> {
  for (const provider of providerIds) {
    if (provider !== session?.provider) await deleteSession(store, profile, provider);
  }
  if (session !== null) await storeSession(store, profile, session);
}

/** Forgets a refused token and keeps the user info, so that the person is greeted by name when asked to sign in again. */
export async function deleteTokens(store: SecretStore, profile: ServiceProfile, provider: ProviderId): Promise<void> {
  const keys = keysOf(profile, provider);
  await store.delete(keys.companion);
  await store.delete(keys.business);
}

/** Whether a changed secret belongs to a session of this profile. */
export function isSessionKey(profile: ServiceProfile, key: string): boolean {
  return key === keysOf(profile, 'primary').business || key === keysOf(profile, 'secondary').business;
}
