// A person's conversations in the real editor: nothing is lost by a reload, and what was said is found, kept, undone
// and carried away again.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DemoService } from '../../src/demo/server.ts';
import { endAtFirstFailure, onFailure } from '../support/runner/first-failure.ts';
import type { Workbench } from '../support/vscode-host/workbench.ts';
import { answerButton, ChatPage, wholeText } from './chat-page.ts';
import { setShare } from './demo-visit.ts';
import { openOwnDemo, type OwnDemo } from './signed-in.ts';

describe('A person with several conversations', function () {
  endAtFirstFailure(this);
  this.timeout(120_000);

  let own: OwnDemo;
  let demo: DemoService;
  let folder: string;
  let workbench: Workbench;
  let chat: ChatPage;
  const shot = (step: string): Promise<string> => workbench.screenshot(`history-${step}`);
  const list = (): Promise<void> => workbench.palette('Tidemark: Show Conversations');

  before(async () => {
    own = await openOwnDemo(8, { settings: { 'files.simpleDialog.enable': true } });
    ({ folder, demo, workbench } = own);
    chat = new ChatPage(workbench.chatFrame());
    await workbench.palette('Tidemark: Open Chat');
  });
  after(() => own[Symbol.asyncDispose]());
  afterEach(onFailure(() => shot('failed')));

  it('finds prompt and text again after the window was loaded anew in the middle of an answer', async () => {
    const answer = await chat.ask('A slow one about tides, please');
    await answer.locator('.markdown', { hasText: /[^]{80}/ }).waitFor();
    const seen = await answer.locator('.markdown').innerText();
    await workbench.reload();
    await workbench.palette('Tidemark: Open Chat');
    await chat.frame.getByText('Interrupted. What arrived is kept.').waitFor();
    const kept = await chat.answers().last().locator('.markdown').innerText();
    assert.deepEqual(await chat.prompts().locator('.bubble').allInnerTexts(), ['A slow one about tides, please']);
    assert.ok(kept.length > 40, `only this is left: ${kept}`);
    assert.ok(kept.startsWith(seen.slice(0, 40)));
    await shot('1-interrupted');
  });

  it('continues the interrupted answer in its place', async () => {
    const kept = await chat.answers().last().locator('.markdown').innerText();
    await answerButton(chat.answers().last(), 'Continue').click();
    await chat.frame.getByText('Interrupted. What arrived is kept.').waitFor({ state: 'detached' });
    const text = await wholeText(chat.answers().last());
    assert.ok(text.startsWith(kept.slice(0, 40)));
    assert.ok(text.length > kept.length);
    assert.equal(await chat.answers().count(), 1);
    await shot('2-continued');
  });

  it('edits a prompt, which begins a branch, and comes back to the old one', async () => {
    await chat.prompts().last().hover();
    await chat.button('Edit and send again').click();
    await shot('3-editing');
    await chat.frame.getByRole('textbox', { name: 'Edit your prompt' }).fill('What can you show me about moons?');
    await chat.frame.getByRole('textbox', { name: 'Edit your prompt' }).press('Enter');
    await chat.frame.locator('.bubble', { hasText: 'about moons' }).waitFor();
    await wholeText(chat.answers().last());
    assert.deepEqual(await chat.prompts().locator('.bubble').allInnerTexts(), ['What can you show me about moons?']);
    await chat.prompts().last().getByText('2 of 2').waitFor();
    await shot('4-branch');
    await chat.prompts().last().getByRole('button', { name: 'Previous version' }).click();
    await chat.prompts().last().getByText('1 of 2').waitFor();
    assert.deepEqual(await chat.prompts().locator('.bubble').allInnerTexts(), ['A slow one about tides, please']);
    assert.match(await chat.answers().last().innerText(), /Paid by your plan/);
  });

  it('deletes a prompt and takes it back, and is warned of a limit, all in the panel', async () => {
    const messages = chat.frame.getByRole('list', { name: 'Messages' });
    await chat.prompts().last().hover();
    await chat.button('Delete prompt and answer').click();
    await messages.getByText('The prompt and its answers are deleted.').waitFor();
    // Its other version is left.
    assert.deepEqual(await chat.prompts().locator('.bubble').allInnerTexts(), ['What can you show me about moons?']);
    await setShare(demo, 'subscriber', 0, 82);
    await workbench.palette('Tidemark: Refresh Plan and Quota');
    await messages.getByText(/^5-hour limit of your plan: 82% used/).waitFor();
    await shot('5-messages');
    await messages.getByRole('button', { name: 'Undo', exact: true }).click();
    await chat.prompts().locator('.bubble', { hasText: 'A slow one about tides, please' }).waitFor();
    await messages.getByRole('button', { name: 'Close message' }).click();
    await messages.waitFor({ state: 'detached' });
    assert.deepEqual(await workbench.toastTexts(), []);
    await setShare(demo, 'subscriber', 0, 34);
  });

  it('has New Chat in sight however narrow the side bar is', async () => {
    await workbench.resizeSideBar(245);
    const newChat = workbench.page.locator('.part.sidebar .title-actions').getByRole('button', { name: /^New Chat/ });
    await newChat.waitFor();
    await shot('6-narrow');
    const [bar, button] = await Promise.all([
      workbench.page.locator('.part.sidebar').boundingBox(),
      newChat.boundingBox(),
    ]);
    assert.ok(bar !== null && button !== null);
    assert.equal(Math.round(bar.width) <= 246, true, `the side bar is ${bar.width} wide`);
    assert.equal(button.x >= bar.x && button.x + button.width <= bar.x + bar.width, true);
    await workbench.resizeSideBar(300);
  });

  it('holds a second conversation and finds the first by words of its text', async () => {
    await workbench.palette('Tidemark: New Chat');
    await chat.answers().first().waitFor({ state: 'detached' });
    await wholeText(await chat.ask('Show me a table, quickly'));
    await list();
    await workbench.quickInput.waitFor('Search in everything that was asked and answered');
    await workbench.page.locator('.quick-input-widget .monaco-list-row', { hasText: 'Show me a table' }).waitFor();
    assert.deepEqual(await workbench.quickInput.items(), [
      'Show me a table, quickly',
      'A slow one about tides, please',
    ]);
    await shot('7-list');
    await workbench.quickInput.type('moons');
    await workbench.page
      .locator('.quick-input-widget .monaco-list-row', { hasText: 'Show me a table' })
      .waitFor({ state: 'detached' });
    await shot('8-search');
    await workbench.quickInput.pick('A slow one about tides, please');
    await chat.frame.locator('.bubble', { hasText: 'A slow one about tides' }).waitFor();
  });

  it('pins one, which then stands first', async () => {
    await list();
    await pressRowButton(workbench, 'A slow one about tides, please', 'Pin');
    await workbench.page.locator('.quick-input-widget .quick-input-list', { hasText: 'Pinned' }).waitFor();
    assert.deepEqual(await workbench.quickInput.items(), [
      'A slow one about tides, please',
      'Show me a table, quickly',
    ]);
    await shot('9-pinned');
  });

  it('deletes one and takes it back', async () => {
    await pressRowButton(workbench, 'Show me a table, quickly', 'Delete');
    const text = 'The conversation “Show me a table, quickly” is deleted.';
    await workbench.toast(text).waitFor();
    await workbench.page
      .locator('.quick-input-widget .monaco-list-row', { hasText: 'Show me a table' })
      .waitFor({ state: 'detached' });
    await shot('10-deleted');
    await workbench.quickInput.cancel();
    await workbench.pressToastButton(text, 'Undo');
    await list();
    await workbench.page.locator('.quick-input-widget .monaco-list-row', { hasText: 'Show me a table' }).waitFor();
    await workbench.quickInput.cancel();
  });

  it('exports as markdown and as JSON, and brings the JSON back as a conversation of its own', async () => {
    for (const kind of ['Markdown', 'JSON']) {
      await workbench.palette('Tidemark: Export Conversation…');
      await workbench.quickInput.pick(kind);
      await workbench.quickInput.fillFile(path.join(folder, `tides.${kind === 'JSON' ? 'json' : 'md'}`));
      await workbench.toast('The conversation is exported.').waitFor();
      await workbench.dismissToasts();
    }
    const markdown = await readFile(path.join(folder, 'tides.md'), 'utf8');
    assert.match(
      markdown,
      /^# A slow one about tides, please\n\n## You\n\nA slow one about tides, please\n\n## Answer \(/,
    );

    await workbench.palette('Tidemark: Import Conversation…');
    await workbench.quickInput.fillFile(path.join(folder, 'tides.json'));
    await chat.frame.locator('textarea:focus').waitFor();
    await list();
    await workbench.page.locator('.quick-input-widget .monaco-list-row', { hasText: 'shown now' }).waitFor();
    assert.equal(
      (await workbench.quickInput.items()).filter((title) => title === 'A slow one about tides, please').length,
      2,
    );
    await workbench.quickInput.cancel();
    assert.deepEqual(await chat.prompts().locator('.bubble').allInnerTexts(), ['A slow one about tides, please']);
  });
});

/** Presses a button of a row in the list of conversations; VS Code shows it while the pointer is there. */
async function pressRowButton(workbench: Workbench, title: string, name: string): Promise<void> {
  const row = workbench.page.locator('.quick-input-widget .monaco-list-row', { hasText: title });
  await row.hover();
  await row.locator(`.action-label[aria-label="${name}"]`).click();
}
