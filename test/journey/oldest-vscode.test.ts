// The oldest VS Code that is supported, from sign-in to the agent. From npm it comes without ripgrep, without terminals
// of its own and without Copilot: what would need them does without, or says so.
import assert from 'node:assert/strict';
import { type DemoService, startDemoService } from '../../src/demo/server.ts';
import { endAtFirstFailure, onFailure } from '../support/runner/first-failure.ts';
import { PROJECT_ROOT } from '../support/vscode-host/install.ts';
import { openWorkbench } from '../support/vscode-host/open-workbench.ts';
import { createTemporaryFolder, removeTemporaryFolder } from '../support/vscode-host/owned-resources.ts';
import { writeSampleProject } from '../support/vscode-host/sample-project.ts';
import { chooseHost } from '../support/vscode-host/suites/suite-host.ts';
import type { Workbench } from '../support/vscode-host/workbench.ts';
import { ChatPage, wholeText } from './chat-page.ts';
import { profileOf, signIn } from './demo-visit.ts';
import { PlanStatus } from './plan-status.ts';

describe('A person with the oldest VS Code that is supported', function () {
  endAtFirstFailure(this);
  this.timeout(120_000);

  const resources = new AsyncDisposableStack();
  let demo: DemoService;
  let workbench: Workbench;
  let chat: ChatPage;
  const shot = (step: string): Promise<string> => workbench.screenshot(`oldest-${step}`);

  before(async function () {
    // Elsewhere a suite runs in the desktop's own.
    if (chooseHost(process.env, process.platform).kind !== 'npm') this.skip();
    const folder = resources.adopt(await createTemporaryFolder(), removeTemporaryFolder);
    await writeSampleProject(folder);
    demo = resources.adopt(await startDemoService({ pace: 2 }), (started) => started.close());
    const extension = { kind: 'development', folder: PROJECT_ROOT } as const;
    const settings = { 'tidemark.service.profile': profileOf(demo) };
    ({ workbench } = resources.use(await openWorkbench({ extension, version: 'oldest', folder, settings })));
    chat = new ChatPage(workbench.chatFrame());
    await workbench.statusBarItem('tidemark.plan').filter({ hasText: 'Sign In' }).waitFor();
  });
  after(() => resources.disposeAsync());
  afterEach(onFailure(() => shot('failed')));

  it('signs in through the browser, and sees plan and quota', async () => {
    await workbench.palette("Tidemark: Use My Plan in VS Code's Chat");
    await workbench.toast('Sign in first, or set an API key').waitFor();
    await workbench.dismissToasts();
    await signIn(workbench, demo, 'Ada Brook');
    await workbench.dismissToasts();
    const status = new PlanStatus(workbench);
    await status.waitFor(/Pro\s+3\d%\s+used/);
    await workbench.palette('Tidemark: Show Plan and Quota');
    await status.view().getByText('Demo Coding Pro').first().waitFor();
    await status.view().getByText('5-hour limit').first().waitFor();
    await shot('1-plan');
    await workbench.palette('View: Close Editor');
  });

  it('finds the plan’s models in VS Code’s own list, and is told what to do there', async () => {
    await workbench.palette("Tidemark: Use My Plan in VS Code's Chat");
    await workbench.toast('Choose Tidemark, tick your models').waitFor();
    await workbench.quickInput.pick('Tidemark');
    await workbench.quickInput.waitFor('Select language models...');
    // Each with its id below.
    assert.deepEqual(await workbench.quickInput.items(), ['Tide Large', 'tide-large', 'Tide Small', 'tide-small']);
    await shot('2-models');
    await workbench.quickInput.cancel();
    assert.match((await workbench.toastTexts()).join('\n'), /Without Copilot, VS Code may ask to set it up first/);
    await workbench.dismissToasts();
  });

  it('is answered in the panel', async () => {
    await workbench.palette('Tidemark: Open Chat');
    const text = await wholeText(await chat.ask('What can you show me?'));
    assert.match(text, /Paid by your plan · Demo service · Tide Large/);
    await shot('3-answered');
    // VS Code's own search of names cannot run.
    await chat.composer().pressSequentially('@tides');
    await chat.frame.getByRole('option', { name: /tides\.js/ }).waitFor();
    await chat.composer().fill('');
  });

  it('has the agent list and search without ripgrep, and is told what needs it', async () => {
    await chat.frame.getByRole('combobox', { name: 'How prompts are answered' }).click();
    await chat.frame.getByRole('option', { name: /^Agent/ }).click();
    const calls = [
      'call list_files {"glob":"src/**"}',
      'call search {"pattern":"tidalRange","glob":"src/**"}',
      'call search {"pattern":"tidal.*","isRegex":true}',
    ];
    const text = await wholeText(await chat.ask(calls.join('\n')));
    assert.match(text, /list_files answered: “src\/tides\.js”/);
    assert.match(text, /search answered: “src\/tides\.js:2: export function tidalRange/);
    assert.match(text, /search failed: “This editor has no ripgrep, so no regular expressions can be searched for\./);
  });

  it('has the agent run a command in a terminal that shows it', async () => {
    const answer = await chat.ask('call run_command {"command":"echo high water"}');
    const question = chat.frame.getByRole('region', { name: 'The agent asks' });
    await question.filter({ hasText: 'Run this command?' }).waitFor();
    // A question takes no click that was meant for what was there before.
    await workbench.page.waitForTimeout(600);
    await question.getByRole('button', { name: 'Run', exact: true }).click();
    assert.match(await wholeText(answer), /run_command answered: “Exit code 0\. high water/);
    await workbench.page.locator('.part.panel .terminal-wrapper.active').waitFor();
    await shot('4-agent');
  });
});
