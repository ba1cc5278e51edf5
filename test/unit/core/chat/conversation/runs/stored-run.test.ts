import assert from 'node:assert/strict';
import { createAnswer } from '../../../../../../src/core/chat/conversation/answer.ts';
import { encodeEntry, parseEntry } from '../../../../../../src/core/chat/conversation/records.ts';
import {
  emptyRun,
  messagesOfRun,
  runAfter,
  type RunRecord,
} from '../../../../../../src/core/chat/conversation/runs/run-state.ts';
import { storedRunRecord, turnAfter } from '../../../../../../src/core/chat/conversation/runs/run-turn.ts';
import { ConversationTree } from '../../../../../../src/core/chat/conversation/tree.ts';
import { eventsOfBlock } from '../../../../../../src/core/chat/messages/blocks.ts';
import { noUsage } from '../../../../../../src/core/chat/messages/stream/stream-event.ts';
import { succeeded } from '../../../../../../src/core/chat/tools/calls/offered-tool.ts';
import type { HistoryRecord } from '../../../../../../src/core/chat/conversation/records.ts';
import { AgentScene, call, calls, reading, tool } from '../../../../../support/fakes/agent-scene.ts';

/** The records of a run as its file has them, behind those that begin its answer. */
function storedLines(records: readonly RunRecord[]): string[] {
  let turn = createAnswer('a', 0);
  const stored: HistoryRecord[] = [
    { kind: 'prompt', id: 'p', parent: null, text: 'Fix the test' },
    { kind: 'answer', id: 'a', parent: 'p', replaces: null, blocks: [] },
  ];
  for (const record of records) {
    turn = turnAfter(turn, record);
    stored.push(storedRunRecord(turn, record));
  }
  return stored.map((record, n) => encodeEntry(n, n, record));
}

function readBack(lines: readonly string[]): ConversationTree {
  const tree = new ConversationTree('c');
  for (const line of lines) {
    const entry = parseEntry(line);
    assert.ok(entry !== null, line);
    tree.take(entry, entry.at);
  }
  return tree;
}

describe('what is stored of a run', () => {
  const scene = (): AgentScene =>
    new AgentScene(
      [tool('read', reading)],
      [calls(call('read', { n: 1 }), call('nobody')), calls(call('read', { n: 2 }))],
    );

  it('makes the same messages once it is read back, with every block in its place', async () => {
    const run = scene();
    run.words.push('Mind the tides.');
    await run.run();
    const turn = readBack(storedLines(run.records)).turn('a');
    assert.ok(turn?.kind === 'answer' && turn.run !== undefined);
    assert.deepEqual(messagesOfRun(turn.run), messagesOfRun(run.state));
    assert.deepEqual(
      turn.blocks,
      run.state.steps.flatMap(({ blocks }) => blocks),
    );
  });

  it('holds the lines that each call changed, the exit code of a command, and what the run took of the quota, also where that came late', () => {
    const records: RunRecord[] = [
      { kind: 'answerBegan' },
      ...eventsOfBlock(call('edit'), 0).map((event) => ({ kind: 'answerGrew' as const, event })),
      { kind: 'answerEnded', end: { kind: 'done', stopReason: 'tool_use', usage: noUsage } },
      {
        kind: 'callEnded',
        block: 0,
        outcome: { ...succeeded('Done.'), lines: { added: 3, removed: 1 }, exitCode: -1 },
      },
    ];
    const share = { taken: 2.5, since: 1, isWhole: true, last: { window: 'Weekly limit', used: 40, readAt: 2 } };
    const read = parseEntry(encodeEntry(9, 9, { kind: 'quotaRead', id: 'a', share }));
    assert.ok(read !== null);
    const tree = readBack(storedLines(records));
    tree.take({ kind: 'done', id: 'a', stopReason: 'end_turn', usage: noUsage }, 8);
    tree.take(read, 9);
    const again = new ConversationTree('c');
    for (const record of tree.records()) again.take(record, record.at);
    for (const turn of [tree.turn('a'), again.turn('a')]) {
      assert.ok(turn?.kind === 'answer' && turn.run !== undefined);
      assert.deepEqual(turn.run.quota, share);
      const outcome = turn.run.steps[0]?.outcomes.get(0);
      assert.deepEqual([outcome?.lines, outcome?.exitCode], [{ added: 3, removed: 1 }, -1]);
      assert.equal(turn.progress.kind, 'done');
    }
  });

  it('is an interrupted run wherever it breaks off, with one result for every use of a tool', async () => {
    const run = scene();
    await run.run();
    const lines = storedLines(run.records);
    for (let length = 3; length <= lines.length; length += 1) {
      const turn = readBack(lines.slice(0, length)).turn('a');
      assert.ok(turn?.kind === 'answer' && turn.run !== undefined);
      assert.equal(turn.progress.kind, 'interrupted');
      const uses = turn.blocks.filter(({ kind }) => kind === 'toolUse').length;
      const results = messagesOfRun(turn.run).flatMap(({ content }) =>
        content.filter(({ kind }) => kind === 'toolResult'),
      );
      assert.equal(results.length, uses);
    }
  });

  it('comes back from an export as it was', async () => {
    const run = scene();
    run.words.push('Mind the tides.');
    await run.run();
    const tree = readBack(storedLines(run.records));
    const imported = new ConversationTree('d');
    for (const record of tree.records()) imported.take(record, record.at);
    const [before, after] = [tree.turn('a'), imported.turn('a')];
    assert.ok(before?.kind === 'answer' && after?.kind === 'answer');
    assert.deepEqual(after.run, before.run);
    assert.deepEqual(after.blocks, before.blocks);
  });

  it('has a text in the place of an image', () => {
    const image = { kind: 'image', mediaType: 'image/png', data: 'AAAA' } as const;
    const ended: RunRecord = { kind: 'callEnded', block: 0, outcome: { isError: false, content: [image] } };
    const stored = storedRunRecord(createAnswer('a', 0), ended);
    assert.doesNotMatch(JSON.stringify(stored), /AAAA/);
    assert.match(JSON.stringify(stored), /An image was here/);
  });

  for (const record of [
    { kind: 'callStarted', id: 'a', block: -1 },
    { kind: 'callStarted', block: 1 },
    { kind: 'callEnded', id: 'a', block: 0, outcome: { isError: 'no', content: [] } },
    { kind: 'answerEnded', id: 'a', end: { kind: 'done' } },
    { kind: 'wordsAdded', id: 'a', text: 1 },
    { kind: 'allowed', id: 'a', line: 'rm x' },
  ]) {
    it(`is nothing else: ${JSON.stringify(record)}`, () =>
      assert.equal(parseEntry(JSON.stringify({ n: 0, at: 0, ...record })), null));
  }

  it('says nothing twice, and nothing of a step that is not there', () => {
    const outcome = (text: string) => ({ isError: false, content: [{ kind: 'text' as const, text }] });
    const records: readonly RunRecord[] = [
      { kind: 'callEnded', block: 0, outcome: outcome('early') },
      { kind: 'answerBegan' },
      {
        kind: 'answerGrew',
        event: { kind: 'blockStarted', index: 0, block: { kind: 'toolUse', id: 'a', name: 'read' } },
      },
      { kind: 'callEnded', block: 0, outcome: outcome('first') },
      { kind: 'callEnded', block: 0, outcome: outcome('second') },
      { kind: 'resultsDropped', steps: 99 },
    ];
    const state = records.reduce(runAfter, emptyRun);
    assert.equal(state.droppedSteps, 1);
    assert.deepEqual(state.steps[0]?.outcomes.get(0), outcome('first'));
  });
});
