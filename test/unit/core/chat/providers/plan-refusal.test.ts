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
    memory.lift(session);
    assert.equal(memory.of(session, 5), null);
  });

  it('is one of the session that met it, also where that was read anew: of none that signs in after it, of no other service, of nobody', () => {
    const memory = met(null);
    assert.notEqual(memory.of(credentialsOf(), 5), null);
    assert.equal(memory.of(credentialsOf({ businessToken: new Secret('another-token') }), 5), null);
    assert.equal(memory.of(credentialsOf({ audience: 'client-1 service.example' }), 5), null);
    assert.equal(memory.of(null, 5), null);
  });

  it('is kept of each account, while another is in use, is accepted or refused itself', () => {
    const memory = met(null);
    const other = credentialsOf({ account: 'b'.repeat(32), businessToken: new Secret('another-token') });
    memory.remember({ failure: { kind: 'noPlan' }, until: 9 }, other);
    assert.deepEqual([memory.of(session, 5)?.failure.kind, memory.of(other, 5)?.failure.kind], ['forbidden', 'noPlan']);
    memory.lift(other);
    assert.deepEqual([memory.of(session, 5)?.failure.kind, memory.of(other, 5)], ['forbidden', null]);
  });

  it('ends when its account signs out, and does not come back with it', () => {
    const memory = met(null);
    memory.forgetWhere((account) => account !== session.account);
    assert.notEqual(memory.of(session, 5), null);
    memory.forgetWhere((account) => account === session.account);
    assert.equal(memory.of(session, 5), null);
  });
});
