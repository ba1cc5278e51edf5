// A person whose plan is used up lets a prompt wait for the reset: it is kept over a reload, and sent by the plan once
// it has something left, with its file as it is by then.
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import * as z from 'zod/mini';
import type { DemoService } from '../../src/demo/server.ts';
import { endAtFirstFailure, onFailure } from '../support/runner/first-failure.ts';
import type { Workbench } from '../support/vscode-host/workbench.ts';
import { ChatPage, wholeText } from './chat-page.ts';
import { askDemo, lastRequestTexts, setShare } from './demo-visit.ts';
import { PlanStatus } from './plan-status.ts';
import { openOwnDemo, type OwnDemo } from './signed-in.ts';

describe('A person whose plan is used up', function () {
  endAtFirstFailure(this);
  this.timeout(120_000);

  let own: OwnDemo;
  let home: string;
  let folder: string;
  let demo: DemoService;
  let workbench: Workbench;
  let status: PlanStatus;
  const page = (): ChatPage => new ChatPage(workbench.webviewFrame('side'));

  before(async () => {
    own = await openOwnDemo(0);
    ({ home, folder, demo, workbench } = own);
    await writeFile(path.join(folder, 'tides.txt'), 'high at noon\n');
    status = new PlanStatus(workbench);
  });
  after(() => own[Symbol.asyncDispose]());
  afterEach(onFailure(() => workbench.screenshot('reset-failed')));

  const waits = (): Locator => page().frame.getByText(/^Waits for the reset: this prompt is sent about/);
  const later = (): Locator => page().frame.getByRole('button', { name: /^Send When It Resets \(/ });

  it('lets what is typed wait, from what is said of the plan that has just been used up', async () => {
    await workbench.palette('Tidemark: Open Chat');
    await page().composer().fill('What do the tides say later?');
    await setShare(demo, 'subscriber', 0, 100);
    await workbench.palette('Tidemark: Refresh Plan and Quota');
    await status.waitFor(/100%/);
    const offered = page().button('Send Draft When It Resets');
    await offered.waitFor();
    await workbench.screenshot('reset-0-draft');
    await offered.click();
    await waits().waitFor();
    await page().prompts().getByText('What do the tides say later?').waitFor();
    assert.equal(await page().composer().inputValue(), '');
    assert.equal(await offered.count(), 0);
    await page().button("Don't Send").click();
    await waits().waitFor({ state: 'detached' });
  });

  it('lets what is typed wait from the notice above the prompt', async () => {
    await workbench.palette('Tidemark: New Chat');
    await page().composer().fill('And the moon?');
    await later().click();
    await waits().waitFor();
    await page().prompts().getByText('And the moon?').waitFor();
    await page().button("Don't Send").click();
    await waits().waitFor({ state: 'detached' });
    await workbench.palette('Tidemark: New Chat');
    await page().frame.getByText('Ask about your code').waitFor();
  });

  it('is offered to send the prompt when the limit resets', async () => {
    await workbench.palette('Tidemark: Open Chat');
    await page().composer().pressSequentially('@tides');
    await page()
      .frame.getByRole('option', { name: /^tides\.txt/ })
      .click();
    await page()
      .frame.getByRole('button', { name: /^Remove .*tides\.txt$/ })
      .waitFor();
    await page().ask('What do the tides say?');
    await page()
      .frame.getByText(/^Your plan refused this prompt: 5-hour limit used up until/)
      .waitFor();
    await workbench.screenshot('reset-1-offered');
    await later().click();
  });

  it('reads under the prompt and in the status bar that it waits, and can take it back', async () => {
    await waits().waitFor();
    await status.item().locator('.codicon-watch').waitFor();
    assert.match(await status.accessibleName(), /A prompt waits for the reset; it is sent about /);
    await workbench.screenshot('reset-2-waits');
    await page().button("Don't Send").click();
    await status.item().locator('.codicon-watch').waitFor({ state: 'detached' });
    await later().click();
    await waits().waitFor();
  });

  it('finds it sent after the reset, over a reload, with the file as it is now, and the key never asked', async () => {
    const asked = (await askDemo(demo)).counts['plan-messages'] ?? 0;
    await writeFile(path.join(folder, 'tides.txt'), 'high at midnight\n');
    await setShare(demo, 'subscriber', 0, 30);
    await makeDue(home);
    await workbench.reload();
    await workbench
      .toast(
        /^Your plan has something left again: the prompt of “.*” is sent\. As it is now, since it has changed: tides\.txt\.$/,
      )
      .waitFor();
    await workbench.palette('Tidemark: Open Chat');
    await wholeText(page().answers().last());
    await workbench.screenshot('reset-3-sent');
    assert.match((await lastRequestTexts(demo)).join('\n'), /high at midnight/);
    assert.equal((await askDemo(demo)).counts['plan-messages'], asked + 1);
    await status.item().locator('.codicon-watch').waitFor({ state: 'detached' });
  });
});

const waitingSchema = z.looseObject({ dueAt: z.number() });

/** The reset is now, as if the hours until then had passed. */
async function makeDue(home: string): Promise<void> {
  const files = (await readdir(home, { recursive: true })).filter((name) => name.endsWith('.waiting.json'));
  assert.equal(files.length, 1);
  for (const name of files) {
    const file = path.join(home, name);
    const waiting = waitingSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    await writeFile(file, JSON.stringify({ ...waiting, dueAt: Date.now() }));
  }
}
