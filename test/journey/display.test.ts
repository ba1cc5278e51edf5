// Names of others that hold links, icons and bidi characters, planted wherever VS Code shows such a name: they are read
// as they are written, and nothing in them can be pressed.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { type DemoService, startDemoService } from '../../src/demo/server.ts';
import { endAtFirstFailure, onFailure } from '../support/runner/first-failure.ts';
import { installVsCode, PROJECT_ROOT } from '../support/vscode-host/install.ts';
import { type OpenedWorkbench, openWorkbench } from '../support/vscode-host/open-workbench.ts';
import { createTemporaryFolder, removeTemporaryFolder } from '../support/vscode-host/owned-resources.ts';
import type { Workbench } from '../support/vscode-host/workbench.ts';
import { iconModifierSource, iconNameSource, linkedTextSource } from '../support/rules/vscode-text-syntax.ts';
import { ChatPage, wholeText } from './chat-page.ts';
import { openSignIn, planFault, profileOf, signInOnPage } from './demo-visit.ts';

/** What would hide the side bar, draw an icon and turn the text around. */
const trap = '[Why](command:workbench.action.toggleSidebarVisibility) $(zap) \u202ex';
/** The same as a person may read it. */
const sprung = String.raw`\[Why\]\s\(command:workbench\.action\.toggleSidebarVisibility\) \$\s\(zap\) x`;
const shows = (name: string): RegExp => new RegExp(`${name} ${sprung}`);
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const places = [
  '.notification-list-item-message',
  '.monaco-dialog-box .dialog-message-container',
  '.quick-input-widget',
  '.part.editor .tabs-container',
  '.part.statusbar [id^="tidemark"]',
  '.pane-header',
  '.monaco-hover',
  '.monaco-menu',
];
const pressable = ['a[href*="toggleSidebar"]', 'a[data-href*="toggleSidebar"]', 'a[title*="toggleSidebar"]'];

describe('Names of others that hold links', function () {
  endAtFirstFailure(this);
  this.timeout(180_000);

  let demo: DemoService;
  let folder: string;
  let opened: OpenedWorkbench;
  let workbench: Workbench;
  let chat: ChatPage;

  /** Everything on the screen that is drawn out of the trap, and the links in what notifications and sentences say. */
  const liveThings = (): Promise<string[]> => {
    const { page } = workbench;
    const drawn = places.flatMap((place) => [...pressable, '.codicon-zap'].map((thing) => `${place} ${thing}`));
    // A link of ours runs a command of ours.
    const links = ['.notification-list-item-message', '.quick-input-message', '.dialog-message-container'].map(
      (place) => `${place} a:not([href^="command:tidemark."])`,
    );
    return page
      .locator([...drawn, ...links].join(', '))
      .evaluateAll((elements) => elements.map((element: Element) => element.outerHTML));
  };
  const assertNothingLives = async (): Promise<void> => {
    assert.deepEqual(await liveThings(), []);
    assert.equal(await workbench.page.locator('.part.sidebar').isVisible(), true);
    // The explorer and the tabs of files are VS Code's own, and show a name as it is.
    const texts = await workbench.page
      .locator(places.filter((place) => !place.includes('.tabs-container')).join(', '))
      .allInnerTexts();
    assert.doesNotMatch(texts.join('\n'), /\u202e/);
  };
  const inExplorer = (name: string): Locator =>
    workbench.page.locator('.explorer-folders-view').getByRole('treeitem', { name });
  const askAbout = async (name: string): Promise<void> => {
    await workbench.palette('View: Show Explorer');
    await inExplorer(name).click({ button: 'right' });
    await workbench.pickMenuItem('Ask Tidemark About This');
  };
  /** Reads a toast, presses into the middle of its words, and sends it away. */
  const pressInto = async (text: RegExp): Promise<void> => {
    await workbench.toast(text).waitFor();
    await assertNothingLives();
    await workbench.toast(text).locator('.notification-list-item-message').click();
    await assertNothingLives();
    await workbench.dismissToasts();
  };

  before(async () => {
    demo = await startDemoService({ pace: 2 });
    folder = await createTemporaryFolder();
    await writeFile(path.join(folder, `a ${trap}.bin`), Buffer.from([0, 159, 146, 150, 0, 1, 2]));
    await writeFile(path.join(folder, `b ${trap}.pem`), 'not a key\n');
    await writeFile(path.join(folder, `c ${trap}.js`), 'export const tide = 1;\n');
    await writeFile(path.join(folder, `d ${trap}.png`), picture, 'base64');
    await writeFile(path.join(folder, `e ${trap}.json`), '{"name": 1}\n');
    const titled = [
      { at: 1, kind: 'prompt', id: 'p', parent: null, text: 'Hello' },
      { at: 2, kind: 'titled', title: `Title ${trap}` },
    ];
    await writeFile(
      path.join(folder, 'conversation.json'),
      JSON.stringify({ tidemark: 'conversationExport', version: 1, records: titled }),
    );
    const profile = profileOf(demo);
    const models = profile.models.toReversed().map((model) => ({ ...model, name: `Model ${trap}` }));
    opened = await openWorkbench({
      extension: { kind: 'development', folder: PROJECT_ROOT },
      folder,
      settings: {
        'tidemark.service.profile': { ...profile, name: `Service ${trap}`, models },
        'files.simpleDialog.enable': true,
      },
    });
    ({ workbench } = opened);
    chat = new ChatPage(workbench.chatFrame());
    await workbench.statusBarItem('tidemark.plan').filter({ hasText: 'Sign In' }).waitFor();
  });
  after(async () => {
    await opened[Symbol.asyncDispose]();
    await demo.close();
    await removeTemporaryFolder(folder);
  });
  afterEach(onFailure(() => workbench.screenshot('display-failed')));

  it('are looked for as this very VS Code reads a text', async () => {
    const { root } = await installVsCode('current');
    const program = await readFile(path.join(root, 'out/vs/code/browser/workbench/workbench.js'), 'utf8');
    for (const source of [
      linkedTextSource,
      `iconNameExpression="${iconNameSource}"`,
      `iconModifierExpression="${iconModifierSource}"`,
    ]) {
      assert.equal(program.includes(source), true, source);
    }
  });

  it('are dead as the name of the service, over the dialog and in the notification that it folds into', async () => {
    const page = await openSignIn(workbench);
    await workbench.page.bringToFront();
    await workbench.quickInput.waitFor(shows('Sign In to Service'));
    await assertNothingLives();
    await workbench.quickInput.cancel();
    const folded = workbench.toast(shows('Signing in to Service'));
    await folded.waitFor();
    const links = folded.locator('.notification-list-item-message a');
    assert.deepEqual(await links.allInnerTexts(), ['Choose another way']);
    assert.equal(await links.getAttribute('href'), 'command:tidemark.signIn');
    await links.click();
    await workbench.quickInput.waitFor(shows('Sign In to Service'));
    await planFault(demo, 'token', {
      kind: 'reply',
      status: 400,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ error: { code: trap, type: trap, message: trap }, code: trap, msg: trap }),
    });
    await signInOnPage(page, 'Ada Brook', demo.description.smsCode);
    await workbench.page.bringToFront();
  });

  it('are dead in what the service says of a request that it refuses', async () => {
    await pressInto(/The service (?:rejected|answered|has)/);
  });

  it("are dead as a person's name, and as that of a limit in the status bar, its hover and its menu", async () => {
    const json = { 'content-type': 'application/json' };
    const amounts = { percentage: 91, usage: 100, currentValue: 91, remaining: 9 };
    const limits = [
      { type: 'TOKENS_LIMIT', unit: 3, number: 5, ...amounts },
      { type: `Window ${trap}`, ...amounts },
    ];
    await planFault(demo, 'user-info', {
      kind: 'reply',
      status: 200,
      headers: json,
      body: JSON.stringify({ sub: 'someone', name: `Person ${trap}` }),
    });
    await planFault(
      demo,
      'quota',
      {
        kind: 'reply',
        status: 200,
        headers: json,
        body: JSON.stringify({ code: 200, success: true, data: { level: 'pro', limits } }),
      },
      50,
    );
    const subscription = { code: 200, success: true, data: [{ productName: `Plan ${trap}` }] };
    await planFault(
      demo,
      'subscription',
      { kind: 'reply', status: 200, headers: json, body: JSON.stringify(subscription) },
      50,
    );
    await signInOnPage(await openSignIn(workbench), 'Ada Brook', demo.description.smsCode);
    await workbench.page.bringToFront();
    await workbench.toast(shows('Signed in as Person')).waitFor();
    await workbench.toast(/5-hour limit of your plan: 91% used/).waitFor();
    await assertNothingLives();
    await workbench.screenshot('display-toasts');
    await workbench.dismissToasts();
    const item = workbench.statusBarItem('tidemark.plan');
    await item.filter({ hasText: '91%' }).waitFor();
    const hover = await workbench.hover(item);
    // The item changes every minute, and takes its hover back then.
    const words = await hover.innerText();
    for (const name of ['Plan', 'Window']) assert.match(words, shows(name));
    await assertNothingLives();
    const commands = await hover
      .locator('a[data-href]')
      .evaluateAll((links) => links.map((link: Element) => link.getAttribute('data-href') ?? ''));
    assert.equal(
      commands.length > 0 && commands.every((command) => command.startsWith('command:tidemark.')),
      true,
      commands.join(),
    );
    assert.doesNotMatch((await item.locator('a').first().getAttribute('aria-label')) ?? '', /\u202e/);
    await workbench.page.mouse.move(640, 300);
    await item.click();
    await workbench.quickInput.waitFor(shows('Window'));
    await assertNothingLives();
    await workbench.screenshot('display-menu');
    await workbench.page.keyboard.press('Escape');
  });

  it("are dead as an account's label in VS Code's own menu", async () => {
    await workbench.page.getByRole('button', { name: 'Accounts' }).click();
    await workbench.page
      .getByRole('menuitem', { name: shows('Person') })
      .first()
      .waitFor();
    await assertNothingLives();
    await workbench.page.keyboard.press('Escape');
  });

  it('are dead as the name of a file that cannot be attached', async () => {
    await askAbout('a [Why]');
    await pressInto(shows('a'));
  });

  it('are dead as the name of a file in a question', async () => {
    await askAbout('b [Why]');
    await workbench.dialog().getByText(shows('Attach b')).waitFor();
    await assertNothingLives();
    await workbench.pressDialogButton('Cancel');
    // The panel takes the keyboard back, which would close a list that is opened meanwhile.
    await chat.frame.locator('textarea:focus').waitFor();
  });

  it("are dead as a file's name in the list of what can be attached", async () => {
    await workbench.palette('Tidemark: Attach Context…');
    await chat.frame.getByRole('listbox').waitFor();
    await chat.composer().pressSequentially('[Why]');
    // The panel makes no links of words, so a name stands there as it is.
    await chat.frame.getByRole('option').filter({ hasText: 'c [Why]' }).first().waitFor();
    await assertNothingLives();
    await chat.composer().press('Escape');
  });

  it('are dead as the names of a model and of an image that it does not take, and on the buttons', async () => {
    await workbench.palette('View: Show Explorer');
    await askAbout('d [Why]');
    const toast = workbench.toast(shows('d'));
    await toast.waitFor();
    assert.match(await toast.locator('.notification-list-item-message').innerText(), shows('Model'));
    assert.match(await toast.getByRole('button', { name: /^Use Model/ }).innerText(), shows('Use Model'));
    await pressInto(shows('d'));
  });

  it('are dead as the name of the file that a change is for, in the list of changes and on the tab', async () => {
    await workbench.palette('View: Show Explorer');
    await inExplorer('c [Why]').dblclick();
    await workbench.page.locator('.part.editor .tab', { hasText: 'c [Why]' }).waitFor();
    await workbench.palette('Tidemark: Open Chat');
    await wholeText(await chat.ask('Show me code'));
    await chat.frame
      .getByRole('button', { name: /^Apply to c/ })
      .first()
      .click();
    await workbench.quickInput.waitFor(shows('Where in c'));
    await assertNothingLives();
    await workbench.quickInput.fillAndPick('Before line 1');
    const proposal = workbench.page.getByRole('tab', { name: shows('c') }).filter({ hasText: 'proposed change' });
    await proposal.waitFor();
    await chat.frame.locator('.change-name', { hasText: shows('c') }).waitFor();
    await assertNothingLives();
    await workbench.page.locator('.part.editor').getByRole('button', { name: 'Discard Proposed Change' }).click();
    await proposal.waitFor({ state: 'detached' });
  });

  it('are dead as the title of an imported conversation: over the view, in the list, while it is renamed, and when it is deleted', async () => {
    await workbench.palette('Tidemark: Import Conversation…');
    await workbench.quickInput.fillFile(path.join(folder, 'conversation.json'));
    await workbench.page
      .locator('.pane-header .description, .composite.title .title-label')
      .filter({ hasText: shows('Title') })
      .first()
      .waitFor({ state: 'attached' });
    // The import ends with the composer in focus, which would close the list.
    await chat.frame.locator('textarea:focus').waitFor();
    await workbench.palette('Tidemark: Show Conversations');
    const row = workbench.page.locator('.quick-input-widget .monaco-list-row', { hasText: shows('Title') });
    await row.waitFor();
    await assertNothingLives();
    await row.hover();
    await row.locator('.action-label[aria-label="Rename…"]').click();
    await workbench.quickInput.waitFor('What the conversation is called in the list');
    assert.equal(
      await workbench.page.locator('.quick-input-widget .quick-input-box input').inputValue(),
      `Title ${trap.replace('\u202e', '')}`,
    );
    await assertNothingLives();
    await workbench.quickInput.cancel();
    await workbench.palette('Tidemark: Open Chat in Editor');
    await workbench.page.getByRole('tab', { name: shows('Title') }).waitFor();
    await assertNothingLives();
    // The page takes the keyboard as soon as it has loaded, which closes a list that was opened before.
    await workbench.webviewFrame('editor').locator('textarea:focus').waitFor();
    await workbench.palette('Tidemark: Show Conversations');
    await row.hover();
    await row.locator('.action-label[aria-label="Delete"]').click();
    await workbench.quickInput.cancel();
    await pressInto(shows('Title'));
  });

  it('are dead as the name of a file that is no service profile', async () => {
    await workbench.palette('Tidemark: Connect to a Service…');
    await workbench.quickInput.pick('Open a service profile');
    await workbench.quickInput.fillFile(path.join(folder, `e ${trap}.json`));
    await workbench.dialog().getByText(shows('e')).waitFor();
    // The list behind it is VS Code's own, which makes icons of the names of files.
    assert.equal(await workbench.dialog().locator('.codicon-zap, a[href]').count(), 0);
    await workbench.pressDialogButton('Cancel');
  });
});
