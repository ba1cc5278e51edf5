// Knows how an authorize request that is under way outlives its window: one entry of the secret store each, found by its
// state and taken once, in whichever window the answer arrives. It does not know what is done with the answer.
import * as z from 'zod/mini';
import type { SecretStore } from '../ports.ts';
import { digestOf } from './digest.ts';
import { type AuthorizeRequest, equalInFull } from './oauth.ts';

const pendingSchema = z.object({
  provider: z.enum(['primary', 'secondary'] as const),
  state: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  redirectUri: z.string(),
  /** Milliseconds since the epoch; an answer after that is late. */
  expiresAt: z.number(),
  /** Which service was asked: a window that is connected to another one must not send the code there. */
  service: z.string(),
  /** The attempt that the request belongs to: when one of its requests wins, the others are forgotten. */
  attempt: z.string(),
  /** Which of the ways it went, by their order, so that a window that is loaded again goes on with the next. */
  way: z.int().check(z.minimum(0)),
});

export type PendingRequest = z.infer<typeof pendingSchema>;

const keyPrefix = 'tidemark.signIn.pending.';

/** The state is the guard of the sign-in, and stores may show the names of their entries: only a digest is in the name. */
async function keyOf(state: string): Promise<string> {
  return keyPrefix + (await digestOf(state));
}

/** Rejects where the store does. */
export async function keepPending(store: SecretStore, request: PendingRequest): Promise<void> {
  await store.store(await keyOf(request.state), JSON.stringify(request));
}

/**
 * The request of this state, which is thereby used up; null where there is none or it is too old. Two windows that ask at
 * once are told apart by the lease under which the caller holds the exchange. Rejects where the store does.
 */
export async function takePending(store: SecretStore, state: string, now: number): Promise<PendingRequest | null> {
  const found = await findPending(store, state, now);
  if (found !== null) await store.delete(await keyOf(state));
  return found;
}

/** The same without using it up. */
export async function findPending(store: SecretStore, state: string, now: number): Promise<PendingRequest | null> {
  const request = parsePending(await store.get(await keyOf(state)));
  return request !== null && now < request.expiresAt && equalInFull(request.state, state) ? request : null;
}

/** Every request of one attempt that can still be answered, in the order in which they were opened. Rejects where the store does. */
export async function pendingOf(store: SecretStore, attempt: string, now: number): Promise<PendingRequest[]> {
  const requests: PendingRequest[] = [];
  for (const [, request] of await allPending(store)) {
    if (request?.attempt === attempt && now < request.expiresAt) requests.push(request);
  }
  return requests.sort((left, right) => left.expiresAt - right.expiresAt);
}

/** Forgets an attempt, and with it whatever is too old or cannot be read. Rejects where the store does. */
export async function forgetPending(store: SecretStore, attempt: string, now: number): Promise<void> {
  for (const [key, request] of await allPending(store)) {
    if (request === null || request.attempt === attempt || now >= request.expiresAt) await store.delete(key);
  }
}

async function allPending(store: SecretStore): Promise<[string, PendingRequest | null][]> {
  const keys = (await store.keys()).filter((key) => key.startsWith(keyPrefix));
  return Promise.all(keys.map(async (key): Promise<[string, PendingRequest | null]> => [key, parsePending(await store.get(key))]));
}

function parsePending(text: string | undefined): PendingRequest | null {
  if (text === undefined) return null;
  try {
    const parsed = pendingSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** What remains of a request once it is answered: the part that the exchange repeats. */
export function authorizeRequestOf({ provider, state, redirectUri }: PendingRequest): AuthorizeRequest {
  return { provider, state, redirectUri };
}
