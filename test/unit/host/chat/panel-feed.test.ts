// When facts reach the page: the first words at once, a flood of them once a frame, and nothing out of order.
import assert from 'node:assert/strict';
import type { HostMessage } from '../../../../src/core/chat/panel-messages.ts';
import { PanelFeed } from '../../../../src/host/chat/panel-feed.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

const text = (words: string, id = 'a1'): HostMessage => ({ kind: 'textAppended', id, text: words });
const thinking = (words: string): HostMessage => ({ kind: 'thinkingAppended', id: 'a1', text: words });
const ended: HostMessage = { kind: 'answerEnded', id: 'a1', progress: { kind: 'done' }, usage: null, seconds: 1 };

describe('the feed of the panel', () => {
  let clock: FakeClock;
  let posted: HostMessage[];
  let feed: PanelFeed;
  beforeEach(() => {
    clock = new FakeClock();
    posted = [];
    feed = new PanelFeed((message) => posted.push(message), clock);
  });
  const taken = (): HostMessage[] => posted.splice(0);

  it('posts a delta that comes alone at once', () => {
    feed.tell(text('a'));
    assert.deepEqual(taken(), [text('a')]);
    clock.advance(20);
    feed.tell(text('b'));
    assert.deepEqual(taken(), [text('b')]);
  });

  it('joins what follows within a frame, and posts it at its end', () => {
    for (const word of ['a', 'b', 'c']) feed.tell(text(word));
    assert.deepEqual(taken(), [text('a')]);
    clock.advance(15);
    assert.deepEqual(taken(), []);
    clock.advance(1);
    assert.deepEqual(taken(), [text('bc')]);
  });

  it('posts once a frame while they keep coming, and has no timer when they end', () => {
    for (let at = 0; at < 160; at++) {
      feed.tell(text('x'));
      clock.advance(1);
    }
    assert.equal(posted.length, 11);
    clock.advance(32);
    assert.equal(taken().map((message) => (message.kind === 'textAppended' ? message.text : '')).join(''), 'x'.repeat(160));
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

  it('posts nothing any more once the page is gone', () => {
    feed.tell(text('a'));
    feed.tell(text('b'));
    feed.dispose();
    clock.advance(100);
    assert.deepEqual(taken(), [text('a')]);
    assert.equal(clock.waiting, 0);
  });
});
