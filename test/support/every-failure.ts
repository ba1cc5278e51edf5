// Knows one failure of each kind, for tests of what follows from every one of them.
import type { Failure, FailureKind } from '../../src/core/service/errors.ts';

/** One of every kind; the type makes a forgotten kind a compile error. */
export const everyFailure: { readonly [Kind in FailureKind]: Failure & { kind: Kind } } = {
  offline: { kind: 'offline' },
  hostUnreachable: { kind: 'hostUnreachable', host: 'a.example' },
  blockedPort: { kind: 'blockedPort', host: 'a.example:6000' },
  proxyAuthentication: { kind: 'proxyAuthentication' },
  certificate: { kind: 'certificate', host: 'a.example', code: 'CERT_HAS_EXPIRED' },
  timeout: { kind: 'timeout', seconds: 20 },
  stalled: { kind: 'stalled', seconds: 60 },
  tooSlow: { kind: 'tooSlow', seconds: 60 },
  cut: { kind: 'cut' },
  firewall: { kind: 'firewall' },
  tokenRefused: { kind: 'tokenRefused' },
  forbidden: { kind: 'forbidden' },
  paymentRequired: { kind: 'paymentRequired' },
  balanceExhausted: { kind: 'balanceExhausted' },
  rateLimited: { kind: 'rateLimited', retryAt: null },
  overloaded: { kind: 'overloaded', retryAt: null },
  codeExpired: { kind: 'codeExpired' },
  providerInactive: { kind: 'providerInactive' },
  notFound: { kind: 'notFound' },
  tooLarge: { kind: 'tooLarge' },
  requestRefused: { kind: 'requestRefused', status: 400, code: null },
  serviceTrouble: { kind: 'serviceTrouble', status: 500, retryAt: null },
  unexpectedAnswer: { kind: 'unexpectedAnswer', what: 'schema' },
  loginPage: { kind: 'loginPage', host: 'a.example' },
  signedOut: { kind: 'signedOut' },
  keyNeeded: { kind: 'keyNeeded' },
  dailyCapReached: { kind: 'dailyCapReached', spent: 12_000, cap: 10_000 },
  stopped: { kind: 'stopped' },
};
