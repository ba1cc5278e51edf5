// A person uses their plan in VS Code's own chat: the models are there, one is picked, it answers, calls VS Code's own
// tools, and says why where it cannot; and it writes the message of a commit.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { type DemoService, startDemoService } from '../../src/demo/server.ts';
import { endAtFirstFailure, onFailure } from '../support/runner/first-failure.ts';
import { PROJECT_ROOT } from '../support/vscode-host/install.ts';
import { type OpenedWorkbench, openWorkbench } from '../support/vscode-host/open-workbench.ts';
import { createTemporaryFolder, removeTemporaryFolder } from '../support/vscode-host/owned-resources.ts';
import type { Workbench } from '../support/vscode-host/workbench.ts';
import { planFault, profileOf, signIn } from './demo-visit.ts';

describe('A person with a plan in VS Code’s own chat', function () {
  endAtFirstFailure(this);
  this.timeout(120_000);

  let home: string;
  let folder: string;
  let demo: DemoService;
  let opened: OpenedWorkbench;
  let workbench: Workbench;
  const shot = (step: string): Promise<string> => workbench.screenshot(`vscode-chat-${step}`);
  const chat = (): Locator => workbench.page.locator('.interactive-session');
  const ask = async (prompt: string): Promise<void> => {
    // By the keyboard's way: a notification may lie over it.
    await chat().locator('.interactive-input-part .native-edit-context').first().focus();
    await workbench.page.keyboard.insertText(prompt);
    await workbench.page.keyboard.press('Enter');
  };
  const says = (text: string | RegExp): Promise<void> =>
    chat().locator('.interactive-item-container').getByText(text).first().waitFor();
  const stopButton = (): Locator => chat().locator('.chat-execute-toolbar .codicon-stop-circle');

  before(async () => {
    home = await createTemporaryFolder();
    folder = path.join(home, 'harbor');
    await mkdir(folder);
    await writeFile(path.join(folder, 'tides.txt'), 'high at noon\n');
    const git = (...command: string[]): unknown => execFileSync('git', ['-C', folder, ...command]);
    git('init', '--quiet');
    git('config', 'user.name', 'Ada Brook');
    git('config', 'user.email', 'ada@example.com');
    git('add', '.');
    git('commit', '--quiet', '-m', 'Add the tides');
    demo = await startDemoService({ pace: 4 });
    opened = await openWorkbench({
      extension: { kind: 'development', folder: PROJECT_ROOT },
      folder,
      settings: {
        'tidemark.service.profile': profileOf(demo),
        'git.enabled': true,
        'git.openRepositoryInParentFolders': 'never',
        'chat.tools.global.autoApprove': true,
        // VS Code's tools take thousands of tokens with each request.
        'tidemark.plan.warnings': false,
      },
      viewport: { width: 1500, height: 900 },
    });
    ({ workbench } = opened);
    await workbench.statusBarItem('tidemark.plan').filter({ hasText: 'Sign In' }).waitFor();
  });
  after(async () => {
    await opened[Symbol.asyncDispose]();
    await demo.close();
    await removeTemporaryFolder(home);
  });
  afterEach(onFailure(() => shot('failed')));

  it('is told to sign in first, and then led to the models with what is left of the plan', async () => {
    await workbench.palette("Tidemark: Use My Plan in VS Code's Chat");
    await workbench.toast('Sign in first, or set an API key').waitFor();
    await workbench.dismissToasts();
    await signIn(workbench, demo, 'Ada Brook');
    await workbench.dismissToasts();
    await workbench.palette("Tidemark: Use My Plan in VS Code's Chat");
    await workbench.page.getByText('Tide Large').first().waitFor();
    await workbench.toast('These are your models').waitFor();
    await shot('1-models');
    await workbench.pressToastButton('These are your models', 'Open Chat');
  });

  it('is asked once whether VS Code’s chat may use them, and is answered there', async () => {
    await chat().locator('.chat-input-toolbars').getByText('Tide Large').waitFor();
    const asked = workbench.dialog().filter({ hasText: 'wants to use the models of your plan' });
    await ask('Show me a table');
    // Until the extension behind its chat has started, VS Code asks to sign in to that one: a person leaves and asks
    // again.
    const notYet = workbench.page.getByText('Sign in to use GitHub Copilot');
    await asked.or(notYet).first().waitFor();
    if (await notYet.isVisible()) {
      await workbench.page.keyboard.press('Escape');
      await notYet.waitFor({ state: 'hidden' });
      await stopButton().waitFor({ state: 'detached' });
      await ask('Show me a table');
    }
    await asked.waitFor();
    await shot('2-asked');
    await workbench.pressDialogButton('Allow');
    await says('columns aligned three ways');
    await shot('3-answered');
  });

  it('has VS Code’s agent read a file and change it by VS Code’s own tools', async () => {
    const file = path.join(folder, 'tides.txt');
    await ask(
      [
        `call read_file ${JSON.stringify({ filePath: file, startLine: 1, endLine: 1 })}`,
        `call replace_string_in_file ${JSON.stringify({ filePath: file, oldString: 'noon', newString: 'midnight' })}`,
      ].join('\n'),
    );
    await says(/replace_string_in_file.*answered/);
    // What is asked while it still writes would wait for its end.
    await stopButton().waitFor({ state: 'detached' });
    await shot('4-agent');
    assert.equal(await readFile(file, 'utf8'), 'high at midnight\n');
  });

  it('stops an answer, which reaches nobody any more', async () => {
    await ask('A slow one, please');
    await stopButton().click();
    await stopButton().waitFor({ state: 'detached' });
  });

  it('is told in words, and with buttons, that the plan is used up', async () => {
    await planFault(demo, 'plan-messages', { kind: 'balance-exhausted', code: 'text' });
    await ask('Hello');
    await says('Your plan is used up.');
    await workbench.toast('Your plan is used up.').waitFor();
    await shot('5-used-up');
    await workbench.dismissToasts();
  });

  it('is asked before an API key answers in its place', async () => {
    await workbench.palette('Tidemark: Set API Key…');
    await workbench.quickInput.fill(demo.description.apiKey);
    await workbench.quickInput.pick('Ask me each time');
    await workbench.toast(/The API key is stored\./).waitFor();
    await workbench.dismissToasts();
    // The figures of the plan say that something is left of it, so that it is asked again.
    await planFault(demo, 'plan-messages', { kind: 'balance-exhausted', code: 'text' });
    await ask('Hello');
    await workbench.dialog().filter({ hasText: 'Let your API key answer instead?' }).waitFor();
    await shot('6-key');
    await workbench.pressDialogButton('This Request');
    await workbench.statusBarItem('tidemark.plan').locator('.codicon-key').waitFor();
    await stopButton().waitFor({ state: 'detached' });
  });

  it('finds a message for the commit in the box, without a claim in anybody’s name', async () => {
    await workbench.palette('Source Control: Focus on Changes View');
    await workbench.page.getByRole('button', { name: 'Write Commit Message' }).first().click();
    // The plan is still used up, and the rule of who pays is the same here.
    await workbench.dialog().filter({ hasText: 'Let your API key answer instead?' }).waitFor();
    await workbench.pressDialogButton('This Request');
    const box = workbench.page.locator('.scm-input .view-lines');
    await box.getByText('Change tides.txt').waitFor();
    await box.getByText('are for.').waitFor();
    await shot('7-commit');
    assert.doesNotMatch(await box.innerText(), /Signed-off-by/);
  });
});
