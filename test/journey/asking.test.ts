// A person asks about their own code: what they attach from the editor is in the panel, and arrives at the service.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { type DemoService, startDemoService } from '../../src/demo/server.ts';
import { endAtFirstFailure, onFailure } from '../support/runner/first-failure.ts';
import type { OpenedWorkbench } from '../support/vscode-host/open-workbench.ts';
import { createTemporaryFolder, removeTemporaryFolder } from '../support/vscode-host/owned-resources.ts';
import type { Workbench } from '../support/vscode-host/workbench.ts';
import { ChatPage, wholeText } from './chat-page.ts';
import { lastRequestTexts } from './demo-visit.ts';
import { openSignedIn } from './signed-in.ts';

const tide = [
  '// Hours between two high waters.',
  'export const period = 12.42;',
  'export function next(hour) {',
  '  return hour + period;',
  '}',
  '',
].join('\n');
/** VS Code's own checker of JSON reports the missing value. */
const broken = '{\n  "harbor": "north",\n  "depth": \n}\n';

describe('A person who asks about their code', function () {
  endAtFirstFailure(this);
  this.timeout(180_000);

  let demo: DemoService;
  let folder: string;
  let opened: OpenedWorkbench;
  let workbench: Workbench;
  let chat: ChatPage;
  const shot = (step: string): Promise<string> => workbench.screenshot(`asking-${step}`);
  const chips = (): Locator => chat.frame.getByRole('list', { name: 'Attached to the prompt' });
  const editor = (): Locator => workbench.page.locator('.part.editor .monaco-editor').first();

  before(async () => {
    demo = await startDemoService({ pace: 2 });
    folder = await createTemporaryFolder();
    await mkdir(path.join(folder, '.github', 'prompts'), { recursive: true });
    await writeFile(path.join(folder, 'tide.js'), tide);
    await writeFile(path.join(folder, 'harbor.json'), broken);
    await writeFile(path.join(folder, '.env'), 'TIDE_TOKEN=low-water\n');
    await writeFile(
      path.join(folder, '.github', 'prompts', 'harbor.prompt.md'),
      '---\ndescription: Speak like a pilot\n---\nAnswer as a harbor pilot would.\n',
    );
    const git = (...command: string[]): unknown => execFileSync('git', ['-C', folder, ...command]);
    git('init', '--quiet');
    git(
      '-c',
      'user.name=Ada Brook',
      '-c',
      'user.email=ada@example.com',
      'commit',
      '--quiet',
      '--allow-empty',
      '-m',
      'Begin',
    );
    git('add', 'tide.js');
    opened = await openSignedIn(demo, {
      folder,
      settings: { 'git.enabled': true, 'terminal.integrated.gpuAcceleration': 'off' },
    });
    ({ workbench } = opened);
    chat = new ChatPage(workbench.chatFrame());
  });
  after(async () => {
    await opened[Symbol.asyncDispose]();
    await demo.close();
    await removeTemporaryFolder(folder);
  });
  afterEach(onFailure(() => shot('failed')));

  it("attaches the selection from the editor's menu, and reads its size on a chip", async () => {
    await workbench.openFile('tide.js');
    await editor().click();
    await workbench.page.keyboard.press('Control+A');
    await editor()
      .locator('.view-line')
      .first()
      .click({ button: 'right', position: { x: 20, y: 8 } });
    await workbench.pickMenuItem('Send Selection to Tidemark');
    await chips().getByRole('listitem').first().waitFor();
    assert.deepEqual(await chipTexts(chips()), ['tide.js:1-5 59']);
    await shot('1-chip');
  });

  it('sends it before the prompt, and sees on the prompt that it went along', async () => {
    await wholeText(await chat.ask('What is the period?'));
    assert.deepEqual(await lastRequestTexts(demo), [
      `Selected in \`tide.js:1-5\`:\n\`\`\`javascript\n${tide}\n\`\`\``,
      'What is the period?',
    ]);
    assert.equal(await chat.frame.getByRole('button', { name: /^Remove / }).count(), 0);
    assert.match(await chat.prompts().last().innerText(), /tide\.js:1-5/);
  });

  it('is asked before a file goes along whose name promises secrets', async () => {
    await chat.composer().click();
    await chat.composer().pressSequentially('@.env');
    await chat.frame.getByRole('option', { name: '.env' }).waitFor();
    await chat.composer().press('Enter');
    await workbench.dialog().getByText('Files of this name usually hold secrets.').waitFor();
    await shot('2-secret');
    await workbench.pressDialogButton('Cancel');
    // VS Code gives the keyboard back a moment after the question has gone.
    await workbench.dialog().waitFor({ state: 'detached' });
    await chat.frame.locator('textarea:focus').waitFor();
    assert.equal(await chat.composer().inputValue(), '');
    assert.equal(await chat.frame.getByRole('button', { name: /^Remove / }).count(), 0);
  });

  it('attaches what has changed since the last commit, with the names of what git does not know yet', async () => {
    await chat.composer().pressSequentially('@Git');
    await chat.frame.getByRole('option', { name: /^Git changes/ }).waitFor();
    await chat.composer().press('Enter');
    await chips()
      .getByRole('listitem')
      .filter({ hasText: path.basename(folder) })
      .waitFor();
    await wholeText(await chat.ask('What is new?'));
    const changes = (await lastRequestTexts(demo)).find((text) => text.startsWith('Changes since')) ?? '';
    assert.match(changes, /\+export const period = 12\.42;/);
    assert.match(
      changes,
      /New files that git does not know yet:\n\.env\n\.github\/prompts\/harbor\.prompt\.md\nharbor\.json\n/,
    );
  });

  it('lists a folder from the same list, and removes it by keyboard', async () => {
    await chat.composer().pressSequentially('@promp');
    await shot('2-offers');
    await chat.frame.getByRole('option', { name: 'prompts .github/prompts', exact: true }).click();
    const remove = chat.button('Remove Folder .github/prompts/');
    await remove.waitFor();
    assert.equal(await chat.composer().inputValue(), '');
    await chat.composer().press('Backspace');
    await remove.press('Delete');
    await remove.waitFor({ state: 'detached' });
  });

  it('completes a command that the workspace brings, and its instructions go along', async () => {
    await chat.composer().pressSequentially('/har');
    await chat.frame.getByRole('option', { name: '/harbor Speak like a pilot' }).waitFor();
    await shot('3-commands');
    await chat.composer().press('Tab');
    await chat.composer().pressSequentially('Where do I anchor?');
    await chat.composer().press('Enter');
    await chat.prompts().filter({ hasText: 'Where do I anchor?' }).waitFor();
    await wholeText(chat.answers().last());
    const [selected, ...others] = await lastRequestTexts(demo);
    assert.match(selected ?? '', /^Selected in `tide\.js:1-5`:/u);
    assert.deepEqual(others, [
      'Instructions from `/harbor`:\n```markdown\nAnswer as a harbor pilot would.\n```',
      'Where do I anchor?',
    ]);
  });

  it('has a problem fixed from the lightbulb', async () => {
    await workbench.openFile('harbor.json');
    await workbench.page.locator('.part.editor .squiggly-error').first().waitFor();
    await editor().locator('.view-line').nth(3).click();
    await workbench.page.keyboard.press('Home');
    await workbench.page.locator('.part.statusbar').getByText('Ln 4, Col 1', { exact: true }).waitFor();
    // It is there only once all that can be done at the cursor has been asked for; a key could come before that.
    await workbench.page.locator('.part.editor .lightBulbWidget').click();
    await workbench.page.locator('.action-widget').getByText('Fix with Tidemark').click();
    await chat.prompts().filter({ hasText: 'Fix the problems in this code.' }).waitFor();
    await wholeText(chat.answers().last());
    const [code = '', problems = '', prompt = ''] = await lastRequestTexts(demo);
    assert.match(code, /^Selected in `harbor\.json:1-\d`:\n```json\n\{\n {2}"harbor": "north"/);
    assert.match(problems, /^Problems that the editor reports in `harbor\.json`:\n```\n4:1 error \(json/);
    assert.match(prompt, /^Fix the problems in this code\./);
    await shot('4-fix');
  });

  it('attaches the problems of the workspace, with their number', async () => {
    await chat.composer().click();
    await chat.composer().pressSequentially('@problems');
    await chat.frame.getByRole('option', { name: /^Problems of the workspace/ }).click();
    await chat.button('Remove Problems Workspace (1)').waitFor();
    await wholeText(await chat.ask('What is wrong?'));
    assert.match(
      (await lastRequestTexts(demo))[0] ?? '',
      /^Problems that the editor reports in `Workspace \(1\)`:\n```\nharbor\.json\n {2}4:1 error \(json/,
    );
  });

  it('takes along what the last commands of a terminal said', async () => {
    await workbench.palette('Terminal: Create New Terminal');
    const rows = workbench.page.locator('.terminal-wrapper.active .xterm-rows');
    await rows.filter({ hasText: /[#$]/ }).waitFor();
    // What a command writes in the moment in which it starts, VS Code tells no extension.
    await workbench.page.keyboard.type('sleep 1; echo harbor-$((40 + 2))\n');
    await rows.filter({ hasText: 'harbor-42' }).waitFor();
    await chat.composer().click();
    await chat.composer().pressSequentially('@Terminal');
    await chat.frame.getByRole('option', { name: /^Terminal, last commands/ }).waitFor();
    await shot('5-terminal');
    await chat.composer().press('Enter');
    await chips().getByRole('listitem').filter({ hasText: 'bash' }).waitFor();
    await wholeText(await chat.ask('What did it say?'));
    const said = (await lastRequestTexts(demo)).find((text) => text.includes('harbor-42')) ?? '';
    assert.match(said, /```[a-z]*\n\$ sleep 1; echo harbor-\$\(\(40 \+ 2\)\)\nharbor-42\n```/);
  });

  it('lets a prompt wait for the answer before it', async () => {
    await chat.ask('A slow one, please');
    await chat.composer().fill('And then?');
    await chat.composer().press('Enter');
    await chat.frame.getByRole('list', { name: 'Waiting prompts' }).getByText('And then?').waitFor();
    await shot('5-waiting');
    await chat.button('Stop (Escape)').click();
    await chat.button('Send now').click();
    await chat.prompts().filter({ hasText: 'And then?' }).waitFor();
    await wholeText(chat.answers().last());
  });

  it('chooses another model, which then answers', async () => {
    await chat.frame.getByRole('combobox', { name: 'Model' }).click();
    await chat.frame.getByRole('option', { name: 'Tide Small' }).click();
    await chat.button('Thinking').waitFor({ state: 'detached' });
    const text = await wholeText(await chat.ask('Who are you?'));
    assert.match(text, /Tide Small/);
    await workbench.changeTheme('light');
    await shot('6-light');
    await workbench.changeTheme('highContrast');
    await shot('7-high-contrast');
  });
});

async function chipTexts(list: Locator): Promise<string[]> {
  return (await list.getByRole('listitem').allInnerTexts()).map((text) => text.replaceAll(/\s+/gu, ' ').trim());
}
