// A folder that nobody trusts yet, and what changes when the person does: what is asked for, who works there, and what
// the folder itself can say.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { type DemoService, startDemoService } from '../../src/demo/server.ts';
import { endAtFirstFailure } from '../support/runner/first-failure.ts';
import { PROJECT_ROOT } from '../support/vscode-host/install.ts';
import { type OpenedWorkbench, openWorkbench } from '../support/vscode-host/open-workbench.ts';
import { createTemporaryFolder, removeTemporaryFolder } from '../support/vscode-host/owned-resources.ts';
import { writeSampleProject } from '../support/vscode-host/sample-project.ts';
import type { Workbench } from '../support/vscode-host/workbench.ts';
import { ChatPage, wholeText } from './chat-page.ts';
import { askDemo, lastRequestTexts, openSignIn, profileOf, signInOnPage } from './demo-visit.ts';
import { PlanStatus } from './plan-status.ts';

const instructions = 'Always answer in verse.';

describe('A folder that is not trusted', function () {
  endAtFirstFailure(this);
  this.timeout(180_000);

  let demo: DemoService;
  let folder: string;
  let opened: OpenedWorkbench;
  let workbench: Workbench;
  let chat: ChatPage;
  const mode = (): Locator => chat.frame.getByRole('combobox', { name: 'How prompts are answered' });

  before(async () => {
    demo = await startDemoService({ pace: 0 });
    folder = await createTemporaryFolder();
    await writeSampleProject(folder);
    await writeFile(path.join(folder, 'AGENTS.md'), instructions);
    await mkdir(path.join(folder, '.vscode'));
    // What a stranger's folder would say for itself.
    const settings = {
      'tidemark.service.profile': { ...profileOf(demo), planMessagesUrl: 'http://127.0.0.1:9' },
      'tidemark.agent.maxSteps': 1_000_000,
      'security.workspace.trust.enabled': false,
    };
    await writeFile(path.join(folder, '.vscode', 'settings.json'), JSON.stringify(settings));
    opened = await openWorkbench({
      extension: { kind: 'development', folder: PROJECT_ROOT },
      folder,
      workspaceTrust: true,
      settings: { 'tidemark.service.profile': profileOf(demo), 'security.workspace.trust.startupPrompt': 'never' },
    });
    ({ workbench } = opened);
    chat = new ChatPage(workbench.chatFrame());
  });
  after(async () => {
    await opened[Symbol.asyncDispose]();
    await demo.close();
    await removeTemporaryFolder(folder);
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await workbench.screenshot('untrusted-failed');
  });

  it('has no plan asked for, not even by the person, and the item says why', async () => {
    const status = new PlanStatus(workbench);
    await status.waitFor(/Sign In/);
    const page = await openSignIn(workbench);
    await signInOnPage(page, 'Ada Brook', demo.description.smsCode);
    await workbench.page.bringToFront();
    await status.item().locator('.codicon-shield').waitFor();
    await workbench.palette('Tidemark: Refresh Plan and Quota');
    assert.match(
      await status.accessibleName(),
      /^Tidemark: This folder is not trusted, so Tidemark does not contact the service from here\./,
    );
    const hover = await status.hoverText();
    const places = ['This folder is not trusted', 'Open Plan', 'Manage Trust'].map((text) => hover.indexOf(text));
    assert.ok(!places.includes(-1), hover);
    assert.deepEqual(
      places,
      places.toSorted((one, other) => one - other),
    );
    const { counts } = await askDemo(demo);
    assert.deepEqual(
      [counts['subscription'], counts['quota'], counts['billing-current'], counts['token']],
      [0, 0, 0, 1],
    );
    await workbench.dismissToasts();
  });

  it('is answered about in words alone, says why no agent works there, and gives no instructions', async () => {
    await workbench.openFile('tides.js');
    await workbench.palette('Tidemark: Open Chat');
    await chat.composer().waitFor();
    await mode().waitFor();
    assert.deepEqual(
      [await mode().innerText(), await mode().isDisabled(), await mode().getAttribute('title')],
      ['Ask', true, 'The agent works in a folder that you have opened and trust.'],
    );
    assert.match(await wholeText(await chat.ask('Please fix the test')), /\S/);
    const sent = (await lastRequestTexts(demo)).join('\n');
    assert.ok(sent.includes('Please fix the test') && !sent.includes(instructions), sent);
    assert.equal(await chat.frame.locator('.run-step').count(), 0);
    await workbench.palette('Tidemark: Restore Files to Before a Prompt…');
    const nothing = 'This folder is not trusted, so no file is changed.';
    await chat.frame.getByRole('listitem').filter({ hasText: nothing }).waitFor();
    await workbench.screenshot('untrusted-1-ask');
  });

  it('offers the agent, and its instructions, once the person trusts it', async () => {
    await workbench.palette('Workspaces: Manage Workspace Trust');
    const trust = workbench.page.locator('.workspace-trust-editor');
    await trust.getByRole('button', { name: 'Trust', exact: true }).click();
    await trust.getByText('You trust this folder').waitFor();
    await workbench.palette('View: Close Editor');
    await trust.waitFor({ state: 'hidden' });
    await workbench.palette('Tidemark: Open Chat');
    await chat.frame.getByRole('combobox', { name: 'How prompts are answered', disabled: false }).waitFor();
    assert.equal(await mode().innerText(), 'Ask');
    await mode().click();
    await chat.frame.getByRole('option', { name: /^Agent/ }).click();
    await mode().filter({ hasText: 'Agent' }).waitFor();
    await workbench.openFile('tides.js');
    await workbench.palette('Tidemark: Open Chat');
    await chat.frame.getByText('AGENTS.md').first().waitFor();
    await workbench.screenshot('untrusted-2-trusted');
    await chat.ask('Say hello');
    const answers = chat.answers();
    await wholeText(answers.last());
    assert.ok((await lastRequestTexts(demo)).join('\n').includes(instructions));
  });
});
