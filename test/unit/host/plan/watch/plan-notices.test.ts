import assert from 'node:assert/strict';
import type { QuotaWindow } from '../../../../../src/core/plan/quota-window.ts';
import type { NoticeContext } from '../../../../../src/host/plan/watch/plan-notices.ts';
import type { Tell } from '../../../../../src/host/display/notification.ts';
import { standIn } from '../../../../support/fakes/vscode-stand-in.ts';

const { showNotice } = await import('../../../../../src/host/plan/watch/plan-notices.ts');

const ben = { account: 'b', name: 'Ben' };

function windowAt(usedPercent: number): QuotaWindow {
  return {
    ...{ type: { kind: 'fiveHours' }, usedPercent, used: null, total: null, left: null, resetsAt: null, perTool: [] },
  };
}

/** Which buttons are offered, and what is run by whoever presses this one. */
async function warned(
  usedPercent: number,
  elsewhere: typeof ben | null,
  pressed = '',
  tells = false,
  context: Partial<NoticeContext> = {},
): Promise<{ text: string; buttons: readonly string[]; ran: unknown[] }> {
  let said = '';
  let offered: readonly string[] = [];
  const ran: unknown[] = [];
  const warn: Tell = (text, ...buttons) => {
    said = text;
    offered = buttons;
    return Promise.resolve(buttons.find((label) => label === pressed));
  };
  const inform: Tell = (text) => Promise.resolve(void ran.push(text));
  Object.assign(standIn.commands, { executeCommand: (...given: unknown[]) => Promise.resolve(void ran.push(given)) });
  Object.assign(standIn.workspace, {
    getConfiguration: () => ({
      get: (key: string) => (key === 'plan.tellWhenReset' ? tells : undefined),
      update: (key: string, value: unknown) => Promise.resolve(void ran.push([key, value])),
    }),
  });
  const notice = { kind: 'warning', window: windowAt(usedPercent), threshold: 80 } as const;
  await showNotice(
    notice,
    { warn, inform },
    {
      whose: null,
      elsewhere,
      draftAtReset: null,
      ...context,
    },
  );
  return { text: said, buttons: offered, ran };
}

describe('the notice of a plan that is used up', () => {
  const original = { workspace: { ...standIn.workspace }, commands: { ...standIn.commands } };
  afterEach(() => {
    Object.assign(standIn.workspace, original.workspace);
    Object.assign(standIn.commands, original.commands);
  });

  it('offers another account that has something left before the key, and switches only when it is pressed', async () => {
    const others = ['Tell Me When It Resets', 'Show Plan', 'Set API Key…', "Don't Show Again"];
    const { buttons, ran } = await warned(100, ben);
    assert.deepEqual([buttons, ran], [['Switch to Ben', ...others], []]);
    assert.deepEqual((await warned(100, null)).buttons, others);
    assert.deepEqual((await warned(100, ben, 'Switch to Ben')).ran, [['tidemark.switchAccount', 'b']]);
  });

  it('offers to tell of the reset where nobody is told yet', async () => {
    assert.deepEqual((await warned(100, null, 'Tell Me When It Resets')).ran, [
      ['plan.tellWhenReset', true],
      'You will be told when your plan has something left again.',
    ]);
    assert.equal((await warned(100, null, '', true)).buttons.includes('Tell Me When It Resets'), false);
  });

  it('offers to let what is typed wait for the reset, where something is', async () => {
    let waits = 0;
    const draftAtReset = (): Promise<void> => Promise.resolve(void (waits += 1));
    const { buttons } = await warned(100, ben, 'Send Draft When It Resets', false, { draftAtReset });
    assert.deepEqual([buttons.slice(0, 2), waits], [['Switch to Ben', 'Send Draft When It Resets'], 1]);
    assert.equal(
      (await warned(85, ben, '', false, { draftAtReset })).buttons.includes('Send Draft When It Resets'),
      false,
    );
  });

  it('names the account where several are signed in', async () => {
    assert.match(
      (await warned(85, ben, '', false, { whose: 'Ada' })).text,
      /^5-hour limit of your plan: 85% used .* Account: Ada\.$/,
    );
    assert.match((await warned(100, null, '', false, { whose: 'Ada' })).text, / Account: Ada\.$/);
    assert.doesNotMatch((await warned(85, null)).text, /Account/);
  });

  it('offers neither where something is left', async () => {
    assert.deepEqual((await warned(85, ben)).buttons, ['Show Plan', 'Set API Key…', "Don't Show Again"]);
  });
});
