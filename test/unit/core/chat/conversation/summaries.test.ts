// Which summary is sent in the place of a conversation's beginning: in which branch, since when, and until when.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  encodeExport,
  type ExportedConversation,
  parseExport,
} from '../../../../../src/core/chat/conversation/conversation-export.ts';
import type { ConversationSummary } from '../../../../../src/core/chat/conversation/conversation.ts';
import { encodeEntry, type HistoryRecord, parseEntry } from '../../../../../src/core/chat/conversation/records.ts';
import { madeRecord, mostSummaries, stepsIn } from '../../../../../src/core/chat/conversation/summaries.ts';
import { ConversationTree } from '../../../../../src/core/chat/conversation/tree.ts';
import { turnsToCompact } from '../../../../../src/core/chat/prompt/compaction.ts';
import { noUsage } from '../../../../../src/core/chat/messages/stream/stream-event.ts';
import { growth, tooFast } from '../../../../support/rules/growth.ts';
import { blocksOf } from '../../../../support/samples/answer-blocks.ts';

const source = { payer: 'plan', model: 'm' } as const;
const prompt = (id: string, parent: string | null): HistoryRecord => ({
  kind: 'prompt',
  id,
  parent,
  text: `Ask ${id}`,
});
const answer = (id: string, parent: string): HistoryRecord[] => [
  { kind: 'answer', id, parent, replaces: null, blocks: blocksOf(`Answer ${id}`) },
  { kind: 'done', id, stopReason: 'end_turn', usage: noUsage },
];
const exchange = (name: string, parent: string | null): HistoryRecord[] => [
  prompt(`p${name}`, parent),
  ...answer(`a${name}`, `p${name}`),
];
const summaryOf = (id: string, covers: readonly string[], steps = 0): ConversationSummary => ({
  ...{ id, covers, steps, leftOut: 0, text: `Summary ${id}`, source },
});
const made = (id: string, covers: readonly string[], steps = 0): HistoryRecord =>
  madeRecord(summaryOf(id, covers, steps));
const used = (id: string, isUsed: boolean): HistoryRecord => ({ kind: 'summaryUsed', id, used: isUsed });
const firstTwo = ['p1', 'a1', 'p2', 'a2'];

function treeOf(...records: readonly HistoryRecord[]): ConversationTree {
  const tree = new ConversationTree('c');
  for (const [at, record] of records.entries()) tree.take(record, at);
  return tree;
}

const importOf = (tree: ConversationTree): ExportedConversation | null =>
  parseExport(encodeExport({ records: tree.records(), images: new Map() }));

const three = [...exchange('1', null), ...exchange('2', 'a1'), ...exchange('3', 'a2')];
const inUse = (tree: ConversationTree): string | null => tree.shown().summary?.id ?? null;

describe('a summary of earlier turns', () => {
  it('stands where the branch begins with the turns that it was made of', () => {
    const tree = treeOf(...three, made('s', firstTwo));
    assert.deepEqual(tree.shown().summary, summaryOf('s', firstTwo));
    assert.equal(tree.shown().turns.length, 6);
  });

  it('stands in no branch in which a prompt that it covers was edited, and again in its own', () => {
    const tree = treeOf(...three, made('s', firstTwo), ...exchange('2b', 'a1'));
    assert.equal(inUse(tree), null);
    tree.take({ kind: 'chosen', head: 'a3' }, 100);
    assert.equal(inUse(tree), 's');
  });

  it('stands in every branch that begins behind it', () => {
    assert.equal(inUse(treeOf(...three, made('s', firstTwo), ...exchange('3b', 'a2'))), 's');
  });

  it('does not stand where one of its answers was asked for anew', () => {
    assert.equal(inUse(treeOf(...three, made('s', firstTwo), ...answer('a2b', 'p2'))), null);
  });

  it('does not stand without a turn that was removed, and stands again with it', () => {
    const tree = treeOf(...three, made('s', firstTwo), { kind: 'removed', id: 'p1', removed: true });
    assert.equal(inUse(tree), null);
    tree.take({ kind: 'removed', id: 'p1', removed: false }, 100);
    assert.equal(inUse(tree), 's');
  });

  it('does not stand for a run that has gone on since', () => {
    const run: HistoryRecord[] = [{ kind: 'answerBegan', id: 'a1' }];
    const tree = treeOf(...exchange('1', null), ...run, made('s', ['p1', 'a1'], 1));
    assert.equal(inUse(tree), 's');
    tree.take({ kind: 'answerBegan', id: 'a1' }, 100);
    assert.equal(inUse(tree), null);
  });

  it('gives way to one that covers more, or is newer', () => {
    const tree = treeOf(...three, made('more', firstTwo), made('less', ['p1', 'a1']));
    assert.equal(inUse(tree), 'more');
    tree.take(made('newer', firstTwo), 100);
    assert.equal(inUse(tree), 'newer');
  });

  it('is taken out and used again, and one before it stands meanwhile', () => {
    const tree = treeOf(...three, made('less', ['p1', 'a1']), made('more', firstTwo), used('more', false));
    assert.equal(inUse(tree), 'less');
    tree.take(used('less', false), 100);
    assert.equal(inUse(tree), null);
    tree.take(used('more', true), 101);
    assert.equal(inUse(tree), 'more');
  });

  it('is seen where it stands, and where it was taken out', () => {
    const tree = treeOf(...three, made('less', ['p1', 'a1']), made('more', firstTwo), used('more', false));
    const seen = (): unknown =>
      [...tree.summaries.seenIn(tree.shown().turns)].map(([end, { summary, isUsed }]) => [end, summary.id, isUsed]);
    assert.deepEqual(seen(), [
      ['a1', 'less', true],
      ['a2', 'more', false],
    ]);
    tree.take(used('more', true), 100);
    assert.deepEqual(seen(), [['a2', 'more', true]]);
  });

  it('counts for once where a file repeats it', () => {
    const other = { ...summaryOf('s', firstTwo), text: 'Another' };
    assert.equal(treeOf(...three, made('s', firstTwo), madeRecord(other)).shown().summary?.text, 'Summary s');
  });

  it('does not stand where it is not of the beginning of a branch up to an answer', () => {
    for (const covers of [['p1'], ['p1', 'a1', 'p2'], ['a1'], ['p1', 'p1'], ['p2', 'a2'], ['a1', 'p1'], ['nowhere']]) {
      const tree = treeOf(...three, made('s', covers));
      assert.deepEqual([inUse(tree), tree.summaries.seenIn(tree.shown().turns).size], [null, 0], String(covers));
    }
  });

  it('gives way to a newer one where there are as many as may be: the oldest that is not used, else the oldest', () => {
    const ids = Array.from({ length: mostSummaries }, (_, index) => `s${index}`);
    const tree = treeOf(...three, ...ids.map((id) => made(id, firstTwo)), used('s7', false));
    const kept = (): unknown => tree.records().flatMap((record) => (record.kind === 'summaryMade' ? [record.id] : []));
    tree.take(made('new', firstTwo), 1000);
    assert.deepEqual(kept(), [...ids.filter((id) => id !== 's7'), 'new']);
    tree.take(made('newer', firstTwo), 1001);
    assert.deepEqual(kept(), [...ids.slice(1).filter((id) => id !== 's7'), 'new', 'newer']);
  });

  it('leaves the place of its conversation in the list as it is', () => {
    const tree = treeOf(...three);
    const { changedAt } = tree;
    tree.take(made('s', firstTwo), 5000);
    tree.take(used('s', false), 6000);
    assert.equal(tree.changedAt, changedAt);
  });
});

describe('however a conversation branches', () => {
  /** What somebody does; `at` picks one of the turns that there are. */
  const deed = fc.record({
    kind: fc.constantFrom('asks', 'edits', 'retries', 'removes', 'restores', 'chooses', 'compacts', 'undoes', 'goesOn'),
    at: fc.nat(30),
  });
  type Deed = typeof deed extends fc.Arbitrary<infer Value> ? Value : never;

  function recordsFor({ kind, at }: Deed, tree: ConversationTree, name: string): HistoryRecord[] {
    const { turns } = tree.shown();
    const picked = turns[at % Math.max(1, turns.length)];
    if (kind === 'asks' || picked === undefined) return exchange(name, tree.head);
    const prompt = picked.kind === 'prompt' ? picked.id : (tree.parentOf(picked.id) ?? '');
    switch (kind) {
      case 'edits':
        return exchange(name, tree.parentOf(prompt));
      case 'retries':
        return answer(`a${name}`, prompt);
      case 'removes':
      case 'restores':
        return [prompt, ...tree.answersTo(prompt)].map((id) => ({ kind: 'removed', id, removed: kind === 'removes' }));
      case 'chooses': {
        const all = tree.allTurns();
        return [{ kind: 'chosen', head: all[at % all.length]?.id ?? '' }];
      }
      case 'compacts': {
        const covered = turnsToCompact(tree.shown());
        const covers = covered.map(({ id }) => id);
        return covers.length === 0 ? [] : [made(`s${name}`, covers, stepsIn(covered))];
      }
      case 'undoes':
        return [used(tree.shown().summary?.id ?? '', false)];
      case 'goesOn':
        return picked.kind === 'answer' ? [{ kind: 'answerBegan', id: picked.id }] : [];
    }
  }

  it('is no summary sent of turns that are not in the branch, nor of fewer steps than they have', () => {
    let uses = 0;
    fc.assert(
      fc.property(fc.array(deed, { minLength: 3, maxLength: 25 }), (deeds) => {
        const tree = treeOf();
        const steps = new Map<string, number>();
        const taken: HistoryRecord[] = [];
        for (const [index, each] of deeds.entries()) {
          for (const record of recordsFor(each, tree, String(index))) {
            taken.push(record);
            tree.take(record, taken.length);
            if (record.kind === 'summaryMade') steps.set(record.id, record.steps);
          }
          const { turns, summary } = tree.shown();
          if (summary === undefined) continue;
          uses += 1;
          const covered = turns.slice(0, summary.covers.length);
          assert.deepEqual(
            covered.map(({ id }) => id),
            summary.covers,
          );
          assert.equal(stepsIn(covered), steps.get(summary.id));
        }
        if (tree.allTurns().length > 0) assert.notEqual(importOf(tree), null);
        // Another window reads the same of the file.
        assert.deepEqual(treeOf(...taken).shown().summary, tree.shown().summary);
      }),
    );
    assert.ok(uses > 20, `A summary was used ${String(uses)} times.`);
  });
});

describe('a conversation with very many summaries', () => {
  /** A conversation of so many answers, with a summary behind each of them. */
  const summarised = (count: number): HistoryRecord[] => {
    const turns = Array.from({ length: count }, (_, at) => exchange(`${at}`, at === 0 ? null : `a${at - 1}`)).flat();
    const ids = turns.flatMap((record) => (record.kind === 'prompt' || record.kind === 'answer' ? [record.id] : []));
    const summaries = Array.from({ length: mostSummaries }, (_, at) =>
      made(`s${at}`, ids.slice(0, ids.length - at * 2)),
    );
    return [...turns, ...summaries, ...summaries.map((_, at) => used(`s${at}`, at % 2 === 0))];
  };

  it('is read in a time that grows as its file', () => {
    const read = (count: number) => {
      const summaries = Array.from({ length: count }, (_, at) => made(`s${at}`, ['p1', 'a1']));
      return () => treeOf(...three, ...summaries).shown();
    };
    assert.ok(growth(read, 2_000, 16_000) < tooFast);
  });

  it('is shown in a time that grows with its turns', () => {
    const show = (count: number) => {
      const tree = treeOf(...summarised(count));
      return () => tree.summaries.seenIn(tree.shown().turns);
    };
    assert.ok(growth(show, 500, 4_000) < tooFast);
  });
});

describe('the file of a conversation with a summary', () => {
  const records = [...three, made('old', ['p1', 'a1']), made('s', firstTwo), used('s', false)];

  it('is read back as it was written', () => {
    const read = records.map((record, n) => parseEntry(encodeEntry(n, n, record)));
    assert.deepEqual(
      read,
      records.map((record, n) => ({ n, at: n, ...record })),
    );
  });

  it('is exported and brought back with its summaries, none of which is used before a person says so', () => {
    const tree = treeOf(...records, used('s', true));
    const back = treeOf(...(importOf(tree)?.records ?? []));
    assert.deepEqual(back.shown(), { turns: tree.shown().turns });
    const seen = [...back.summaries.seenIn(back.shown().turns).values()];
    assert.deepEqual(seen, [{ summary: summaryOf('s', firstTwo), isUsed: false, prompts: 2 }]);
    back.take(used('s', true), 100);
    assert.deepEqual(back.shown(), tree.shown());
  });

  it('exports none that says something of a removed prompt', () => {
    const tree = treeOf(...records, { kind: 'removed', id: 'p2', removed: true });
    assert.deepEqual(
      tree.records().flatMap((record) => (record.kind === 'summaryMade' ? [record.id] : [])),
      ['old'],
    );
  });

  it('exports none of turns that begin no branch, since a prompt before them was put back', () => {
    const gone = (isGone: boolean): HistoryRecord => ({ kind: 'removed', id: 'p1', removed: isGone });
    const tree = treeOf(...three, gone(true), made('s', ['p2', 'a2']), gone(false));
    assert.equal(
      importOf(tree)?.records.some(({ kind }) => kind === 'summaryMade'),
      false,
    );
  });

  it('has none of no turns', () => {
    const line = encodeEntry(0, 0, { ...madeRecord(summaryOf('s', firstTwo)) }).replace(JSON.stringify(firstTwo), '[]');
    assert.equal(parseEntry(line), null);
  });
});
