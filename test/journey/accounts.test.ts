// A person with two accounts: each of two windows uses one, and where the plan of one is used up, the other one is
// offered and not taken by itself.
import assert from 'node:assert/strict';
import { type DemoService, startDemoService } from '../../src/demo/server.ts';
import { endAtFirstFailure, onFailure } from '../support/runner/first-failure.ts';
import type { OpenedWorkbench } from '../support/vscode-host/open-workbench.ts';
import type { Workbench } from '../support/vscode-host/workbench.ts';
import { ChatPage, wholeText } from './chat-page.ts';
import { askDemo, setShare, signIn } from './demo-visit.ts';
import { PlanStatus } from './plan-status.ts';
import { openSignedIn } from './signed-in.ts';

describe('A person with two accounts', function () {
  endAtFirstFailure(this);
  this.timeout(120_000);

  let demo: DemoService;
  let opened: OpenedWorkbench;
  let workbench: Workbench;
  let second: Workbench;
  let status: PlanStatus;
  const page = (): ChatPage => new ChatPage(second.webviewFrame('side'));

  before(async () => {
    demo = await startDemoService({ pace: 0 });
    opened = await openSignedIn(demo);
    ({ workbench } = opened);
    await signIn(workbench, demo, 'Ivo Dunes');
    await workbench.toast('This account now pays in this window, in place of Ada Brook.').waitFor();
    await new PlanStatus(workbench).waitFor(/Credits\s+62%/);
    await workbench.dismissToasts();
  });
  after(async () => {
    await opened[Symbol.asyncDispose]();
    await demo.close();
  });
  afterEach(
    onFailure(async () => {
      await workbench.screenshot('accounts-failed-first');
      await (second as Workbench | undefined)?.screenshot('accounts-failed-second');
    }),
  );

  it('uses another account in a second window, in one click, and the first window keeps its own', async () => {
    second = await workbench.openSecondWindow();
    status = new PlanStatus(second);
    await status.waitFor(/Credits\s+62%/);
    await status.item().click();
    await second.quickInput.waitFor('Switch to Ada Brook');
    await second.screenshot('accounts-1-menu');
    await second.quickInput.pick('Switch to Ada Brook');
    await second.toast('Ada Brook now pays in this window.').waitFor();
    await second.dismissToasts();
    await status.waitFor(/Pro\s+3\d%/);
    await new PlanStatus(workbench).waitFor(/Credits\s+62%/);
  });

  it("reads the other one's figures over the status bar and in the plan view, with their time", async () => {
    assert.match(await status.hoverText(), /Other accounts\s+Ivo Dunes: 62% used · resets .* · read /);
    await second.hover(status.item());
    await second.screenshot('accounts-2-hover');
    await second.palette('Tidemark: Show Plan and Quota');
    await status
      .view()
      .getByText(/^62% used · resets .* · read /)
      .waitFor();
    await second.screenshot('accounts-3-plan');
    await second.palette('View: Close All Editors');
  });

  it('is offered the other one where the plan is used up, asks it with one click, and is not told of the first any more', async () => {
    await second.palette('Tidemark: Open Chat');
    await page().composer().waitFor();
    await setShare(demo, 'subscriber', 0, 100);
    await second.palette('Tidemark: Refresh Plan and Quota');
    await status.waitFor(/100%/);
    const said = page()
      .frame.getByRole('list', { name: 'Messages' })
      .getByText(/^5-hour limit of your plan used up .* Account: Ada Brook\.$/);
    await said.waitFor();
    await page().ask('What do the tides say?');
    const offer = page().button('Switch to Ivo Dunes and Try Again');
    await offer.waitFor();
    await second.screenshot('accounts-4-offered');
    const asked = (await askDemo(demo)).counts['plan-messages'] ?? 0;
    await offer.click();
    await second.toast('Ivo Dunes now pays in this window.').waitFor();
    assert.match(await wholeText(page().answers().last()), /Paid by the plan of Ivo Dunes/);
    assert.equal((await askDemo(demo)).counts['plan-messages'], asked + 1);
    await status.waitFor(/Credits\s+62%/);
    await said.waitFor({ state: 'detached' });
  });
});
