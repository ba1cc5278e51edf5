import assert from 'node:assert/strict';
import { accountLabel, accountLabels, fetchUserInfo } from '../../../../src/core/account/user.ts';
import type { Failure } from '../../../../src/core/service/failure/errors.ts';
import { Secret } from '../../../../src/core/service/credentials/secret.ts';
import { FakeClock } from '../../../support/fakes/fake-clock.ts';
import { json, type Reply, startLoopbackServer, text } from '../../../support/servers/loopback-server.ts';
import { connectTo, failureIn, profileOf } from '../../../support/fakes/service-connection.ts';

const token = new Secret('access-1');

describe('user info', () => {
  it('of the primary provider is asked of the authorization host, with the access token [4.4][2.5 picture, profile]', async () => {
    await using auth = await startLoopbackServer(() =>
      json({
        sub: 'u-1',
        name: 'Ada',
        email: 'ada@a.example',
        phone_num: '+491701234567',
        picture: '/p.png',
        profile: null,
      }),
    );
    await using base = await startLoopbackServer(() => json({ sub: 'wrong host' }));
    const connection = connectTo(profileOf(base.origin, { authUrl: auth.origin }), new FakeClock());
    assert.deepEqual(await fetchUserInfo(connection, 'primary', token, null), {
      sub: 'u-1',
      name: 'Ada',
      email: 'ada@a.example',
      phone_num: '+491701234567',
    });
    assert.equal(auth.requests[0]?.target, '/api/oauth/userinfo');
    assert.equal(auth.requests[0].headers.authorization, 'Bearer access-1');
    assert.equal(base.requests.length, 0);
  });

  it('of the secondary provider is asked of the exchange host', async () => {
    await using base = await startLoopbackServer(() => json({ sub: 'u-2' }));
    const connection = connectTo(profileOf(base.origin, { authUrl: 'https://auth.example' }), new FakeClock());
    assert.deepEqual(await fetchUserInfo(connection, 'secondary', token, null), { sub: 'u-2' });
    assert.equal(base.requests[0]?.target, '/api/oauth/userinfo');
  });

  it('needs a subject and survives everything else [2.5 sub, phone_country_code, phone_national]', async () => {
    await using server = await startLoopbackServer(() => json({ sub: 'u-1', name: null, email: 7, phone_num: '' }));
    const user = await fetchUserInfo(connectTo(profileOf(server.origin), new FakeClock()), 'primary', token, null);
    assert.equal(accountLabel(user), 'u-1');
  });

  const failures: readonly (readonly [sentence: string, reply: Reply, failure: Failure])[] = [
    ['without a subject', json({ name: 'Ada' }), { kind: 'unexpectedAnswer', what: 'schema' }],
    ['with an empty subject', json({ sub: '' }), { kind: 'unexpectedAnswer', what: 'schema' }],
    ['refused by the service', json({ code: 401, msg: 'expired' }, 401), { kind: 'tokenRefused' }],
    ['refused by a firewall', text('', 401), { kind: 'firewall' }],
  ];
  for (const [sentence, reply, failure] of failures) {
    it(`${sentence} is a failure`, async () => {
      await using server = await startLoopbackServer(() => reply);
      const connection = connectTo(profileOf(server.origin), new FakeClock());
      assert.deepEqual(await failureIn(fetchUserInfo(connection, 'primary', token, null)), failure);
    });
  }
});

describe('the label of an account', () => {
  const sub = '0a1b2c3d-4e5f-6789';
  const whole = { sub, name: ' Ada ', email: 'ada@a.example', phone_num: '+491701234567' };

  it('is the name, else the email, else the end of the phone number, else the start of the subject [2.5 name, email, phone_num]', () => {
    assert.equal(accountLabel(whole), 'Ada');
    assert.equal(accountLabel({ ...whole, name: ' ' }), 'ada@a.example');
    assert.equal(accountLabel({ ...whole, name: '', email: '' }), '…4567');
    assert.equal(accountLabel({ sub, name: '', email: ' ', phone_num: '' }), '0a1b2c3d');
    assert.equal(accountLabel({ sub }), '0a1b2c3d');
    assert.equal(accountLabel({ sub: 'u' }), 'u');
  });
});

describe('what people are called side by side', () => {
  it('is what each is called, and where two share a name, what tells them apart', () => {
    const named = (sub: string, more: object): { sub: string } => ({ sub, ...more });
    assert.deepEqual(
      accountLabels([
        named('11111111-1', { name: 'Ada Brook', email: 'ada@work.example' }),
        named('22222222-2', { name: 'Ada Brook', phone_num: '+12025550101' }),
        named('33333333-3', { name: 'Ada Brook' }),
        named('44444444-4', { name: 'Cleo Marsh', email: 'cleo@home.example' }),
      ]),
      ['Ada Brook (ada@work.example)', 'Ada Brook (…0101)', 'Ada Brook (33333333)', 'Cleo Marsh'],
    );
    assert.deepEqual(accountLabels([named('1', { email: 'a@b.example' }), named('2', { email: 'a@b.example' })]), [
      'a@b.example (1)',
      'a@b.example (2)',
    ]);
  });
});
