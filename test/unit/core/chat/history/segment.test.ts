import assert from 'node:assert/strict';
import { ConversationTree } from '../../../../../src/core/chat/conversation/tree.ts';
import {
  encodeEntry,
  encodeHeader,
  type HistoryEntry,
  type HistoryRecord,
  parseEntry,
} from '../../../../../src/core/chat/conversation/records.ts';
import { parseExport } from '../../../../../src/core/chat/conversation/conversation-export.ts';
import {
  conversationOf,
  mergeSegments,
  readSegment,
  segmentName,
} from '../../../../../src/core/chat/history/segment.ts';
import { noUsage } from '../../../../../src/core/chat/messages/stream/stream-event.ts';
import type { Failure } from '../../../../../src/core/service/failure/errors.ts';
import { textRecord } from '../../../../support/samples/answer-blocks.ts';
import { textOfTurn } from '../../../../../src/core/chat/conversation/conversation.ts';

const records: readonly HistoryRecord[] = [
  { kind: 'prompt', id: 'p', parent: null, text: 'Grüße — 潮汐?' },
  { kind: 'answer', id: 'a', parent: 'p', replaces: null, blocks: [] },
  { kind: 'source', id: 'a', payer: 'plan', model: 'm' },
  { kind: 'blockStarted', id: 'a', index: 0, block: { kind: 'thinking' } },
  { kind: 'thinkingAdded', id: 'a', index: 0, text: 'Hm ' },
  textRecord('a', 'First 🌊 '),
  textRecord('a', 'second.\n\n```ts\nlet x;\n```\n'),
  { kind: 'done', id: 'a', stopReason: 'end_turn', usage: { ...noUsage, outputTokens: 3 } },
];
const lines = [encodeHeader('c'), ...records.map((record, n) => encodeEntry(n, 1000 + n, record))];
const bytesOf = (...text: readonly string[]): Uint8Array => new TextEncoder().encode(text.join(''));
const entriesOf = (bytes: Uint8Array): readonly HistoryEntry[] => {
  const reading = readSegment(bytes);
  assert.ok(reading.kind === 'read');
  assert.equal(reading.damaged, false);
  return reading.entries;
};
const treeOf = (entries: readonly HistoryEntry[]): ConversationTree => {
  const tree = new ConversationTree('c');
  for (const entry of entries) tree.take(entry, entry.at);
  return tree;
};

describe('a segment', () => {
  it('gives no model back that could not be the name of one, and keeps the answer', () => {
    const read = (model: string): HistoryEntry[] => [
      ...entriesOf(bytesOf(encodeHeader('c'), encodeEntry(0, 5, { kind: 'source', id: 'a', payer: 'plan', model }))),
    ];
    for (const model of ['glm-4.6', 'org/Model 2 (beta)', '混元-turbo', 'x'.repeat(128)])
      assert.deepEqual(read(model), [{ n: 0, at: 5, kind: 'source', id: 'a', payer: 'plan', model }]);
    for (const model of ['', 'x'.repeat(129), '[x](command:y)', 'a\nb', '\u202Eevil', '$(sync)'])
      assert.deepEqual(read(model), [{ n: 0, at: 5, kind: 'source', id: 'a', payer: 'plan', model: '?' }], model);
  });

  it('is named by its conversation and its window, and nothing else is one', () => {
    assert.equal(conversationOf(segmentName('c-1', 'w')), 'c-1');
    for (const name of ['c.w.jsonl.unreadable', 'c.jsonl', 'index.json', '.DS_Store', 'a.b.json'])
      assert.equal(conversationOf(name), null);
  });

  it('gives back every record as it was written', () => {
    assert.deepEqual(
      entriesOf(bytesOf(...lines)),
      records.map((record, n) => ({ n, at: 1000 + n, ...record })),
    );
  });

  it('cut at any byte gives every line that was whole, and the answer counts as interrupted until its end is there', () => {
    const whole = bytesOf(...lines);
    const ends = lines.map((_, index) => bytesOf(...lines.slice(0, index + 1)).length);
    for (let cut = 0; cut <= whole.length; cut += 1) {
      const reading = readSegment(whole.subarray(0, cut));
      // A line is whole without its line break already.
      const count = ends.filter((end) => end - 1 <= cut).length;
      if (count === 0) {
        assert.deepEqual(reading, { kind: 'empty' }, `cut at ${cut}`);
        continue;
      }
      assert.ok(reading.kind === 'read' && !reading.damaged, `cut at ${cut}`);
      assert.equal(reading.entries.length, count - 1, `cut at ${cut}`);
      const answer = treeOf(reading.entries).turn('a');
      if (answer?.kind === 'answer')
        assert.equal(answer.progress.kind, count === lines.length ? 'done' : 'interrupted');
    }
  });

  it('with a torn line that was then written again whole has lost nothing', () => {
    const torn = lines[5]?.slice(0, 20) ?? '';
    const bytes = bytesOf(...lines.slice(0, 5), torn, '\n', ...lines.slice(4));
    assert.deepEqual(entriesOf(bytes), entriesOf(bytesOf(...lines)));
  });

  it('with a line missing in its middle says that it is damaged, and gives the rest', () => {
    const reading = readSegment(bytesOf(...lines.slice(0, 5), '{"n":4,"at"\u0000garbage\n', ...lines.slice(6)));
    assert.ok(reading.kind === 'read');
    assert.deepEqual([reading.damaged, reading.entries.map(({ n }) => n)], [true, [0, 1, 2, 3, 5, 6, 7]]);
  });

  it('of a newer version is left alone, and what is none is unreadable', () => {
    assert.deepEqual(
      readSegment(bytesOf('{"tidemark":"conversation","version":3,"conversation":"c"}\n{"what":"ever"}\n')),
      { kind: 'newer' },
    );
    for (const text of ['not ours\n', '\u0000\u0000\n', '{"tidemark":"else"}\n']) {
      assert.deepEqual(readSegment(bytesOf(text)), { kind: 'unreadable' });
    }
  });

  it('takes no line of a wrong shape, in pieces of text as little as elsewhere', () => {
    const wrong = [
      '{"n":0,"at":1,"kind":"text","id":"a"}',
      '{"n":0,"at":1,"kind":"text","id":5,"text":""}',
      '{"n":-1,"at":1,"kind":"text","id":"a","text":""}',
      '{"n":0,"kind":"text","id":"a","text":""}',
      '{"n":0,"at":1,"kind":"textAdded","id":"a","text":""}',
      '{"n":0,"at":1,"kind":"textAdded","id":"a","index":0.5,"text":""}',
      '{"n":0,"at":1,"kind":"toolInputAdded","id":"a","index":-2,"text":""}',
      '{"n":0,"at":1,"kind":"blockStarted","id":"a","index":0,"block":{"kind":"hologram"}}',
      '{"n":0,"at":1,"kind":"pinned","pinned":"yes"}',
      '{"n":0,"at":1,"kind":"unheardOf"}',
      '[]',
      'null',
      '',
    ];
    for (const line of wrong) assert.equal(parseEntry(line), null, line);
  });

  it('reads back every kind of failure', () => {
    const failures: readonly Failure[] = [
      { kind: 'cut' },
      { kind: 'hostUnreachable', host: 'a.example' },
      { kind: 'certificate', host: 'a.example', code: 'CERT_HAS_EXPIRED' },
      { kind: 'timeout', seconds: 20 },
      { kind: 'rateLimited', retryAt: null },
      { kind: 'requestRefused', status: 400, code: '17' },
      { kind: 'serviceTrouble', status: 500, retryAt: 5 },
      { kind: 'unexpectedAnswer', what: 'schema' },
    ];
    for (const failure of failures) {
      const record: HistoryRecord = { kind: 'failed', id: 'a', failure, usage: noUsage };
      assert.deepEqual(parseEntry(encodeEntry(0, 1, record)), { n: 0, at: 1, ...record });
    }
  });
});

describe('two windows that write at once', () => {
  const entries = (...written: readonly (readonly [at: number, record: HistoryRecord])[]): HistoryEntry[] =>
    written.map(([at, record], n) => ({ n, at, ...record }));
  const left = entries(
    [1, { kind: 'prompt', id: 'p', parent: null, text: 'Hello' }],
    [2, { kind: 'answer', id: 'a', parent: 'p', replaces: null, blocks: [] }],
    [3, textRecord('a', 'one ')],
    [3, textRecord('a', 'two')],
    [10, { kind: 'prompt', id: 'left', parent: 'a', text: 'Left?' }],
  );
  const right = entries([9, { kind: 'prompt', id: 'right', parent: 'a', text: 'Right?' }]);

  it('lose nothing: each goes its own branch, and the latest is shown', () => {
    const tree = treeOf(mergeSegments([left, right]));
    assert.deepEqual(
      tree.shown().turns.map(({ id }) => id),
      ['p', 'a', 'left'],
    );
    assert.deepEqual(tree.branchOf('left'), { index: 1, count: 2 });
    assert.equal(tree.headBeside('left', -1), 'right');
    const turn = tree.turn('a');
    assert.equal(turn === null ? '' : textOfTurn(turn), 'one two');
  });

  it('keep the order of what refers to what, although the clock of one was set back', () => {
    const early = entries(
      [5, { kind: 'prompt', id: 'next', parent: 'a', text: 'Next?' }],
      [5, { kind: 'removed', id: 'p', removed: true }],
    ).map((entry) => ({ ...entry, at: 0 }));
    const tree = treeOf(mergeSegments([early, left]));
    assert.equal(tree.parentOf('next'), 'a');
    assert.equal(
      tree.allTurns().some(({ id }) => id === 'p'),
      false,
    );
  });

  it('end, also where each waits for the other', () => {
    const one = entries([1, { kind: 'prompt', id: 'x', parent: 'y', text: '' }]);
    const other = entries([1, { kind: 'prompt', id: 'y', parent: 'x', text: '' }]);
    assert.deepEqual(
      treeOf(mergeSegments([one, other]))
        .shown()
        .turns.map(({ id }) => id),
      ['x', 'y'],
    );
  });

  it('give the same conversation in whichever order their files are read', () => {
    assert.deepEqual(treeOf(mergeSegments([right, left])).shown(), treeOf(mergeSegments([left, right])).shown());
  });
});

describe('an exported conversation', () => {
  it('is nothing else than what was exported', () => {
    assert.equal(parseExport('{}'), null);
    assert.equal(parseExport('half a file {'), null);
    assert.equal(parseExport('{"tidemark":"conversationExport","version":3,"records":[]}'), null);
  });
});
