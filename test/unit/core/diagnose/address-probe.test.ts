// Over real sockets.
import assert from 'node:assert/strict';
import { type AddressFinding, probeAddresses, wasReached } from '../../../../src/core/diagnose/address-probe.ts';
import { FakeClock } from '../../../support/fakes/fake-clock.ts';
import {
  html,
  json,
  type LoopbackServer,
  refusedOrigin,
  type Script,
  startLoopbackServer,
  text,
} from '../../../support/servers/loopback-server.ts';
import { connectTo, profileOf } from '../../../support/fakes/service-connection.ts';

const now = Date.UTC(2026, 0, 15, 12);
const service: Script = ({ target }) =>
  ['/api/v1/auths/', '/api/v1/client/configs'].includes(target)
    ? json({ ok: true }, 200, { date: new Date(now - 90_000).toUTCString() })
    : text('', 404);

async function probe(
  server: LoopbackServer,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<AddressFinding[]> {
  return probeAddresses(connectTo(profileOf(server.origin, changes), new FakeClock(now)), null);
}

describe('The addresses of a service', () => {
  it('are each asked once, without a credential, at their own unauthenticated endpoint [4.5][2.7 guest session][4.8][2.7 client configuration]', async () => {
    await using server = await startLoopbackServer(service);
    const findings = await probe(server, { planUrl: `${server.origin}/plan` });
    assert.deepEqual(
      findings.map(({ role, failure }) => [role, failure]),
      [
        ['authUrl', null],
        ['baseUrl', null],
        ['apiUrl', null],
        ['planUrl', null],
      ],
    );
    assert.deepEqual(server.requests.map(({ target }) => target).sort(), [
      '/',
      '/api/v1/auths/',
      '/api/v1/client/configs',
      '/plan',
    ]);
    for (const { headers } of server.requests)
      assert.deepEqual([headers.authorization, headers['x-api-key']], [undefined, undefined]);
  });

  it('tell how far the clock of this machine is ahead', async () => {
    await using server = await startLoopbackServer(service);
    const [auth] = await probe(server);
    assert.equal(auth?.clockAhead, 90_000);
  });

  it('fail by the reason that a person can do something about', async () => {
    await using server = await startLoopbackServer(({ target }) =>
      target.includes('auths') ? text('', 401, { server: 'firewall' }) : target === '/' ? html() : json({ ok: true }),
    );
    const findings = await probe(server, { altApiUrl: await refusedOrigin() });
    assert.deepEqual(Object.fromEntries(findings.map(({ role, failure }) => [role, failure?.kind ?? 'ok'])), {
      authUrl: 'firewall',
      baseUrl: 'ok',
      apiUrl: 'loginPage',
      altApiUrl: 'hostUnreachable',
    });
  });

  it('count as reached where the service itself answered, be it with a refusal', async () => {
    await using server = await startLoopbackServer(({ target }) =>
      target.includes('auths') ? json({}, 401) : target === '/' ? html() : text('', 500),
    );
    const findings = await probe(server, { altApiUrl: await refusedOrigin() });
    assert.deepEqual(
      findings.map((finding) => [finding.role, wasReached(finding)]),
      [
        ['authUrl', true],
        ['baseUrl', true],
        ['apiUrl', false],
        ['altApiUrl', false],
      ],
    );
    const connection = connectTo(profileOf(server.origin), new FakeClock(now));
    assert.deepEqual((await probeAddresses(connection, AbortSignal.abort())).map(wasReached), [false, false, false]);
  });
});
