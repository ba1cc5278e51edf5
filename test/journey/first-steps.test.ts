// A person's first steps, from nothing to the first answer by the walkthrough and the demo alone; then the diagnosis,
// and the end of it all: every bit of data deleted.
import assert from 'node:assert/strict';
import { type DemoService, startDemoService } from '../../src/demo/server.ts';
import { refusedOrigin } from '../support/servers/loopback-server.ts';
import { endAtFirstFailure, onFailure } from '../support/runner/first-failure.ts';
import { PROJECT_ROOT } from '../support/vscode-host/install.ts';
import { type OpenedWorkbench, openWorkbench } from '../support/vscode-host/open-workbench.ts';
import type { Workbench } from '../support/vscode-host/workbench.ts';
import { ChatPage, wholeText } from './chat-page.ts';
import { callbackOf, openSignIn, profileOf, signInOnPage } from './demo-visit.ts';

describe('A person with a fresh Tidemark', function () {
  endAtFirstFailure(this);
  this.timeout(180_000);

  let demo: DemoService;
  let opened: OpenedWorkbench;
  let workbench: Workbench;
  let chat: ChatPage;
  /** What each picture says of itself to somebody who does not see it. */
  const pictures = { Connect: 'connect', 'Sign in': 'sign-in', Ask: 'ask', 'Watch your quota': 'quota' };
  /**
   * How the frame in a picture is drawn, once the picture is there: without the theme's variables it is not drawn at
   * all.
   */
  const strokeOf = async (id: string): Promise<string> => {
    const picture = workbench.page
      .frameLocator('.getting-started-media iframe')
      .frameLocator('iframe#active-frame')
      .locator(`svg#${id}`);
    return picture
      .locator('rect')
      .first()
      .evaluate((element) => getComputedStyle(element).stroke);
  };
  const step = (name: string) => workbench.page.locator('.getting-started-step', { hasText: name }).first();
  const tick = (name: string) => step(name).locator('.codicon-getting-started-step-checked.complete');
  const shot = (step: string): Promise<string> => workbench.screenshot(`first-steps-${step}`);

  /** With addresses of several owners. */
  const linkedProfile = {
    name: 'Acme',
    authUrl: 'https://login.acme.example',
    baseUrl: 'https://acme-plan.example',
    apiUrl: 'https://api.acme.example',
    clientId: 'acme-1',
    models: [{ id: 'large-1', name: 'Large 1', contextWindow: 200_000 }],
  };
  const linked = Buffer.from(JSON.stringify(linkedProfile)).toString('base64url');

  before(async () => {
    demo = await startDemoService({ pace: 0 });
    // Walkthroughs leave their pictures out of narrow windows.
    opened = await openWorkbench({
      extension: { kind: 'development', folder: PROJECT_ROOT },
      viewport: { width: 1680, height: 900 },
    });
    ({ workbench } = opened);
    await opened.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    chat = new ChatPage(workbench.chatFrame());
    await workbench.statusBarItem('tidemark.plan').filter({ hasText: 'Tidemark' }).waitFor();
  });
  after(async () => {
    await opened[Symbol.asyncDispose]();
    await demo.close();
  });
  afterEach(onFailure(() => shot('failed')));

  it('reads in the panel what to do first', async () => {
    await workbench.palette('Tidemark: Open Chat');
    await chat.frame.getByRole('heading', { name: 'Your coding plan, in your editor' }).waitFor();
    assert.deepEqual(
      await chat.frame
        .getByRole('button')
        .allInnerTexts()
        .then((texts) => texts.filter((text) => text !== '')),
      ['Try the Demo', 'Connect to a Service…', 'Show Me How'],
    );
    await shot('1-panel');
  });

  it('is led by a walkthrough whose pictures suit every theme', async () => {
    await chat.button('Show Me How').click();
    await workbench.page.getByText('From nothing to the first answer, in five short steps.').waitFor();
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
    await step('Connect').click();
    await workbench.page.getByRole('button', { name: 'Try the Demo', exact: true }).click();
    await workbench.toast('Connected to the demo service on this machine.').waitFor();
    await workbench.dismissToasts();
    await step('Sign in').click();
    const page = await workbench.pageOpenedBy(async () => {
      await workbench.page
        .locator('.getting-started-step.expanded')
        .getByRole('button', { name: 'Sign In', exact: true })
        .click();
      await workbench.quickInput.pick('Primary account');
    });
    await signInOnPage(page, 'Ada Brook', '246810');
    await workbench.page.bringToFront();
    for (const name of ['Connect', 'Sign in']) await tick(name).waitFor();
    await workbench.dismissToasts();
    for (const name of ['Ask', 'Watch your quota']) assert.equal(await tick(name).count(), 0);
    await shot('3-walkthrough-done');
  });

  it('gets a first answer, which is what ticks its step, as a look at the limits does the last one', async () => {
    await workbench.palette('Tidemark: Open Chat');
    await chat.composer().waitFor();
    assert.equal(await tick('Ask').count(), 0);
    assert.match(await wholeText(await chat.ask('Hello')), /Paid by your plan/);
    await tick('Ask').waitFor();
    assert.equal(await tick('Watch your quota').count(), 0);
    await workbench.palette('Tidemark: Show Account and Limits');
    await tick('Watch your quota').waitFor();
    await workbench.page.keyboard.press('Escape');
  });

  it('finds five weeks of readings and conversations in the demo, which say that they are made up', async () => {
    await workbench.palette('Tidemark: Show Plan and Quota');
    const plan = workbench.webviewFrame('editor');
    await plan.getByText('Demo data: these figures are made up').waitFor();
    const times = plan.getByRole('group', { name: 'Time shown' });
    await times.getByRole('button', { name: '30 days', exact: true }).click();
    await plan
      .getByText('Lasts until the reset')
      .or(plan.getByText('May be empty'))
      .or(plan.getByText('Empty about'))
      .first()
      .waitFor();
    await shot('4-plan');
    await workbench.palette('Tidemark: Show Conversations');
    await workbench.quickInput.waitFor('Search in everything that was asked and answered');
    await workbench.page.getByText('Demo: How tides work').first().waitFor();
    await shot('4-conversations');
    await workbench.page.keyboard.press('Escape');
  });

  it('reads in it where the quota went, and what the next prompt and each model will take', async () => {
    const use = workbench.webviewFrame('editor').getByRole('region', { name: 'Where it went' });
    await workbench.palette('Tidemark: Show Plan and Quota');
    await use.getByRole('rowheader', { name: 'Tide Large' }).waitFor();
    await use.getByRole('button', { name: 'Conversation', exact: true }).click();
    await use
      .getByRole('button', { name: /^Demo: / })
      .first()
      .waitFor();
    await workbench.palette('Tidemark: Open Chat');
    const side = new ChatPage(workbench.webviewFrame('side'));
    await side.composer().fill('How do tides work?');
    await side.frame.getByRole('note', { name: /^about \d+(?:\.\d)?% of 5-hour limit$/ }).waitFor();
    await side.frame.getByRole('combobox', { name: 'Model' }).click();
    await side.frame.getByText(/takes about 3 × Tide Small$/).waitFor();
    await shot('4-what-it-takes');
    await workbench.page.keyboard.press('Escape');
    await side.composer().fill('');
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
    for (const line of [
      /^All 13 checks passed\./m,
      /^- ✓ Sign-in page \(127\.0\.0\.1:\d+\): answered in \d+ ms$/m,
      /^- ✓ Sign-in over a link of VS Code: /m,
      /^- ✓ Sign-in over a local port \(127\.0\.0\.1\): works/m,
      /^- ✓ Secret storage \(keyring\): /m,
      /^- ✓ Clock of this machine: /m,
      /^- ✓ Your sign-in at the service: is accepted$/m,
      /^- ✓ One short message, paid by the plan: was answered$/m,
      /^- Tidemark: 0\.\d+\.\d+, /m,
    ]) {
      assert.match(text, line);
    }
    assert.doesNotMatch(text, /eyJ|Bearer|\/home|\/root|\/tmp/);
    await workbench.changeTheme('light');
    await shot('4-diagnosis-light');
    await workbench.changeTheme('dark');
  });

  it('connects by addresses in one form with a way back, and is told which of them were reached', async () => {
    const { quickInput } = workbench;
    const { baseUrl, clientId } = demo.description;
    await workbench.dismissToasts();
    await workbench.palette('Tidemark: Connect to a Service…');
    await quickInput.pick('Enter the addresses');
    await quickInput.fill('Sign-in page (authUrl)', `${baseUrl}?a=b`);
    await quickInput.waitFor(/^This must be an address that begins with https:/);
    await shot('5-form-problem');
    await quickInput.fill(/^This must be an address that begins with https:/, baseUrl);
    await quickInput.waitFor('Application id (clientId)');
    await quickInput.back();
    await quickInput.waitFor('Sign-in page (authUrl)');
    assert.equal(await quickInput.value(), baseUrl);
    await quickInput.fill('Sign-in page (authUrl)', baseUrl);
    await quickInput.fill('Application id (clientId)', clientId);
    await quickInput.fill('(baseUrl)', baseUrl);
    await quickInput.fill('(apiUrl)', baseUrl);
    await quickInput.fill('(models)', 'tide-large');
    await quickInput.waitFor('Choose a field to change it, or connect.');
    await quickInput.pick('Name');
    await quickInput.fill('Name (name)', 'Home');
    await quickInput.waitFor('Choose a field to change it, or connect.');
    await shot('5-form');
    await quickInput.pick('Connect');
    await workbench.toast('Connected to Home. Reached 3 of 3 addresses.').waitFor();
    await shot('5-form-connected');
    await workbench.dismissToasts();
  });

  it('is told of a field that is not known, and of addresses that nobody answers', async () => {
    const free = demo.description.baseUrl;
    const profile = { ...profileOf(demo), name: 'Home', planUrl: await refusedOrigin(), altApiURL: free };
    await workbench.page.evaluate((text) => navigator.clipboard.writeText(text), JSON.stringify(profile));
    await workbench.palette('Tidemark: Connect to a Service…');
    await workbench.quickInput.pick('Paste a service profile');
    await workbench.pressDialogButton('Replace');
    await workbench.toast('Connected to Home. Reached 6 of 7 addresses.').waitFor();
    assert.match((await workbench.toastTexts()).join(), /Entry-plan billing: The host .* left them out: altApiURL\./);
    await shot('5-unknown-field');
    await workbench.dismissToasts();
    await workbench.page.evaluate(() => navigator.clipboard.writeText('{\n  "name": "Home"\n  "authUrl": ""\n}'));
    await workbench.palette('Tidemark: Connect to a Service…');
    await workbench.quickInput.pick('Paste a service profile');
    await workbench.dialog().getByText('This is not JSON from line 3, column 3 on.').waitFor();
    await workbench.pressDialogButton('Cancel');
  });

  it('is asked about a profile when its link is opened in the browser, and connects to nothing by Enter', async () => {
    const page = await openSignIn(workbench);
    const link = new URL(callbackOf(page.url()));
    await page.close();
    // VS Code in a browser hands links on to extensions by this route alone, while one of them waits for an answer.
    link.searchParams.set('vscode-path', '/connect');
    link.searchParams.set('profile', linked);
    await workbench.visitCallback(link.href);
    await workbench.dialog().getByText('Replace Home with Acme?').waitFor();
    await shot('6-link-browser');
    // Somebody who is typing when the question comes presses this key without having read it.
    await workbench.page.keyboard.press('Enter');
    await workbench.dialog().waitFor({ state: 'hidden' });
    await workbench.quickInput.pick('Cancel the Sign-In');
    await workbench.quickInput.waitUntilClosed();
    assert.deepEqual(await workbench.toastTexts(), []);
  });

  it('reads all of the profile in a link, and whose hosts it names, before anything comes of it, also where it is pasted', async () => {
    await workbench.page.evaluate(
      (link) => navigator.clipboard.writeText(link),
      `vscode://tidemark.tidemark/connect?profile=${linked}`,
    );
    await workbench.palette('Tidemark: Connect to a Service…');
    await workbench.quickInput.pick('Paste a service profile');
    await workbench.dialog().getByText('Sign-in page (authUrl): https://login.acme.example').waitFor();
    await shot('6-link');
    await workbench.pressDialogButton('Replace');
    await workbench.dialog().getByText('The addresses of Acme belong to different domains.').waitFor();
    await shot('6-link-domains');
    await workbench.page.keyboard.press('Enter');
    await workbench.dialog().waitFor({ state: 'hidden' });
    assert.deepEqual(await workbench.toastTexts(), []);
  });

  it('deletes everything, and is where it began', async () => {
    await workbench.palette('Tidemark: Delete All My Tidemark Data…');
    await workbench.dialog().waitFor();
    await shot('7-delete');
    await workbench.pressDialogButton('Delete Everything');
    await workbench.toast('All your Tidemark data is deleted from this machine.').waitFor();
    await workbench.reload();
    await workbench
      .statusBarItem('tidemark.plan')
      .filter({ hasText: /^\s*Tidemark$/ })
      .waitFor();
  });
});
