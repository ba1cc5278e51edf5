// When facts reach the page: the first words at once, a flood of them joined, and nothing out of order.
import assert from 'node:assert/strict';
import type { BlockEvent, HostMessage } from '../../../../../src/protocol/chat.ts';
import { DeltaBatcher } from '../../../../../src/host/chat/panel/delta-batcher.ts';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';
import { blockEnded, textAdded, textStarted, thinkingAdded } from '../../../../support/samples/answer-blocks.ts';

const grew = (id: string, event: BlockEvent): HostMessage => ({ kind: 'answerGrew', id, event });
const text = (words: string, id = 'a1', index = 1): HostMessage => grew(id, textAdded(index, words));
const thinking = (words: string): HostMessage => grew('a1', thinkingAdded(0, words));
const ended: HostMessage = { kind: 'answerEnded', id: 'a1', progress: { kind: 'done' }, usage: null, seconds: 1 };

describe('the feed of the panel', () => {
  let clock: FakeClock;
  let posted: HostMessage[];
  let feed: DeltaBatcher;
  beforeEach(() => {
    clock = new FakeClock();
    posted = [];
    feed = new DeltaBatcher((message) => posted.push(message), clock);
  });
  const taken = (): HostMessage[] => posted.splice(0);

  it('posts a delta that comes alone at once', () => {
    feed.tell(text('a'));
    assert.deepEqual(taken(), [text('a')]);
    clock.advance(20);
    feed.tell(text('b'));
    assert.deepEqual(taken(), [text('b')]);
  });

  it('joins what follows within two milliseconds, and posts it at their end', () => {
    for (const word of ['a', 'b', 'c']) feed.tell(text(word));
    assert.deepEqual(taken(), [text('a')]);
    clock.advance(1);
    assert.deepEqual(taken(), []);
    clock.advance(1);
    assert.deepEqual(taken(), [text('bc')]);
  });

  it('posts every two milliseconds while they keep coming, and has no timer when they end', () => {
    for (let at = 0; at < 160; at++) {
      feed.tell(text('x'));
      clock.advance(1);
    }
    assert.equal(posted.length, 81);
    clock.advance(32);
    assert.equal(
      taken()
        .map((message) =>
          message.kind === 'answerGrew' && message.event.kind === 'textAdded' ? message.event.text : '',
        )
        .join(''),
      'x'.repeat(160),
    );
    assert.equal(clock.waiting, 0);
  });

  it('keeps the order of thinking, text and everything else', () => {
    feed.tell(thinking('a'));
    feed.tell(thinking('b'));
    feed.tell(text('c'));
    feed.tell(text('d', 'a2'));
    feed.tell(ended);
    assert.deepEqual(taken(), [thinking('a'), thinking('b'), text('c'), text('d', 'a2'), ended]);
  });

  it('joins only what belongs to one block, and tells at once where one begins or ends', () => {
    const begun = grew('a1', textStarted(2));
    const over = grew('a1', blockEnded(2));
    for (const message of [text('a'), text('b'), begun, text('c', 'a1', 2), text('d', 'a1', 2), over])
      feed.tell(message);
    assert.deepEqual(taken(), [text('a'), text('b'), begun, text('cd', 'a1', 2), over]);
  });

  it('posts nothing any more once the page is gone', () => {
    feed.tell(text('a'));
    feed.tell(text('b'));
    feed.dispose();
    clock.advance(100);
    assert.deepEqual(taken(), [text('a')]);
    assert.equal(clock.waiting, 0);
  });
});
