// A person's first steps, from nothing to the first answer by the walkthrough and the demo alone; then the diagnosis, and the
// end of it all: every bit of data deleted.
import assert from 'node:assert/strict';
import { endAtFirstFailure } from '../support/first-failure.ts';
import { PROJECT_ROOT } from '../support/vscode-host/install.ts';
import { type OpenedWorkbench, openWorkbench } from '../support/vscode-host/open-workbench.ts';
import type { Workbench } from '../support/vscode-host/workbench.ts';
import { ChatPage, wholeText } from './chat-page.ts';
import { signInOnPage } from './demo-visit.ts';

describe('A person with a fresh Tidemark', function () {
  endAtFirstFailure(this);
  this.timeout(180_000);

  let opened: OpenedWorkbench;
  let workbench: Workbench;
  let chat: ChatPage;
  /** What each picture says of itself to somebody who does not see it. */
  const pictures = { 'Connect': 'connect', 'Sign in': 'sign-in', 'Ask': 'ask', 'Watch your quota': 'quota' };
  /** How the frame in a picture is drawn, once the picture is there: without the theme's variables it is not drawn at all. */
  const strokeOf = async (id: string): Promise<string> => {
    const picture = workbench.page.frameLocator('.getting-started-media iframe').frameLocator('iframe#active-frame').locator(`svg#${id}`);
    return picture.locator('rect').first().evaluate((element) => getComputedStyle(element).stroke);
  };
  const shot = (step: string): Promise<string> => workbench.screenshot(`first-steps-${step}`);

  before(async () => {
    // Walkthroughs leave their pictures out of narrow windows.
    opened = await openWorkbench({ extension: { kind: 'development', folder: PROJECT_ROOT }, viewport: { width: 1680, height: 900 } });
    ({ workbench } = opened);
    await opened.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    chat = new ChatPage(workbench.chatFrame());
    await workbench.statusBarItem('tidemark.plan').filter({ hasText: 'Tidemark' }).waitFor();
  });
  after(() => opened[Symbol.asyncDispose]());
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await shot('failed');
  });

  it('reads in the panel what to do first', async () => {
    await workbench.palette('Tidemark: Open Chat');
    await chat.frame.getByRole('heading', { name: 'Your coding plan, in your editor' }).waitFor();
    assert.deepEqual(await chat.frame.getByRole('button').allInnerTexts().then((texts) => texts.filter((text) => text !== '')), [
      'Try the Demo',
      'Connect to a Service…',
      'Show Me How',
    ]);
    await shot('1-panel');
  });

  it('is led by a walkthrough whose pictures suit every theme', async () => {
    await chat.button('Show Me How').click();
    await workbench.page.getByText('From nothing to the first answer, in four short steps.').waitFor();
    for (const theme of ['light', 'highContrast', 'dark'] as const) {
      await workbench.changeTheme(theme);
      for (const step of ['Connect', 'Sign in', 'Ask', 'Watch your quota'] as const) {
        await workbench.page.locator('.getting-started-step', { hasText: step }).first().click();
        await workbench.page.locator('.getting-started-step.expanded', { hasText: step }).first().waitFor();
        assert.notEqual(await strokeOf(pictures[step]), 'none');
        await shot(`2-walkthrough-${step.toLowerCase().replaceAll(' ', '-')}-${theme}`);
      }
    }
  });

  it('starts the demo from its first step, and signs in from the second', async () => {
    const step = (name: string) => workbench.page.locator('.getting-started-step', { hasText: name }).first();
    await step('Connect').click();
    await workbench.page.getByRole('button', { name: 'Try the Demo', exact: true }).click();
    await workbench.toast('Connected to the demo service on this machine.').waitFor();
    await workbench.dismissToasts();
    await step('Sign in').click();
    const page = await workbench.pageOpenedBy(async () => {
      await workbench.page.locator('.getting-started-step.expanded').getByRole('button', { name: 'Sign In', exact: true }).click();
      await workbench.quickInput.pick('Primary account');
    });
    await signInOnPage(page, 'Ada Brook', '246810');
    await workbench.page.bringToFront();
    await workbench.toast('Signed in as Ada Brook.').waitFor();
    await workbench.dismissToasts();
    for (const name of ['Connect', 'Sign in']) await step(name).locator('.codicon-getting-started-step-checked.complete').waitFor();
    await shot('3-walkthrough-done');
  });

  it('gets a first answer', async () => {
    await workbench.palette('Tidemark: Open Chat');
    assert.match(await wholeText(await chat.ask('Hello')), /Paid by your plan/);
  });

  it('has Tidemark diagnosed, reads the document and copies it', async () => {
    await workbench.palette('Tidemark: Diagnose…');
    await workbench.quickInput.pick('Check, and ask the model one word');
    await workbench.page.getByRole('tab', { name: /Tidemark Diagnosis/ }).waitFor({ timeout: 60_000 });
    await workbench.page.bringToFront();
    await shot('4-diagnosis-dark');
    await workbench.page.getByRole('button', { name: 'Copy Diagnosis' }).click();
    await workbench.toast('The diagnosis is in the clipboard.').waitFor();
    const text = await workbench.page.evaluate(() => navigator.clipboard.readText());
    for (const line of [/^All 13 checks went well\./m, /^- ✓ Sign-in page \(127\.0\.0\.1:\d+\): answered in \d+ ms$/m, /^- ✓ Sign-in over a link of VS Code: /m,
      /^- ✓ Sign-in over a local port \(127\.0\.0\.1\): works/m, /^- ✓ Secret storage \(keyring\): /m, /^- ✓ Clock of this machine: /m,
      /^- ✓ Your sign-in at the service: is accepted$/m, /^- ✓ One short message, paid by the plan: was answered$/m, /^- Tidemark: 0\.\d+\.\d+, /m]) {
      assert.match(text, line);
    }
    assert.doesNotMatch(text, /eyJ|Bearer|\/home|\/root|\/tmp/);
    await workbench.changeTheme('light');
    await shot('4-diagnosis-light');
    await workbench.changeTheme('dark');
  });

  it('deletes everything, and is where it began', async () => {
    await workbench.palette('Tidemark: Delete All My Tidemark Data…');
    await workbench.dialog().waitFor();
    await shot('5-delete');
    await workbench.pressDialogButton('Delete Everything');
    await workbench.toast('All your Tidemark data is deleted from this machine.').waitFor();
    await workbench.reload();
    await workbench.statusBarItem('tidemark.plan').filter({ hasText: /^\s*Tidemark$/ }).waitFor();
  });
});
