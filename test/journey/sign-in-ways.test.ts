// A person's ways of signing in, each to its end: by the link, over a local port, by pasting; folded, reloaded, mismatched.
import assert from 'node:assert/strict';
import { type DemoService, startDemoService } from '../../src/demo/server.ts';
import { type OpenedWorkbench, openWorkbench } from '../support/vscode-host/open-workbench.ts';
import { PROJECT_ROOT } from '../support/vscode-host/install.ts';
import type { Workbench } from '../support/vscode-host/workbench.ts';
import { askDemo, denyOnPage, profileOf, signInOnPage } from './demo-visit.ts';

describe('A person signing in', function () {
  this.timeout(180_000);

  let demo: DemoService;
  let opened: OpenedWorkbench;
  let workbench: Workbench;
  const shot = (step: string): Promise<string> => workbench.screenshot(`sign-in-${step}`);
  const exchanges = async (): Promise<number> => (await askDemo(demo)).counts['token'] ?? 0;
  const isSignedIn = async (): Promise<void> => {
    await workbench.page.bringToFront();
    await workbench.toast('Signed in as Ada Brook.').waitFor();
    await workbench.dismissToasts();
    assert.equal(await exchanges(), 1);
  };
  const chooseAccount = async (): Promise<void> => {
    await workbench.palette('Tidemark: Sign In');
    await workbench.quickInput.pick('Primary account');
  };

  beforeEach(async () => {
    demo = await startDemoService({ pace: 0 });
    const settings = { 'tidemark.service.profile': profileOf(demo), 'tidemark.signIn.browserOnThisMachine': true };
    opened = await openWorkbench({ extension: { kind: 'development', folder: PROJECT_ROOT }, settings });
    ({ workbench } = opened);
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await shot('failed');
    await opened[Symbol.asyncDispose]();
    await demo.close();
  });

  it('is offered the local port when nothing comes back, and signs in over it', async () => {
    const first = await workbench.pageOpenedBy(chooseAccount);
    await first.close();
    await workbench.page.bringToFront();
    await workbench.quickInput.waitFor('Continue in your browser. This closes by itself.');
    await shot('waiting-dark');
    const second = await workbench.pageOpenedBy(() => workbench.quickInput.pick('Try Another Way'));
    await signInOnPage(second, 'Ada Brook', demo.description.smsCode);
    await second.getByRole('heading', { name: /^Back to / }).waitFor();
    await second.screenshot({ path: `${PROJECT_ROOT}/out/screenshots/sign-in-result-page.png` });
    assert.match(second.url(), /^http:\/\/127\.0\.0\.1:\d+\/callback\?/);
    await isSignedIn();
  });

  it('pastes the address of a page that cannot be reached', async () => {
    const first = await workbench.pageOpenedBy(chooseAccount);
    await workbench.page.bringToFront();
    const second = await workbench.pageOpenedBy(() => workbench.quickInput.pick('Paste the Address'));
    await first.close();
    await signInOnPage(second, 'Ada Brook', demo.description.smsCode);
    await second.waitForURL(/^http:\/\/127\.0\.0\.1:1\/callback\?/, { waitUntil: 'commit' }).catch(() => undefined);
    await second.screenshot({ path: `${PROJECT_ROOT}/out/screenshots/sign-in-unreachable.png` });
    console.log('URL', second.url());
    await workbench.page.bringToFront();
    await shot('paste');
  });
});
