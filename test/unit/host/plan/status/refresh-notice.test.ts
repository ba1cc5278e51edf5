import assert from 'node:assert/strict';
import type { PlanFigures, PlanState } from '../../../../../src/core/plan/plan-state.ts';
import { standIn } from '../../../../support/fakes/vscode-stand-in.ts';

const { tellFailedRefresh } = await import('../../../../../src/host/plan/status/refresh-notice.ts');

const figures: PlanFigures = {
  ...{ plan: 'coding', name: 'Pro', level: null, renewal: null },
  ...{ windows: [], models: [], readAt: 0 },
};

/** What is said, and which command is run by whoever presses this button. */
async function told(state: PlanState, pressed: string): Promise<{ texts: string[]; ran: string[] }> {
  const [texts, ran]: [string[], string[]] = [[], []];
  Object.assign(standIn.window, {
    showWarningMessage: (text: string, ...buttons: readonly { title: string }[]) => {
      texts.push(text);
      return Promise.resolve(buttons.find(({ title }) => title === pressed));
    },
  });
  Object.assign(standIn.commands, { executeCommand: (command: string) => Promise.resolve(void ran.push(command)) });
  await tellFailedRefresh(state);
  return { texts, ran };
}

describe('somebody who asks for fresh figures', () => {
  const original = { window: { ...standIn.window }, commands: { ...standIn.commands } };
  afterEach(() => {
    Object.assign(standIn.window, original.window);
    Object.assign(standIn.commands, original.commands);
  });

  it('is told that there are none, why, and can try again or look for the cause', async () => {
    const stale: PlanState = { kind: 'stale', figures, failure: { kind: 'offline' } };
    const { texts, ran } = await told(stale, 'Try Again');
    assert.equal(texts.length, 1);
    assert.match(texts[0] ?? '', /^The figures could not be refreshed\. ./);
    assert.deepEqual(ran, ['tidemark.refreshPlan']);
    assert.deepEqual((await told({ kind: 'unknown', failure: { kind: 'cut' } }, 'Diagnose…')).ran, [
      'tidemark.diagnose',
    ]);
  });

  it('is told why nothing was asked, with what would help', async () => {
    assert.deepEqual(await told({ kind: 'signedOut' }, 'Sign In'), {
      texts: ['You are signed out. Sign in to see your plan and what is left of it.'],
      ran: ['tidemark.signIn'],
    });
    assert.deepEqual((await told({ kind: 'restricted' }, 'Manage Trust')).ran, ['workbench.trust.manage']);
  });

  it('hears nothing where the service has answered: what it said is in view', async () => {
    for (const state of [{ kind: 'known', figures }, { kind: 'noPlan' }, { kind: 'checking' }] as const)
      assert.deepEqual(await told(state, 'Try Again'), { texts: [], ran: [] });
  });
});
