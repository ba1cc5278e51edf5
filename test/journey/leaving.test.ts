// A person who leaves a conversation in the real editor: a window that goes at once takes nothing along, and an answer
// that runs goes on out of sight.
import assert from 'node:assert/strict';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DemoService } from '../../src/demo/server.ts';
import { endAtFirstFailure, onFailure } from '../support/runner/first-failure.ts';
import type { Workbench } from '../support/vscode-host/workbench.ts';
import { ChatPage } from './chat-page.ts';
import { planFault } from './demo-visit.ts';
import { openOwnDemo, type OwnDemo } from './signed-in.ts';

describe('A person who leaves a conversation', function () {
  endAtFirstFailure(this);
  this.timeout(120_000);

  let own: OwnDemo;
  let demo: DemoService;
  let home: string;
  let folder: string;
  let workbench: Workbench;
  let chat: ChatPage;
  const bubbles = (): Promise<string[]> => chat.prompts().locator('.bubble').allInnerTexts();

  /** The files of Tidemark's conversations: VS Code keeps some of its own that are called alike. */
  const conversations = async (): Promise<string[]> =>
    (await readdir(home, { recursive: true })).filter((name) =>
      /tidemark\.tidemark\/conversations\/[^/]+\.(?:jsonl|image|json)$/.test(name),
    );

  before(async () => {
    own = await openOwnDemo(2, { settings: { 'files.simpleDialog.enable': true } });
    ({ home, folder, demo, workbench } = own);
    chat = new ChatPage(workbench.chatFrame());
    await workbench.palette('Tidemark: Open Chat');
  });
  after(() => own[Symbol.asyncDispose]());
  afterEach(onFailure(() => workbench.screenshot('leaving-failed')));

  it('finds the first prompt of a conversation again after a reload right behind it', async () => {
    for (const prompt of ['A slow one about tides, please', 'A slow one about moons, please']) {
      await chat.ask(prompt);
      await workbench.reload();
      await workbench.palette('Tidemark: Open Chat');
      await chat.frame.locator('.bubble', { hasText: prompt }).waitFor();
      assert.deepEqual(await bubbles(), [prompt]);
      await workbench.palette('Tidemark: New Chat');
      await chat.prompts().first().waitFor({ state: 'detached' });
    }
  });

  it('begins a new chat beside an answer that goes on, which the list says, and comes back to it', async () => {
    await planFault(demo, 'plan-messages', { kind: 'stall-mid-body', after: 2500 });
    const answer = await chat.ask('A slow one about rivers, please');
    await answer.locator('.markdown', { hasText: /[^]{20}/ }).waitFor();
    await workbench.palette('Tidemark: New Chat');
    await chat.prompts().first().waitFor({ state: 'detached' });
    await workbench.palette('Tidemark: Show Conversations');
    await workbench.page
      .locator('.quick-input-widget .monaco-list-row', { hasText: /about rivers.*being answered/ })
      .waitFor();
    await workbench.screenshot('leaving-list');
    await workbench.quickInput.pick('A slow one about rivers, please');
    await chat.frame.locator('.bubble', { hasText: 'about rivers' }).waitFor();
    assert.deepEqual(await bubbles(), ['A slow one about rivers, please']);
    const shown = chat.answers().last();
    await shown.locator('.markdown', { hasText: /[^]{20}/ }).waitFor();
    await chat.button('Stop (Escape)').click();
    await shown.getByText('Stopped. What arrived is kept.').waitFor();
  });

  it('imports a conversation beside an answer that goes on, and finds that as far as it is', async () => {
    const file = path.join(folder, 'brought.json');
    const records = [{ at: Date.now(), kind: 'prompt', id: 'p', parent: null, text: 'Brought along' }];
    await writeFile(file, JSON.stringify({ tidemark: 'conversationExport', version: 1, records }));
    await planFault(demo, 'plan-messages', { kind: 'stall-mid-body', after: 2500 });
    const answer = await chat.ask('A slow one about lakes, please');
    await answer.locator('.markdown', { hasText: /[^]{50}/ }).waitFor();
    await workbench.palette('Tidemark: Import Conversation…');
    await workbench.quickInput.fillFile(file);
    await chat.frame.locator('.bubble', { hasText: 'Brought along' }).waitFor();
    // The import ends with the composer in focus, which would close the list.
    await chat.frame.locator('textarea:focus').waitFor();
    await workbench.palette('Tidemark: Show Conversations');
    await workbench.quickInput.pick('A slow one about rivers, please');
    await chat.frame.locator('.bubble', { hasText: 'about rivers' }).waitFor();
    assert.ok((await chat.answers().last().locator('.markdown').innerText()).length > 40);
    await chat.button('Stop (Escape)').click();
  });

  it('has a list of all of them after an import that means nothing', async () => {
    const file = path.join(folder, 'hostile.json');
    await writeFile(
      file,
      '{"tidemark":"conversationExport","version":1,"records":[{"at":1e300,"kind":"prompt","id":"p","parent":"p","text":"x"}]}',
    );
    await workbench.palette('Tidemark: Import Conversation…');
    await workbench.quickInput.fillFile(file);
    await workbench.toast('This file is not a conversation that Tidemark exported. Nothing was changed.').waitFor();
    await workbench.dismissToasts();
    await workbench.palette('Tidemark: Show Conversations');
    await workbench.page.locator('.quick-input-widget .monaco-list-row', { hasText: 'Brought along' }).waitFor();
    assert.equal((await workbench.quickInput.items()).length, 4);
    await workbench.quickInput.cancel();
  });

  it('leaves files that nobody else may read', async () => {
    const kept = (await conversations()).map((name) => path.join(home, name));
    assert.equal(kept.length > 4, true);
    const modes = new Set(
      await Promise.all(
        kept
          .flatMap((file) => [file, path.dirname(file)])
          .map(async (file) => ((await stat(file)).mode & 0o777).toString(8)),
      ),
    );
    assert.deepEqual([...modes].sort(), ['600', '700']);
  });

  it('deletes the conversations of every workspace with all data, also while an answer runs', async () => {
    const [own = ''] = (await conversations()).filter((name) => name.includes('workspaceStorage'));
    const other = path.join(
      home,
      own,
      '..',
      '..',
      '..',
      '..',
      'another-workspace',
      'tidemark.tidemark',
      'conversations',
    );
    await mkdir(other, { recursive: true });
    await writeFile(path.join(other, 'c.w.jsonl'), '{"tidemark":"conversation","version":1,"conversation":"c"}\n');
    const answer = await chat.ask('A slow one about lakes, please');
    await answer.locator('.markdown', { hasText: /[^]{20}/ }).waitFor();
    await workbench.palette('Tidemark: Delete All My Tidemark Data…');
    await workbench.dialog().waitFor();
    await workbench.pressDialogButton('Delete Everything');
    await workbench.toast('All your Tidemark data is deleted from this machine.').waitFor();
    assert.deepEqual(await conversations(), []);
    await workbench.reload();
    assert.deepEqual(await conversations(), []);
  });
});
