import assert from 'node:assert/strict';
import process from 'node:process';
import { conversationMarkdown } from '../../../../../src/core/chat/conversation/markdown-export.ts';
import { find, searchable } from '../../../../../src/core/chat/search/conversations.ts';
import { titleFrom } from '../../../../../src/core/chat/conversation/title.ts';
import { ConversationTree } from '../../../../../src/core/chat/conversation/tree.ts';
import { encodeExport, parseExport } from '../../../../../src/core/chat/conversation/conversation-export.ts';
import type { HistoryRecord } from '../../../../../src/core/chat/conversation/records.ts';
import { noUsage } from '../../../../../src/core/chat/messages/stream/stream-event.ts';
import { blocksOf, textRecord } from '../../../../support/samples/answer-blocks.ts';
import { textOfTurn } from '../../../../../src/core/chat/conversation/conversation.ts';

const prompt = (id: string, parent: string | null, text = id): HistoryRecord => ({ kind: 'prompt', id, parent, text });
const answer = (id: string, parent: string, text = '', replaces: string | null = null): HistoryRecord => ({
  kind: 'answer',
  id,
  parent,
  replaces,
  blocks: blocksOf(text),
});
const treeOf = (...records: readonly HistoryRecord[]): ConversationTree => {
  const tree = new ConversationTree('c');
  records.forEach((record, index) => tree.take(record, 100 + index));
  return tree;
};
const exported = (tree: ConversationTree): string => encodeExport({ records: tree.records(), images: new Map() });
const ids = (tree: ConversationTree): string[] => tree.shown().turns.map(({ id }) => id);

describe('the branches of a conversation', () => {
  const edited = (): ConversationTree =>
    treeOf(
      prompt('p', null),
      answer('a', 'p', 'A'),
      prompt('q', 'a'),
      answer('b', 'q', 'B'),
      prompt('q2', 'a'),
      answer('b2', 'q2', 'B2'),
    );

  it('show the newest, and reach the older one with all that followed it', () => {
    const tree = edited();
    assert.deepEqual(ids(tree), ['p', 'a', 'q2', 'b2']);
    assert.deepEqual(tree.branchOf('q2'), { index: 1, count: 2 });
    assert.deepEqual(tree.branchOf('a'), { index: 0, count: 1 });
    const head = tree.headBeside('q2', -1);
    assert.equal(head, 'b');
    tree.take({ kind: 'chosen', head: 'b' }, 200);
    assert.deepEqual(ids(tree), ['p', 'a', 'q', 'b']);
    assert.deepEqual([tree.headBeside('q', -1), tree.headBeside('q', 1)], [null, 'b2']);
  });

  it('count an answer that was asked anew, but not one whose text another took over', () => {
    const again = treeOf(prompt('p', null), answer('a', 'p', 'A'), answer('b', 'p', 'B'));
    assert.deepEqual(again.branchOf('b'), { index: 1, count: 2 });
    const continued = treeOf(
      prompt('p', null),
      answer('a', 'p', 'A'),
      answer('b', 'p', 'A', 'a'),
      textRecord('b', ' and more'),
    );
    assert.deepEqual(continued.branchOf('b'), { index: 0, count: 1 });
    assert.deepEqual(continued.turn('b'), { ...continued.turn('b'), blocks: blocksOf('A and more') });
  });

  it('lose a turn that is removed, and have it back when it is put back', () => {
    const tree = edited();
    for (const id of ['p', 'a']) tree.take({ kind: 'removed', id, removed: true }, 200);
    assert.deepEqual(ids(tree), ['q2', 'b2']);
    for (const id of ['p', 'a']) tree.take({ kind: 'removed', id, removed: false }, 201);
    assert.deepEqual(ids(tree), ['p', 'a', 'q2', 'b2']);
  });

  it('leave behind in an export what another answer took over', () => {
    const tree = treeOf(prompt('p', null), answer('a', 'p', 'A'), answer('b', 'p', 'A', 'a'));
    assert.deepEqual(
      tree.records().map((record) => ('id' in record ? record.id : record.kind)),
      ['p', 'b', 'chosen'],
    );
  });

  it('survive export and import as they are', () => {
    const tree = edited();
    tree.take({ kind: 'done', id: 'b2', stopReason: 'end_turn', usage: noUsage }, 300);
    tree.take({ kind: 'leftOut', id: 'b2', turns: 2, images: 1 }, 300);
    tree.take({ kind: 'titled', title: 'Mine' }, 301);
    tree.take({ kind: 'removed', id: 'q', removed: true }, 302);
    const copy = new ConversationTree('d');
    for (const { at, ...record } of parseExport(exported(tree))?.records ?? assert.fail()) copy.take(record, at);
    assert.deepEqual(copy.shown(), tree.shown());
    assert.deepEqual(copy.allTurns(), tree.allTurns());
    assert.equal(copy.title, 'Mine');
    assert.deepEqual(exported(copy), exported(tree));
  });
});

describe('a prompt that was removed', () => {
  const removed = (id: string): HistoryRecord => ({ kind: 'removed', id, removed: true });
  const secret = (): ConversationTree =>
    treeOf(
      prompt('p', null, 'My secret'),
      answer('a', 'p', 'Your secret'),
      prompt('q', 'a', 'Tides'),
      answer('b', 'q', 'High'),
      removed('p'),
    );

  it('is in no title, search or export, and neither are its answers', () => {
    const tree = secret();
    assert.equal(tree.title, 'Tides');
    assert.equal(find(searchable(tree), 'secret').kind, 'none');
    assert.equal(exported(tree).includes('ecret'), false);
    assert.equal(
      conversationMarkdown(tree.title, tree.shown(), { you: 'You', answer: 'Answer', attached: 'Attached:' }).includes(
        'ecret',
      ),
      false,
    );
    assert.deepEqual(
      parseExport(exported(tree))?.records.map((record) =>
        'parent' in record ? [record.id, record.parent] : record.kind,
      ),
      [['q', null], ['b', 'q'], 'chosen'],
    );
  });

  it('takes an answer along that came after it, from another window', () => {
    const tree = secret();
    tree.take(answer('late', 'p', 'A late secret'), 300);
    assert.equal(
      tree.allTurns().some((turn) => textOfTurn(turn).includes('ecret')),
      false,
    );
  });

  it('is back everywhere when it is put back', () => {
    const tree = secret();
    tree.take({ kind: 'removed', id: 'p', removed: false }, 300);
    assert.deepEqual([tree.title, tree.shown().turns.length], ['My secret', 4]);
  });

  it('leaves a conversation that is deleted, where it was the only one, until something is asked again', () => {
    const tree = treeOf(prompt('p', null), answer('a', 'p', 'A'), removed('p'));
    assert.deepEqual([tree.deletedAt, tree.title], [102, '']);
    tree.take(prompt('q', 'a'), 200);
    assert.equal(tree.deletedAt, null);
    assert.deepEqual(ids(tree), ['q']);
  });
});

describe('a deleted conversation', () => {
  it('comes back by undo, and by being asked on in another window', () => {
    const tree = treeOf(prompt('p', null), { kind: 'deleted', deleted: true });
    assert.equal(tree.deletedAt, 101);
    tree.take({ kind: 'deleted', deleted: false }, 102);
    assert.equal(tree.deletedAt, null);
    tree.take({ kind: 'deleted', deleted: true }, 103);
    tree.take(prompt('q', 'p'), 104);
    assert.equal(tree.deletedAt, null);
  });

  it('does not move in the list by being pinned or renamed', () => {
    const tree = treeOf(prompt('p', null), { kind: 'pinned', pinned: true }, { kind: 'titled', title: 'T' });
    assert.deepEqual([tree.changedAt, tree.pinned, tree.title], [100, true, 'T']);
  });
});

describe('a title', () => {
  const cases: readonly (readonly [prompt: string, title: string])[] = [
    ['Hello', 'Hello'],
    ['\n\n## Why does `x` fail?\nDetails', 'Why does `x` fail?'],
    ['```\n---\nlet x = 1;', 'let x = 1;'],
    ['   ', ''],
    [
      'Explain how the stream reader keeps partial events out of the state that others see',
      'Explain how the stream reader keeps partial events out of…',
    ],
    ['👩‍👩‍👧'.repeat(70), `${'👩‍👩‍👧'.repeat(59)}…`],
  ];
  it('is made in time that grows with the prompt, not with its square', () => {
    const steps = (text: string): number => {
      let least = Infinity;
      for (let round = 0; round < 5; round += 1) {
        const before = process.cpuUsage();
        titleFrom(text);
        const { user, system } = process.cpuUsage(before);
        least = Math.min(least, user + system);
      }
      return least;
    };
    const bombs = [
      (n: number) => `a${' '.repeat(n)}b`,
      (n: number) => '`'.repeat(n),
      (n: number) => `${'~ '.repeat(n)}x`,
      (n: number) => '#\n'.repeat(n),
      (n: number) => `x${'*~'.repeat(n)}y`,
    ];
    for (const bomb of bombs) {
      // The smallest is long enough for the clock; twenty microseconds are its own trembling.
      const [short, long] = [steps(bomb(200_000)), steps(bomb(800_000))];
      assert.ok(long < 8 * Math.max(short, 20), `${long} against ${short} µs for ${bomb(3)}`);
    }
  });

  for (const [text, title] of cases)
    it(`of ${JSON.stringify(text.slice(0, 30))} is its first line with words, cut between words`, () =>
      assert.equal(titleFrom(text), title));
});

describe('a search', () => {
  const words = searchable(
    treeOf(
      prompt('p', null, 'About TIDES and İstanbul'),
      answer('a', 'p', `${'x '.repeat(100)}The moon pulls the water.`),
    ),
  );

  it('finds words in whatever case, in prompts and answers, and shows what is around them', () => {
    assert.deepEqual(find(words, 'MOON pulls'), {
      kind: 'found',
      excerpt: `…${'x '.repeat(12)}The moon pulls the water.`,
    });
    assert.equal(find(words, 'tides').kind, 'found');
    assert.equal(find(words, 'istanbul').kind, 'none');
    assert.equal(find(words, 'stanbul').kind, 'found');
  });

  it('finds all of several words anywhere, and nothing where one is missing', () => {
    assert.equal(find(words, 'water tides').kind, 'found');
    assert.equal(find(words, 'water fire').kind, 'none');
  });
});

describe('a conversation as markdown', () => {
  it('is its title, and every turn of the branch shown under who spoke', () => {
    const tree = treeOf(prompt('p', null, 'Hello'), answer('a', 'p', 'Hi\n'), {
      kind: 'source',
      id: 'a',
      payer: 'plan',
      model: 'm',
    });
    assert.equal(
      conversationMarkdown(tree.title, tree.shown(), { you: 'You', answer: 'Answer', attached: 'Attached:' }),
      '# Hello\n\n## You\n\nHello\n\n## Answer (m)\n\nHi\n',
    );
  });

  it('names what went along with a prompt', () => {
    const image = {
      id: 'i',
      kind: 'image' as const,
      label: 'tide.png',
      mediaType: 'image/png' as const,
      size: 3,
      fileId: 'f',
      thumbnail: '',
    };
    const file = { id: 'f', kind: 'file' as const, label: 'a`b.ts', text: 'x', language: '', isCut: false };
    const tree = treeOf({ kind: 'prompt', id: 'p', parent: null, text: 'Hello', attachments: [image, file] });
    const words = { you: 'You', answer: 'Answer', attached: 'Attached:' };
    assert.equal(
      conversationMarkdown(tree.title, tree.shown(), words),
      '# Hello\n\n## You\n\nHello\n\nAttached: `tide.png`, `a b.ts`\n',
    );
  });
});
