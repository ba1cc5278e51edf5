import assert from 'node:assert/strict';
import { isEcho, parseFailureCode, withoutEcho } from '../../../../../src/core/service/failure/failure-code.ts';

describe('the code of a failure', () => {
  it('is a number, or a name as services write them', () => {
    for (const code of [
      '1113',
      '-1',
      'E7',
      'AUTH-401',
      'invalid_request_error',
      'InvalidApiKey',
      'model.not_found',
      'rate_limit_2',
    ]) {
      assert.equal(parseFailureCode(code), code);
    }
    assert.equal(parseFailureCode(1210), '1210');
  });

  it('is nothing that could be a token, a sentence or markup, and has 64 characters at most', () => {
    const odd: readonly unknown[] = [
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln',
      '0f8e2d1c4b5a69788796a5b4c3d2e1f0',
      '550e8400-e29b-41d4-a716-446655440000',
      'sk_live_51H8xYzAbCd',
      '13812345678',
      'two words',
      '<b>',
      '[x](command:y)',
      'a\nb',
      '\u202eevil',
      '',
      '_',
      'a__b',
      'ab_'.repeat(30) + 'c',
      'x'.repeat(65),
      1e21,
      true,
      null,
      {},
      ['E7'],
    ];
    for (const code of odd) assert.equal(parseFailureCode(code), null, String(code));
  });

  it('is read in a time that grows with its length alone', () => {
    assert.equal(parseFailureCode(`${'a_'.repeat(5_000_000)}!`), null);
  });

  it('is dropped where it holds what was sent, or a good part of it', () => {
    const refused = (code: string) => ({ kind: 'requestRefused', status: 400, code }) as const;
    assert.deepEqual(withoutEcho(refused('business-token'), ['business-token']), {
      kind: 'requestRefused',
      status: 400,
      code: null,
    });
    assert.deepEqual(withoutEcho(refused('key_business-token_x'), ['business-token']), {
      kind: 'requestRefused',
      status: 400,
      code: null,
    });
    assert.deepEqual(withoutEcho(refused('business'), ['my-business-token']), {
      kind: 'requestRefused',
      status: 400,
      code: null,
    });
    assert.deepEqual(withoutEcho(refused('E7'), ['xE7x', '']), refused('E7'));
    assert.equal(isEcho('anything', ['']), false);
  });

  it('is dropped however a token is written in it: in pieces, escaped, in capitals, between other words', () => {
    const token = 'eyJhbGciOi.JzdWIi-c2lnbmF0dXJl';
    for (const echo of [
      'eyJhbGciOi_JzdWIi_c2lnbmF0dXJl',
      'eyJ.hbG.ciO.iJz',
      'EYJHBGCIOIJZDWII',
      'error_eyJhbGciO_expired',
      'eyJhbGciOi%2EJzdWIi',
      'e.y.J.h.b.G.c.i.O.i',
    ])
      assert.equal(isEcho(echo, [token]), true, echo);
    for (const honest of ['invalid_request_error', 'token_expired', 'model_not_found', 'eyJhbGc'])
      assert.equal(isEcho(honest, [token]), false, honest);
  });

  it('is kept where a short text that was sent is by chance a part of it, or it is a part of a text', () => {
    assert.equal(isEcho('primary_provider_disabled', ['primary']), false);
    assert.equal(isEcho('model_not_found', ['not']), false);
    assert.equal(isEcho('key-1', ['key-1']), true);
    assert.equal(isEcho('xE7x', ['E7']), false);
    assert.equal(isEcho('key_12345678', ['12345678']), true);
    assert.equal(isEcho('12345678', ['key_12345678']), true);
  });
});
