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
import { lastRequestTexts, planFault, profileOf, signIn } from './demo-visit.ts';

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
  const commitBox = (repository: string): Locator =>
    workbench.page.locator(`.scm-input .monaco-editor[data-uri$="%252F${repository}"]`);
  const inBox = async (repository: string): Promise<string> =>
    (await commitBox(repository).locator('.view-lines').innerText()).replaceAll('\u00a0', ' ');
  const typeInBox = async (repository: string, text: string): Promise<void> => {
    await commitBox(repository).locator('.native-edit-context').focus();
    await workbench.page.keyboard.press('Control+End');
    await workbench.page.keyboard.insertText(text);
  };
  const writeMessage = async (repository: string): Promise<void> => {
    const title = workbench.page
      .locator('.scm-view .monaco-list-row')
      .filter({ has: workbench.page.locator('.scm-provider'), hasText: repository });
    await title.hover();
    await title.getByRole('button', { name: 'Write Commit Message' }).click();
  };
  const git = (repository: string, ...command: string[]): string =>
    execFileSync('git', ['-C', path.join(folder, repository), ...command], { encoding: 'utf8' });

  before(async () => {
    home = await createTemporaryFolder();
    folder = path.join(home, 'coast');
    for (const [repository, file, text] of [
      ['harbor', 'tides.txt', 'high at noon\n'],
      ['lighthouse', 'lamp.txt', 'white\n'],
    ] as const) {
      await mkdir(path.join(folder, repository), { recursive: true });
      await writeFile(path.join(folder, repository, file), text);
      git(repository, 'init', '--quiet');
      git(repository, 'config', 'user.name', 'Ada Brook');
      git(repository, 'config', 'user.email', 'ada@example.com');
      git(repository, 'add', '.');
      git(repository, 'commit', '--quiet', '-m', `Add ${file}`);
    }
    await writeFile(path.join(folder, 'lighthouse', 'lamp.txt'), 'green\n');
    await writeFile(path.join(folder, 'lighthouse', '.env'), 'API_KEY=abc\n');
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
    // The one that VS Code brings along does not run yet.
    assert.match((await workbench.toastTexts()).join('\n'), /Without Copilot, VS Code may ask to set it up first/);
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
    const file = path.join(folder, 'harbor', 'tides.txt');
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

  it('is asked about secrets first, of which none is sent', async () => {
    await workbench.palette('Source Control: Focus on Changes View');
    const asked = workbench.dialog().filter({ hasText: 'Some of the changes look like they hold secrets' });
    await typeInBox('lighthouse', 'about the lamp');
    await writeMessage('lighthouse');
    await asked.getByText('.env').waitFor();
    await workbench.pressDialogButton('Cancel');
    await asked.waitFor({ state: 'detached' });
    assert.equal(await inBox('lighthouse'), 'about the lamp');
    await writeMessage('lighthouse');
    await asked.waitFor();
    await workbench.pressDialogButton('Leave Them Out');
    await workbench.toast('The commit message took the place of what you had written.').waitFor();
    const sent = (await lastRequestTexts(demo)).join('\n');
    assert.match(sent, /What the author has noted about it:\nabout the lamp\n[^]*\+green[^]*\n\.env\n/);
    assert.doesNotMatch(sent, /API_KEY/);
  });

  it('finds the message in the box of the repository whose title the button is in, and brings back what stood there', async () => {
    assert.match(await inBox('lighthouse'), /^Change lamp\.txt\n[^]*are for\.$/);
    assert.equal((await inBox('harbor')).trim(), '');
    await shot('5-repositories');
    await workbench.pressToastButton('The commit message took the place', 'Restore');
    await commitBox('lighthouse').locator('.view-lines').getByText('about the lamp', { exact: true }).waitFor();
  });

  it('stops the message by typing, and by Cancel', async () => {
    await planFault(demo, 'plan-messages', { kind: 'slow-drip', bytes: 60, everyMs: 100 });
    await writeMessage('harbor');
    await commitBox('harbor').locator('.view-lines').getByText('Change').waitFor();
    await typeInBox('harbor', ' of mine');
    await workbench.toast('Writing the commit message').waitFor({ state: 'detached' });
    await commitBox('harbor')
      .locator('.view-lines')
      .getByText(/of.mine$/)
      .waitFor();
    await planFault(demo, 'plan-messages', { kind: 'silence' });
    await writeMessage('harbor');
    await workbench.pressToastButton('Writing the commit message', 'Cancel');
    await workbench.toast('Writing the commit message').waitFor({ state: 'detached' });
    assert.match(await inBox('harbor'), /of mine$/);
  });

  it('is told in words, and with buttons, that the plan is used up', async () => {
    await planFault(demo, 'plan-messages', { kind: 'balance-exhausted', code: 'text' });
    await ask('Hello');
    await says('Your plan is used up.');
    await workbench.toast('Your plan is used up.').waitFor();
    await shot('6-used-up');
    await workbench.dismissToasts();
  });

  it('is asked before an API key answers in its place', async () => {
    await workbench.palette('Tidemark: Set API Key…');
    await workbench.quickInput.fill('Set API Key', demo.description.apiKey);
    await workbench.quickInput.pick('Ask me each time');
    await workbench.toast(/The API key is stored\./).waitFor();
    await workbench.dismissToasts();
    // The figures of the plan say that something is left of it, so that it is asked again.
    await planFault(demo, 'plan-messages', { kind: 'balance-exhausted', code: 'text' });
    await ask('Hello');
    await workbench.dialog().filter({ hasText: 'Let your API key answer instead?' }).waitFor();
    await shot('7-key');
    await workbench.pressDialogButton('This Request');
    await workbench.statusBarItem('tidemark.plan').locator('.codicon-key').waitFor();
    await stopButton().waitFor({ state: 'detached' });
  });

  it('finds a message for the commit paid by the key only where they say so, and without a claim in anybody’s name', async () => {
    await workbench.palette('Source Control: Focus on Changes View');
    // Asked again, as its figures still say that something is left, or known to be used up: who pays is asked alike.
    await planFault(demo, 'plan-messages', { kind: 'balance-exhausted', code: 'text' });
    await writeMessage('harbor');
    await workbench.dialog().filter({ hasText: 'Let your API key answer instead?' }).waitFor();
    await workbench.pressDialogButton('This Request');
    const box = commitBox('harbor').locator('.view-lines');
    await box.getByText('Change tides.txt').waitFor();
    await box.getByText('are for.').waitFor();
    await shot('8-commit');
    assert.doesNotMatch(await inBox('harbor'), /Signed-off-by/);
    // It never commits.
    assert.deepEqual(
      ['harbor', 'lighthouse'].map((repository) => git(repository, 'rev-list', '--count', 'HEAD').trim()),
      ['1', '1'],
    );
  });

  it('reads nothing of Copilot any more once it runs', async () => {
    await workbench.dismissToasts();
    await workbench.palette("Tidemark: Use My Plan in VS Code's Chat");
    await workbench.toast('These are your models').waitFor();
    assert.doesNotMatch((await workbench.toastTexts()).join('\n'), /Without Copilot/);
  });

  it('is told where VS Code’s chat is switched off, and led to the setting', async () => {
    await workbench.changeSettings({ 'chat.disableAIFeatures': true });
    await workbench.palette("Tidemark: Use My Plan in VS Code's Chat");
    await workbench.pressToastButton(
      'VS Code’s chat is switched off by the setting “chat.disableAIFeatures”.',
      'Open Settings',
    );
    await workbench.page.getByText('Disable AI Features').first().waitFor();
  });
});
