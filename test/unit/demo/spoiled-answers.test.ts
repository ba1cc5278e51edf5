// Each fault that spoils the endpoint's own answer, in its bytes or in its events, seen over a real socket.
import assert from 'node:assert/strict';
import * as http from 'node:http';
import { closeDemos, envelope } from './demo-client.ts';
import { scene, socketFailure, staysSilent } from './fault-scene.ts';

/** Reads until `bytes` have come, then leaves. */
async function readAtLeast(answer: Response, bytes: number): Promise<number> {
  const reader = answer.body?.getReader();
  let received = 0;
  while (reader && received < bytes) {
    const { done, value } = await reader.read();
    if (done) break;
    received += value.byteLength;
  }
  await reader?.cancel();
  return received;
}

describe('faults that spoil the bytes of an answer', () => {
  afterEach(closeDemos);

  it('cut-mid-body: so many bytes, and the end of the connection', async () => {
    const { ask: asked } = await scene('messages', { kind: 'cut-mid-body', after: 700 });
    const answer = await asked();
    assert.equal(answer.status, 200);
    let received = 0;
    const reading = async (): Promise<void> => {
      for await (const chunk of answer.body ?? []) received += chunk.byteLength;
    };
    assert.equal(await socketFailure(reading()), 'UND_ERR_SOCKET');
    assert.equal(received, 700);
  });

  it('cut-mid-body: after no byte at all, the headers have come', async () => {
    const { quota } = await scene('quota', { kind: 'cut-mid-body', after: 0 });
    const answer = await quota();
    assert.equal(answer.status, 200);
    assert.equal(await socketFailure(answer.text()), 'UND_ERR_SOCKET');
  });

  it('stall-mid-body: so many bytes, then nothing, while other requests are answered', async () => {
    const { ask: asked, quota } = await scene('messages', { kind: 'stall-mid-body', after: 700 });
    const answer = await asked();
    const reader = answer.body?.getReader();
    assert.ok(reader);
    let received = 0;
    while (received < 700) received += (await reader.read()).value?.byteLength ?? 0;
    assert.equal(received, 700);
    assert.ok(await staysSilent(reader.read(), quota));
    await reader.cancel();
  });

  it('slow-drip: the same bytes in small pieces', async () => {
    const { quota } = await scene('quota', { kind: 'slow-drip', bytes: 40, everyMs: 1 });
    const answer = await quota();
    let pieces = 0;
    let text = '';
    for await (const chunk of answer.body ?? []) {
      pieces += 1;
      text += new TextDecoder().decode(chunk);
    }
    assert.ok(pieces > 5, `${pieces} pieces`);
    assert.equal(text, await (await quota()).text());
  });

  it('wrong-content-type: the same body under another name', async () => {
    const { ask: asked } = await scene('messages', {
      kind: 'wrong-content-type',
      contentType: 'application/octet-stream',
    });
    const answer = await asked();
    assert.equal(answer.headers.get('content-type'), 'application/octet-stream');
    assert.match(await answer.text(), /^event: message_start\n[\s\S]+\nevent: message_stop\n/);
  });

  it('gzip: compressed on the wire, the same after decoding', async () => {
    const { demo, quota } = await scene('quota', { kind: 'gzip' }, 2);
    const answer = await quota();
    assert.equal(answer.headers.get('content-encoding'), 'gzip');
    assert.equal(envelope.parse(await answer.json()).code, 200);
    const firstBytes = await new Promise<Buffer>((resolve, reject) => {
      http
        .get(`${demo.description.apiUrl}/api/monitor/usage/quota/limit`, (raw) => raw.once('data', resolve))
        .on('error', reject);
    });
    assert.deepEqual([...firstBytes.subarray(0, 2)], [0x1f, 0x8b]);
  });

  it('oversized-line: one text delta of the given size in a stream', async () => {
    const { ask: asked } = await scene('messages', { kind: 'oversized-line', bytes: 2_000_000 });
    const longest = Math.max(...(await (await asked()).text()).split('\n').map(({ length }) => length));
    assert.ok(longest > 2_000_000 && longest < 2_000_200, `${longest}`);
  });

  it('are found by a client that leaves early without harm to the next request', async () => {
    const { ask: asked, quota } = await scene('messages', { kind: 'oversized-line', bytes: 20_000_000 });
    assert.ok((await readAtLeast(await asked(), 100_000)) >= 100_000);
    assert.equal((await quota()).status, 200);
  });
});

describe('faults in the events of a stream', () => {
  afterEach(closeDemos);

  const textOf = async (fault: Readonly<Record<string, unknown>>): Promise<string> =>
    (await (await scene('messages', fault)).ask()).text();
  const count = (text: string, type: string): number => text.split(`event: ${type}\n`).length - 1;

  it('overload-mid-stream: an error event after so many deltas, and the end', async () => {
    const text = await textOf({ kind: 'overload-mid-stream', after: 5 });
    assert.equal(count(text, 'content_block_delta'), 5);
    assert.ok(
      text.endsWith(
        'event: error\ndata: {"type":"error","error":{"type":"overload_error","message":"The answer was interrupted."}}\n\n',
      ),
    );
  });

  it('overload-mid-stream: a short answer ends with the error as well', async () => {
    const text = await textOf({ kind: 'overload-mid-stream', after: 90_000 });
    assert.equal(count(text, 'message_stop'), 0);
    assert.equal(count(text, 'error'), 1);
  });

  it('no-message-stop: everything but the last event', async () => {
    const text = await textOf({ kind: 'no-message-stop' });
    assert.deepEqual([count(text, 'message_delta'), count(text, 'message_stop')], [1, 0]);
  });

  it('unknown-events: unknown events, blocks and deltas between the real ones', async () => {
    const text = await textOf({ kind: 'unknown-events' });
    assert.deepEqual([count(text, 'tide_turned'), count(text, 'message_stop')], [1, 1]);
    assert.match(text, /"type":"hologram"/);
    assert.match(text, /"type":"scent_delta"/);
  });

  it('invalid-event-json: one delta that is not JSON', async () => {
    const text = await textOf({ kind: 'invalid-event-json' });
    const broken = text.split('\n').filter((line) => {
      if (!line.startsWith('data: ')) return false;
      try {
        JSON.parse(line.slice('data: '.length));
        return false;
      } catch {
        return true;
      }
    });
    assert.deepEqual(broken, ['data: {"type":"content_block_del']);
  });

  it('leave an answer alone that is not a stream', async () => {
    const { ask: asked } = await scene('messages', { kind: 'no-message-stop' });
    const answer = await asked({ stream: false });
    assert.equal(answer.headers.get('content-type'), 'application/json');
    assert.equal(answer.status, 200);
    await answer.text();
  });
});
