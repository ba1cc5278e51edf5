// A person who has asked in the panel sees in the plan view where the quota went, goes from there to the conversation,
// and takes the figures along as a file.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import type { DemoService } from '../../src/demo/server.ts';
import { endAtFirstFailure, onFailure } from '../support/runner/first-failure.ts';
import type { Workbench } from '../support/vscode-host/workbench.ts';
import { ChatPage, wholeText } from './chat-page.ts';
import { setShare } from './demo-visit.ts';
import { writePastAnswers } from './past-answers.ts';
import { PlanStatus } from './plan-status.ts';
import { openOwnDemo, type OwnDemo } from './signed-in.ts';

describe('A person who wants to know where the quota went', function () {
  endAtFirstFailure(this);
  this.timeout(120_000);

  let own: OwnDemo;
  let home: string;
  let folder: string;
  let demo: DemoService;
  let workbench: Workbench;
  let status: PlanStatus;

  const section = (): Locator => workbench.webviewFrame('editor').getByRole('region', { name: 'Where it went' });

  before(async () => {
    own = await openOwnDemo(0, {
      settings: { 'files.simpleDialog.enable': true },
      viewport: { width: 1500, height: 1100 },
    });
    ({ home, folder, demo, workbench } = own);
    status = new PlanStatus(workbench);
  });
  after(() => own[Symbol.asyncDispose]());
  afterEach(onFailure(() => workbench.screenshot('use-failed')));

  it('asks in the panel, while another machine uses the plan as well', async () => {
    await status.waitFor(/Pro\s+3\d%/);
    await workbench.palette('Tidemark: Open Chat');
    const page = new ChatPage(workbench.chatFrame());
    await wholeText(await page.ask('Show me a table'));
    await setShare(demo, 'subscriber', 0, 60);
    await workbench.palette('Tidemark: Refresh Plan and Quota');
    await status.waitFor(/Pro\s+60%/);
  });

  it('sees what the service counted, what of it came from here, and by what', async () => {
    await workbench.dismissToasts();
    await workbench.palette('Tidemark: Show Plan and Quota');
    await section().getByRole('button', { name: '5-hour limit' }).click();
    await section()
      .getByText(/^The service has counted 72K tokens since .* \(5-hour limit\)\.$/)
      .waitFor();
    const rows = async (): Promise<string> => (await section().innerText()).replaceAll(/\s+/g, ' ');
    assert.match(await rows(), /From here \d+ tokens <1% Elsewhere 71\.\dK tokens >99%/);
    assert.match(await rows(), /Tide Large \d+ \d+ tokens/);
    await section().getByRole('button', { name: 'Workspace', exact: true }).click();
    await section().getByRole('rowheader', { name: 'harbor' }).waitFor();
    await section().getByRole('button', { name: 'Asked in' }).click();
    await section().getByRole('rowheader', { name: 'Chat panel' }).waitFor();
    await workbench.screenshot('use-1-where-it-went');
  });

  it('goes from there to the conversation', async () => {
    await workbench.palette('Tidemark: New Chat');
    await workbench.palette('Tidemark: Show Plan and Quota');
    await section().getByRole('button', { name: 'Conversation', exact: true }).click();
    await section().getByRole('button', { name: 'Show me a table' }).click();
    await new ChatPage(workbench.webviewFrame('side')).prompts().getByText('Show me a table').first().waitFor();
  });

  it('finds what it has cost in the list of conversations', async () => {
    await workbench.palette('Tidemark: Show Conversations');
    await workbench.quickInput.waitFor(/\d+ tokens, \d(?:\.\d+)?% of 5-hour limit/);
    await workbench.screenshot('use-2-conversations');
    await workbench.page.keyboard.press('Escape');
  });

  it('takes the figures along as a file', async () => {
    const file = path.join(folder, 'use.json');
    await workbench.palette('Tidemark: Show Plan and Quota');
    await section().getByRole('button', { name: 'Export Use…' }).click();
    await workbench.quickInput.pick('JSON');
    await workbench.quickInput.fillFile(file);
    await workbench.toast('Exported where your quota went to use.json.').waitFor();
    const text = await readFile(file, 'utf8');
    assert.match(text, /"conversation": \[\s*\{\s*"name": "Show me a table"/);
  });

  it('is told before sending what a prompt will take, once enough was seen', async () => {
    await writePastAnswers(path.join(home, 'user', 'User', 'globalStorage', 'tidemark.tidemark'));
    await workbench.reload();
    await status.waitFor(/Pro\s+60%/);
    await workbench.palette('Tidemark: Open Chat');
    const frame = workbench.webviewFrame('side');
    await new ChatPage(frame).composer().fill('Write a function that groups readings by day.');
    const cost = frame.getByRole('note', { name: /^about [01](?:\.\d)?% of 5-hour limit$/ });
    await cost.hover();
    await frame
      .getByRole('tooltip')
      .getByText(
        /^5-hour limit: about .+%, probably .+% to .+%\. An estimate, learned from 2\d answers of this model here\.$/,
      )
      .waitFor();
    await workbench.screenshot('use-3-what-it-takes');
  });
});
