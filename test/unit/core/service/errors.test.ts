// Knows what follows from each kind of failure: whether the plan is refused and whether the request may be repeated.
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { type Failure, type FailureKind, failureOf, refusesPlan, repetitionOf, ServiceError } from '../../../../src/core/service/errors.ts';

const later = Date.UTC(2026, 0, 15, 12);

/** One of every kind; the type makes a forgotten kind a compile error. */
const failures: { readonly [Kind in FailureKind]: Failure & { kind: Kind } } = {
  offline: { kind: 'offline' },
  hostUnreachable: { kind: 'hostUnreachable', host: 'a.example' },
  certificate: { kind: 'certificate', host: 'a.example', code: 'CERT_HAS_EXPIRED' },
  timeout: { kind: 'timeout', seconds: 20 },
  stalled: { kind: 'stalled', seconds: 60 },
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
  dailyCapReached: { kind: 'dailyCapReached', spent: 10, cap: 10 },
  stopped: { kind: 'stopped' },
};
const kindsWhere = (holds: (failure: Failure) => boolean): string[] =>
  Object.values(failures).filter(holds).map(({ kind }) => kind);

describe('a failure', () => {
  it('refuses the plan when it is a 401 or a 403, a firewall\'s included', () => {
    assert.deepEqual(kindsWhere(refusesPlan), ['firewall', 'tokenRefused', 'forbidden']);
  });

  it('may be repeated where the network or the service had trouble, and nowhere else', () => {
    assert.deepEqual(kindsWhere((failure) => repetitionOf(failure).kind === 'now'), [
      'hostUnreachable',
      'timeout',
      'stalled',
      'cut',
      'rateLimited',
      'overloaded',
      'serviceTrouble',
    ]);
    assert.equal(kindsWhere((failure) => repetitionOf(failure).kind === 'never').length, 18);
  });

  it('that names a time may be repeated from then on', () => {
    for (const failure of [
      { kind: 'rateLimited', retryAt: later },
      { kind: 'overloaded', retryAt: later },
      { kind: 'serviceTrouble', status: 503, retryAt: later },
    ] as const) {
      assert.deepEqual(repetitionOf(failure), { kind: 'at', time: later });
    }
  });
});

describe('the error that carries a failure', () => {
  it('says its kind and no more', () => {
    const error = new ServiceError(failures.requestRefused);
    assert.equal(`${error.name}: ${error.message}`, 'ServiceError: requestRefused');
    assert.equal(failureOf(error), failures.requestRefused);
    assert.equal(error instanceof Error, true);
    assert.match(inspect(error), /^ServiceError: requestRefused/);
  });

  it('is told from a fault of our own', () => {
    for (const caught of [new Error('stopped'), 'cut', null, undefined, { failure: failures.cut }]) {
      assert.equal(failureOf(caught), null);
    }
  });
});
