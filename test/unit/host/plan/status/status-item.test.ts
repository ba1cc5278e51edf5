import assert from 'node:assert/strict';
import { figuresAt } from '../../../../support/fakes/plan-window.ts';
import { standIn } from '../../../../support/fakes/vscode-stand-in.ts';

const { shareWords } = await import('../../../../../src/host/plan/words/plan-text.ts');
const { PlanStatusItem } = await import('../../../../../src/host/plan/status/status-item.ts');

describe('the status bar', () => {
  const original = { window: { ...standIn.window }, workspace: { ...standIn.workspace } };
  afterEach(() => {
    Object.assign(standIn.window, original.window);
    Object.assign(standIn.workspace, original.workspace);
  });

  it('names the same share as the hover and the plan view, also of a plan that is overdrawn', () => {
    const item = { text: '', show: () => undefined, dispose: () => undefined };
    const onNothing = (): object => ({ dispose: () => undefined });
    const window = { createStatusBarItem: () => item, onDidChangeWindowState: onNothing, state: { focused: false } };
    Object.assign(standIn.window, window);
    Object.assign(standIn.workspace, { onDidChangeConfiguration: onNothing });
    const status = new PlanStatusItem();
    for (const used of [36.9, 100, 101.4]) {
      status.showState({ kind: 'known', figures: figuresAt(Date.now(), used) }, () => []);
      assert.ok(item.text.replaceAll('\u2007', '').endsWith(shareWords(used, 'used')), item.text);
    }
    status.dispose();
  });
});
