// That a failure which was stored is read back as it was, whatever its kind.
import assert from 'node:assert/strict';
import { failureSchema } from '../../../../src/core/service/failure-schema.ts';
import { everyFailure } from '../../../support/every-failure.ts';

describe('a failure that was stored', () => {
  for (const failure of Object.values(everyFailure)) {
    it(`is read back as it was: ${failure.kind}`, () => {
      assert.deepEqual(failureSchema.parse(JSON.parse(JSON.stringify(failure))), failure);
    });
  }

  it('is none where its kind is unknown, or where it lacks what its kind tells', () => {
    for (const data of [{ kind: 'tired' }, { kind: 'timeout' }, { kind: 'dailyCapReached', spent: 1 }, 'cut', null]) {
      assert.equal(failureSchema.safeParse(data).success, false);
    }
  });
});
