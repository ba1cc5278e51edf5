import assert from 'node:assert/strict';
import '../../../../support/fakes/vscode-stand-in.ts';
import { type AnswerTurn, createAnswer } from '../../../../../src/core/chat/conversation/answer.ts';
import { emptyRun, type RunStep } from '../../../../../src/core/chat/conversation/runs/run-state.ts';
import { noUsage } from '../../../../../src/core/chat/messages/stream/stream-event.ts';
import { ChatEvents } from '../../../../../src/core/chat/session/chat-events.ts';

const { RunTaken } = await import('../../../../../src/host/chat/session/run-taken.ts');
type RunTakenPorts = ConstructorParameters<typeof RunTaken>;

const step: RunStep = {
  ...{ blocks: [], started: new Set<number>(), startedInSandbox: new Set(), outcomes: new Map(), words: [] },
  end: { kind: 'done', stopReason: 'tool_use', usage: noUsage },
};

describe('what the shown run took of the plan so far', () => {
  const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

  /** With an estimate of so many percent a step. */
  function watched(canTell: boolean) {
    const events = new ChatEvents(quiet);
    const asked: [string, number][] = [];
    let [run, learned]: [AnswerTurn, () => void] = [{ ...createAnswer('a', 500), run: emptyRun }, () => undefined];
    let changes = 0;
    const session = { events, tree: { id: 'c-1' }, conversation: () => ({ turns: [run] }) };
    const costs: RunTakenPorts[1] = {
      onDidChange: (listener) => {
        learned = listener;
        return { dispose: () => undefined };
      },
      ofRun: (conversation, since) => {
        asked.push([conversation, since]);
        const percent = run.run?.steps.length ?? 0;
        return Promise.resolve(canTell ? { text: `about ${percent}%`, detail: 'By estimate.' } : null);
      },
    };
    const taken = new RunTaken(session, costs, () => (changes += 1));
    const tell = async (next: AnswerTurn): Promise<void> => {
      run = next;
      events.tell({ kind: 'callChanged', answer: run, block: 0 });
      await Promise.resolve();
      await Promise.resolve();
    };
    return { taken, tell, asked, learn: () => learned(), changes: () => changes, run: () => run };
  }

  const withSteps = (turn: AnswerTurn, count: number): AnswerTurn => ({
    ...turn,
    run: { ...emptyRun, steps: Array.from({ length: count }, () => step) },
  });

  it('is reckoned by its tokens once for each step, from when it began', async () => {
    const { taken, tell, asked, changes, run } = watched(true);
    assert.equal(taken.shown, null);
    await tell(withSteps(run(), 1));
    await tell({ ...run() });
    await tell(withSteps(run(), 2));
    assert.deepEqual(taken.shown, { text: 'about 2%', detail: 'By estimate.' });
    assert.deepEqual([asked, changes()], [Array.from({ length: 2 }, () => ['c-1', 500]), 2]);
  });

  it('is the figure of the service where there is one, and both are named', async () => {
    const { taken, tell, run } = watched(true);
    const last = { window: '5-hour limit', used: 7, readAt: 900 };
    const quota = { taken: 4, since: 600, last, isWhole: false };
    await tell({ ...withSteps(run(), 3), run: { ...emptyRun, steps: [step, step, step], quota } });
    assert.deepEqual(taken.shown, {
      text: '5-hour limit: at least 4% taken, as the service counts',
      detail:
        'Counted by the service between two readings, with whatever else used the plan meanwhile. By its tokens: about 3%. By estimate.',
    });
  });

  it('is not said where nobody can tell, and no more once the run has ended', async () => {
    const silent = watched(false);
    await silent.tell(withSteps(silent.run(), 1));
    assert.deepEqual([silent.taken.shown, silent.changes()], [null, 0]);
    const { taken, tell, changes, run } = watched(true);
    await tell(withSteps(run(), 1));
    await tell({ ...run(), endedAt: 1000 });
    assert.deepEqual([taken.shown, changes()], [null, 2]);
  });

  it('is reckoned anew where the costs are learned anew', async () => {
    const { tell, asked, learn, run } = watched(true);
    await tell(withSteps(run(), 1));
    learn();
    assert.equal(asked.length, 2);
  });
});
