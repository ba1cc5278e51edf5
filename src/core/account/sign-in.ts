// The requests that turn an authorization code into a session that is stored and in use.
import type { Lease } from '../ports.ts';
import type { Connection } from '../service/http/connection.ts';
import { type Failure, failureOf, ServiceError } from '../service/failure/errors.ts';
import type { ProviderId } from '../service/profile/profile.ts';
import { type AuthorizationCode, exchangeCode, fetchBusinessToken, type Grant } from './oauth.ts';
import { accountNameOf, type Session } from './session.ts';
import { storableTime } from '../service/stored-fields.ts';
import { fetchUserInfo, type UserInfo } from './user.ts';

/**
 * What an exchange has yielded, for this window's memory alone: with it the business login can be tried again, without
 * a browser.
 */
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

/**
 * Whether the access token may still be good: its service is connected, its lifetime, where one was given, is not over.
 */
export function isAlive({ connection, grant }: Exchanged): boolean {
  return !connection.ending.aborted && (grant.expiresAt === null || connection.clock.now() < grant.expiresAt);
}

/** How long a sign-in waits to be told whom the exchange has not named. */
const namingMilliseconds = 3000;

/** Stands for whoever signs in where the service names nobody, so that each of their sign-ins is of one account. */
const unnamed = '';

/**
 * The business login, the last step that a session needs: user info is read later where the exchange has named the
 * account. Throws BusinessLoginError where it may be tried again, else ServiceError. @see docs/service.md#5
 */
async function establishSession(exchanged: Exchanged, signal: AbortSignal | null): Promise<Session> {
  const { connection, provider, grant } = exchanged;
  const { accessToken, planCredential, userId } = grant;
  try {
    const [businessToken, user] = await Promise.all([
      fetchBusinessToken(connection, accessToken, signal),
      userId === null ? askForName(exchanged, signal) : { sub: userId },
    ]);
    const { audience, clock } = connection;
    return {
      audience,
      provider,
      account: await accountNameOf(audience, provider, user?.sub ?? unnamed),
      generation: storableTime(clock.now()),
      businessToken,
      accessToken,
      planCredential,
      user,
    };
  } catch (error) {
    const failure = failureOf(error);
    const isLasting = failure === null || ['stopped', 'tokenRefused', 'forbidden'].includes(failure.kind);
    throw isLasting ? error : new BusinessLoginError(failure, exchanged);
  }
}

/** Null where the service does not say it in time. Never rejects. */
async function askForName(
  { connection, provider, grant }: Exchanged,
  signal: AbortSignal | null,
): Promise<UserInfo | null> {
  const late = new AbortController();
  const stopWaiting = connection.clock.after(namingMilliseconds, () => late.abort());
  const ends = signal === null ? late.signal : AbortSignal.any([late.signal, signal]);
  try {
    return await fetchUserInfo(connection, provider, grant.accessToken, ends);
  } catch {
    return null;
  } finally {
    stopWaiting();
  }
}

/** A session that is in use, and what is still under way for it. */
export interface SignedIn {
  readonly session: Session;
  /** The session with all that could be found out about the person. Never rejects. */
  readonly named: Promise<Session>;
  /** Resolves when the store has taken the session, or has refused it. Never rejects. */
  readonly saved: Promise<void>;
}

/** Where sessions are in use: in memory first, and then in the store. */
export interface SessionKeeper {
  /**
   * Resolves when the session is in use in this window. Rejects where a fault of the machine keeps it from being so.
   */
  readonly keep: (session: Session) => Promise<Pick<SignedIn, 'saved'>>;
  /** Never rejects. */
  readonly name: (session: Session, user: UserInfo) => Promise<void>;
}

/** An attempt as those who complete it see it. */
export interface Attempt {
  readonly signal: AbortSignal;
  /**
   * Asked once the session is there, before it is in use: false where the attempt has ended. After that it cannot be
   * cancelled.
   */
  readonly commit: () => boolean;
}

/**
 * Turns a code into a session that is in use. Both throw ServiceError, `stopped` also where another service was
 * connected.
 */
export interface Completion {
  /** Null where `claim` says that another window has used the state. */
  readonly complete: (
    proof: AuthorizationCode,
    claim: () => Promise<boolean>,
    attempt: Attempt,
  ) => Promise<SignedIn | null>;
  /** Makes the business login once more, and nothing before it. */
  readonly tryAgain: (exchanged: Exchanged, attempt: Attempt) => Promise<SignedIn>;
}

/** One exchange at a time across the person's windows, from the claim of the state until the session is stored. */
export function createCompletion(connection: Connection, lease: Lease, keeper: SessionKeeper): Completion {
  const finish = async (
    exchanged: Exchanged,
    { signal, commit }: Attempt,
    released: Promise<unknown>,
  ): Promise<SignedIn> => {
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
    const isNamed = exchanged.grant.userId === null && session.user !== null;
    return {
      session,
      saved,
      named: isNamed ? Promise.resolve(session) : nameLater(exchanged.connection, session, name),
    };
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

/**
 * Resolves as soon as there is an outcome, while the lease is held until the store has it; `released` tells the end of
 * that.
 */
function untilSaved<Outcome extends SignedIn | null>(
  lease: Lease,
  action: (released: Promise<unknown>) => Promise<Outcome>,
): Promise<Outcome> {
  const outcome = Promise.withResolvers<Outcome>();
  const held = Promise.withResolvers<undefined>();
  const run = async (): Promise<void> => {
    const signedIn = await action(held.promise);
    outcome.resolve(signedIn);
    await signedIn?.saved;
  };
  lease
    .run(run)
    .catch(outcome.reject)
    .finally(() => held.resolve(undefined));
  return outcome.promise;
}

/** A sign-in neither waits for the name nor falls with it. */
async function nameLater(
  connection: Connection,
  session: Session,
  name: (user: UserInfo) => Promise<void>,
): Promise<Session> {
  try {
    const user = await fetchUserInfo(connection, session.provider, session.accessToken, null);
    await name(user);
    return { ...session, user };
  } catch {
    return session;
  }
}
