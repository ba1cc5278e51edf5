// Against the demo service over real sockets.
import assert from 'node:assert/strict';
import { type KeyVerdict, tryKey } from '../../../../../src/core/chat/session/key-check.ts';
import {
  type ChatProvider,
  createProvider,
  keyEndpoint,
} from '../../../../../src/core/chat/providers/fallback-chain.ts';
import { noUsage } from '../../../../../src/core/chat/messages/stream/stream-event.ts';
import { demoConnection } from '../../../../support/servers/demo-session.ts';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';
import { keyOnLoopback } from '../../../../support/fakes/service-connection.ts';
import { closeDemos, control, startDemo } from '../../../demo/demo-client.ts';

async function verdict(
  options: { key?: string; fault?: Readonly<Record<string, unknown>>; whole?: boolean } = {},
): Promise<KeyVerdict> {
  const demo = await startDemo();
  const connection = demoConnection(demo, new FakeClock());
  const key = keyOnLoopback(options.key ?? demo.description.apiKey);
  if (options.fault) await control(demo, 'POST', '/faults', { endpoint: 'alt-messages', fault: options.fault });
  const provider = createProvider(connection, 'apiKey', keyEndpoint(connection, key, null) ?? assert.fail());
  return tryKey(provider, 'tide-small', options.whole ?? false, new AbortController().signal);
}

describe('the test of an API key', () => {
  afterEach(closeDemos);

  it('finds that a good key works, and what the test cost, by stream and by whole answer [5.5]', async () => {
    for (const whole of [false, true])
      assert.deepEqual(await verdict({ whole }), {
        kind: 'works',
        cost: { input: 2, output: 16, cached: 0 },
      });
  });

  it('finds a key refused that the service does not know or that may do nothing', async () => {
    assert.deepEqual(await verdict({ key: 'another-key' }), { kind: 'refused' });
    assert.deepEqual(await verdict({ fault: { kind: 'forbidden' } }), { kind: 'refused' });
  });

  it('finds a key good whose account has nothing left: the balance is asked for after the key [7.2 authentication]', async () => {
    assert.deepEqual(await verdict({ fault: { kind: 'balance-exhausted', code: 'number' } }), { kind: 'nothingLeft' });
  });

  it('says nothing of a key where something else went wrong', async () => {
    assert.deepEqual(await verdict({ fault: { kind: 'server-trouble' } }), {
      kind: 'undecided',
      failure: { kind: 'serviceTrouble', status: 500, retryAt: null },
    });
  });

  it('says nothing of a key where the person leaves, or where nothing comes at all', async () => {
    const provider = (events: readonly { kind: 'stopped'; usage: typeof noUsage }[]): ChatProvider => ({
      payer: 'apiKey',
      async *answer() {
        await Promise.resolve();
        yield* events;
      },
    });
    const { signal } = new AbortController();
    assert.deepEqual(await tryKey(provider([{ kind: 'stopped', usage: noUsage }]), 'm', false, signal), {
      kind: 'undecided',
      failure: { kind: 'stopped' },
    });
    assert.deepEqual(await tryKey(provider([]), 'm', false, signal), { kind: 'undecided', failure: { kind: 'cut' } });
  });
});
