// Knows how each address of the profile is tried without a credential, and what its answer says of the way there and of
// this machine's clock; not how that is told. @see service-interface sections 4.5 and 4.8; decisions 17
import { type Connection, headersFor } from '../service/connection.ts';
import { type Failure, failureOf } from '../service/errors.ts';

export type AddressRole = 'authUrl' | 'baseUrl' | 'apiUrl' | 'altAuthUrl' | 'altApiUrl' | 'planUrl' | 'planMessagesUrl';

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

/** What is asked without a credential. Other addresses have no such endpoint: any answer of theirs shows the way is open. */
const probes: Readonly<Partial<Record<AddressRole, string>>> = {
  authUrl: '/api/v1/auths/',
  baseUrl: '/api/v1/client/configs',
};

const roles: readonly AddressRole[] = ['authUrl', 'baseUrl', 'apiUrl', 'altAuthUrl', 'altApiUrl', 'planUrl', 'planMessagesUrl'];

/** Asks every address once, all at the same time. Never rejects but for faults of our own. */
export async function probeAddresses(connection: Connection, signal: AbortSignal | null): Promise<AddressFinding[]> {
  const { profile } = connection;
  const addresses = roles.flatMap((role) => (profile[role] === undefined ? [] : [{ role, address: profile[role] }]));
  return Promise.all(addresses.map(({ role, address }) => probe(connection, role, address, signal)));
}

async function probe(connection: Connection, role: AddressRole, address: string, signal: AbortSignal | null): Promise<AddressFinding> {
  const { http, clock } = connection;
  const url = address + (probes[role] ?? '');
  const began = clock.monotonic();
  const finding = { role, host: new URL(url).host };
  try {
    const answer = await http.probe({ method: 'GET', url, headers: headersFor(connection, url), credential: null, signal, silenceMilliseconds: 10_000 });
    const now = clock.now();
    const failure = answer.failure !== null && (probes[role] !== undefined || blocksTheWay(answer.failure)) ? answer.failure : null;
    return { ...finding, took: clock.monotonic() - began, failure, clockAhead: answer.servedAt === null ? null : now - answer.servedAt };
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    return { ...finding, took: clock.monotonic() - began, failure, clockAhead: null };
  }
}

/** Whether an answer was somebody else's, so that the service itself was not reached. */
function blocksTheWay({ kind }: Failure): boolean {
  return kind === 'loginPage';
}
