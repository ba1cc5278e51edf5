import assert from 'node:assert/strict';
import { find } from '../../../../../src/core/chat/search/conversations.ts';
import { ConversationTexts } from '../../../../../src/core/chat/search/texts.ts';
import { ConversationTree } from '../../../../../src/core/chat/conversation/tree.ts';
import type { ListedConversation } from '../../../../../src/core/chat/history/history.ts';

describe('the texts that are searched', () => {
  const listed = (id: string, state = 'new'): ListedConversation => ({
    id,
    place: 'person',
    title: `About ${id}`,
    pinned: false,
    changedAt: 0,
    state,
    files: [],
  });
  const setUp = () => {
    const reads: string[] = [];
    const texts = new ConversationTexts(({ id }) => {
      reads.push(id);
      const tree = new ConversationTree(id);
      tree.take({ kind: 'prompt', id: 'p', parent: null, text: `The tides of ${id}` }, 0);
      return Promise.resolve(tree);
    });
    return { reads, texts };
  };

  it('are the titles first, and then everything', async () => {
    const { texts } = setUp();
    const all = [listed('a'), listed('b')];
    assert.equal(find(texts.of(listed('a')), 'about').kind, 'found');
    assert.equal(find(texts.of(listed('a')), 'tides').kind, 'none');
    assert.equal(texts.misses(all), true);
    await texts.readAll(() => all);
    assert.equal(find(texts.of(listed('a')), 'tides').kind, 'found');
    assert.equal(texts.misses(all), false);
  });

  it('are read once each, and again where something was written', async () => {
    const { reads, texts } = setUp();
    await Promise.all([
      texts.readAll(() => [listed('a'), listed('b')]),
      texts.readAll(() => [listed('a'), listed('b')]),
    ]);
    assert.deepEqual(reads, ['a', 'b']);
    await texts.readAll(() => [listed('a'), listed('b', 'longer')]);
    assert.deepEqual(reads, ['a', 'b', 'b']);
  });

  it('include what joins the list while they are read', async () => {
    const { reads, texts } = setUp();
    const all = [listed('a')];
    const reading = texts.readAll(() => all);
    all.push(listed('b'));
    await reading;
    assert.deepEqual(reads, ['a', 'b']);
  });

  it('are not read on when nobody searches any more', async () => {
    const { reads, texts } = setUp();
    const reading = texts.readAll(() => [listed('a'), listed('b')]);
    texts.stop();
    await reading;
    assert.deepEqual(reads, ['a']);
  });
});
