import assert from 'node:assert/strict';
import '../../../../support/fakes/vscode-stand-in.ts';
import { planBreakdowns } from '../../../../../src/core/plan/breakdown/plan-breakdowns.ts';
import type { QuotaWindow } from '../../../../../src/core/plan/quota-window.ts';
import type { CountedAnswer } from '../../../../../src/core/usage/counted-answer.ts';
import type { UseNames } from '../../../../../src/host/plan/view/use-names.ts';
import type { UsedIn } from '../../../../../src/protocol/plan.ts';
import { countedAnswer } from '../../../../support/samples/counted-answer.ts';

const { usedIn } = await import('../../../../../src/host/plan/view/use-view.ts');

const hour = 60 * 60_000;
const noon = new Date(2026, 4, 1, 12).getTime();
const resetsAt = noon + 2 * hour;

const answer = countedAnswer({ at: noon - hour, input: 3000, output: 1000, cached: 2000 });

const names: UseNames = {
  model: (id) => (id === 'tide-large' ? 'Tide Large' : null),
  conversation: (id) => (id === 'c-1' ? 'The tides' : null),
  workspace: () => null,
};

const reading = { key: 'fiveHours', usedPercent: 34, resetsAt };

/** The last time that is told: of the window since its reset. */
function cycle(window: Pick<QuotaWindow, 'used' | 'total'>, answers: readonly CountedAnswer[]): UsedIn | undefined {
  const whole: QuotaWindow = {
    ...{ type: { kind: 'fiveHours' }, usedPercent: 34, left: null, resetsAt, perTool: [] },
    ...window,
  };
  const samples = [{ at: noon, plan: 'coding:Pro', windows: [{ ...reading, ...window }] }];
  return usedIn(planBreakdowns([whole], samples, answers, noon), names, noon).at(-1);
}

const rowsIn = (used: UsedIn | undefined, of: string): readonly (readonly unknown[])[] =>
  used?.lists
    .find(({ aspect }) => aspect === of)
    ?.rows.map(({ name, tokens, amount, conversation }) => [name, tokens, amount, conversation]) ?? [];

describe('the words of where the quota went', () => {
  it('name whose figure is whose, and what cannot be told of tokens', () => {
    const used = cycle({ used: 34_000, total: 100_000 }, [answer]);
    assert.equal(used?.summary, 'The service has counted 34K tokens since 9:00 AM (5-hour limit).');
    assert.deepEqual(
      used.parts.map(({ name, amount }) => [name, amount]),
      [
        ['From here', '6K tokens (4K to 6K)'],
        ['Elsewhere', '28K tokens (28K to 30K)'],
      ],
    );
    assert.deepEqual(used.notes, [
      'What a prompt takes of your plan will be estimated, and said where you write it, after about 6 answers of a model; 1 so far.',
      'Elsewhere is what is left over: other machines, other tools, and what the service counts in another way.',
      'From here: between 4K tokens and 6K tokens. It is not known whether the service counts what was read from the cache, and when.',
    ]);
  });

  it('say of percent between what it may lie, and to how much the service rounds', () => {
    const used = cycle({ used: null, total: null }, [answer]);
    assert.deepEqual(
      used?.parts.map(({ name, amount }) => [name, amount]),
      [
        ['From here', '0% to 34% of the limit'],
        ['Elsewhere', '0% to 34% of the limit'],
      ],
    );
    assert.deepEqual(
      used.parts.map(({ low, high }) => [low, high]),
      [
        [0, 100],
        [0, 100],
      ],
    );
    assert.deepEqual(rowsIn(used, 'conversation'), [['The tides', '6K', '0% to 34% of the limit', 'c-1']]);
    assert.equal(used.notes.at(-1), 'The service rounds this limit to 1%.');
  });

  it('say after how many answers what a prompt takes is estimated, until there were as many of a model', () => {
    const notes = (count: number): readonly string[] => {
      const answers = Array.from({ length: count }, () => ({ ...answer }));
      return cycle({ used: 34_000, total: 100_000 }, answers)?.notes ?? [];
    };
    assert.match(notes(5)[0] ?? '', / after about 6 answers of a model; 5 so far\.$/);
    assert.match(notes(6)[0] ?? '', /^Elsewhere is what is left over/);
  });

  it('name what a person knows, open what is there, and join what nobody can tell apart', () => {
    const used = cycle({ used: 34_000, total: 100_000 }, [
      answer,
      { ...answer, conversation: 'gone', workspace: null, model: 'new-model', origin: 'agent' },
      { ...answer, conversation: 'elsewhere', workspace: null, origin: 'commitMessage' },
    ]);
    assert.deepEqual(rowsIn(used, 'conversation'), [
      ['Of other workspaces, or deleted', '12K', '12K tokens', null],
      ['The tides', '6K', '6K tokens', 'c-1'],
    ]);
    assert.deepEqual(rowsIn(used, 'model'), [
      ['Tide Large', '12K', '12K tokens', null],
      ['new-model', '6K', '6K tokens', null],
    ]);
    assert.deepEqual(rowsIn(used, 'workspace'), [
      ['No workspace', '12K', '12K tokens', null],
      ['Workspaces that are gone', '6K', '6K tokens', null],
    ]);
    assert.deepEqual(
      rowsIn(used, 'origin').map(([name]) => name),
      ['Chat panel', 'Agent in the chat panel', 'Commit messages'],
    );
  });

  it('keep the sums where there are more rows than a person reads', () => {
    const many = Array.from({ length: 40 }, (_, index) => ({ ...answer, model: `model-${String(index)}` }));
    const rows = rowsIn(cycle({ used: 300_000, total: 1_000_000 }, many), 'model');
    assert.equal(rows.length, 31);
    assert.deepEqual(rows.at(-1), ['10 others', '60K', '60K tokens', null]);
  });
});
