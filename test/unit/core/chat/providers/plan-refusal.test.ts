import assert from 'node:assert/strict';
import { RefusalMemory } from '../../../../../src/core/chat/providers/plan-refusal.ts';
import { Secret } from '../../../../../src/core/service/credentials/secret.ts';
import { credentialsOf } from '../../../../support/fakes/service-connection.ts';

describe('a refusal of the plan', () => {
  const session = credentialsOf();
  const failure = { kind: 'forbidden' } as const;
  const met = (until: number | null): RefusalMemory => {
    const memory = new RefusalMemory();
    memory.remember({ failure, until }, session);
    return memory;
  };

  it('stands until its time, or until it is lifted', () => {
    assert.equal(new RefusalMemory().of(session, 5), null);
    assert.deepEqual(met(null).of(session, 5), { failure, until: null });
    assert.deepEqual(met(6).of(session, 5), { failure, until: 6 });
    assert.equal(met(5).of(session, 5), null);
    const memory = met(null);
    memory.lift();
    assert.equal(memory.of(session, 5), null);
  });

  it('is one of the session that met it, also where that was read anew: of none that signs in after it, of no other service, of nobody', () => {
    const memory = met(null);
    assert.notEqual(memory.of(credentialsOf(), 5), null);
    assert.equal(memory.of(credentialsOf({ businessToken: new Secret('another-token') }), 5), null);
    assert.equal(memory.of(credentialsOf({ audience: 'client-1 service.example' }), 5), null);
    assert.equal(memory.of(null, 5), null);
  });

  it('ends when another than the session that met it is signed in, or nobody, and does not come back with it', () => {
    for (const next of [
      null,
      credentialsOf({ businessToken: new Secret('another-token') }),
      credentialsOf({ audience: 'client-1 service.example' }),
    ]) {
      const memory = met(null);
      memory.keepFor(credentialsOf());
      assert.notEqual(memory.of(session, 5), null);
      memory.keepFor(next);
      assert.equal(memory.of(session, 5), null);
    }
  });
});
