// A person whose VS Code speaks Simplified Chinese: the words of the manifest, of dialogs, of the status bar and of
// both pages. VS Code's own words stay English here, since its language pack is not installed.
import assert from 'node:assert/strict';
import { type DemoService, startDemoService } from '../../src/demo/server.ts';
import { endAtFirstFailure, onFailure } from '../support/runner/first-failure.ts';
import { PROJECT_ROOT } from '../support/vscode-host/install.ts';
import { type OpenedWorkbench, openWorkbench } from '../support/vscode-host/open-workbench.ts';
import type { Workbench } from '../support/vscode-host/workbench.ts';
import { profileOf, signInOnPage } from './demo-visit.ts';
import { PlanStatus } from './plan-status.ts';

describe('A person whose VS Code speaks Simplified Chinese', function () {
  endAtFirstFailure(this);
  this.timeout(120_000);

  let demo: DemoService;
  let opened: OpenedWorkbench;
  let workbench: Workbench;
  let status: PlanStatus;
  const shot = (step: string): Promise<string> => workbench.screenshot(`language-${step}`);

  before(async () => {
    demo = await startDemoService({ pace: 0 });
    opened = await openWorkbench({
      extension: { kind: 'development', folder: PROJECT_ROOT },
      language: 'zh-cn',
      settings: { 'tidemark.service.profile': profileOf(demo) },
    });
    ({ workbench } = opened);
    status = new PlanStatus(workbench);
  });
  after(async () => {
    await opened[Symbol.asyncDispose]();
    await demo.close();
  });
  afterEach(onFailure(() => shot('failed')));

  it('signs in by a command, a list and a message in Chinese', async () => {
    await status.waitFor(/登录/);
    const page = await workbench.pageOpenedBy(async () => {
      await workbench.palette('Tidemark: 登录');
      await workbench.quickInput.pick('主帐户');
    });
    await signInOnPage(page, 'Ada Brook', demo.description.smsCode);
    await workbench.page.bringToFront();
    await workbench.toast('已以 Ada Brook 身份登录。').waitFor();
  });

  it('reads plan and quota in the status bar, its hover and the plan view', async () => {
    await status.waitFor(/Pro\s+已用\s+3\d%/);
    assert.match(
      await status.accessibleName(),
      /^Tidemark：Demo Coding Pro：5 小时限额，已用 3\d%，.*。数据不足，暂时无法预测。$/,
    );
    assert.match(await status.hoverText(), /5 小时限额 · 最紧的限额[^]*重置[^]*打开套餐视图/);
    await workbench.palette('Tidemark: 显示套餐和额度');
    await status.view().getByRole('region', { name: '5 小时限额' }).waitFor();
    assert.equal(await status.view().locator('html').getAttribute('lang'), 'zh-cn');
    await workbench.dismissToasts();
    await workbench.hover(status.item());
    await shot('1-plan');
    await workbench.palette('View: Close All Editors');
  });

  it('asks in the panel, whose words and number formats are Chinese', async () => {
    await workbench.palette('Tidemark: 打开聊天');
    const page = workbench.chatFrame();
    const prompt = page.getByRole('textbox', { name: '你的提示词' });
    await prompt.fill('Show me a table, quickly');
    await prompt.press('Enter');
    await page.getByRole('article', { name: '回答', exact: true }).getByText('由你的套餐付费').waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'zh-cn');
    await shot('2-panel');
  });
});
