import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AnswerTurn } from '../../../../../src/core/chat/conversation/answer.ts';
import { textOfTurn, type Turn } from '../../../../../src/core/chat/conversation/conversation.ts';
import {
  type Asked,
  chosenBranch,
  continuedAnswer,
  editedPrompt,
  removedPrompt,
  retriedAnswer,
  sentPrompt,
  type Stamp,
} from '../../../../../src/core/chat/conversation/steps.ts';
import { ConversationTree } from '../../../../../src/core/chat/conversation/tree.ts';
import { encodeExport, parseExport } from '../../../../../src/core/chat/conversation/conversation-export.ts';
import { encodeEntry, encodeHeader, type HistoryRecord } from '../../../../../src/core/chat/conversation/records.ts';
import { mergeSegments, readSegment } from '../../../../../src/core/chat/history/segment.ts';
import { noUsage } from '../../../../../src/core/chat/messages/stream/stream-event.ts';
import { textRecord } from '../../../../support/samples/answer-blocks.ts';
import { textOf } from '../../../../../src/core/chat/messages/blocks.ts';

/** A panel without a window: what it does is recorded, in the tree and in a file. */
class Panel {
  tree = new ConversationTree('c');
  #log: { readonly at: number; readonly record: HistoryRecord }[] = [];
  #ids = 0;
  #now = 1000;
  readonly stamp: Stamp = { newId: () => `t${String((this.#ids += 1))}`, now: () => this.#now };

  record(...records: readonly HistoryRecord[]): void {
    for (const record of records) {
      this.#now += 1;
      this.#log.push({ at: this.#now, record });
      this.tree.take(record, this.#now);
    }
  }

  /** An answer arrives: some text, then one of the ends that there are; null is a window that was closed. */
  answer({ records, answer }: Asked, text: string, end: 'done' | 'cut' | 'failed' | 'stopped' | null): void {
    const { id } = answer;
    this.record(...records);
    if (text !== '') this.record(textRecord(id, text));
    if (end === 'done' || end === 'cut')
      this.record({ kind: 'done', id, stopReason: end === 'done' ? 'end_turn' : 'max_tokens', usage: noUsage });
    if (end === 'failed') this.record({ kind: 'failed', id, failure: { kind: 'cut' }, usage: noUsage });
    if (end === 'stopped') this.record({ kind: 'stopped', id, usage: noUsage });
  }

  /** The same conversation, for who looks around in it. */
  copy(): ConversationTree {
    const tree = new ConversationTree('copy');
    for (const { at, record } of this.#log) tree.take(record, at);
    return tree;
  }

  /** The window is loaded again. */
  reload(): void {
    const lines = this.#log.map(({ at, record }, n) => encodeEntry(n, at, record));
    const reading = readSegment(new TextEncoder().encode([encodeHeader('c'), ...lines].join('')));
    assert.ok(reading.kind === 'read' && !reading.damaged);
    this.tree = new ConversationTree('c');
    for (const entry of mergeSegments([reading.entries])) this.tree.take(entry, entry.at);
  }

  /** Exported, deleted and brought back. */
  carry(): void {
    const exported = parseExport(encodeExport({ records: this.tree.records(), images: new Map() }));
    if (this.tree.allTurns().length === 0) return;
    assert.ok(exported !== null);
    this.#log = [];
    this.tree = new ConversationTree('c');
    for (const { at, ...record } of exported.records) {
      this.#log.push({ at, record });
      this.tree.take(record, at);
    }
  }
}

const turnsOf = (tree: ConversationTree): readonly Turn[] => tree.shown().turns;
const answersOf = (tree: ConversationTree): AnswerTurn[] => turnsOf(tree).filter((turn) => turn.kind === 'answer');
const chosen = <T>(all: readonly T[], index: number): T | undefined => all[index % Math.max(1, all.length)];

/** Everything that can be come to from here by pressing arrows, and nothing else. */
function reachable(panel: Panel): Map<string, Turn> {
  const copy = panel.copy();
  const found = new Map<string, Turn>();
  const seen = new Set<string | null>();
  const visit = (): void => {
    if (seen.has(copy.head)) return;
    const here = copy.head;
    seen.add(here);
    const turns = turnsOf(copy);
    for (const turn of turns) found.set(turn.id, turn);
    for (const { id } of turns) {
      for (const step of [1, -1] as const) {
        const record = chosenBranch(copy, id, step);
        if (record === null) continue;
        copy.take(record, 9999);
        visit();
        if (here !== null) copy.take({ kind: 'chosen', head: here }, 9999);
      }
    }
  };
  visit();
  return found;
}

const text = fc.constantFrom('', 'Low. ', 'High water. ');
const end = fc.constantFrom('done' as const, 'cut' as const, 'failed' as const, 'stopped' as const, null);
const index = fc.nat(20);
const action = fc.oneof(
  fc.record({ kind: fc.constant('send' as const), text, end }),
  fc.record({ kind: fc.constant('edit' as const), index, text, end }),
  fc.record({ kind: fc.constant('retry' as const), index, text, end }),
  fc.record({ kind: fc.constant('continue' as const), index, text, end }),
  fc.record({ kind: fc.constant('switch' as const), index, step: fc.constantFrom(1 as const, -1 as const) }),
  fc.record({ kind: fc.constant('remove' as const), index, isUndone: fc.boolean() }),
  fc.record({ kind: fc.constant('reload' as const) }),
  fc.record({ kind: fc.constant('carry' as const) }),
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

function act(panel: Panel, done: Action): void {
  const { tree, stamp } = panel;
  const prompts = turnsOf(tree).filter(({ kind }) => kind === 'prompt');
  switch (done.kind) {
    case 'send':
      panel.answer(sentPrompt(tree, `Prompt ${stamp.newId()}`, [], stamp), done.text, done.end);
      break;
    case 'edit': {
      const asked = editedPrompt(tree, chosen(prompts, done.index)?.id ?? '', `Edited ${stamp.newId()}`, stamp);
      if (asked !== null) panel.answer(asked, done.text, done.end);
      break;
    }
    case 'retry': {
      const answer = chosen(answersOf(tree), done.index);
      if (answer !== undefined) panel.answer(retriedAnswer(tree, answer, stamp), done.text, done.end);
      break;
    }
    case 'continue': {
      const answer = chosen(answersOf(tree), done.index);
      const asked = answer === undefined ? null : continuedAnswer(tree, answer, stamp);
      if (asked !== null) panel.answer(asked, done.text, done.end);
      break;
    }
    case 'switch': {
      const record = chosenBranch(tree, chosen(turnsOf(tree), done.index)?.id ?? '', done.step);
      if (record !== null) panel.record(record);
      break;
    }
    case 'remove': {
      const id = chosen(prompts, done.index)?.id ?? '';
      panel.record(...removedPrompt(tree, id, true));
      if (done.isUndone) panel.record(...removedPrompt(tree, id, false));
      break;
    }
    case 'reload':
      panel.reload();
      break;
    case 'carry':
      panel.carry();
  }
}

/** Which turns a person may miss: those of a prompt that is removed for good, and no other. */
function removedBy(done: Action, tree: ConversationTree): Set<string> {
  if (done.kind !== 'remove' || done.isUndone) return new Set();
  const prompt = chosen(
    turnsOf(tree).filter(({ kind }) => kind === 'prompt'),
    done.index,
  );
  return prompt === undefined ? new Set() : new Set([prompt.id, ...tree.answersTo(prompt.id)]);
}

describe('what a person does with a conversation', () => {
  it('leaves every turn within reach, but for those that are removed', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 25 }), (actions) => {
        const panel = new Panel();
        for (const done of actions) {
          const before = reachable(panel);
          const removed = removedBy(done, panel.tree);
          act(panel, done);
          const after = reachable(panel);
          for (const [id, turn] of before) {
            if (removed.has(id) || after.has(id)) continue;
            // Only an answer may go, and only into another to the same prompt that holds all of it.
            assert.equal(turn.kind, 'answer', `${done.kind} has lost ${id}`);
            assert.ok(
              [...after.values()].some(
                (other) =>
                  other.kind === 'answer' && !before.has(other.id) && textOf(other.blocks).startsWith(textOfTurn(turn)),
              ),
              `${done.kind} has lost the text of ${id}`,
            );
          }
          for (const id of removed) assert.equal(after.has(id), false);
          assert.deepEqual(
            [...after.keys()].sort(),
            panel.tree
              .allTurns()
              .map(({ id }) => id)
              .sort(),
            'what is searched and exported is what can be seen',
          );
        }
      }),
      { numRuns: 400 },
    );
  });

  it('keeps what came after an answer that is continued as a version of its own, with its arrows', () => {
    const panel = new Panel();
    panel.answer(sentPrompt(panel.tree, 'One', [], panel.stamp), 'First', 'cut');
    panel.answer(sentPrompt(panel.tree, 'Two', [], panel.stamp), 'Second', 'done');
    const [first] = answersOf(panel.tree);
    const asked = continuedAnswer(panel.tree, first ?? assert.fail(), panel.stamp);
    panel.answer(asked ?? assert.fail(), ' and more', 'done');
    assert.deepEqual(turnsOf(panel.tree).map(textOfTurn), ['One', 'First and more']);
    const continued = answersOf(panel.tree)[0]?.id ?? '';
    assert.deepEqual(panel.tree.branchOf(continued), { index: 1, count: 2 });
    panel.record(chosenBranch(panel.tree, continued, -1) ?? assert.fail());
    assert.deepEqual(turnsOf(panel.tree).map(textOfTurn), ['One', 'First', 'Two', 'Second']);
  });

  it('keeps what came after an answer that failed with nothing and is asked for again', () => {
    const panel = new Panel();
    panel.answer(sentPrompt(panel.tree, 'One', [], panel.stamp), '', 'failed');
    panel.answer(sentPrompt(panel.tree, 'Two', [], panel.stamp), 'Second', 'done');
    panel.answer(retriedAnswer(panel.tree, answersOf(panel.tree)[0] ?? assert.fail(), panel.stamp), 'First', 'done');
    assert.deepEqual(panel.tree.branchOf(answersOf(panel.tree)[0]?.id ?? ''), { index: 1, count: 2 });
  });

  it('shows the version beside a prompt that is removed, since nothing else would lead there', () => {
    const panel = new Panel();
    panel.answer(sentPrompt(panel.tree, 'One', [], panel.stamp), 'First', 'done');
    const [prompt] = turnsOf(panel.tree);
    panel.answer(editedPrompt(panel.tree, prompt?.id ?? '', 'Another', panel.stamp) ?? assert.fail(), 'Second', 'done');
    panel.record(...removedPrompt(panel.tree, turnsOf(panel.tree)[0]?.id ?? '', true));
    assert.deepEqual(turnsOf(panel.tree).map(textOfTurn), ['One', 'First']);
  });
});
