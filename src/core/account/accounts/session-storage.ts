// Where the secrets of sessions are stored, one place for each account at each service.
import * as z from 'zod/mini';
import { parseJson } from '../../service/json.ts';
import type { SecretStore } from '../../ports.ts';
import { type Service, wasNamed } from '../../service/profile/audience.ts';
import type { ProviderId } from '../../service/profile/profile.ts';
import { parseSecret, Secret } from '../../service/credentials/secret.ts';
import { timeSchema } from '../../service/stored-fields.ts';
import { digestOf } from '../digest.ts';
import { tokenSchema } from '../oauth.ts';
import { accountNameOf, type LapsedSession, type Session, type SignInMark, type StoredSession } from '../session.ts';
import { type UserInfo, userInfoSchema } from '../user.ts';
import { takesPlaceOf } from './accounts.ts';
import { accountSchema, keysOf, list, readStored, type Slot, slotsOf, unlist } from './session-slots.ts';

const companionSchema = z.object({
  /** Absent where the service refused the tokens: the account and its person's name stay. */
  accessToken: z.optional(tokenSchema),
  planCredential: z.catch(z.nullable(tokenSchema), null),
  /**
   * Of the business token that was stored with it: beside another one, which a failed write left there, it says
   * nothing.
   */
  tokenDigest: z.optional(z.string()),
  /** The service that gave the tokens: another one never sees them, whatever profile is chosen later. */
  audience: z.string(),
  /** Absent where an earlier version wrote it, which kept one account a provider. */
  account: z.optional(accountSchema),
  generation: z.catch(timeSchema, 0),
});

type Companion = z.infer<typeof companionSchema>;

/** As it is stored, where a secret leaves its cover. */
function writtenOf({ accessToken, planCredential, ...rest }: Companion): string {
  return JSON.stringify({
    accessToken: accessToken?.reveal(),
    planCredential: planCredential?.reveal() ?? null,
    ...rest,
  });
}

/**
 * What is stored of the accounts at this service, those of the primary provider first. Rejects where the store does.
 * Stored text that cannot be read counts as absent and is set aside.
 */
export async function loadSessions(store: SecretStore, service: Service): Promise<readonly StoredSession[]> {
  const found: StoredSession[] = [];
  for (const slot of await slotsOf(store)) found.push(await loadSession(store, service, slot));
  return found;
}

async function loadSession(store: SecretStore, service: Service, slot: Slot): Promise<StoredSession> {
  const keys = keysOf(service, slot);
  const [business, user] = await Promise.all([store.get(keys.business), readStored(store, keys.user, userInfoSchema)]);
  const companion = await loadCompanion(store, service, slot, user);
  if (companion === 'foreign') return { kind: 'none' };
  const businessToken = business === undefined ? null : parseSecret(business);
  if (businessToken === null || companion?.accessToken === undefined)
    return user === null
      ? { kind: 'none' }
      : { kind: 'lapsed', provider: slot.provider, account: companion?.account ?? null, user };
  const { account, generation, accessToken, planCredential, tokenDigest } = companion;
  if (tokenDigest !== undefined && tokenDigest !== (await digestOf(businessToken.reveal()))) return { kind: 'none' };
  const { audience } = service;
  const { provider } = slot;
  return {
    kind: 'session',
    session: { audience, provider, account, generation, businessToken, accessToken, planCredential, user },
  };
}

/** Null where there is none. What an earlier version wrote of this service gets its present names, once. */
async function loadCompanion(
  store: SecretStore,
  service: Service,
  slot: Slot,
  user: UserInfo | null,
): Promise<(Companion & { readonly account: string }) | 'foreign' | null> {
  const { companion: key, business } = keysOf(service, slot);
  const companion = await readStored(store, key, companionSchema);
  if (companion === null) return null;
  const { audience } = service;
  const isNamed = companion.audience === audience;
  if (!isNamed && !wasNamed(service, companion.audience)) return 'foreign';
  // Two windows that do this at once must come to the same name.
  const account =
    companion.account ??
    (await accountNameOf(audience, slot.provider, user?.sub ?? (await digestOf((await store.get(business)) ?? ''))));
  const known = { ...companion, audience, account };
  if (!isNamed || companion.account === undefined) await store.store(key, writtenOf(known));
  return known;
}

/** A slot, and what is written there of a session, as far as it can be read. */
interface Content {
  readonly slot: Slot;
  readonly companion: Companion | null;
  readonly user: UserInfo | null;
}

async function contentsOf(store: SecretStore, service: Service, provider: ProviderId): Promise<readonly Content[]> {
  const contents: Content[] = [];
  for (const slot of await slotsOf(store)) {
    if (slot.provider !== provider) continue;
    const keys = keysOf(service, slot);
    const companion = companionSchema.safeParse(parseJson((await store.get(keys.companion)) ?? ''));
    const user = userInfoSchema.safeParse(parseJson((await store.get(keys.user)) ?? ''));
    contents.push({
      slot,
      companion: companion.success ? companion.data : null,
      user: user.success ? user.data : null,
    });
  }
  return contents;
}

/**
 * Puts a session into its place, and returns the other sign-ins at its service and provider that it replaces: those
 * that may be of the same person, and those that have lapsed. The business token goes last: its arrival is what other
 * windows wait for. Rejects where the store does.
 */
export async function storeSession(
  store: SecretStore,
  service: Service,
  session: Session,
): Promise<readonly SignInMark[]> {
  const { provider, accessToken, planCredential, audience, account, generation, user } = session;
  const contents = await contentsOf(store, service, provider);
  const own = contents.find(({ companion }) => companion?.account === account);
  const replaced = contents.filter((one) => one !== own && isReplaced(service, session, one));
  const slot = own?.slot ?? freeSlot(session, contents, replaced);
  await list(store, slot);
  const keys = keysOf(service, slot);
  const tokenDigest = await digestOf(session.businessToken.reveal());
  const companion = { accessToken, planCredential, tokenDigest, audience, account, generation };
  await store.store(keys.companion, writtenOf(companion));
  if (user === null) await store.delete(keys.user);
  else await store.store(keys.user, JSON.stringify(user));
  for (const one of replaced) if (one.slot !== slot) await deleteSlot(store, service, one.slot);
  // Another window that took an account off the list at the same time may have written it without this one.
  await list(store, slot);
  await store.store(keys.business, session.businessToken.reveal());
  return replaced.flatMap(({ companion: former }) =>
    former?.account === undefined ? [] : [{ account: former.account, generation: former.generation }],
  );
}

function isReplaced(service: Service, session: Session, { companion, user }: Content): boolean {
  if (companion === null || !isOf(service, companion)) return false;
  const { audience, provider } = session;
  const isLapsed = companion.accessToken === undefined;
  return isLapsed || takesPlaceOf(session, { audience, provider, account: companion.account ?? '', user });
}

/** The first slot of the provider, unless it holds somebody else's tokens; then one of the account's own. */
function freeSlot({ provider, account }: Session, contents: readonly Content[], replaced: readonly Content[]): Slot {
  const [first] = contents;
  const isFree = first !== undefined && (first.companion?.accessToken === undefined || replaced.includes(first));
  return isFree ? first.slot : { provider, account };
}

function isOf(service: Service, companion: Companion | null): boolean {
  return companion !== null && (companion.audience === service.audience || wasNamed(service, companion.audience));
}

/** Where the session lies; null where it does no more. A token says it too, where a deletion broke off half-way. */
async function slotOf(store: SecretStore, service: Service, session: Session): Promise<Slot | null> {
  const contents = await contentsOf(store, service, session.provider);
  const own = contents.find(({ companion }) => companion?.account === session.account);
  if (own !== undefined) return own.slot;
  for (const { slot } of contents) if (await holdsToken(store, service, slot, session.businessToken)) return slot;
  return null;
}

/** Where this very sign-in lies; null where another one of the account is stored by now. */
async function slotOfSignIn(store: SecretStore, service: Service, session: Session): Promise<Slot | null> {
  const slot = await slotOf(store, service, session);
  return slot !== null && (await holdsToken(store, service, slot, session.businessToken)) ? slot : null;
}

async function holdsToken(store: SecretStore, service: Service, slot: Slot, token: Secret): Promise<boolean> {
  const stored = await store.get(keysOf(service, slot).business);
  return stored !== undefined && token.equals(new Secret(stored));
}

/**
 * Adds what became known about the person of a session, unless the store holds another session by now. The token is
 * stored once more, since its arrival is what other windows wait for. Rejects where the store does.
 */
export async function storeUser(store: SecretStore, service: Service, session: Session, user: UserInfo): Promise<void> {
  const slot = await slotOfSignIn(store, service, session);
  if (slot === null) return;
  const keys = keysOf(service, slot);
  await store.store(keys.user, JSON.stringify(user));
  await store.store(keys.business, session.businessToken.reveal());
}

/** Forgets everything of an account. Rejects where the store does. */
export async function deleteSession(store: SecretStore, service: Service, session: Session): Promise<void> {
  const slot = await slotOf(store, service, session);
  if (slot !== null) await deleteSlot(store, service, slot);
}

/** Forgets who has lapsed, unless they have signed in anew. Rejects where the store does. */
export async function deleteLapsed(store: SecretStore, service: Service, lapsed: LapsedSession): Promise<void> {
  const contents = await contentsOf(store, service, lapsed.provider);
  const own = contents.find(({ companion }) => (companion?.account ?? null) === lapsed.account);
  if (own !== undefined && own.companion?.accessToken === undefined) await deleteSlot(store, service, own.slot);
}

/** Forgets what has ended elsewhere, unless its account has signed in anew. Rejects where the store does. */
export async function deleteEnded(store: SecretStore, service: Service, session: Session): Promise<void> {
  const slot = await slotOfSignIn(store, service, session);
  if (slot !== null) await deleteSlot(store, service, slot);
}

/** The business token goes last, as it came: its change is what other windows hear, and then all must be gone. */
async function deleteSlot(store: SecretStore, service: Service, slot: Slot): Promise<void> {
  const keys = keysOf(service, slot);
  for (const key of [keys.user, keys.companion, keys.business]) await store.delete(key);
  await unlist(store, slot);
}

/**
 * Forgets a refused token and keeps account and user info, so that the person is greeted by name when asked to sign in
 * again. Another window may have signed in anew meanwhile: its token was not the one that was refused. Rejects where
 * the store does.
 */
export async function deleteTokens(store: SecretStore, service: Service, session: Session): Promise<void> {
  const slot = await slotOfSignIn(store, service, session);
  if (slot === null) return;
  const keys = keysOf(service, slot);
  const { audience, account, generation } = session;
  await store.store(keys.companion, writtenOf({ planCredential: null, audience, account, generation }));
  await store.delete(keys.business);
}
