// A person follows links of an answer in the real editor: our dialog, VS Code's own question and the browser's request
// name one and the same address. Code with a character that does not show is marked, and asked about before it is
// inserted.
import assert from 'node:assert/strict';
import { type DemoService, startDemoService } from '../../src/demo/server.ts';
import { endAtFirstFailure, onFailure } from '../support/runner/first-failure.ts';
import { type LoopbackServer, startLoopbackServer } from '../support/servers/loopback-server.ts';
import { wholeAnswer } from '../support/servers/message-stream.ts';
import type { OpenedWorkbench } from '../support/vscode-host/open-workbench.ts';
import type { Workbench } from '../support/vscode-host/workbench.ts';
import { ChatPage, wholeText } from './chat-page.ts';
import { openSignedIn } from './signed-in.ts';

const links = ['https://docs.example/C%23?a=%2B+b%26c', 'https://github.com@docs.example:8443/a%2Fb#c%23'];
const disguised = 'https://evil.test%2F@github.com/login';
const text =
  [...links, disguised].map((href, index) => `[link ${index + 1}](${href})\n\n`).join('') +
  '```ts\nconst a = "b\u202ec";\n```\n';

describe('A person who follows links of an answer', function () {
  endAtFirstFailure(this);
  this.timeout(120_000);

  let model: LoopbackServer;
  let demo: DemoService;
  let opened: OpenedWorkbench;
  let workbench: Workbench;
  let chat: ChatPage;
  const detail = (): Promise<string> => workbench.dialog().locator('.dialog-message-detail').innerText();

  before(async () => {
    model = await startLoopbackServer(() => ({
      kind: 'answer',
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      chunks: [wholeAnswer(text)],
      ending: 'end',
    }));
    demo = await startDemoService({ upstream: { url: model.origin } });
    opened = await openSignedIn(demo);
    ({ workbench } = opened);
    chat = new ChatPage(workbench.chatFrame());
    await workbench.palette('Tidemark: Open Chat');
    await wholeText(await chat.ask('Where is it written?'));
  });
  after(async () => {
    await opened[Symbol.asyncDispose]();
    await demo.close();
    await model[Symbol.asyncDispose]();
  });
  afterEach(onFailure(() => workbench.screenshot('links-failed')));

  for (const [index, href] of links.entries()) {
    it(`is shown, asked about and led to the same address: ${href}`, async () => {
      const requested = workbench.page
        .context()
        .waitForEvent('request', (request) => request.isNavigationRequest() && request.url().includes('docs.example'));
      await chat.frame.getByRole('link', { name: `link ${index + 1}` }).click();
      await workbench.dialog().getByText('Open this link from the answer?').waitFor();
      const [shown, ...marks] = (await detail()).split('\n\n');
      assert.equal(shown, href);
      assert.equal(marks.length, index === 0 ? 0 : 2);
      await workbench.pressDialogButton('Open');
      await workbench
        .dialog()
        .getByText(/to open the external website\?$/)
        .waitFor();
      assert.equal(await detail(), href);
      await workbench.pressDialogButton('Open');
      // A browser keeps a fragment to itself.
      assert.equal((await requested).url().replace(/#.*$/, ''), href.replace(/#.*$/, ''));
      await workbench.page.bringToFront();
    });
  }

  it('is told why a link whose site is disguised is not opened', async () => {
    await chat.frame.getByRole('link', { name: 'link 3' }).click();
    await workbench.dialog().getByText('This link was not opened.').waitFor();
    assert.match(await detail(), /^https:\/\/evil\.test%2F@github\.com\/login\n\n.*escaped characters/su);
    await workbench.page.keyboard.press('Escape');
    await workbench.dialog().waitFor({ state: 'hidden' });
  });

  it('sees a character that does not show, and is asked before its code is inserted', async () => {
    await chat.frame.getByRole('img', { name: 'U+202E RIGHT-TO-LEFT OVERRIDE' }).waitFor();
    await workbench.palette('File: New Untitled Text File');
    await chat.button('Insert at cursor').click();
    await workbench.dialog().getByText('This code contains invisible characters.').waitFor();
    assert.match(await detail(), /^U\+202E RIGHT-TO-LEFT OVERRIDE\n/u);
    await workbench.pressDialogButton('Cancel');
    await workbench.dialog().waitFor({ state: 'hidden' });
  });
});
