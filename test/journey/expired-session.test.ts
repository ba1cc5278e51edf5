// What a person meets when the service refuses their token, and that no token is found anywhere but in the secret
// storage after all that: not in logs, files, messages to the page or what the browser keeps.
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type DemoService, startDemoService } from '../../src/demo/server.ts';
import { endAtFirstFailure, onFailure } from '../support/runner/first-failure.ts';
import { PROJECT_ROOT } from '../support/vscode-host/install.ts';
import { type OpenedWorkbench, openWorkbench } from '../support/vscode-host/open-workbench.ts';
import { createTemporaryFolder, removeTemporaryFolder } from '../support/vscode-host/owned-resources.ts';
import type { Workbench } from '../support/vscode-host/workbench.ts';
import { answerButton, ChatPage, wholeText } from './chat-page.ts';
import { askDemo, planFault, profileOf, signInOnPage } from './demo-visit.ts';

/** How every token of the demo begins: the header of a JWT that is signed with HS512. */
const tokenSign = 'eyJhbGciOiJIUzUxMiI';

describe('A person whose sign-in expires', function () {
  endAtFirstFailure(this);
  this.timeout(180_000);

  let demo: DemoService;
  let home: string;
  let opened: OpenedWorkbench;
  let workbench: Workbench;
  let chat: ChatPage;
  const heard: string[] = [];
  const shot = (step: string): Promise<string> => workbench.screenshot(`expired-${step}`);
  const signIn = async (begin: () => Promise<void>): Promise<void> => {
    const page = await workbench.pageOpenedBy(async () => {
      await begin();
      await workbench.quickInput.pick('Primary account');
    });
    await signInOnPage(page, 'Ada Brook', demo.description.smsCode);
    await workbench.page.bringToFront();
    await workbench.toast('Signed in as Ada Brook.').waitFor();
  };

  before(async () => {
    demo = await startDemoService({ pace: 0 });
    home = await createTemporaryFolder();
    opened = await openWorkbench({
      extension: { kind: 'development', folder: PROJECT_ROOT },
      home,
      settings: { 'tidemark.service.profile': profileOf(demo) },
    });
    ({ workbench } = opened);
    chat = new ChatPage(workbench.chatFrame());
    await opened.context.exposeFunction('canaryHeard', (text: string) => void heard.push(text));
    await opened.context.addInitScript(listenInFrames);
    await workbench.reload();
  });
  after(async () => {
    await opened[Symbol.asyncDispose]();
    await removeTemporaryFolder(home);
    await demo.close();
  });
  afterEach(onFailure(() => shot('failed')));

  it('is shown on the answer, with Sign In beside it, and the prompt is kept', async () => {
    await workbench.statusBarItem('tidemark.plan').filter({ hasText: 'Sign In' }).waitFor();
    await signIn(() => workbench.palette('Tidemark: Sign In'));
    await workbench.dismissToasts();
    await workbench.palette('Tidemark: Open Chat');
    await planFault(demo, 'plan-messages', { kind: 'token-refused' });
    const answer = await chat.ask('Is anybody there?');
    await answer.getByText('Your sign-in has expired or is not valid any more. Sign in again.').waitFor();
    await workbench.statusBarItem('tidemark.plan').filter({ hasText: 'Sign In Again' }).waitFor();
    await shot('1-expired');
    assert.deepEqual(await workbench.toastTexts(), []);
    assert.deepEqual(await answer.getByRole('button').allInnerTexts(), ['Sign In', 'Set API Key…']);
  });

  it('signs in from there, and nothing is sent until they say so', async () => {
    const asked = (await askDemo(demo)).counts['plan-messages'];
    const answer = chat.answers().last();
    await signIn(() => answerButton(answer, 'Sign In').click());
    await chat.frame.locator('textarea:focus').waitFor();
    await workbench.dismissToasts();
    await answer.getByText('You are signed in now. This prompt was kept, but has not been answered yet.').waitFor();
    await shot('2-waiting');
    assert.equal((await askDemo(demo)).counts['plan-messages'], asked);
    await answerButton(answer, 'Send It Now').click();
    assert.match(await wholeText(answer), /Paid by your plan/);
  });

  it('is shown once as a notification where no answer shows it', async () => {
    await fetch(`${demo.description.controlUrl}/sessions/expire`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${demo.description.controlToken}` },
      body: '{}',
    });
    await workbench.palette('Tidemark: Refresh Plan and Quota');
    await workbench
      .toast('Your sign-in has expired or is not valid any more. Nothing that you wrote is lost.')
      .waitFor();
    await signIn(() => workbench.pressToastButton('Your sign-in has expired', 'Sign In'));
    await workbench.dismissToasts();
  });

  it('leaves no token anywhere but in the secret storage', async () => {
    await workbench.palette('Tidemark: Show Log');
    const line = workbench.page.locator('.view-line', { hasText: /POST\sto\s\S+\sfailed:\stokenRefused\s\(401\)$/ });
    await line.first().waitFor();
    assert.equal(await line.count(), 1, 'a refusal is one line');
    await shot('3-log');
    const { counts } = await askDemo(demo);
    assert.ok((counts['plan-messages'] ?? 0) >= 2 && counts['token'] === 3, 'tokens were in use');
    assert.ok(heard.length > 0, 'the page was listened to');
    assert.deepEqual(
      heard.filter((text) => text.includes(tokenSign)),
      [],
    );
    await opened.context.close();
    assert.deepEqual(await filesWith(home, tokenSign), []);
    await writeFile(path.join(home, 'planted'), `x${tokenSign}x`);
    assert.deepEqual(await filesWith(home, tokenSign), [path.join(home, 'planted')], 'a token would have been found');
  });
});

/** Reports every message that reaches a frame below the workbench, which is where webviews live. */
function listenInFrames(): void {
  if (window === window.top) return;
  const report: unknown = Reflect.get(window, 'canaryHeard');
  window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof report === 'function') Reflect.apply(report, window, [JSON.stringify({ data })]);
  });
}

async function filesWith(folder: string, sign: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && (await readFile(file)).includes(sign)) found.push(file);
  }
  return found;
}
