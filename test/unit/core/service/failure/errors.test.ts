import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import {
  type Failure,
  failureOf,
  provesAuthentication,
  refusesPlan,
  retryPolicyOf,
  messageRetryPolicyOf,
  ServiceError,
} from '../../../../../src/core/service/failure/errors.ts';
import { everyFailure } from '../../../../support/samples/every-failure.ts';

const later = Date.UTC(2026, 0, 15, 12);

const kindsWhere = (holds: (failure: Failure) => boolean): string[] =>
  Object.values(everyFailure)
    .filter(holds)
    .map(({ kind }) => kind);

describe('a failure', () => {
  it("refuses the plan when it is a 401 (a firewall's included), 402 or 403, or a quota that is used up", () => {
    assert.deepEqual(kindsWhere(refusesPlan), [
      'firewall',
      'tokenRefused',
      'forbidden',
      'paymentRequired',
      'balanceExhausted',
      'noPlan',
    ]);
  });

  it('may be repeated where the network or the service had trouble, and nowhere else', () => {
    assert.deepEqual(
      kindsWhere((failure) => retryPolicyOf(failure).kind === 'now'),
      ['hostUnreachable', 'timeout', 'stalled', 'cut', 'rateLimited', 'overloaded', 'serviceTrouble'],
    );
    assert.equal(kindsWhere((failure) => retryPolicyOf(failure).kind === 'never').length, 22);
  });

  it('lets a message be repeated only where the service surely has not begun to answer it', () => {
    assert.deepEqual(
      kindsWhere((failure) => messageRetryPolicyOf(failure).kind !== 'never'),
      ['hostUnreachable', 'rateLimited', 'overloaded'],
    );
    assert.deepEqual(messageRetryPolicyOf({ kind: 'serviceTrouble', status: 503, retryAt: later }), {
      kind: 'at',
      time: later,
    });
    assert.deepEqual(messageRetryPolicyOf({ kind: 'serviceTrouble', status: 502, retryAt: later }), { kind: 'never' });
  });

  it('proves that the credential is good only where the balance was looked at', () => {
    assert.deepEqual(kindsWhere(provesAuthentication), ['balanceExhausted']);
  });

  it('that names a time may be repeated from then on', () => {
    for (const failure of [
      { kind: 'rateLimited', retryAt: later },
      { kind: 'overloaded', retryAt: later },
      { kind: 'serviceTrouble', status: 503, retryAt: later },
    ] as const) {
      assert.deepEqual(retryPolicyOf(failure), { kind: 'at', time: later });
    }
  });
});

describe('the error that carries a failure', () => {
  it('says its kind and no more', () => {
    const error = new ServiceError(everyFailure.requestRefused);
    assert.equal(`${error.name}: ${error.message}`, 'ServiceError: requestRefused');
    assert.equal(failureOf(error), everyFailure.requestRefused);
    assert.equal(error instanceof Error, true);
    assert.match(inspect(error), /^ServiceError: requestRefused/);
  });

  it('is told apart from a fault of our own', () => {
    for (const caught of [new Error('stopped'), 'cut', null, undefined, { failure: everyFailure.cut }]) {
      assert.equal(failureOf(caught), null);
    }
  });
});
