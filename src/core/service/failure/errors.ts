// Every way in which a request can fail and what follows for the caller. A failure holds no secret: of a body only
// codes get into it (failure-code.ts).
import type { RefusedPart } from './refused-part.ts';

/** No answer of the service, or not all of one, came through: what lies on the way to it is at fault. */
export type ConnectionFailure =
  /** The runtime itself says that there is no network. */
  | { readonly kind: 'offline' }
  /** The name does not resolve, the port is closed, or the connection was refused. */
  | { readonly kind: 'hostUnreachable'; readonly host: string }
  /**
   * The runtime never sends to this port, whoever listens there: mail, X11 and the like (Fetch standard, "bad port").
   */
  | { readonly kind: 'blockedPort'; readonly host: string }
  /** A proxy on the way wants a sign-in of its own (407). */
  | { readonly kind: 'proxyAuthentication' }
  | { readonly kind: 'certificate'; readonly host: string; readonly code: string }
  /** No answer began within the deadline. */
  | { readonly kind: 'timeout'; readonly seconds: number }
  /** An answer began and then fell silent. */
  | { readonly kind: 'stalled'; readonly seconds: number }
  /** An answer kept arriving, and was not whole within its deadline. */
  | { readonly kind: 'tooSlow'; readonly seconds: number }
  /** The connection ended before the answer was whole. */
  | { readonly kind: 'cut' }
  /** A hotel, proxy or company page answered in the service's place. */
  | { readonly kind: 'loginPage'; readonly host: string };

/** @see docs/service.md#7; the closed list that every caller switches over. */
export type Failure =
  | ConnectionFailure
  /** A 401 that the service itself did not write: an empty body or somebody else's page (docs/service.md#7.3). */
  | { readonly kind: 'firewall' }
  /** 401 in the service's own words: the token is expired or invalid. */
  | { readonly kind: 'tokenRefused' }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'paymentRequired' }
  /** 429 with code 1113: authentication succeeded, but nothing is left to spend (docs/service.md#7.2). */
  | { readonly kind: 'balanceExhausted' }
  /** The same where the account is known to have no plan: there is nothing that could be used up. */
  | { readonly kind: 'noPlan' }
  | { readonly kind: 'rateLimited'; readonly retryAt: number | null }
  | { readonly kind: 'overloaded'; readonly retryAt: number | null }
  /** The authorization code was too old (HTTP 500 with envelope code 2007 at the token endpoint, and nowhere else). */
  | { readonly kind: 'codeExpired' }
  /** The token endpoint names the provider as not active (docs/service.md#5.6, `oauth_provider_inactive`). */
  | { readonly kind: 'providerInactive' }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'tooLarge' }
  /**
   * The service understood the request and says that it is wrong. `refused` where it says by which part; it is not
   * stored.
   */
  | {
      readonly kind: 'requestRefused';
      readonly status: number;
      readonly code: string | null;
      readonly refused?: RefusedPart;
    }
  | { readonly kind: 'serviceTrouble'; readonly status: number; readonly retryAt: number | null }
  /** The answer is not what the interface promises. */
  | { readonly kind: 'unexpectedAnswer'; readonly what: UnexpectedAnswer }
  /** Nothing was sent: nobody is signed in, and no API key may answer. */
  | { readonly kind: 'signedOut' }
  /**
   * Nothing was sent: this account's plan has no address for messages, so they need an API key (docs/decisions.md#2).
   */
  | { readonly kind: 'keyNeeded' }
  /** Nothing was sent: the API key has spent what the person lets it spend in a day. Tokens. */
  | { readonly kind: 'dailyCapReached'; readonly spent: number; readonly cap: number }
  /** The caller's own signal ended the request. */
  | { readonly kind: 'stopped' };

export type UnexpectedAnswer =
  | 'redirect'
  | 'contentType'
  | 'invalidJson'
  | 'schema'
  | 'tooBig'
  | 'empty'
  | 'otherProtocol';
export type FailureKind = Failure['kind'];

/** The one class that carries a failure through a throw. Its message is the kind alone, so logging it is harmless. */
export class ServiceError extends Error {
  readonly failure: Failure;
  /** Of the answer that failed; null where none came, or whoever threw it does not know. */
  readonly status: number | null;

  constructor(failure: Failure, status: number | null = null) {
    super(failure.kind);
    this.name = 'ServiceError';
    this.failure = failure;
    this.status = status;
  }
}

/** What a caught value says: a failure as it was thrown, or null for a fault of our own that must not be hidden. */
export function failureOf(caught: unknown): Failure | null {
  return caught instanceof ServiceError ? caught.failure : null;
}

/**
 * Whether a failure of a message request marks the plan as refused, so that the API-key provider takes over.
 * Overload, a rate limit and trouble on the way are none: there waiting may be what the person wants.
 * @see docs/service.md#5.6 and docs/decisions.md#13
 */
export function refusesPlan({ kind }: Failure): boolean {
  const refusals: readonly FailureKind[] = [
    'tokenRefused',
    'forbidden',
    'firewall',
    'paymentRequired',
    'balanceExhausted',
    'noPlan',
  ];
  return refusals.includes(kind);
}

/** Whether the way to the service is what must be looked at, since no answer of it began. */
const connectionTroubles: Readonly<Record<ConnectionFailure['kind'], 'unreachable' | 'other'>> = {
  offline: 'unreachable',
  hostUnreachable: 'unreachable',
  /** Nothing on the way is at fault: the address itself is. */
  blockedPort: 'other',
  proxyAuthentication: 'unreachable',
  certificate: 'unreachable',
  timeout: 'unreachable',
  stalled: 'other',
  tooSlow: 'other',
  cut: 'other',
  loginPage: 'unreachable',
};
const troubleOfKind: ReadonlyMap<string, 'unreachable' | 'other'> = new Map(Object.entries(connectionTroubles));

/** Whether no answer of the service began, so that the way to it is what must be looked at. */
export function isUnreachable({ kind }: Failure): boolean {
  return troubleOfKind.get(kind) === 'unreachable';
}

/** Whether no answer of the service, or not all of one, came through. */
export function isConnectionFailure({ kind }: Failure): boolean {
  return troubleOfKind.has(kind);
}

export type RetryPolicy =
  | { readonly kind: 'never' }
  | { readonly kind: 'now' }
  /** Not before this instant, in milliseconds since the epoch. */
  | { readonly kind: 'at'; readonly time: number };

/** Whether the same request may be sent again without anybody changing anything, and when. */
export function retryPolicyOf(failure: Failure): RetryPolicy {
  switch (failure.kind) {
    case 'hostUnreachable':
    case 'timeout':
    case 'stalled':
    case 'cut':
      return { kind: 'now' };
    case 'rateLimited':
    case 'overloaded':
    case 'serviceTrouble':
      return failure.retryAt === null ? { kind: 'now' } : { kind: 'at', time: failure.retryAt };
    case 'offline':
    case 'blockedPort':
    case 'proxyAuthentication':
    case 'certificate':
    case 'tooSlow':
    case 'firewall':
    case 'tokenRefused':
    case 'forbidden':
    case 'paymentRequired':
    case 'balanceExhausted':
    case 'noPlan':
    case 'codeExpired':
    case 'providerInactive':
    case 'notFound':
    case 'tooLarge':
    case 'requestRefused':
    case 'unexpectedAnswer':
    case 'loginPage':
    case 'signedOut':
    case 'keyNeeded':
    case 'dailyCapReached':
    case 'stopped':
      return { kind: 'never' };
  }
}

/**
 * Whether a message may be sent again to the same provider although a person pays for it: only where the service surely
 * has not begun to answer it. A connection that ended or fell silent may have been charged, so it is left to the
 * person.
 */
export function messageRetryPolicyOf(failure: Failure): RetryPolicy {
  const refusedUnread =
    failure.kind === 'hostUnreachable' ||
    failure.kind === 'rateLimited' ||
    failure.kind === 'overloaded' ||
    (failure.kind === 'serviceTrouble' && failure.status === 503);
  return refusedUnread ? retryPolicyOf(failure) : { kind: 'never' };
}

/**
 * Whether a message request that failed shows that its credential is good: a balance is only looked at after it was.
 * @see docs/service.md#7.2
 */
export function provesAuthentication(failure: Failure): boolean {
  return failure.kind === 'balanceExhausted';
}
