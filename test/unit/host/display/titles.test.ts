import assert from 'node:assert/strict';
import { shown, standIn } from '../../../support/fakes/vscode-stand-in.ts';

const { createPanel } = await import('../../../../src/host/display/titles.ts');

describe('a page in the editor area', () => {
  beforeEach(() => (shown.length = 0));
  afterEach(() => (standIn.window.tabGroups.all = []));

  it('takes the place of a tab of its kind that was kept over a reload and not filled, and of no other', () => {
    const tab = (viewType: string): object => ({ input: new standIn.TabInputWebview(`mainThreadWebview-${viewType}`) });
    const [plan, chat, file] = [tab('tidemark.plan'), tab('tidemark.chat'), { input: {} }];
    standIn.window.tabGroups.all = [{ tabs: [chat, file] }, { tabs: [plan] }];
    createPanel('tidemark.plan', 'Plan');
    assert.deepEqual(shown.slice(0, 2), [[plan], true]);
  });
});
