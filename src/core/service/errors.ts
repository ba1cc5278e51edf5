// Knows every way in which a request can fail and what follows for the caller; it does not know the sentence that a
// person reads (that is the host's) nor any secret: of a body only codes get into a failure (failure-code.ts).

/** @see service-interface section 7; the closed list that every caller switches over. */
export type Failure =
  /** The runtime itself says that there is no network. */
  | { readonly kind: 'offline' }
  /** The name does not resolve, the port is closed, or the connection was refused. */
  | { readonly kind: 'hostUnreachable'; readonly host: string }
  /** The runtime never sends to this port, whoever listens there: mail, X11 and the like (Fetch standard, "bad port"). */
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
  /** A 401 that the service itself did not write: an empty body or somebody else's page (section 7.3). */
  | { readonly kind: 'firewall' }
  /** 401 in the service's own words: the token is expired or invalid. */
  | { readonly kind: 'tokenRefused' }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'paymentRequired' }
  /** 429 with code 1113: authentication succeeded, but nothing is left to spend (section 7.2). */
  | { readonly kind: 'balanceExhausted' }
  | { readonly kind: 'rateLimited'; readonly retryAt: number | null }
  | { readonly kind: 'overloaded'; readonly retryAt: number | null }
  /** The authorization code was too old (HTTP 500 with envelope code 2007 at the token endpoint, and nowhere else). */
  | { readonly kind: 'codeExpired' }
  /** The token endpoint names the provider as not active (section 5.6, `oauth_provider_inactive`). */
  | { readonly kind: 'providerInactive' }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'tooLarge' }
  /** The service understood the request and says that it is wrong. */
  | { readonly kind: 'requestRefused'; readonly status: number; readonly code: string | null }
  | { readonly kind: 'serviceTrouble'; readonly status: number; readonly retryAt: number | null }
  /** The answer is not what the interface promises. */
  | { readonly kind: 'unexpectedAnswer'; readonly what: UnexpectedAnswer }
  /** A hotel, proxy or company page answered in the service's place. */
  | { readonly kind: 'loginPage'; readonly host: string }
  /** Nothing was sent: nobody is signed in, and no API key may answer. */
  | { readonly kind: 'signedOut' }
  /** Nothing was sent: this account's plan has no address for messages, so they need an API key (decisions 2). */
  | { readonly kind: 'keyNeeded' }
  /** Nothing was sent: the API key has spent what the person lets it spend in a day. Tokens. */
  | { readonly kind: 'dailyCapReached'; readonly spent: number; readonly cap: number }
  /** The caller's own signal ended the request. */
  | { readonly kind: 'stopped' };

export type UnexpectedAnswer = 'redirect' | 'contentType' | 'invalidJson' | 'schema' | 'tooBig' | 'empty' | 'otherProtocol';
export type FailureKind = Failure['kind'];

/** The one class that carries a failure through a throw. Its message is the kind alone, so logging it is harmless. */
export class ServiceError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.kind);
    this.name = 'ServiceError';
    this.failure = failure;
  }
}

/** What a caught value says: a failure as it was thrown, or null for a fault of our own that must not be hidden. */
export function failureOf(caught: unknown): Failure | null {
  return caught instanceof ServiceError ? caught.failure : null;
}

/**
 * Whether a failure of a message request marks the plan as refused, so that the API-key provider takes over.
 * @see service-interface section 5.6 (401 or 403); a firewall's 401 counts (decisions 13).
 */
export function refusesPlan(failure: Failure): boolean {
  return failure.kind === 'tokenRefused' || failure.kind === 'forbidden' || failure.kind === 'firewall';
}

export type Repetition =
  | { readonly kind: 'never' }
  | { readonly kind: 'now' }
  /** Not before this instant, in milliseconds since the epoch. */
  | { readonly kind: 'at'; readonly time: number };

/** Whether the same request may be sent again without anybody changing anything, and when. */
export function repetitionOf(failure: Failure): Repetition {
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
 * has not begun to answer it. A connection that ended or fell silent may have been charged, so it is left to the person.
 */
export function repetitionOfMessage(failure: Failure): Repetition {
  const refusedUnread =
    failure.kind === 'hostUnreachable' ||
    failure.kind === 'rateLimited' ||
    failure.kind === 'overloaded' ||
    (failure.kind === 'serviceTrouble' && failure.status === 503);
  return refusedUnread ? repetitionOf(failure) : { kind: 'never' };
}

/**
 * Whether a message request that failed shows that its credential is good: a balance is only looked at after it was.
 * @see service-interface section 7.2
 */
export function provesAuthentication(failure: Failure): boolean {
  return failure.kind === 'balanceExhausted';
}
