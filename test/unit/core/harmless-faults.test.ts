// What looks like trouble on the wire and is none in the end, by faults of the demo service over real sockets.
import assert from 'node:assert/strict';
import { createAnswer, reduceAnswer } from '../../../src/core/chat/conversation/answer.ts';
import { fetchQuota } from '../../../src/core/plan/check/quota.ts';
import type { Fault } from '../../../src/demo/faults/faults.ts';
import { closeDemos } from '../demo/demo-client.ts';
import { ask, cast, eventsOf, plan, textOf } from './faulted-demo.ts';
import { textOf as answerText } from '../../../src/core/chat/messages/blocks.ts';

describe('trouble that is none in the end', () => {
  afterEach(closeDemos);

  const harmless: readonly (readonly [sentence: string, fault: Fault])[] = [
    ['dripped in slowly', { kind: 'slow-drip', bytes: 64, everyMs: 1 }],
    ['compressed', { kind: 'gzip' }],
    ['mixed with events that nobody knows', { kind: 'unknown-events' }],
    ['with one long line', { kind: 'oversized-line', bytes: 2_000_000 }],
  ];
  for (const [sentence, fault] of harmless) {
    it(`an answer ${sentence} is the same answer`, async () => {
      const scene = await cast();
      const undisturbed = textOf(await eventsOf(ask(scene, 'stream')));
      await plan(scene.demo, 'plan-messages', fault);
      const events = await eventsOf(ask(scene, 'stream'));
      assert.equal(events.at(-1)?.kind, 'done');
      assert.equal(textOf(events).replaceAll('x'.repeat(2_000_000), ''), undisturbed);
    });
  }

  it('a whole answer says what the stream says, also compressed and dripped [4.9 whole]', async () => {
    const scene = await cast();
    const streamed = await eventsOf(ask(scene, 'stream'));
    for (const fault of [{ kind: 'gzip' }, { kind: 'slow-drip', bytes: 40, everyMs: 1 }] as const) {
      await plan(scene.demo, 'plan-messages', fault);
      const whole = await eventsOf(ask(scene, 'whole'));
      assert.deepEqual([textOf(whole), whole.at(-1)], [textOf(streamed), streamed.at(-1)]);
    }
  });

  it('what had arrived before a failure is kept', async () => {
    const scene = await cast();
    await plan(scene.demo, 'plan-messages', { kind: 'overload-mid-stream', after: 8 });
    const events = await eventsOf(ask(scene, 'stream'));
    const answer = events.reduce((before, event) => reduceAnswer(before, event, 0), createAnswer('a', 0));
    assert.deepEqual([answer.progress.kind, answerText(answer.blocks)], ['failed', textOf(events)]);
    assert.notEqual(textOf(events), '');
  });

  it('a read that fails twice is answered the third time', async () => {
    const { demo, connection, session, clock } = await cast();
    await plan(demo, 'quota', { kind: 'cut-before-headers' });
    await plan(demo, 'quota', { kind: 'reply', status: 502, headers: {}, body: '' });
    const answer = fetchQuota(connection, session, null);
    for (let pause = 0; pause < 2; pause += 1) clock.advance(await clock.timerShorterThan(6000));
    assert.equal((await answer).kind, 'quota');
  });
});
