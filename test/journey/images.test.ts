// A person shows the model images: pasted, dropped and picked, they are in the panel in small, arrive at the service,
// and are there again after a reload. A model that takes none says so, and nothing has to be done twice.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { type DemoService, startDemoService } from '../../src/demo/server.ts';
import { endAtFirstFailure, onFailure } from '../support/runner/first-failure.ts';
import { PROJECT_ROOT } from '../support/vscode-host/install.ts';
import { type OpenedWorkbench, openWorkbench } from '../support/vscode-host/open-workbench.ts';
import { createTemporaryFolder, removeTemporaryFolder } from '../support/vscode-host/owned-resources.ts';
import type { Workbench } from '../support/vscode-host/workbench.ts';
import { ChatPage, wholeText } from './chat-page.ts';
import { lastRequestImages, type ReceivedImage, lastRequestTexts, profileOf, signIn } from './demo-visit.ts';

describe('A person who shows images', function () {
  endAtFirstFailure(this);
  this.timeout(180_000);

  let demo: DemoService;
  let folder: string;
  let opened: OpenedWorkbench;
  let workbench: Workbench;
  let chat: ChatPage;
  /** A picture, as base64 of a PNG file. */
  let picture: string;
  const shot = (step: string): Promise<string> => workbench.screenshot(`images-${step}`);
  const chips = (): Locator => chat.frame.getByRole('list', { name: 'Attached to the prompt' }).locator('.chip');
  /**
   * The picture's file as the service receives it, and how it received it from the clipboard, which writes images anew.
   */
  const whole = (): ReceivedImage => ({ mediaType: 'image/png', size: Buffer.from(picture, 'base64').length });
  let pasted: ReceivedImage;

  before(async () => {
    demo = await startDemoService({ pace: 0 });
    folder = await createTemporaryFolder();
    opened = await openWorkbench({
      extension: { kind: 'development', folder: PROJECT_ROOT },
      folder,
      settings: { 'tidemark.service.profile': profileOf(demo) },
    });
    ({ workbench } = opened);
    picture = await drawPicture(workbench);
    await writeFile(path.join(folder, 'harbor.png'), picture, 'base64');
    chat = new ChatPage(workbench.chatFrame());
    // The extension host may take long to start beside others; once the panel stands, everything else is quick.
    await workbench.palette('Tidemark: Open Chat');
    await chat.composer().waitFor();
    await signIn(workbench, demo, 'Ada Brook');
    await workbench.dismissToasts();
  });
  after(async () => {
    await opened[Symbol.asyncDispose]();
    await demo.close();
    await removeTemporaryFolder(folder);
  });
  afterEach(onFailure(() => shot('failed')));

  it('pastes one from the clipboard, and sees it in small with its size', async () => {
    await paste();
    await chips().locator('canvas').waitFor();
    assert.match((await chips().innerText()).replaceAll(/\s+/gu, ' ').trim(), /^image\.png \d+(?:\.\d)? kB$/);
    await shot('1-chip');
  });

  it('sends it before the prompt, and the model sees it', async () => {
    const answer = await wholeText(await chat.ask('What is this?'));
    assert.match(answer, /I see 1 image with your question/);
    const images = await lastRequestImages(demo);
    assert.deepEqual(
      images.map(({ mediaType, size }) => [mediaType, size > 1000]),
      [['image/png', true]],
    );
    [pasted = whole()] = images;
    assert.deepEqual(await lastRequestTexts(demo), ['What is this?']);
    await chat.prompts().last().locator('canvas').waitFor();
    assert.equal(await chips().count(), 0);
  });

  it('asks on, and the model is shown it again', async () => {
    await wholeText(await chat.ask('And what else?'));
    assert.deepEqual(await lastRequestImages(demo), [pasted]);
  });

  it('drops one onto the prompt, and picks one from the list', async () => {
    await chat.composer().evaluate((field, base64) => {
      const data = new DataTransfer();
      data.items.add(
        new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], 'dropped.png', {
          type: 'image/png',
        }),
      );
      field.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, picture);
    await chat.button('Remove Image dropped.png').waitFor();
    await chat.composer().pressSequentially('@harb');
    await chat.frame.getByRole('option', { name: /^harbor\.png/ }).click();
    await chat.button('Remove Image harbor.png').waitFor();
    await wholeText(await chat.ask('And these?'));
    assert.deepEqual(await lastRequestImages(demo), [pasted, whole(), whole()]);
    await shot('2-asked');
  });

  it('is told that a file is no image, and nothing else happens', async () => {
    await chat.composer().evaluate((field) => {
      const data = new DataTransfer();
      data.items.add(new File(['not a picture'], 'notes.docx'));
      field.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    await workbench.toast('notes.docx was not attached: it is not a PNG, JPEG, GIF or WebP image.').waitFor();
    assert.equal(await chips().count(), 0);
    await workbench.dismissToasts();
  });

  it('chooses a model that takes none, and reads before and after sending what is left out', async () => {
    await chat.frame.getByRole('combobox', { name: 'Model' }).click();
    await chat.frame.getByRole('option', { name: 'Tide Small' }).click();
    await chat.frame.getByText('Tide Small takes no images. They will be left out: 3.').waitFor();
    await shot('3-left-out');
    const answer = await wholeText(await chat.ask('Without them?'));
    assert.match(answer, /images not sent: 3/);
    assert.deepEqual(await lastRequestImages(demo), []);
  });

  it('pastes one nevertheless, and has it attached by choosing the model that is offered', async () => {
    await paste();
    await workbench.toast('image.png was not attached: Tide Small takes no images.').waitFor();
    await shot('4-other-model');
    await workbench.pressToastButton('image.png was not attached', 'Use Tide Large');
    await chips().locator('canvas').waitFor();
    assert.equal(await chat.frame.getByRole('combobox', { name: 'Model' }).innerText(), 'Tide Large');
    await chat.button('Remove Image image.png').click();
    await chips().waitFor({ state: 'detached' });
  });

  it('loads the window again: the images are still there, and still sent', async () => {
    await workbench.reload();
    await workbench.palette('Tidemark: Open Chat');
    await chat.prompts().first().locator('canvas').waitFor();
    await wholeText(await chat.ask('Still there?'));
    assert.deepEqual(await lastRequestImages(demo), [pasted, whole(), whole()]);
  });

  it('exports the conversation with its images, and brings it back with them', async () => {
    for (const [kind, name] of [
      ['Markdown', 'tides.md'],
      ['JSON', 'tides.json'],
    ] as const) {
      await workbench.palette('Tidemark: Export Conversation…');
      await workbench.quickInput.pick(kind);
      await workbench.quickInput.fillFile(path.join(folder, name));
      await workbench.toast('The conversation is exported.').waitFor();
      await workbench.dismissToasts();
    }
    assert.match(
      await readFile(path.join(folder, 'tides.md'), 'utf8'),
      /And these\?\n\nAttached: `dropped\.png`, `harbor\.png`\n/,
    );
    await workbench.palette('Tidemark: New Chat');
    await chat.prompts().first().waitFor({ state: 'detached' });
    // The new chat takes the keyboard, which would close a palette that is open already.
    await chat.frame.locator('textarea:focus').waitFor();
    await workbench.palette('Tidemark: Import Conversation…');
    await workbench.quickInput.fillFile(path.join(folder, 'tides.json'));
    await chat.prompts().first().locator('canvas').waitFor();
    await wholeText(await chat.ask('And after the import?'));
    assert.deepEqual(await lastRequestImages(demo), [pasted, whole(), whole()]);
  });

  it('reads by keyboard how full the window is', async () => {
    await chat.frame.getByRole('meter').focus();
    await chat.frame.getByRole('tooltip').getByText('Nothing will be dropped.').waitFor();
    await chat.prompts().nth(2).scrollIntoViewIfNeeded();
    await shot('5-dark');
    await workbench.changeTheme('light');
    await chat.frame.getByRole('meter').focus();
    await shot('6-light');
    await workbench.changeTheme('highContrast');
    await chat.frame.getByRole('meter').focus();
    await shot('7-high-contrast');
  });

  async function paste(): Promise<void> {
    await opened.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await workbench.page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': new Blob([bytes], { type: 'image/png' }) })]);
    }, picture);
    await chat.composer().click();
    await workbench.page.keyboard.press('Control+V');
  }
});

/** A sun over the sea, as base64 of a PNG file. */
async function drawPicture(workbench: Workbench): Promise<string> {
  return workbench.page.evaluate(async () => {
    const canvas = new OffscreenCanvas(640, 400);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('There is no canvas.');
    context.fillStyle = '#bde';
    context.fillRect(0, 0, 640, 400);
    context.fillStyle = '#fc3';
    context.beginPath();
    context.arc(480, 110, 60, 0, 7);
    context.fill();
    context.fillStyle = '#26a';
    context.fillRect(0, 240, 640, 160);
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
    return btoa(String.fromCharCode(...bytes));
  });
}
