// Authorize requests that outlive their window: one entry of the secret store each, found by its state and taken once,
// in whichever window the answer arrives. A missing entry says nothing, since stores forget; only what is marked as
// taken has been taken.
import * as z from 'zod/mini';
import { parseJson } from '../service/json.ts';
import type { SecretStore } from '../ports.ts';
import { timeSchema } from '../service/stored-fields.ts';
import { digestOf } from './digest.ts';
import { equalInFull } from '../service/credentials/secret.ts';
import type { AuthorizeRequest } from './oauth.ts';

/** How long an authorize request can be answered. The service's own codes live no longer (docs/service.md#8). */
export const stateMilliseconds = 5 * 60_000;

const pendingSchema = z.object({
  provider: z.enum(['primary', 'secondary'] as const),
  state: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  redirectUri: z.string(),
  /** Milliseconds since the epoch; an answer after that is late. */
  expiresAt: timeSchema,
  /**
   * Which service was asked, as `serviceOf` names it: a window that is connected to another one must not send the code
   * there.
   */
  service: z.string(),
  /** The attempt that the request belongs to: when one of its requests wins, the others are forgotten. */
  attempt: z.string(),
  /** Which of the channels it went, by their order, so that a window that is loaded again goes on with the next. */
  way: z.int().check(z.minimum(0)),
});
/**
 * An entry whose answer, or another of the same attempt, was used up stays until its time is over, for whoever still
 * waits.
 */
const entrySchema = z.extend(pendingSchema, { taken: z._default(z.boolean(), false) });

export type PendingRequest = z.infer<typeof pendingSchema>;
type Entry = z.infer<typeof entrySchema>;

/** What the store says of a state. */
export type Lookup =
  | { readonly kind: 'pending'; readonly request: PendingRequest }
  | { readonly kind: 'taken' }
  /** Nothing, or nothing that can be read, or of old: nobody asked, or the store forgot. */
  | { readonly kind: 'unknown' };

const keyPrefix = 'tidemark.signIn.pending.';

/**
 * The state is the guard of the sign-in, and stores may show the names of their entries: only a digest is in the name.
 */
async function keyOf(state: string): Promise<string> {
  return keyPrefix + (await digestOf(state));
}

/** Rejects where the store does. */
export async function keepPending(store: SecretStore, request: PendingRequest): Promise<void> {
  await store.store(await keyOf(request.state), JSON.stringify(request));
}

/** Rejects where the store does. */
export async function findPending(store: SecretStore, state: string, now: number): Promise<Lookup> {
  const entry = parseEntry(await store.get(await keyOf(state)));
  if (entry === null || !isInTime(entry, now) || !equalInFull(entry.state, state)) return { kind: 'unknown' };
  const { taken, ...request } = entry;
  return taken ? { kind: 'taken' } : { kind: 'pending', request };
}

/**
 * The same, and a request that was pending is thereby used up. Two windows that ask at once are told apart by the lease
 * under which the caller holds the exchange. Rejects where the store does.
 */
export async function takePending(store: SecretStore, state: string, now: number): Promise<Lookup> {
  const found = await findPending(store, state, now);
  if (found.kind === 'pending') await markTaken(store, found.request);
  return found;
}

/** Forgets one request, which nobody took and nobody can answer any more. Rejects where the store does. */
export async function dropPending(store: SecretStore, state: string): Promise<void> {
  await store.delete(await keyOf(state));
}

/**
 * Uses up every request of an attempt, so that whoever still waits for one of them hears of it. Rejects where the store
 * does.
 */
export async function takeAllPending(store: SecretStore, attempt: string): Promise<void> {
  for (const [, entry] of await allEntries(store)) if (entry?.attempt === attempt) await markTaken(store, entry);
}

/**
 * What is left of an attempt: its requests that can be answered, as they were opened, and whether one was taken.
 * Rejects where the store does.
 */
export async function pendingOf(
  store: SecretStore,
  attempt: string,
  now: number,
): Promise<{ requests: PendingRequest[]; isTaken: boolean }> {
  const entries = (await allEntries(store)).flatMap(([, entry]) =>
    entry?.attempt === attempt && isInTime(entry, now) ? [entry] : [],
  );
  const requests = entries.flatMap(({ taken, ...request }) => (taken ? [] : [request]));
  return {
    requests: requests.sort((left, right) => left.expiresAt - right.expiresAt),
    isTaken: entries.some(({ taken }) => taken),
  };
}

/** Forgets an attempt, and with it whatever is too old or cannot be read. Rejects where the store does. */
export async function forgetPending(store: SecretStore, attempt: string, now: number): Promise<void> {
  for (const [key, entry] of await allEntries(store)) {
    if (entry === null || entry.attempt === attempt || !isInTime(entry, now)) await store.delete(key);
  }
}

/**
 * One that would last longer than any does was kept before somebody set the clock back: how old it is, nobody knows.
 */
function isInTime({ expiresAt }: Entry, now: number): boolean {
  return now < expiresAt && expiresAt - now <= stateMilliseconds;
}

async function markTaken(store: SecretStore, request: PendingRequest): Promise<void> {
  const entry: Entry = { ...request, taken: true };
  await store.store(await keyOf(request.state), JSON.stringify(entry));
}

async function allEntries(store: SecretStore): Promise<[string, Entry | null][]> {
  const keys = (await store.keys()).filter((key) => key.startsWith(keyPrefix));
  return Promise.all(keys.map(async (key): Promise<[string, Entry | null]> => [key, parseEntry(await store.get(key))]));
}

function parseEntry(text: string | undefined): Entry | null {
  return entrySchema.safeParse(parseJson(text ?? '')).data ?? null;
}

/** What remains of a request once it is answered: the part that the exchange repeats. */
export function authorizeRequestOf({ provider, state, redirectUri }: PendingRequest): AuthorizeRequest {
  return { provider, state, redirectUri };
}
