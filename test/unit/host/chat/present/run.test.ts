// How the steps of a run are said to have gone, while it runs and as its stored records tell it.
import assert from 'node:assert/strict';
import '../../../../support/fakes/vscode-stand-in.ts';
import type { AnswerTurn } from '../../../../../src/core/chat/conversation/answer.ts';
import { emptyRun, runAfter, type RunRecord } from '../../../../../src/core/chat/conversation/runs/run-state.ts';
import {
  recordsOfRun,
  storedRunRecord,
  turnAfter,
  turnAfterStored,
} from '../../../../../src/core/chat/conversation/runs/run-turn.ts';
import { noUsage } from '../../../../../src/core/chat/messages/stream/stream-event.ts';
import { failed } from '../../../../../src/core/chat/tools/calls/offered-tool.ts';
import { AgentScene, call, calls, changing, reading, running, tool } from '../../../../support/fakes/agent-scene.ts';

const { runView } = await import('../../../../../src/host/chat/present/run.ts');

const begun: AnswerTurn = {
  ...{ kind: 'answer', id: 'a', blocks: [], source: null, planRefusal: null, usage: noUsage },
  ...{ progress: { kind: 'streaming' }, startedAt: 0, endedAt: null },
};
const states = (turn: AnswerTurn): unknown[] =>
  (runView(turn).run?.calls ?? []).map(({ state, isSandboxed }) => (isSandboxed ? `${state} in the sandbox` : state));

describe('the steps of a run', () => {
  it('are told as rejected, not run since one was, or failed, also where they are read back', async () => {
    const broken = tool('broken', reading, () => Promise.resolve(failed('Not done: the person said no.')));
    const scene = new AgentScene(
      [tool('edit', changing('a.ts')), tool('run', running('npm test')), broken],
      [calls(call('broken'), call('edit'), call('run'), call('nothing'))],
    );
    scene.reply = () => Promise.resolve({ kind: 'reject', words: 'Not this.' });
    await scene.run();
    const expected = ['failed', 'rejected', 'notRun', 'failed'];
    assert.deepEqual(states(scene.records.reduce(turnAfter, begun)), expected);
    assert.deepEqual(states(recordsOfRun('a', scene.state).reduce(turnAfterStored, begun)), expected);
  });

  it('are told as running in the sandbox while they do, of which no file keeps anything', () => {
    const use = { kind: 'toolUse', id: 'c', name: 'run_command', input: { kind: 'read', value: {} } } as const;
    const started: RunRecord = { kind: 'callStarted', block: 0, isSandboxed: true };
    const records: RunRecord[] = [
      { kind: 'answerBegan' },
      { kind: 'answerGrew', event: { kind: 'blockStarted', index: 0, block: use } },
      { kind: 'answerEnded', end: { kind: 'done', stopReason: 'tool_use', usage: noUsage } },
      started,
    ];
    const turn = records.reduce(turnAfter, begun);
    assert.deepEqual(states(turn), ['running in the sandbox']);
    assert.deepEqual(storedRunRecord(turn, started), { kind: 'callStarted', id: 'a', block: 0 });
    assert.equal(records.reduce(runAfter, emptyRun).steps[0]?.startedInSandbox.has(0), true);
  });
});
