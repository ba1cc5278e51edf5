// The chat in two places of the real editor, at the side and in an editor: both stay true, the editor comes back after
// a reload, what ended unseen is counted, and the whole conversation can be searched.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { type DemoService, startDemoService } from '../../src/demo/server.ts';
import { endAtFirstFailure, onFailure } from '../support/runner/first-failure.ts';
import type { OpenedWorkbench } from '../support/vscode-host/open-workbench.ts';
import { createTemporaryFolder, removeTemporaryFolder } from '../support/vscode-host/owned-resources.ts';
import type { Theme } from '../support/vscode-host/vscode-versions.ts';
import type { Workbench } from '../support/vscode-host/workbench.ts';
import { ChatPage, wholeText } from './chat-page.ts';
import { askDemo } from './demo-visit.ts';
import { openSignedIn } from './signed-in.ts';

describe('A person with the chat in two places', function () {
  endAtFirstFailure(this);
  this.timeout(120_000);

  let demo: DemoService;
  let home: string;
  let opened: OpenedWorkbench;
  let workbench: Workbench;
  let side: ChatPage;
  let editor: ChatPage;
  const shot = (step: string): Promise<string> => workbench.screenshot(`places-${step}`);
  const tab = (title: string): Locator => workbench.page.locator('.tabs-container .tab', { hasText: title });
  /** The composer, once something is in it. */
  const written = (chat: ChatPage): Locator => chat.composer().and(chat.frame.locator(':not(:placeholder-shown)'));
  const badge = (): Locator =>
    workbench.page
      .locator('.activitybar .action-item', { has: workbench.page.locator('.action-label[aria-label^="Tidemark"]') })
      .locator('.badge-content');
  const findField = (chat: ChatPage): Locator => chat.frame.getByRole('textbox', { name: 'Find in conversation' });
  const findCount = (chat: ChatPage): Locator => chat.frame.getByRole('search').getByRole('status');

  before(async () => {
    demo = await startDemoService({ pace: 8 });
    home = await createTemporaryFolder();
    const folder = path.join(home, 'work');
    await mkdir(folder);
    opened = await openSignedIn(demo, { home, folder });
    ({ workbench } = opened);
    side = new ChatPage(workbench.webviewFrame('side'));
    editor = new ChatPage(workbench.webviewFrame('editor'));
    await workbench.palette('Tidemark: Open Chat');
    await wholeText(await side.ask('Hello'));
  });
  after(async () => {
    await opened[Symbol.asyncDispose]();
    await demo.close();
    await removeTemporaryFolder(home);
  });
  afterEach(onFailure(() => shot('failed')));

  it("opens it in an editor by the button over the view, under the conversation's own title", async () => {
    await side.composer().focus();
    await workbench.page
      .locator('.part.sidebar .title-actions')
      .getByRole('button', { name: 'Open Chat in Editor' })
      .click();
    await editor.frame.locator('textarea:focus').waitFor();
    await tab('Hello').waitFor();
    assert.deepEqual(await editor.prompts().locator('.bubble').allInnerTexts(), ['Hello']);
    await shot('1-both');
  });

  it('sees in one place what is typed, asked and answered in the other, and asks the service once', async () => {
    await editor.composer().fill('A slow one, please');
    await written(side).waitFor();
    assert.equal(await side.composer().inputValue(), 'A slow one, please');
    const before = (await askDemo(demo)).counts['plan-messages'] ?? 0;
    await editor.composer().press('Enter');
    await side
      .answers()
      .nth(1)
      .locator('.markdown', { hasText: /[^]{60}/ })
      .waitFor();
    await shot('2-streaming');
    await side.button('Stop (Escape)').click();
    await editor.answers().nth(1).getByText('Stopped. What arrived is kept.').waitFor();
    const texts = await Promise.all(
      [side, editor].map((chat) => chat.answers().nth(1).locator('.markdown').innerText()),
    );
    assert.equal(texts[0], texts[1]);
    assert.deepEqual([await side.composer().inputValue(), await editor.composer().inputValue()], ['', '']);
    assert.equal((await askDemo(demo)).counts['plan-messages'], before + 1);
  });

  it('finds the editor as it was after the window was loaded anew, with what was typed and not sent', async () => {
    await editor.composer().fill('half a thought');
    await written(side).waitFor();
    await workbench.editorKept('tidemark.chat');
    await workbench.reload();
    await editor.answers().nth(1).waitFor({ timeout: 30_000 });
    await written(editor).waitFor();
    assert.equal(await editor.composer().inputValue(), 'half a thought');
    await tab('Hello').waitFor();
    await shot('3-restored');
  });

  it('opens no second editor, and follows a new conversation in both places', async () => {
    await workbench.palette('Tidemark: Open Chat in Editor');
    await editor.frame.locator('textarea:focus').waitFor();
    assert.equal(await tab('').count(), 1);
    await workbench.palette('Tidemark: New Chat');
    await tab('Tidemark Chat').waitFor();
    await side.answers().first().waitFor({ state: 'detached' });
    assert.equal(await editor.answers().count(), 0);
  });

  it("counts on the view's icon an answer that ends while the chat is hidden, until it is seen", async () => {
    await workbench.palette('View: Close All Editors');
    await workbench.palette('Tidemark: Open Chat');
    const answer = await side.ask('What can you show me?');
    await answer.locator('.markdown', { hasText: /[^]{20}/ }).waitFor();
    await workbench.palette('View: Show Explorer');
    await badge().filter({ hasText: '1' }).waitFor({ timeout: 60_000 });
    assert.match(
      (await workbench.page.locator('.activitybar .action-label[aria-label^="Tidemark"]').getAttribute('aria-label')) ??
        '',
      /An answer has ended/,
    );
    await shot('4-badge');
    await workbench.palette('Tidemark: Open Chat');
    await wholeText(side.answers().last());
    await badge().filter({ hasText: '1' }).waitFor({ state: 'hidden' });
  });

  it('searches the conversation by Ctrl+F where the keyboard is, in every theme, and goes back by Escape', async () => {
    await side.composer().click();
    await workbench.page.keyboard.press('Control+F');
    await findField(side).and(side.frame.locator(':focus')).waitFor();
    await workbench.page.keyboard.type('table');
    await findCount(side)
      .filter({ hasText: /^1 of \d+$/ })
      .waitFor();
    await workbench.page.keyboard.press('Enter');
    await findCount(side)
      .filter({ hasText: /^2 of \d+$/ })
      .waitFor();
    for (const theme of ['light', 'highContrast', 'dark'] satisfies Theme[]) {
      await workbench.changeTheme(theme);
      await shot(`5-find-${theme}`);
    }
    await findField(side).press('Escape');
    await side.frame.locator('textarea:focus').waitFor();
    await findField(side).waitFor({ state: 'detached' });
  });

  it('searches in the editor by the palette, and not in the view beside it', async () => {
    await workbench.palette('Tidemark: Open Chat in Editor');
    await editor.frame.locator('textarea:focus').waitFor();
    await workbench.palette('Tidemark: Find in Conversation');
    await findField(editor).and(editor.frame.locator(':focus')).waitFor();
    await findField(editor).fill('What can you');
    await findCount(editor).filter({ hasText: '1 of 2' }).waitFor();
    assert.equal(await findField(side).count(), 0);
    await shot('6-find-editor');
  });

  it('begins a new conversation by Ctrl+Alt+N where the keyboard is, in the editor as in the view', async () => {
    const begins = async (chat: ChatPage): Promise<void> => {
      await wholeText(await chat.ask('Hello'));
      await chat.composer().press('Control+Alt+n');
      await chat.frame.getByRole('heading', { name: 'Ask about your code' }).waitFor();
      assert.equal(await chat.prompts().count(), 0);
    };
    await begins(editor);
    await workbench.palette('View: Close All Editors');
    await begins(side);
  });
});
