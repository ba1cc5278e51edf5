// How it read them itself is in as-read.json.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { encodeExport, parseExport } from '../../../../../src/core/chat/conversation/conversation-export.ts';
import type { Turn } from '../../../../../src/core/chat/conversation/conversation.ts';
import type { HistoryRecord } from '../../../../../src/core/chat/conversation/records.ts';
import { continuedAnswer, sentPrompt, type Stamp } from '../../../../../src/core/chat/conversation/steps.ts';
import { ConversationTree } from '../../../../../src/core/chat/conversation/tree.ts';
import { ConversationStore } from '../../../../../src/core/chat/history/history.ts';
import { textOf, thinkingOf } from '../../../../../src/core/chat/messages/blocks.ts';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';
import { type MemoryFiles, memoryFiles } from '../../../../support/fakes/memory-files.ts';
import { projectFolder } from '../../../../support/rules/source-files.ts';
import { blocksOf, textAdded, textStarted } from '../../../../support/samples/answer-blocks.ts';

const folder = path.join(projectFolder, 'test/support/samples/version-1');
const read = (name: string): Buffer => readFileSync(path.join(folder, name));

const asRead = z
  .object({
    title: z.string(),
    pinned: z.boolean(),
    changedAt: z.number(),
    shown: z.array(z.string()),
    turns: z.array(z.looseObject({ kind: z.enum(['prompt', 'answer']), id: z.string() })),
  })
  .parse(JSON.parse(read('as-read.json').toString()));

/** The turn as version 1 had it: of an answer one text, and one thinking. */
function asBefore(turn: Turn): unknown {
  if (turn.kind === 'prompt') return turn;
  const { blocks, ...rest } = turn;
  return { ...rest, text: textOf(blocks), thinking: thinkingOf(blocks) };
}

function openStore(): { readonly files: MemoryFiles; readonly open: (writer: string) => ConversationStore } {
  const files = memoryFiles();
  for (const name of ['tides.left.jsonl', 'tides.right.jsonl']) files.contents.set(name, read(name));
  const open = (writer: string): ConversationStore =>
    new ConversationStore([{ name: 'person', files }], writer, new FakeClock(Date.UTC(2026, 11, 1)), ({ kind }) =>
      assert.fail(kind),
    );
  return { files, open };
}

async function treeIn(store: ConversationStore): Promise<ConversationTree> {
  return (await store.open('tides'))?.tree ?? assert.fail('The conversation is not there.');
}

function imported(text: string): ConversationTree {
  const tree = new ConversationTree('copy');
  for (const { at, ...record } of parseExport(text)?.records ?? assert.fail('This is no export.'))
    tree.take(record, at);
  return tree;
}

describe('a conversation of version 1', () => {
  it('is read as that version read it', async () => {
    const tree = await treeIn(openStore().open('new'));
    const { title, pinned, changedAt } = tree;
    assert.deepEqual(
      { title, pinned, changedAt, shown: tree.shown().turns.map(({ id }) => id), turns: tree.allTurns().map(asBefore) },
      asRead,
    );
  });

  it('has its pieces in blocks, thinking between texts where it came', async () => {
    const tree = await treeIn(openStore().open('new'));
    const blocksIn = (id: string): unknown => {
      const turn = tree.turn(id);
      return turn?.kind === 'answer' ? turn.blocks : null;
    };
    assert.deepEqual(
      blocksIn('a1'),
      blocksOf('The **moon** pulls.\n\n```ts\nlet x;\n```\n', 'The person asks about the moon.'),
    );
    assert.deepEqual(blocksIn('a2'), [...blocksOf('The sun '), ...blocksOf('pulls, ', 'Half as much?')]);
    // What it began with was kept as two texts.
    assert.deepEqual(blocksIn('a3'), blocksOf('The sun pulls, but less.', 'Half as much?'));
  });

  it('goes on in this version, in a file of its own', async () => {
    const { files, open } = openStore();
    const store = open('new');
    const tree = await treeIn(store);
    let ids = 0;
    const stamp: Stamp = { newId: () => `n${String((ids += 1))}`, now: () => 0 };
    const before = tree.turn('a6');
    assert.ok(before?.kind === 'answer');
    const asked = continuedAnswer(tree, before, stamp) ?? assert.fail();
    const note = (...records: readonly HistoryRecord[]): void => {
      for (const record of records) {
        tree.take(record, 0);
        store.record('tides', 'person', record);
      }
    };
    note(...asked.records);
    for (const event of [textStarted(1), textAdded(1, ', of Massalia.')]) note({ id: asked.answer.id, ...event });
    note(...sentPrompt(tree, 'When?', [], stamp).records);
    await store.flush();
    assert.deepEqual([...files.contents.keys()], ['tides.left.jsonl', 'tides.right.jsonl', 'tides.new.jsonl']);
    const again = await treeIn(open('newer'));
    assert.deepEqual(again.turn('n1'), {
      ...again.turn('n1'),
      blocks: [...before.blocks, ...blocksOf(', of Massalia.')],
    });
    assert.deepEqual(again.branchOf('n1'), { index: 0, count: 1 });
  });

  it('is imported from its export, and exported again without loss', () => {
    const tree = imported(read('tides.tidemark.json').toString());
    // An export does not say when an answer was interrupted.

    const turns = asRead.turns.map((turn) => (turn.id === 'a6' ? { ...turn, endedAt: turn['startedAt'] } : turn));
    assert.deepEqual(tree.allTurns().map(asBefore), turns);
    assert.deepEqual(
      tree.shown().turns.map(({ id }) => id),
      asRead.shown,
    );
    const copy = imported(encodeExport({ records: tree.records(), images: new Map() }));
    assert.deepEqual(copy.allTurns(), tree.allTurns());
  });
});
