// Knows the order of requests that turns an authorization code into a session that is in force; not how the code was come by
// nor where a session is kept.
import type { Lease } from '../ports.ts';
import type { Connection } from '../service/connection.ts';
import { type Failure, failureOf, ServiceError } from '../service/errors.ts';
import type { ProviderId } from '../service/profile.ts';
import { type AuthorizationCode, exchangeCode, fetchBusinessToken, type Grant } from './oauth.ts';
import type { Session } from './session.ts';
import { fetchUserInfo, type UserInfo } from './user.ts';

/** What an exchange has yielded, for this window's memory alone: with it the business login can be tried again, without a browser. */
export interface Exchanged {
  readonly connection: Connection;
  readonly provider: ProviderId;
  readonly grant: Grant;
}

/** The business login failed; the exchange before it need not be made again. */
export class BusinessLoginError extends ServiceError {
  readonly exchanged: Exchanged;

  constructor(failure: Failure, exchanged: Exchanged) {
    super(failure);
    this.exchanged = exchanged;
  }
}

/** Whether the access token may still be good: its service is connected, its lifetime, where one was told, is not over. */
export function isAlive({ connection, grant }: Exchanged): boolean {
  return !connection.ending.aborted && (grant.expiresAt === null || connection.clock.now() < grant.expiresAt);
}

/**
 * The business login, the last step that a session needs: user info only names the account, and is read later. Throws
 * BusinessLoginError where it may be tried again, else ServiceError. @see service-interface section 5
 */
export async function establishSession(exchanged: Exchanged, signal: AbortSignal | null): Promise<Session> {
  const { connection, provider, grant } = exchanged;
  const { accessToken, planCredential, userId } = grant;
  try {
    const businessToken = await fetchBusinessToken(connection, accessToken, signal);
    return { audience: connection.audience, provider, businessToken, accessToken, planCredential, user: userId === null ? null : { sub: userId } };
  } catch (error) {
    const failure = failureOf(error);
    const isLasting = failure === null || ['stopped', 'tokenRefused', 'forbidden'].includes(failure.kind);
    throw isLasting ? error : new BusinessLoginError(failure, exchanged);
  }
}

/** A session that is in force, and what is still under way for it. */
export interface SignedIn {
  readonly session: Session;
  /** The session with all that could be found out about the person. Never rejects. */
  readonly named: Promise<Session>;
  /** Resolves when the store has taken the session, or has refused it. Never rejects. */
  readonly saved: Promise<void>;
}

/** Where sessions are in force: in memory first, and then in the store. Neither method rejects. */
export interface SessionKeeper {
  /** Resolves when the session is in force in this window. */
  readonly keep: (session: Session) => Promise<Pick<SignedIn, 'saved'>>;
  readonly name: (session: Session, user: UserInfo) => Promise<void>;
}

/** An attempt as those who complete it see it. */
export interface Attempt {
  readonly signal: AbortSignal;
  /** Asked once the session is there, before it is in force: false where the attempt has ended. After that it cannot be cancelled. */
  readonly commit: () => boolean;
}

/** Turns a code into a session that is in force. Both throw ServiceError, `stopped` also where another service was connected. */
export interface Completion {
  /** Null where `claim` says that another window has used the state. */
  readonly complete: (proof: AuthorizationCode, claim: () => Promise<boolean>, attempt: Attempt) => Promise<SignedIn | null>;
  /** Makes the business login once more, and nothing before it. */
  readonly tryAgain: (exchanged: Exchanged, attempt: Attempt) => Promise<SignedIn>;
}

/** One exchange at a time across the person's windows, from the claim of the state until the session is stored. */
export function createCompletion(connection: Connection, lease: Lease, keeper: SessionKeeper): Completion {
  const finish = async (exchanged: Exchanged, { signal, commit }: Attempt, released: Promise<unknown>): Promise<SignedIn> => {
    const { ending } = exchanged.connection;
    const session = await establishSession(exchanged, signal);
    if (signal.aborted || exchanged.connection.ending.aborted || !commit()) throw new ServiceError({ kind: 'stopped' });
    const { saved } = await keeper.keep(session);
    if (ending.aborted) throw new ServiceError({ kind: 'stopped' });
    const name = async (user: UserInfo): Promise<void> => {
      // Another sign-in may have replaced this one meanwhile, which must not happen between a look and a write.
      await released;
      await lease.run(() => keeper.name(session, user));
    };
    return { session, saved, named: nameLater(exchanged.connection, session, name) };
  };
  return {
    complete: (proof, claim, attempt) =>
      untilSaved(lease, async (released) => {
        if (!(await claim())) return null;
        const grant = await exchangeCode(connection, proof, attempt.signal);
        return finish({ connection, provider: proof.request.provider, grant }, attempt, released);
      }),
    tryAgain: (exchanged, attempt) => untilSaved(lease, (released) => finish(exchanged, attempt, released)),
  };
}

/** Resolves as soon as there is an outcome, while the lease is held until the store has it; `released` tells the end of that. */
function untilSaved<Outcome extends SignedIn | null>(lease: Lease, action: (released: Promise<unknown>) => Promise<Outcome>): Promise<Outcome> {
  const outcome = Promise.withResolvers<Outcome>();
  const held = Promise.withResolvers<undefined>();
  const run = async (): Promise<void> => {
    const signedIn = await action(held.promise);
    outcome.resolve(signedIn);
    await signedIn?.saved;
  };
  lease.run(run).catch(outcome.reject).finally(() => held.resolve(undefined));
  return outcome.promise;
}

/** A sign-in neither waits for the name nor falls with it. */
async function nameLater(connection: Connection, session: Session, name: (user: UserInfo) => Promise<void>): Promise<Session> {
  try {
    const user = await fetchUserInfo(connection, session.provider, session.accessToken, null);
    await name(user);
    return { ...session, user };
  } catch {
    return session;
  }
}
