// Knows that a refusal stands for the session that met it and for no other, until its time or until it is lifted.
import assert from 'node:assert/strict';
import { StandingRefusal } from '../../../../src/core/chat/plan-refusal.ts';
import { Secret } from '../../../../src/core/service/secret.ts';
import { credentialsOf } from '../../../support/service-connection.ts';

describe('a refusal of the plan', () => {
  const session = credentialsOf();
  const failure = { kind: 'forbidden' } as const;
  const met = (until: number | null): StandingRefusal => {
    const standing = new StandingRefusal();
    standing.meet({ failure, until }, session);
    return standing;
  };

  it('stands until its time, or until it is lifted', () => {
    assert.equal(new StandingRefusal().of(session, 5), null);
    assert.deepEqual(met(null).of(session, 5), { failure, until: null });
    assert.deepEqual(met(6).of(session, 5), { failure, until: 6 });
    assert.equal(met(5).of(session, 5), null);
    const standing = met(null);
    standing.lift();
    assert.equal(standing.of(session, 5), null);
  });

  it('is one of the session that met it, also where that was read anew: of none that signs in after it, of no other service, of nobody', () => {
    const standing = met(null);
    assert.notEqual(standing.of(credentialsOf(), 5), null);
    assert.equal(standing.of(credentialsOf({ businessToken: new Secret('another-token') }), 5), null);
    assert.equal(standing.of(credentialsOf({ audience: 'client-1 service.example' }), 5), null);
    assert.equal(standing.of(null, 5), null);
  });

  it('ends when another than the session that met it is signed in, or nobody, and does not come back with it', () => {
    for (const next of [null, credentialsOf({ businessToken: new Secret('another-token') }), credentialsOf({ audience: 'client-1 service.example' })]) {
      const standing = met(null);
      standing.keepFor(credentialsOf());
      assert.notEqual(standing.of(session, 5), null);
      standing.keepFor(next);
      assert.equal(standing.of(session, 5), null);
    }
  });
});
