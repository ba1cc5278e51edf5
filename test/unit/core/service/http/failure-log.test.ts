// Over real sockets: what a person who opens the log finds there of each request that failed.
import assert from 'node:assert/strict';
import { getJson, postJson } from '../../../../../src/core/service/http/connection.ts';
import type { Connection } from '../../../../../src/core/service/http/connection.ts';
import { Secret } from '../../../../../src/core/service/credentials/secret.ts';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';
import {
  cut,
  eventStream,
  json,
  type Reply,
  startLoopbackServer,
} from '../../../../support/servers/loopback-server.ts';
import { audience, connectTo, failureIn, profileOf } from '../../../../support/fakes/service-connection.ts';

const secret = 'secret-token-0123456789';

describe('the log of a connection', () => {
  const noted = async (
    reply: Reply,
    ask: (connection: Connection, url: string) => Promise<unknown>,
  ): Promise<readonly string[]> => {
    await using server = await startLoopbackServer(() => reply);
    const lines: string[] = [];
    const log = { info: () => undefined, warn: (line: string) => void lines.push(line) };
    const connection = connectTo(profileOf(server.origin), new FakeClock(), undefined, log);
    await ask(connection, `${server.origin}/path/${secret}`).catch(() => undefined);
    return lines.map((line) => line.replace(new URL(server.origin).host, 'HOST'));
  };
  const write = (connection: Connection, url: string): Promise<unknown> =>
    postJson(connection, url, { token: secret }, null);
  const stream = (connection: Connection, url: string): Promise<unknown> =>
    connection.http.eventStream({
      method: 'POST',
      url,
      headers: {},
      credential: { kind: 'bearer', token: new Secret(secret), audience },
      body: { prompt: secret },
      signal: null,
      idleMilliseconds: 1000,
    });

  it('names host, kind and status of a refusal, and nothing that was sent or received', async () => {
    assert.deepEqual(await noted(json({ error: { code: '1113', message: secret } }, 429), write), [
      'POST to HOST failed: balanceExhausted (429)',
    ]);
    assert.deepEqual(await noted(json({ error: { code: '1113', message: secret } }, 429), stream), [
      'POST to HOST failed: balanceExhausted (429)',
    ]);
    assert.deepEqual(await noted(json({ error: { code: 'invalid_model' } }, 400), stream), [
      'POST to HOST failed: requestRefused (400, invalid_model)',
    ]);
  });

  it('has a line where an envelope says no under a status that says yes', async () => {
    assert.deepEqual(await noted(json({ code: 401, success: false, msg: secret }), write), [
      'POST to HOST failed: tokenRefused (200)',
    ]);
  });

  it('has a line without a status where no answer came', async () => {
    assert.deepEqual(await noted(cut, write), ['POST to HOST failed: cut']);
  });

  it('has none for an answer, for what the asker counts on, and for what was stopped', async () => {
    const noPlan = json({ code: 500, success: false, msg: 'no plan' }, 500);
    assert.deepEqual(await noted(json({ code: 200, data: {} }), write), []);
    assert.deepEqual(await noted(noPlan, (connection, url) => getJson(connection, url, null, null, () => true)), []);
    assert.deepEqual(
      await noted(json({}), async (connection, url) => {
        const stopped = getJson(connection, url, null, AbortSignal.abort());
        assert.deepEqual(await failureIn(stopped), { kind: 'stopped' });
      }),
      [],
    );
    assert.deepEqual(await noted(eventStream(['data: {}\n\n']), stream), []);
  });
});
