// Behind which turns of a conversation a summary is drawn, and how long it takes to find out.
import assert from 'node:assert/strict';
import '../../../../support/fakes/vscode-stand-in.ts';
import { madeRecord, mostSummaries } from '../../../../../src/core/chat/conversation/summaries.ts';
import { ConversationTree } from '../../../../../src/core/chat/conversation/tree.ts';
import { growth, tooFast } from '../../../../support/rules/growth.ts';

const { summariesIn } = await import('../../../../../src/host/chat/present/summary.ts');

/** One of so many answers, with a summary behind each of the last ones. */
function summarised(count: number): ConversationTree {
  const tree = new ConversationTree('c');
  const covers: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const [prompt, answer] = [`p${at}`, `a${at}`];
    tree.take({ kind: 'prompt', id: prompt, parent: covers.at(-1) ?? null, text: 'Ask' }, at);
    tree.take({ kind: 'answer', id: answer, parent: prompt, replaces: null, blocks: [] }, at);
    covers.push(prompt, answer);
    if (count - at > mostSummaries) continue;
    const source = { payer: 'plan', model: 'm' } as const;
    tree.take(madeRecord({ id: `s${at}`, covers: [...covers], steps: 0, leftOut: 0, text: 'Summary', source }), at);
  }
  return tree;
}

/** Behind each turn, as for one drawing. */
function drawn(tree: ConversationTree): unknown[] {
  const behind = summariesIn(tree);
  return tree.shown().turns.flatMap(({ id }) => {
    const seen = behind(id);
    return seen === null ? [] : [[id, seen.summary.id, seen.isUsed]];
  });
}

describe('the summaries of a conversation that is drawn', () => {
  it('are the one that is sent, and the one beyond it that is not used', () => {
    const tree = summarised(3);
    assert.deepEqual(drawn(tree), [['a2', 's2', true]]);
    tree.take({ kind: 'summaryUsed', id: 's2', used: false }, 10);
    assert.deepEqual(drawn(tree), [
      ['a1', 's1', true],
      ['a2', 's2', false],
    ]);
  });

  it('are looked for once, however many turns are drawn', () => {
    const tree = summarised(3);
    const shown = tree.shown();
    let times = 0;
    tree.shown = () => {
      times += 1;
      return shown;
    };
    const behind = summariesIn(tree);
    for (const id of ['a0', 'a1', 'a2']) behind(id);
    assert.equal(times, 1);
  });

  it('are found in a time that grows with its turns, however many there are', () => {
    const draw = (count: number) => {
      const tree = summarised(count);
      return () => drawn(tree);
    };
    assert.ok(growth(draw, 300, 2_400) < tooFast);
  });
});
