import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ConversationTree } from '../../../../../src/core/chat/conversation/tree.ts';
import { encodeExport, parseExport } from '../../../../../src/core/chat/conversation/conversation-export.ts';
import { encodeHeader } from '../../../../../src/core/chat/conversation/records.ts';
import { mostSummaries } from '../../../../../src/core/chat/conversation/summaries.ts';
import { readSegment } from '../../../../../src/core/chat/history/segment.ts';
import { latestTime } from '../../../../../src/core/service/stored-fields.ts';
import { blocksOf } from '../../../../support/samples/answer-blocks.ts';

const exportOf = (...records: readonly unknown[]): string =>
  JSON.stringify({ tidemark: 'conversationExport', version: 1, records });
const prompt = (changes: object = {}): object => ({
  at: 1000,
  kind: 'prompt',
  id: 'p',
  parent: null,
  text: 'Hello',
  ...changes,
});

const answer = { at: 1001, kind: 'answer', id: 'a', parent: 'p', replaces: null, blocks: [] };
const summary = (covers: readonly string[], id = 's'): object => ({
  ...{ at: 1002, kind: 'summaryMade', id, covers },
  ...{ steps: 0, leftOut: 0, text: 'Summary', payer: 'plan', model: 'm' },
});

describe('an exported conversation', () => {
  it('says who paid, and not whose plan it was', () => {
    const about = { id: 'a', payer: 'plan', model: 'm', account: 'f'.repeat(32) } as const;
    const text = encodeExport({ records: [{ at: 1001, kind: 'source', ...about }], images: new Map() });
    assert.match(text, /"payer": "plan"/);
    assert.doesNotMatch(text, /account|ffff/);
  });
});

describe('an imported conversation', () => {
  it('is one where every turn follows one before it', () => {
    assert.equal(parseExport(exportOf(prompt(), prompt({ id: 'q', parent: 'p' })))?.records.length, 2);
  });

  const refused: Readonly<Record<string, readonly unknown[]>> = {
    'a turn follows itself': [prompt({ parent: 'p' })],
    'two turns follow one another': [prompt({ id: 'a', parent: 'b' }), prompt({ id: 'b', parent: 'a' })],
    'a turn follows one that comes later': [prompt({ id: 'a', parent: 'b' }), prompt({ id: 'b' })],
    'a turn follows one that never comes': [prompt({ parent: 'nowhere' })],
    'a turn begins twice': [prompt(), prompt()],
    'nothing was asked': [],
    'it is only a title': [{ at: 1, kind: 'titled', title: 'T' }],
    'it deletes itself': [prompt(), { at: 1001, kind: 'deleted', deleted: true }],
    'a title has no end': [prompt(), { at: 1001, kind: 'titled', title: 'T'.repeat(1001) }],
    'a summary ends with a prompt': [prompt(), answer, summary(['p'])],
    'a summary begins within a branch': [prompt(), answer, summary(['a'])],
    'a summary is of one turn twice': [prompt(), answer, summary(['p', 'p', 'a'])],
    'a summary is of turns of two branches': [
      ...[prompt(), answer, { ...answer, id: 'b' }, prompt({ id: 'q', parent: 'b' })],
      ...[{ ...answer, id: 'c', parent: 'q' }, summary(['p', 'a', 'q', 'c'])],
    ],
    'a summary comes before its turns': [prompt(), summary(['p', 'a']), answer],
    'there are more summaries than one can have': [
      ...[prompt(), answer],
      ...Array.from({ length: mostSummaries + 1 }, (_, at) => summary(['p', 'a'], `s${at}`)),
    ],
    'a count is none': [prompt(), { at: 1, kind: 'leftOut', id: 'p', turns: -1, images: 0 }],
  };
  for (const [why, records] of Object.entries(refused))
    it(`is none where ${why}`, () => assert.equal(parseExport(exportOf(...records)), null));

  it('uses none of its summaries, whatever it says', () => {
    const used = { at: 1003, kind: 'summaryUsed', id: 's', used: true };
    const records = parseExport(exportOf(prompt(), answer, summary(['p', 'a']), used))?.records.slice(2);
    assert.deepEqual(records, [summary(['p', 'a']), { at: 1002, kind: 'summaryUsed', id: 's', used: false }]);
  });

  it('is none with a date that is no date', () => {
    for (const at of ['-1', '1.5', '1e300', '9e15', String(latestTime), '"1"', 'null']) {
      assert.equal(parseExport(exportOf(prompt({ at: 0 })).replace('"at":0', `"at":${at}`)), null, at);
    }
  });

  it('is none with an id that could name anything', () => {
    for (const id of ['', '../x', 'a b', 'x'.repeat(65), '__proto__', 5])
      assert.equal(parseExport(exportOf(prompt({ id }))), null, String(id));
  });
});

describe('an import of nothing but wrong records', () => {
  it('is refused, however many there are', () => {
    const wrong = Array.from({ length: 60_000 }, () => ({
      at: 1,
      kind: 'failed',
      id: 'a',
      failure: { kind: 'certificate' },
    }));
    assert.equal(parseExport(exportOf(...wrong)), null);
  });
});

describe('a record that means nothing', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd');
  const parent = fc.option(id);
  const record = fc.oneof(
    fc.record({ kind: fc.constant('prompt' as const), id, parent, text: fc.string() }),
    fc.record({
      kind: fc.constant('answer' as const),
      id,
      parent,
      replaces: fc.option(id),
      blocks: fc.string().map((text) => blocksOf(text)),
    }),
    fc.record({ kind: fc.constant('chosen' as const), head: id }),
    fc.record({ kind: fc.constant('removed' as const), id, removed: fc.boolean() }),
    fc.record({
      kind: fc.constant('textAdded' as const),
      id,
      index: fc.integer({ min: -1, max: 3 }),
      text: fc.string(),
    }),
  );

  it('makes no conversation run in a circle, whatever follows what', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 30 }), (records) => {
        const tree = new ConversationTree('c');
        records.forEach((each, at) => tree.take(each, at));
        const shown = tree.shown().turns;
        assert.equal(new Set(shown.map((turn) => turn.id)).size, shown.length);
        for (const turn of shown) assert.equal(tree.branchOf(turn.id).count > 0, true);
        if (tree.allTurns().length > 0) assert.notEqual(parseExport(exportOf(...tree.records())), null);
      }),
      { numRuns: 1000 },
    );
  });

  it('in a file is left out, and the rest is read', () => {
    const wrong = ['"at":1e300', '"at":-5', `"at":${latestTime}`, '"at":1.5'].map(
      (at) => `{"n":0,${at},"kind":"text","id":"p","text":"x"}`,
    );
    const good = JSON.stringify({ n: 0, ...prompt() });
    const reading = readSegment(new TextEncoder().encode([encodeHeader('c').trim(), ...wrong, good].join('\n')));
    assert.deepEqual(reading.kind === 'read' && reading.entries.map(({ kind }) => kind), ['prompt']);
  });

  it('among a hundred thousand makes no call with too many arguments', () => {
    const tree = new ConversationTree('c');
    for (let index = 0; index < 100_000; index += 1)
      tree.take({ kind: 'prompt', id: `p${index}`, parent: index === 0 ? null : `p${index - 1}`, text: 'x' }, index);
    tree.take({ kind: 'removed', id: 'p50000', removed: true }, 100_000);
    assert.deepEqual(
      [tree.shown().turns.length, tree.records().length, tree.headBeside('p7', 1)],
      [99_999, 100_000, null],
    );
  });
});
