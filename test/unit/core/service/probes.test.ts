// Knows the two probes over real sockets: which address is asked, with which headers, and what an answer is worth.
import assert from 'node:assert/strict';
import { type Probe, probeClientConfiguration, probeGuestSession } from '../../../../src/core/service/probes.ts';
import { ServiceError } from '../../../../src/core/service/errors.ts';
import { demoConnection } from '../../../support/demo-session.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { html, json, type Reply, startLoopbackServer, text } from '../../../support/loopback-server.ts';
import { connectTo, failureIn, profileOf } from '../../../support/service-connection.ts';
import { closeDemos, startDemo } from '../../demo/demo-client.ts';

const probes = [
  { name: 'the guest session', probe: probeGuestSession, target: '/api/v1/auths/', tag: '[4.5][2.7 guest session]' },
  { name: 'the client configuration', probe: probeClientConfiguration, target: '/api/v1/client/configs', tag: '[4.8][2.7 client configuration]' },
];

for (const { name, probe, target, tag } of probes) {
  const probed = async (reply: Reply): Promise<Probe> => {
    await using server = await startLoopbackServer(() => reply);
    return await probe(connectTo(profileOf(server.origin), new FakeClock()), null);
  };

  describe(`the probe of ${name}`, () => {
    afterEach(closeDemos);

    it(`is answered by the demo without any credential ${tag}`, async () => {
      const demo = await startDemo();
      assert.deepEqual(await probe(demoConnection(demo, new FakeClock()), null), { kind: 'answered', milliseconds: 0 });
    });

    it('asks one address, with the ten headers and no credential', async () => {
      await using server = await startLoopbackServer(() => json({}));
      assert.equal((await probe(connectTo(profileOf(server.origin), new FakeClock()), null)).kind, 'answered');
      assert.deepEqual(server.requests.map(({ method, target: asked }) => `${method} ${asked}`), [`GET ${target}`]);
      const { headers } = server.requests[0] ?? assert.fail();
      assert.deepEqual([headers['x-title'], headers.authorization, headers['x-api-key']], ['Tidemark', undefined, undefined]);
    });

    it('fails as anything fails, in words of its own', async () => {
      assert.deepEqual(await probed(text('', 401)), { kind: 'failed', failure: { kind: 'firewall' } });
      assert.equal((await probed(html())).kind, 'failed');
      assert.deepEqual(await probed(json({ code: 7, success: false })), { kind: 'failed', failure: { kind: 'requestRefused', status: 200, code: '7' } });
      assert.deepEqual(await probed(json({ success: false })), { kind: 'failed', failure: { kind: 'requestRefused', status: 200, code: null } });
    });

    it('fails where the network does, and throws a stop', async () => {
      const profile = profileOf('https://base.example');
      const failing = connectTo(profile, new FakeClock());
      const offline = { ...failing, http: { ...failing.http, json: () => Promise.reject(new ServiceError({ kind: 'offline' })) } };
      assert.deepEqual(await probe(offline, null), { kind: 'failed', failure: { kind: 'offline' } });
      assert.deepEqual(await failureIn(probe(failing, AbortSignal.abort())), { kind: 'stopped' });
      const broken = { ...failing, http: { ...failing.http, json: () => Promise.reject(new TypeError('ours')) } };
      await assert.rejects(probe(broken, null), /ours/);
    });
  });
}
