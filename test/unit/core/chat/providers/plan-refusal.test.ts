import assert from 'node:assert/strict';
import { RefusalMemory } from '../../../../../src/core/chat/providers/plan-refusal.ts';
import { Secret } from '../../../../../src/core/service/credentials/secret.ts';
import { credentialsOf } from '../../../../support/fakes/service-connection.ts';

describe('a refusal of the plan', () => {
  const session = credentialsOf();
  const failure = { kind: 'forbidden' } as const;
  const met = (until: number | null): RefusalMemory => {
    const memory = new RefusalMemory();
    memory.remember({ failure, until }, session, 1);
    return memory;
  };

  it('stands until its time, or until it is lifted', () => {
    assert.equal(new RefusalMemory().of(session, 5, null), null);
    assert.deepEqual(met(null).of(session, 5, null), { failure, until: null });
    assert.deepEqual(met(6).of(session, 5, null), { failure, until: 6 });
    assert.equal(met(5).of(session, 5, null), null);
    const memory = met(null);
    memory.lift(session);
    assert.equal(memory.of(session, 5, null), null);
  });

  it('is one of the session that met it, also where that was read anew: of none that signs in after it, of no other service, of nobody', () => {
    const memory = met(null);
    assert.notEqual(memory.of(credentialsOf(), 5, null), null);
    assert.equal(memory.of(credentialsOf({ businessToken: new Secret('another-token') }), 5, null), null);
    assert.equal(memory.of(credentialsOf({ audience: 'client-1 service.example' }), 5, null), null);
    assert.equal(memory.of(null, 5, null), null);
  });

  it('is over for a plan that was used up once a later reading finds room, and for no other reason', () => {
    const memory = new RefusalMemory();
    memory.remember({ failure: { kind: 'balanceExhausted' }, until: null }, session, 10);
    for (const roomSeenAt of [null, 9, 10]) assert.notEqual(memory.of(session, 20, roomSeenAt), null);
    assert.equal(memory.of(session, 20, 11), null);
    memory.remember({ failure, until: null }, session, 10);
    assert.notEqual(memory.of(session, 20, 11), null);
  });

  it('is kept of each account, while another is in use, is accepted or refused itself', () => {
    const memory = met(null);
    const other = credentialsOf({ account: 'b'.repeat(32), businessToken: new Secret('another-token') });
    memory.remember({ failure: { kind: 'noPlan' }, until: 9 }, other, 1);
    assert.deepEqual(
      [memory.of(session, 5, null)?.failure.kind, memory.of(other, 5, null)?.failure.kind],
      ['forbidden', 'noPlan'],
    );
    memory.lift(other);
    assert.deepEqual([memory.of(session, 5, null)?.failure.kind, memory.of(other, 5, null)], ['forbidden', null]);
  });

  it('ends when its account signs out, and does not come back with it', () => {
    const memory = met(null);
    memory.forgetWhere((account) => account !== session.account);
    assert.notEqual(memory.of(session, 5, null), null);
    memory.forgetWhere((account) => account === session.account);
    assert.equal(memory.of(session, 5, null), null);
  });
});
