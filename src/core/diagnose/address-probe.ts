// Tries each address of the profile without a credential: whether it answers, and how far this machine's clock is off.
//
// @see docs/service.md#4.5, docs/service.md#4.8 and docs/decisions.md#17
import { type Connection, headersFor } from '../service/http/connection.ts';
import { type Failure, failureOf, isConnectionFailure } from '../service/failure/errors.ts';
import { addressesByRole, type AddressRole } from '../service/profile/profile.ts';

export interface AddressFinding {
  readonly role: AddressRole;
  readonly host: string;
  /** Milliseconds until the answer was whole, or until it failed. */
  readonly took: number;
  /** Null where the service answered as it should. */
  readonly failure: Failure | null;
  /** How far this machine's clock is ahead of the service's, in milliseconds; null where the answer has no time. */
  readonly clockAhead: number | null;
}

/**
 * What is asked without a credential. Other addresses have no such endpoint: any answer of theirs shows the way is
 * open.
 */
const probes: Readonly<Partial<Record<AddressRole, string>>> = {
  authUrl: '/api/v1/auths/',
  baseUrl: '/api/v1/client/configs',
};

/** Asks every address once, all at the same time. Never rejects but for faults of our own. */
export async function probeAddresses(connection: Connection, signal: AbortSignal | null): Promise<AddressFinding[]> {
  return Promise.all(
    addressesByRole(connection.profile).map(({ role, address }) => probe(connection, role, address, signal)),
  );
}

async function probe(
  connection: Connection,
  role: AddressRole,
  address: string,
  signal: AbortSignal | null,
): Promise<AddressFinding> {
  const { http, clock } = connection;
  const url = address + (probes[role] ?? '');
  const began = clock.monotonic();
  const finding = { role, host: new URL(url).host };
  try {
    const answer = await http.probe({
      method: 'GET',
      url,
      headers: headersFor(connection, url),
      credential: null,
      signal,
      idleMilliseconds: 10_000,
    });
    const now = clock.now();
    const failure =
      answer.failure !== null && (probes[role] !== undefined || blocksTheWay(answer.failure)) ? answer.failure : null;
    return {
      ...finding,
      took: clock.monotonic() - began,
      failure,
      clockAhead: answer.servedAt === null ? null : now - answer.servedAt,
    };
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    return { ...finding, took: clock.monotonic() - began, failure, clockAhead: null };
  }
}

/** Whether the service itself answered at all, be it with a refusal. */
export function wasReached({ failure }: AddressFinding): boolean {
  return failure === null || !(isConnectionFailure(failure) || failure.kind === 'stopped');
}

/** Whether an answer was somebody else's, so that the service itself was not reached. */
function blocksTheWay({ kind }: Failure): boolean {
  return kind === 'loginPage';
}
