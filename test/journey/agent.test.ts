// The agent in the real editor, on the project that a newcomer is shown: what it asks, what it does, and what is left
// of it where it is stopped or the window is loaded again.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { type DemoService, startDemoService } from '../../src/demo/server.ts';
import { trySandbox } from '../../src/node/sandbox/bubblewrap.ts';
import { endAtFirstFailure, onFailure } from '../support/runner/first-failure.ts';
import type { OpenedWorkbench } from '../support/vscode-host/open-workbench.ts';
import { createTemporaryFolder, removeTemporaryFolder } from '../support/vscode-host/owned-resources.ts';
import { writeSampleProject } from '../support/vscode-host/sample-project.ts';
import type { Workbench } from '../support/vscode-host/workbench.ts';
import { answerButton, ChatPage, wholeText } from './chat-page.ts';
import { planFault } from './demo-visit.ts';
import { openSignedIn } from './signed-in.ts';

describe('A person with the agent', function () {
  endAtFirstFailure(this);
  this.timeout(120_000);

  let demo: DemoService;
  let folder: string;
  let opened: OpenedWorkbench;
  let workbench: Workbench;
  let chat: ChatPage;
  const shot = (step: string): Promise<string> => workbench.screenshot(`agent-${step}`);
  const mode = (): Locator => chat.frame.getByRole('combobox', { name: 'How prompts are answered' });
  const question = (title: string): Locator =>
    chat.frame.getByRole('region', { name: 'The agent asks' }).filter({ hasText: title });
  const choose = async (name: string): Promise<void> => {
    await mode().click();
    await chat.frame.getByRole('option', { name: new RegExp(`^${name}`) }).click();
    await mode().filter({ hasText: name }).waitFor();
  };
  const source = (): Promise<string> => readFile(path.join(folder, 'src', 'tides.js'), 'utf8');
  /** A card takes no click that was meant for what was there before. */
  const decide = async (title: string, button: string): Promise<void> => {
    const card = question(title);
    await card.waitFor();
    await workbench.page.waitForTimeout(600);
    await card.getByRole('button', { name: button, exact: true }).click();
    await card.waitFor({ state: 'detached' });
  };
  const restoreCard = (): Locator => chat.frame.getByRole('region', { name: 'Restore files' });
  const restoreBefore = async (prompt: string): Promise<void> => {
    const turn = chat.prompts().filter({ hasText: prompt });
    await turn.hover();
    await turn.getByRole('button', { name: 'Restore files to before this prompt' }).click();
    await restoreCard().waitFor();
  };
  const isFocused = (button: Locator): Promise<boolean> =>
    button.evaluate((element) => element === document.activeElement);
  const waitForSource = async (wanted: string): Promise<void> => {
    const end = Date.now() + 10_000;
    while (Date.now() < end && (await source()) !== wanted) await workbench.page.waitForTimeout(50);
    assert.equal(await source(), wanted);
  };
  const tab = (title: string): Locator => workbench.page.locator('.tabs-container .tab', { hasText: title });

  before(async () => {
    demo = await startDemoService({ pace: 2 });
    folder = await createTemporaryFolder();
    await writeSampleProject(folder);
    opened = await openSignedIn(demo, { folder });
    ({ workbench } = opened);
    chat = new ChatPage(workbench.chatFrame());
    await workbench.palette('Tidemark: Open Chat');
    await chat.composer().waitFor();
  });
  after(async () => {
    await opened[Symbol.asyncDispose]();
    await demo.close();
    await removeTemporaryFolder(folder);
  });
  afterEach(onFailure(() => shot('failed')));

  it('is answered in words until they choose the agent', async () => {
    assert.equal(await mode().innerText(), 'Ask');
    await choose('Agent');
  });

  it('is asked before the command runs, and nothing runs where they say no', async () => {
    const answer = await chat.ask('Fix the test');
    await question('Run this command?').getByText('npm test', { exact: true }).waitFor();
    await shot('1-command-asked');
    await decide('Run this command?', 'Reject');
    assert.match(await wholeText(answer), /I stop here: that was not done/);
    // The figures of the plan come some seconds later.
    await answer.getByText(/5-hour limit: .*% taken/).waitFor();
  });

  it('sees it read, change one line with their consent, and the test pass', async () => {
    const before = await source();
    const answer = await chat.ask('Please fix the test');
    await decide('Run this command?', 'Run');
    await question('Change src/tides.js?').waitFor();
    await tab('tides.js: what the agent wants to change').waitFor();
    await shot('2-edit-asked');
    assert.equal(await source(), before);
    await decide('Change src/tides.js?', 'Accept');
    await tab('tides.js: what the agent wants to change').waitFor({ state: 'detached' });
    await decide('Run this command?', 'Run');
    const text = await wholeText(answer);
    assert.match(text, /The test passes now/);
    assert.match(text, /8 steps/);
    assert.match(text, /1 file changed \+1 −1/);
    assert.match(text, /2 commands/);
    assert.match(text, /npm test\s+exit code 1/);
    assert.equal(await source(), before.replace('high + low', 'high - low'));
    await answer.locator('summary', { hasText: 'npm test' }).last().click();
    await answer.getByText('Exit code 0.').waitFor();
    await shot('3-passed');
  });

  it('looks at what it changed, keeps it, and has it restored to before the prompt all the same', async () => {
    const changed = await source();
    const list = chat.frame.getByRole('region', { name: '1 file changed by the agent' });
    await list.getByTitle('Show what the agent changed in src/tides.js').click();
    await tab('tides.js: what the agent changed').waitFor();
    await chat.button('Keep tides.js as it is').click();
    await list.waitFor({ state: 'detached' });
    await workbench.palette('Tidemark: Restore Files to Before a Prompt…');
    await restoreCard().getByText('npm test').waitFor();
    await shot('4-restore-asked');
    assert.equal(await source(), changed);
    const cancel = restoreCard().getByRole('button', { name: 'Cancel' });
    for (let tabs = 0; tabs < 10 && !(await isFocused(cancel)); tabs += 1) await workbench.page.keyboard.press('Tab');
    assert.equal(await isFocused(cancel), true);
    await workbench.page.keyboard.press('Enter');
    await restoreCard().waitFor({ state: 'detached' });
    assert.equal(await source(), changed);
  });

  it('restores it after the window was loaded again, and takes that back', async () => {
    const changed = await source();
    await workbench.palette('Developer: Reload Window');
    await workbench.ready();
    await chat.composer().waitFor();
    await restoreBefore('Please fix the test');
    await restoreCard().getByRole('button', { name: 'Restore', exact: true }).click();
    const toast = chat.frame.getByRole('listitem').filter({ hasText: '1 file restored.' });
    await toast.waitFor();
    await shot('5-restored');
    assert.equal(await source(), changed.replace('high - low', 'high + low'));
    await toast.getByRole('button', { name: 'Undo', exact: true }).click();
    await waitForSource(changed);
    await choose('Agent');
  });

  it('tells it something while it works, which it hears behind its next step', async () => {
    const answer = await chat.ask('Fix the test');
    await question('Run this command?').waitFor();
    await chat.composer().fill('Mind the tides of the north.');
    await chat.composer().press('Enter');
    await chat.button('Tell the agent after this step').click();
    await chat.frame.getByText('After this step', { exact: true }).waitFor();
    await decide('Run this command?', 'Run');
    await answer.locator('.run-words', { hasText: 'Mind the tides of the north.' }).waitFor();
    assert.match(await wholeText(answer), /The tests pass already/);
    await shot('6-told');
  });

  it('sees it pause where the plan is used up, also after the window was loaded again, and go on', async () => {
    await chat.ask('Fix the test');
    await question('Run this command?').waitFor();
    await planFault(demo, 'plan-messages', { kind: 'balance-exhausted', code: 'number' });
    await decide('Run this command?', 'Run');
    await chat.answers().last().getByText('The agent has paused, and what it did is kept.').waitFor();
    await shot('7-paused');
    await workbench.palette('Developer: Reload Window');
    await workbench.ready();
    await chat.composer().waitFor();
    const answer = chat.answers().last();
    await answer.getByText('The agent has paused, and what it did is kept.').waitFor();
    await answerButton(answer, 'Go On').click();
    await answer.getByText(/The tests pass already/).waitFor();
  });

  it('gets a plan, and has it done in the mode that asks before everything', async () => {
    await choose('Plan first');
    const answer = await chat.ask('Fix the test');
    await answerButton(answer, 'Do It').click();
    await chat.prompts().last().getByText('Do what you have planned.').waitFor();
    await mode().filter({ hasText: 'Agent' }).waitFor();
    await answerButton(answer, 'Do It').waitFor({ state: 'hidden' });
    await wholeText(chat.answers().last());
    await shot('8-plan');
  });

  it('stops it in the middle: what was asked is not done', async () => {
    const answer = await chat.ask('Fix the test once more');
    await question('Run this command?').waitFor();
    await chat.button('Stop (Escape)').click();
    await answer.getByText('Stopped. What arrived is kept.').waitFor();
    assert.equal(await question('Run this command?').count(), 0);
    await answer.locator('.run-step.is-notRun').waitFor();
  });

  it('finds it interrupted after the window was loaded again, and lets it go on', async () => {
    await chat.ask('And fix the test again');
    await question('Run this command?').waitFor();
    await workbench.palette('Developer: Reload Window');
    await workbench.ready();
    await chat.composer().waitFor();
    const answer = chat.answers().last();
    await answer.getByText('Interrupted. What arrived is kept.').waitFor();
    await shot('9-interrupted');
    await answer.getByRole('button', { name: 'Continue', exact: true }).click();
    await decide('Run this command?', 'Run');
    assert.match(await wholeText(answer), /The tests pass already/);
  });

  it('has commands run in the sandbox unasked, and is asked about what leaves it and what is left', async function () {
    const trial = await trySandbox();
    // A kernel or container that forbids it.
    if (trial.kind === 'refused') this.skip();
    await workbench.palette('Tidemark: New Chat');
    await chat.answers().first().waitFor({ state: 'detached' });
    // The prompt takes the keyboard, which closes a list.
    await chat.frame.locator('textarea:focus').waitFor();
    await mode().click();
    const offered = chat.frame.getByRole('option', { name: /^Run in the sandbox/ });
    await offered.waitFor();
    assert.equal(await offered.getAttribute('aria-disabled'), null, await offered.innerText());
    await shot('10-modes');
    await offered.click();
    await mode().filter({ hasText: 'Sandbox' }).waitFor();
    // In one answer: the demo's plan has not much left by now.
    const steps = [
      'call run_command {"command": "npm test"}',
      'also call run_command {"command": "(echo x > .git/hooks/evil || echo x > ~/evil && cat ~/.bashrc) 2>&1; exit 4"}',
      'also call run_command {"command": "echo {} > .mcp.json"}',
      'also call run_command {"command": "git push"}',
    ];
    const answer = await chat.ask(`Try this:\n${steps.join('\n')}`);
    await question('Keep what the command left?').getByText('.mcp.json').waitFor();
    assert.equal(existsSync(path.join(folder, '.mcp.json')), false);
    await shot('11-left');
    await decide('Keep what the command left?', 'Reject');
    await question('Run this command outside the sandbox?').waitFor();
    await shot('12-outside');
    await question('Run this command outside the sandbox?').getByText('“git push” sends something').waitFor();
    await decide('Run this command outside the sandbox?', 'Run in the Sandbox');
    const text = await wholeText(answer);
    assert.match(text, /npm test\s+in the sandbox/);
    assert.match(text, /in the sandbox\s+exit code 4/);
    assert.match(text, /git push\s+in the sandbox\s+exit code \d+/);
    assert.equal(existsSync(path.join(folder, '.git', 'hooks', 'evil')), false);
    assert.equal(existsSync(path.join(os.homedir(), 'evil')), false);
    assert.equal(existsSync(path.join(folder, '.mcp.json')), false);
    await answer.locator('summary', { hasText: 'exit 4' }).click();
    await answer.locator('.run-detail', { hasText: 'Read-only file system' }).waitFor();
    await shot('13-sandboxed');
  });
});
