import assert from 'node:assert/strict';
import { type Balance, fetchBalances } from '../../../../../src/core/plan/check/balance.ts';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';
import { json, type Reply, startLoopbackServer, text } from '../../../../support/servers/loopback-server.ts';
import { connectTo, credentialsOf, failureIn, profileOf } from '../../../../support/fakes/service-connection.ts';

async function read(reply: Reply): Promise<readonly Balance[] | null> {
  await using server = await startLoopbackServer(() => reply);
  return await fetchBalances(connectTo(profileOf(server.origin), new FakeClock()), credentialsOf(), null);
}

const entry = { entitlement_id: 'model_usage', total_units: 50, used_units: 20, available_units: 30 };
const expected: Balance = { name: 'model_usage', unit: null, total: 50, used: 20, left: 30 };

describe('the balance', () => {
  it("is asked of the plan host with the plan host's credential [4.6 balance]", async () => {
    await using server = await startLoopbackServer(() => json({ code: 0, data: { balances: [] } }));
    const profile = profileOf('https://base.example', { planUrl: server.origin });
    const connection = connectTo(profile, new FakeClock());
    await fetchBalances(connection, credentialsOf({ audience: connection.audience }), null);
    const [request] = server.requests;
    assert.equal(request?.target, '/api/v1/svc-plan/billing/balance');
    assert.equal(request.headers.authorization, 'Bearer plan-credential');
  });

  it('is not asked without that credential', async () => {
    const connection = connectTo(profileOf('https://base.example'), new FakeClock());
    assert.equal(await fetchBalances(connection, credentialsOf({ planCredential: null }), null), null);
  });

  it('is read from a list, a list of its own, or a single object, enveloped or not [2.7 balance]', async () => {
    for (const body of [
      { code: 0, data: { balances: [entry] } },
      { code: 0, data: [entry] },
      { code: 0, data: entry },
      { balances: [entry] },
    ]) {
      assert.deepEqual(await read(json(body)), [expected]);
    }
  });

  it('takes amounts under other names, as text, and with a unit or currency', async () => {
    const data = {
      balances: [
        { name: 'Gift', balance: '12.5', currency: 'EUR' },
        { type: 'x', total: 10, remaining: 4, unit: 'calls' },
      ],
    };
    assert.deepEqual(await read(json({ code: 0, data })), [
      { name: 'Gift', unit: 'EUR', total: null, used: null, left: 12.5 },
      { name: 'x', unit: 'calls', total: 10, used: 6, left: 4 },
    ]);
  });

  it('leaves out what names no amount, and is empty where nothing does', async () => {
    assert.deepEqual(await read(json({ code: 0, data: { balances: [{ name: 'x' }, 5, null, entry] } })), [expected]);
    for (const data of [{}, [], { balances: null }, { balances: 'none' }])
      assert.deepEqual(await read(json({ code: 0, data })), []);
  });

  it('fails as the firewall where the plan host refuses its credential', async () => {
    for (const reply of [text('', 401), json({ code: 401, success: false }, 401)])
      assert.deepEqual(await failureIn(read(reply)), { kind: 'firewall' });
  });
});
