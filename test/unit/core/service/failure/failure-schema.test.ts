// That a failure which was stored is read back as it was, whatever its kind.
import assert from 'node:assert/strict';
import { failureSchema } from '../../../../../src/core/service/failure/failure-schema.ts';
import { everyFailure } from '../../../../support/samples/every-failure.ts';

describe('a failure that was stored', () => {
  for (const failure of Object.values(everyFailure)) {
    it(`is read back as it was: ${failure.kind}`, () => {
      assert.deepEqual(failureSchema.parse(JSON.parse(JSON.stringify(failure))), failure);
    });
  }

  it('is none where a host, a code, a status or a span is not what it can be', () => {
    for (const data of [
      { kind: 'certificate', host: 'a.example', code: 'see [this](command:x)' },
      { kind: 'certificate', host: 'a.example', code: 'sk-live-1234567890' },
      { kind: 'certificate', host: '<b>a</b>', code: 'CERT_HAS_EXPIRED' },
      { kind: 'hostUnreachable', host: 'a b' },
      { kind: 'loginPage', host: 'x'.repeat(300) },
      { kind: 'timeout', seconds: -1 },
      { kind: 'stalled', seconds: 1e300 },
      { kind: 'requestRefused', status: 4e9, code: null },
      { kind: 'dailyCapReached', spent: -1, cap: 1.5 },
    ])
      assert.equal(failureSchema.safeParse(data).success, false, JSON.stringify(data));
    for (const host of ['[::1]:8443', '127.0.0.1', 'xn--bcher-kva.example', 'a_b.example:80'])
      assert.equal(failureSchema.safeParse({ kind: 'hostUnreachable', host }).success, true, host);
  });

  it('is none where its kind is unknown, or where it lacks what its kind tells', () => {
    for (const data of [{ kind: 'tired' }, { kind: 'timeout' }, { kind: 'dailyCapReached', spent: 1 }, 'cut', null]) {
      assert.equal(failureSchema.safeParse(data).success, false);
    }
  });
});
