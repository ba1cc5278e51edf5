import assert from 'node:assert/strict';
import type { Failure } from '../../../../../src/core/service/failure/errors.ts';
import {
  failureOfAnswer,
  failureOfErrorEvent,
  failureOfNetworkError,
} from '../../../../../src/core/service/failure/classify-failure.ts';

const host = 'api.example';
const now = Date.UTC(2026, 0, 15, 12);
const inAMinute = now + 60_000;

interface Given {
  readonly status: number;
  readonly body?: unknown;
  readonly retryAfter?: string;
  readonly html?: boolean;
}

function answered({ status, body, retryAfter, html = false }: Given): Failure {
  const headers = new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter });
  return failureOfAnswer({ status, headers, body, host, html, now });
}

const messageError = (type: string, code?: unknown): unknown => ({
  type: 'error',
  error: { type, code, message: 'text' },
});

describe('a refused answer', () => {
  const cases: readonly (readonly [sentence: string, given: Given, failure: Failure])[] = [
    [
      "401 in the message endpoint's words is a refused token",
      { status: 401, body: messageError('authentication_error') },
      { kind: 'tokenRefused' },
    ],
    [
      '401 in an envelope is a refused token',
      { status: 401, body: { code: 401, msg: 'expired', success: false } },
      { kind: 'tokenRefused' },
    ],
    [
      '401 in an envelope with a message alone is a refused token',
      { status: 401, body: { msg: 'expired' } },
      { kind: 'tokenRefused' },
    ],
    ['401 with nothing in it is a firewall', { status: 401 }, { kind: 'firewall' }],
    ['401 with a page is a firewall', { status: 401, html: true }, { kind: 'firewall' }],
    ["401 with somebody else's JSON is a firewall", { status: 401, body: { detail: 'blocked' } }, { kind: 'firewall' }],
    ['401 with JSON that is no object is a firewall', { status: 401, body: 'blocked' }, { kind: 'firewall' }],
    ['402 asks for a payment', { status: 402 }, { kind: 'paymentRequired' }],
    ['403 is forbidden', { status: 403, body: messageError('permission_error') }, { kind: 'forbidden' }],
    ['404 is not found', { status: 404 }, { kind: 'notFound' }],
    ['413 is too large', { status: 413 }, { kind: 'tooLarge' }],
    [
      '429 is a rate limit',
      { status: 429, body: messageError('rate_limit_error') },
      { kind: 'rateLimited', retryAt: null },
    ],
    ['429 carries its wait in seconds', { status: 429, retryAfter: '60' }, { kind: 'rateLimited', retryAt: inAMinute }],
    [
      '429 carries its wait as a date',
      { status: 429, retryAfter: 'Thu, 15 Jan 2026 12:01:00 GMT' },
      { kind: 'rateLimited', retryAt: inAMinute },
    ],
    [
      '429 with 1113 as text in the error is an exhausted balance',
      { status: 429, body: messageError('rate_limit_error', '1113') },
      { kind: 'balanceExhausted' },
    ],
    [
      '429 with 1113 as number in the error is an exhausted balance',
      { status: 429, body: messageError('rate_limit_error', 1113) },
      { kind: 'balanceExhausted' },
    ],
    [
      '429 with 1113 as text beside the error is an exhausted balance',
      { status: 429, body: { code: '1113', error: { type: 'x' } } },
      { kind: 'balanceExhausted' },
    ],
    [
      '429 with 1113 as number in an envelope is an exhausted balance',
      { status: 429, body: { code: 1113, success: false } },
      { kind: 'balanceExhausted' },
    ],
    [
      '429 with another code is a rate limit',
      { status: 429, body: messageError('rate_limit_error', '1302') },
      { kind: 'rateLimited', retryAt: null },
    ],
    [
      '1113 under another status is no exhausted balance',
      { status: 400, body: messageError('x', '1113') },
      { kind: 'requestRefused', status: 400, code: '1113' },
    ],
    [
      "500 with code 2007 is the service's trouble: only the exchange knows of codes",
      { status: 500, body: { code: 2007, success: false } },
      { kind: 'serviceTrouble', status: 500, retryAt: null },
    ],
    [
      "500 is the service's trouble",
      { status: 500, body: { code: 500 } },
      { kind: 'serviceTrouble', status: 500, retryAt: null },
    ],
    [
      "502 with a page is the service's trouble",
      { status: 502, html: true },
      { kind: 'serviceTrouble', status: 502, retryAt: null },
    ],
    [
      '503 carries its wait',
      { status: 503, retryAfter: '60' },
      { kind: 'serviceTrouble', status: 503, retryAt: inAMinute },
    ],
    [
      '500 with an overload in the compatible words is an overload',
      { status: 500, body: messageError('overloaded_error') },
      { kind: 'overloaded', retryAt: null },
    ],
    [
      "503 with an overload in the service's words is an overload",
      { status: 503, body: messageError('overload_error'), retryAfter: '60' },
      { kind: 'overloaded', retryAt: inAMinute },
    ],
    [
      '529 is an overload and carries its wait',
      { status: 529, retryAfter: '60' },
      { kind: 'overloaded', retryAt: inAMinute },
    ],
    ['511 is a login page', { status: 511 }, { kind: 'loginPage', host }],
    ['400 with a page is a login page', { status: 400, html: true }, { kind: 'loginPage', host }],
    [
      '400 is a refused request with its code',
      { status: 400, body: messageError('invalid_request_error', 'E7') },
      { kind: 'requestRefused', status: 400, code: 'E7' },
    ],
    [
      '422 without a body is a refused request without a code',
      { status: 422 },
      { kind: 'requestRefused', status: 422, code: null },
    ],
    [
      'an error of the wrong type is survived',
      { status: 400, body: { code: {}, error: 'text' } },
      { kind: 'requestRefused', status: 400, code: null },
    ],
    ['301 is an unexpected redirect', { status: 301 }, { kind: 'unexpectedAnswer', what: 'redirect' }],
    [
      '307 with a page is an unexpected redirect',
      { status: 307, html: true },
      { kind: 'unexpectedAnswer', what: 'redirect' },
    ],
  ];
  for (const [sentence, given, failure] of cases) {
    it(sentence, () => assert.deepEqual(answered(given), failure));
  }
});

describe('an error event', () => {
  const cases: readonly (readonly [type: string, failure: Failure])[] = [
    ['overload_error', { kind: 'overloaded', retryAt: null }],
    ['overloaded_error', { kind: 'overloaded', retryAt: null }],
    ['rate_limit_error', { kind: 'rateLimited', retryAt: null }],
    ['authentication_error', { kind: 'tokenRefused' }],
    ['permission_error', { kind: 'forbidden' }],
    ['billing_error', { kind: 'paymentRequired' }],
    ['not_found_error', { kind: 'notFound' }],
    ['request_too_large', { kind: 'tooLarge' }],
    ['invalid_request_error', { kind: 'requestRefused', status: 200, code: null }],
    ['api_error', { kind: 'serviceTrouble', status: 200, retryAt: null }],
    ['something_new', { kind: 'serviceTrouble', status: 200, retryAt: null }],
  ];
  for (const [type, failure] of cases) {
    it(`of type ${type} is ${failure.kind}`, () => assert.deepEqual(failureOfErrorEvent(type, null), failure));
  }

  it('with code 1113 is an exhausted balance, whatever its type', () => {
    assert.deepEqual(failureOfErrorEvent('rate_limit_error', '1113'), { kind: 'balanceExhausted' });
  });

  it('keeps the code of a refused request', () => {
    assert.deepEqual(failureOfErrorEvent('invalid_request_error', '1210'), {
      kind: 'requestRefused',
      status: 200,
      code: '1210',
    });
  });
});

/** As a runtime builds it: the telling code lies one or more causes deep. */
function fetchFailed(...causes: readonly unknown[]): TypeError {
  return new TypeError('fetch failed', {
    cause: causes.length > 1 ? Object.assign(new AggregateError(causes), {}) : causes[0],
  });
}
const withCode = (code: string): Error => Object.assign(new Error('system error'), { code });

describe('a network error', () => {
  const named = (error: unknown): Failure => failureOfNetworkError(error, host, 20);
  const cases: readonly (readonly [sentence: string, error: unknown, failure: Failure])[] = [
    [
      'ECONNREFUSED is a host that cannot be reached',
      fetchFailed(withCode('ECONNREFUSED')),
      { kind: 'hostUnreachable', host },
    ],
    [
      'ENOTFOUND is a host that cannot be reached',
      fetchFailed(withCode('ENOTFOUND')),
      { kind: 'hostUnreachable', host },
    ],
    [
      "a browser's refused connection is a host that cannot be reached",
      new TypeError('net::ERR_CONNECTION_REFUSED'),
      { kind: 'hostUnreachable', host },
    ],
    ['EAI_AGAIN is offline', fetchFailed(withCode('EAI_AGAIN')), { kind: 'offline' }],
    ['a browser without a network is offline', new TypeError('net::ERR_INTERNET_DISCONNECTED'), { kind: 'offline' }],
    [
      'ENETUNREACH on every address is offline',
      fetchFailed(withCode('ENETUNREACH'), withCode('ENETUNREACH')),
      { kind: 'offline' },
    ],
    [
      'a refusal beside a missing IPv6 network is no offline machine',
      fetchFailed(withCode('ECONNREFUSED'), withCode('ENETUNREACH')),
      { kind: 'hostUnreachable', host },
    ],
    [
      'a timeout beside a missing IPv6 network is no offline machine',
      fetchFailed(withCode('ETIMEDOUT'), withCode('ENETUNREACH')),
      { kind: 'timeout', seconds: 20 },
    ],
    [
      "undici's connect timeout is a timeout",
      fetchFailed(withCode('UND_ERR_CONNECT_TIMEOUT')),
      { kind: 'timeout', seconds: 20 },
    ],
    [
      'an expired certificate is reported with its code',
      fetchFailed(withCode('CERT_HAS_EXPIRED')),
      { kind: 'certificate', host, code: 'CERT_HAS_EXPIRED' },
    ],
    [
      'a self-signed certificate is reported with its code',
      fetchFailed(withCode('DEPTH_ZERO_SELF_SIGNED_CERT')),
      { kind: 'certificate', host, code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    ],
    [
      "a browser's certificate error is reported by its code, without the words around it",
      new TypeError('GET https://a.example net::ERR_CERT_AUTHORITY_INVALID at x'),
      { kind: 'certificate', host, code: 'ERR_CERT_AUTHORITY_INVALID' },
    ],
    ['a reset connection is a cut', fetchFailed(withCode('ECONNRESET')), { kind: 'cut' }],
    ['a closed socket is a cut', new TypeError('terminated', { cause: withCode('UND_ERR_SOCKET') }), { kind: 'cut' }],
    ['an error without a sign is a cut', new Error('?'), { kind: 'cut' }],
    ['a thrown value that is no error is a cut', 'boom', { kind: 'cut' }],
  ];
  for (const [sentence, error, failure] of cases) {
    it(sentence, () => assert.deepEqual(named(error), failure));
  }

  it('whose causes run in a circle is still named', () => {
    const error = new Error('round');
    error.cause = error;
    assert.deepEqual(named(error), { kind: 'cut' });
  });
});
