// A person's ways of signing in, each to its end: over a local port, by pasting, after a reload, with a foreign answer
// in between; and what the Accounts menu makes of it. The way by the link is that of the main path.
import assert from 'node:assert/strict';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { type DemoService, startDemoService } from '../../src/demo/server.ts';
import { onFailure } from '../support/runner/first-failure.ts';
import { PROJECT_ROOT } from '../support/vscode-host/install.ts';
import { type OpenedWorkbench, openWorkbench } from '../support/vscode-host/open-workbench.ts';
import type { Workbench } from '../support/vscode-host/workbench.ts';
import { askDemo, callbackOf, planFault, profileOf, signInOnPage } from './demo-visit.ts';

/** What the input says that takes the address of a page. */
const PASTE = 'copy the whole address of that page and paste it here.';

describe('A person signing in', function () {
  this.timeout(180_000);

  let demo: DemoService;
  let opened: OpenedWorkbench;
  let workbench: Workbench;
  const shot = (step: string): Promise<string> => workbench.screenshot(`sign-in-${step}`);
  const pageShot = (page: Page, step: string): Promise<Buffer> =>
    page.screenshot({ path: path.join(PROJECT_ROOT, 'out', 'screenshots', `sign-in-${step}.png`) });
  let exchangedBefore = 0;
  const allExchanges = async (): Promise<number> => (await askDemo(demo)).counts['token'] ?? 0;
  /** Of the sign-in of this test. */
  const exchanges = async (): Promise<number> => (await allExchanges()) - exchangedBefore;
  let signedIn = false;
  const isSignedIn = async (): Promise<void> => {
    await workbench.page.bringToFront();
    await workbench.toast('Signed in as Ada Brook.').waitFor();
    signedIn = true;
    await workbench.quickInput.waitUntilClosed();
    await workbench.dismissToasts();
  };
  const chooseAccount = async (name = 'Primary account'): Promise<void> => {
    await workbench.palette('Tidemark: Sign In');
    await workbench.quickInput.pick(name);
  };
  const useFromStatusBar = async (name: string): Promise<void> => {
    await workbench.statusBarItem('tidemark.plan').click();
    await workbench.quickInput.waitFor(`Switch to ${name}`);
    await shot('status-menu');
    await workbench.quickInput.pick(`Switch to ${name}`);
    await workbench.toast(`${name} now pays in this window.`).waitFor();
    await workbench.dismissToasts();
  };
  /** Lets the browser page open and leaves it, as if nothing came back. */
  const beginInVain = async (): Promise<string> => {
    const page = await workbench.pageOpenedBy(chooseAccount);
    const address = page.url();
    await page.close();
    await workbench.page.bringToFront();
    await workbench.quickInput.waitFor('Continue in your browser. This closes by itself.');
    return address;
  };
  const beginPasting = async (): Promise<string> => {
    await beginInVain();
    const page = await workbench.pageOpenedBy(() => workbench.quickInput.pick('Paste the Final Address'));
    // The browser does not open this address, but shows it; the person copies it from there.
    const unopened = page.waitForEvent('request', (request) =>
      request.url().startsWith('http://127.0.0.1:1/callback?'),
    );
    await signInOnPage(page, 'Ada Brook', demo.description.smsCode);
    const address = (await unopened).url();
    await page.close();
    await workbench.page.bringToFront();
    return address;
  };

  const open = async (): Promise<void> => {
    demo = await startDemoService({ pace: 0 });
    exchangedBefore = 0;
    const settings = { 'tidemark.service.profile': profileOf(demo), 'tidemark.signIn.browserOnThisMachine': true };
    opened = await openWorkbench({ extension: { kind: 'development', folder: PROJECT_ROOT }, settings });
    ({ workbench } = opened);
    await workbench.statusBarItem('tidemark.plan').filter({ hasText: 'Sign In' }).waitFor();
  };
  const close = async (): Promise<void> => {
    await opened[Symbol.asyncDispose]();
    await demo.close();
  };
  const showFailed = onFailure(() => shot('failed'));

  describe('in a VS Code where nobody is signed in', () => {
    before(open);
    after(close);
    beforeEach(async () => {
      exchangedBefore = await allExchanges();
      signedIn = false;
    });
    afterEach(showFailed);
    afterEach(async () => {
      for (const page of opened.context.pages()) if (page !== workbench.page) await page.close();
      if (signedIn) {
        // VS Code shows three at once, and the rest as those go.
        await workbench.dismissToasts();
        await workbench.palette('Tidemark: Sign Out');
        await workbench.toast(/^Signed out\./).waitFor();
      }
      await workbench.dismissToasts();
    });

    it('is offered the local port where nothing comes back, and signs in over it', async () => {
      await beginInVain();
      for (const theme of ['light', 'highContrast', 'dark'] as const) {
        // The palette takes the dialog's place, which folds; the same command brings it back.
        await workbench.changeTheme(theme);
        await workbench.toast('continue in your browser. Choose another way').waitFor();
        await shot(`folded-${theme}`);
        await workbench.palette('Tidemark: Sign In');
        await workbench.quickInput.waitFor('Continue in your browser. This closes by itself.');
        await shot(`waiting-${theme}`);
      }
      const page = await workbench.pageOpenedBy(() => workbench.quickInput.pick('Try Another Way'));
      await signInOnPage(page, 'Ada Brook', demo.description.smsCode);
      await page.getByRole('heading', { name: /^Back to / }).waitFor();
      await pageShot(page, 'result-page');
      assert.match(page.url(), /^http:\/\/127\.0\.0\.1:\d+\/callback\?/);
      await isSignedIn();
      assert.equal(await exchanges(), 1);
    });

    it('pastes the address of a page that no browser can reach, and is told what is no such address', async () => {
      const address = await beginPasting();
      await workbench.quickInput.fill(PASTE, new URL(address).searchParams.get('code') ?? '');
      await workbench.quickInput.waitFor(/^This is not a whole address\./);
      await shot('paste-refused');
      await workbench.quickInput.fill(/^This is not a whole address\./, address);
      await isSignedIn();
      assert.equal(await exchanges(), 1);
    });

    it('is told that a pasted address belongs to another sign-in, and starts again with one click', async () => {
      const address = new URL(await beginPasting());
      address.searchParams.set('state', 'f'.repeat(32));
      await workbench.quickInput.fill(PASTE, address.href);
      await workbench.toast('This answer does not belong to the running sign-in').waitFor();
      await shot('mismatch');
      assert.equal(await exchanges(), 0);
      await workbench.pressToastButton('This answer does not belong', 'Start Again');
      await workbench.quickInput.waitFor();
      assert.equal((await workbench.quickInput.items()).includes('Secondary account'), true);
      await workbench.quickInput.cancel();
    });

    it('sees once that an unsolicited answer came, while the sign-in goes on', async () => {
      const spoiled = await workbench.pageOpenedBy(chooseAccount);
      const callback = new URL(callbackOf(spoiled.url()));
      callback.searchParams.set('code', 'stranger');
      callback.searchParams.set('state', 'f'.repeat(32));
      await workbench.visitCallback(callback.href);
      await workbench.toast('A sign-in answer arrived that does not belong').waitFor();
      await workbench.quickInput.waitFor('Continue in your browser. This closes by itself.');
      assert.equal(await exchanges(), 0);
      await spoiled.close();
      const page = await workbench.pageOpenedBy(() => workbench.quickInput.pick('Open the Browser Again'));
      await signInOnPage(page, 'Ada Brook', demo.description.smsCode);
      await isSignedIn();
      assert.equal(await exchanges(), 1);
    });

    it('goes on where the window is loaded again in the middle', async () => {
      await beginInVain();
      const page = await workbench.pageOpenedBy(() => workbench.quickInput.pick('Try Another Way'));
      await workbench.page.bringToFront();
      await workbench.reload();
      await workbench.quickInput.waitFor('Continue in your browser. This closes by itself.');
      await page.bringToFront();
      await signInOnPage(page, 'Ada Brook', demo.description.smsCode);
      await page.getByRole('heading', { name: /^Back to / }).waitFor();
      await isSignedIn();
      assert.equal(await exchanges(), 1);
    });

    it('cancels without another word', async () => {
      await beginInVain();
      await workbench.quickInput.pick('Cancel the Sign-In');
      await workbench.quickInput.waitUntilClosed();
      assert.deepEqual(await workbench.toastTexts(), []);
    });

    it('tries the last step again without the browser where only that failed', async () => {
      await planFault(demo, 'login', { kind: 'server-trouble' });
      const page = await workbench.pageOpenedBy(chooseAccount);
      await signInOnPage(page, 'Ada Brook', demo.description.smsCode);
      await workbench.page.bringToFront();
      await workbench.toast('The browser has done its part, and that is kept').waitFor();
      await shot('login-failed');
      await workbench.pressToastButton('The browser has done its part', 'Try Again');
      await isSignedIn();
      assert.equal(await exchanges(), 1);
    });

    it('finds every account in the Accounts menu, chooses who pays from the status bar, and signs out one by one', async () => {
      for (const [account, name] of [
        ['Primary account', 'Cleo Marsh'],
        ['Primary account', 'Ada Brook'],
        ['Secondary account', 'Ivo Dunes'],
      ] as const) {
        const page = await workbench.pageOpenedBy(() => chooseAccount(account));
        await signInOnPage(page, name, demo.description.smsCode);
        await workbench.page.bringToFront();
        await workbench.toast(`Signed in as ${name}.`).waitFor();
        await workbench.dismissToasts();
      }
      await useFromStatusBar('Cleo Marsh');
      const listed = workbench.page.getByRole('menuitem', { name: /\(Tidemark\)/ });
      // A name may come after its account, and a menu that is open stays as it is: a person opens it again.
      for (;;) {
        await workbench.page.getByRole('button', { name: /^Accounts/ }).click();
        await workbench.page.getByRole('menuitem', { name: /Ada Brook \(Tidemark\)/ }).waitFor();
        await workbench.page.getByRole('menuitem', { name: /Cleo Marsh \(Tidemark\)/ }).waitFor();
        if ((await listed.count()) === 3) break;
        await workbench.page.keyboard.press('Escape');
        await listed.first().waitFor({ state: 'hidden' });
      }
      await workbench.page.getByRole('menuitem', { name: /Ivo Dunes, secondary account \(Tidemark\)/ }).hover();
      await workbench.page.getByRole('menuitem', { name: 'Sign Out' }).waitFor();
      await shot('accounts-menu');
      await workbench.pickMenuItem('Sign Out');
      await workbench.pressDialogButton('Sign Out');
      await workbench.dialog().waitFor({ state: 'hidden' });
      await workbench.palette('Tidemark: Sign In');
      await workbench.quickInput.waitFor();
      await shot('providers');
      await workbench.quickInput.cancel();
      await workbench.palette('Tidemark: Sign Out');
      await workbench.quickInput.waitFor('Which account do you sign out of?');
      assert.deepEqual((await workbench.quickInput.items()).length, 3);
      await workbench.quickInput.pick('All accounts');
      await workbench.toast(/^Signed out\./).waitFor();
    });
  });

  describe('whose service is replaced', () => {
    beforeEach(open);
    afterEach(showFailed);
    afterEach(close);

    it('keeps the service where the demo was asked for by mistake, and gives it up only where that is confirmed', async () => {
      const { name } = demo.description;
      await workbench.palette('Tidemark: Try the Demo');
      await workbench.dialog().getByText(`Replace ${name} with the demo?`).waitFor();
      await shot('replace-by-demo');
      await workbench.pressDialogButton('Cancel');
      await workbench.dialog().waitFor({ state: 'hidden' });
      await workbench.palette('Tidemark: Try the Demo');
      await workbench.pressDialogButton('Use the Demo');
      await workbench.toast('Connected to the demo service on this machine.').waitFor();
      await workbench.palette('Tidemark: Try the Demo');
      await workbench.toast('Connected to the demo service on this machine.').waitFor();
      assert.equal(await workbench.dialog().isVisible(), false);
    });

    it('is told that the sign-in ended where another service is connected in the middle, and an answer that comes then sends nothing', async () => {
      const page = await workbench.pageOpenedBy(chooseAccount);
      await workbench.page.bringToFront();
      await workbench.palette('Tidemark: Try the Demo');
      await workbench.pressDialogButton('Use the Demo');
      await workbench.toast(/^Another service was connected before the sign-in to /).waitFor();
      await shot('service-changed');
      await workbench.dismissToasts();
      await page.bringToFront();
      await signInOnPage(page, 'Ada Brook', demo.description.smsCode);
      await workbench.page.bringToFront();
      await workbench.toast('A sign-in answer arrived that does not belong').waitFor();
      assert.equal(await exchanges(), 0);
    });
  });
});
