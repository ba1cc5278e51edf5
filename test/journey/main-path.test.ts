// A person's path from a fresh VS Code to a signed-out one, on the tree and on the package: what is read at each step.
import assert from 'node:assert/strict';
import path from 'node:path';
import { type DemoService, startDemoService } from '../../src/demo/server.ts';
import { endAtFirstFailure, onFailure } from '../support/runner/first-failure.ts';
import { type ExtensionSource, type OpenedWorkbench, openWorkbench } from '../support/vscode-host/open-workbench.ts';
import { PROJECT_ROOT } from '../support/vscode-host/install.ts';
import type { Workbench } from '../support/vscode-host/workbench.ts';
import { answerButton, ChatPage, wholeText } from './chat-page.ts';
import { denyOnPage, openSignIn, planFault, profileOf, signInOnPage } from './demo-visit.ts';

const sources: readonly { name: string; extension: ExtensionSource }[] = [
  { name: 'from the tree', extension: { kind: 'development', folder: PROJECT_ROOT } },
  { name: 'from the package', extension: { kind: 'package', vsix: path.join(PROJECT_ROOT, 'dist', 'tidemark.vsix') } },
];

for (const { name, extension } of sources) {
  describe(`A person with Tidemark ${name}`, function () {
    endAtFirstFailure(this);
    this.timeout(120_000);

    let demo: DemoService;
    let opened: OpenedWorkbench;
    let workbench: Workbench;
    let chat: ChatPage;
    const shot = (step: string): Promise<string> => workbench.screenshot(`journey-${extension.kind}-${step}`);
    const planText = (): Promise<string> => workbench.statusBarText('tidemark.plan');
    const waitForPlan = async (text: RegExp): Promise<void> => {
      await workbench.statusBarItem('tidemark.plan').filter({ hasText: text }).waitFor();
    };

    before(async () => {
      demo = await startDemoService({ pace: 8 });
      opened = await openWorkbench({ extension, settings: { 'tidemark.service.profile': profileOf(demo) } });
      ({ workbench } = opened);
      chat = new ChatPage(workbench.chatFrame());
    });
    after(async () => {
      await opened[Symbol.asyncDispose]();
      await demo.close();
    });
    afterEach(onFailure(() => shot('failed')));

    it('sees in the status bar and in the panel that they are signed out', async () => {
      await waitForPlan(/Sign In/);
      await workbench.palette('Tidemark: Open Chat');
      await chat.frame.getByRole('heading', { name: 'Sign in to start' }).waitFor();
      await shot('1-signed-out');
      assert.equal(await planText(), 'Sign In');
    });

    it('may deny in the browser and is told so at once', async () => {
      const page = await openSignIn(workbench);
      await denyOnPage(page);
      await workbench.page.bringToFront();
      await workbench.toast('The sign-in was denied in the browser. Nothing has changed.').waitFor();
      assert.equal(await planText(), 'Sign In');
      await workbench.dismissToasts();
    });

    it('signs in from the palette, through the browser and an SMS code', async () => {
      const page = await openSignIn(workbench);
      await waitForPlan(/Signing In…/);
      await shot('2-signing-in');
      await page.screenshot({
        path: path.join(PROJECT_ROOT, 'out', 'screenshots', `journey-${extension.kind}-2-authorize.png`),
      });
      await signInOnPage(page, 'Ada Brook', demo.description.smsCode);
      await workbench.page.bringToFront();
      await workbench.toast('Signed in as Ada Brook.').waitFor();
    });

    it('reads plan and quota in the status bar, and every window in its hover', async () => {
      await waitForPlan(/Pro/);
      assert.match(await planText(), /^Pro 3\d% used$/);
      const hover = await workbench.hoverText(workbench.statusBarItem('tidemark.plan'));
      for (const text of [
        'Demo Coding Pro',
        '5-hour limit',
        'Weekly limit',
        'Monthly tool calls',
        'of 120K',
        'resets',
        'Updated',
      ]) {
        assert.ok(hover.includes(text), `the hover lacks "${text}": ${hover}`);
      }
      await workbench.hover(workbench.statusBarItem('tidemark.plan'));
      await shot('3-hover');
    });

    it('asks in the panel and watches the answer arrive as markdown', async () => {
      const answer = await chat.ask('What can you show me?');
      await chat.button('Stop (Escape)').waitFor();
      const text = await wholeText(answer);
      assert.match(text, /Paid by your plan · Demo service · Tide Large · [\d,]+ tokens · [\d.]+ s/);
      assert.equal(await answer.getByRole('table').count(), 1);
      await shot('4-answer-dark');
      await workbench.changeTheme('light');
      await shot('5-answer-light');
      await workbench.changeTheme('dark');
    });

    it('stops an answer at once and keeps what arrived', async () => {
      const answer = await chat.ask('A slow one, please');
      await answer.locator('.markdown p').first().waitFor();
      await chat.button('Stop (Escape)').click();
      await answer.getByText('Stopped. What arrived is kept.').waitFor();
      assert.ok((await answer.innerText()).length > 40);
    });

    it('finds the conversation again after the panel was hidden', async () => {
      const before = await chat.answers().count();
      await workbench.palette('View: Show Explorer');
      await chat.composer().waitFor({ state: 'detached' });
      await workbench.palette('Tidemark: Open Chat');
      await chat
        .answers()
        .nth(before - 1)
        .waitFor();
      assert.equal(await chat.answers().count(), before);
      assert.deepEqual(await chat.prompts().allInnerTexts(), ['What can you show me?', 'A slow one, please']);
    });

    it('is told what to do when the plan refuses and no key is set', async () => {
      await planFault(demo, 'plan-messages', { kind: 'forbidden' });
      const answer = await chat.ask('Will this be refused?');
      await answer.getByText('Your plan does not allow this request (403).').waitFor();
      assert.deepEqual(await answer.getByRole('button').allInnerTexts(), ['Sign In', 'Set API Key…', 'Try Again']);
      assert.equal(await answer.getByText('Paid by').count(), 0);
      await shot('6-refused');
    });

    it('sets an API key, which is tried, and says when it may pay', async () => {
      await answerButton(chat.answers().last(), 'Set API Key…').click();
      await workbench.quickInput.fill('Set API Key', demo.description.apiKey);
      await workbench.quickInput.pick('Ask me each time');
      await workbench
        .toast(
          /^The API key works\. The test used \d+ tokens\. The API key is stored\. You are asked before it pays for an answer\.$/,
        )
        .waitFor();
      await workbench.dismissToasts();
    });

    it('lets the key answer, which the panel and the status bar say', async () => {
      const answer = await chat.ask('And now?');
      await answerButton(answer, 'Answer with API Key').click();
      const text = await wholeText(answer);
      assert.match(text, /Your plan refused this prompt\. Your API key paid for the answer\./);
      assert.match(text, /Your API key has spent about [\d,]+ tokens today\./);
      assert.match(text, /Paid by your API key · Demo service · Tide Large/);
      assert.equal(await workbench.statusBarItem('tidemark.plan').locator('.codicon-key').count(), 1);
      await shot('7-fallback');
    });

    it('comes back to the plan by trying again, and the sign of the key goes', async () => {
      const answer = await chat.ask('Is the plan back?');
      await answerButton(answer, 'Try Again').click();
      assert.match(await wholeText(answer), /Paid by your plan/);
      await workbench.statusBarItem('tidemark.plan').locator('.codicon-key').waitFor({ state: 'detached' });
    });

    it('stays signed in when the window is loaded again', async () => {
      await workbench.reload();
      await waitForPlan(/Pro/);
    });

    it('signs out, and the tokens are gone', async () => {
      await workbench.palette('Tidemark: Sign Out');
      await workbench.toast(/^Signed out\./).waitFor();
      await waitForPlan(/Sign In/);
      await workbench.reload();
      await waitForPlan(/Sign In/);
      await shot('8-signed-out-again');
    });
  });
}
