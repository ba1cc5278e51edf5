// What the host says of what was done last, as a person reads and answers it in Chromium.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { HostMessage } from '../../src/protocol/chat.ts';
import type { Toast } from '../../src/protocol/toasts.ts';
import type { ShownPage } from '../support/page/webview-page.ts';
import { servePages } from '../support/page/webview-suite.ts';
import { composer } from './composer-samples.ts';
import { conversation } from './conversation-samples.ts';
import { deleted, toasts, usedUp } from './toast-samples.ts';

describe('messages in the panel', () => {
  const pages = servePages();

  const open = async (...shownToasts: readonly Toast[]): Promise<ShownPage> => {
    const shown = await pages.show();
    await shown.show(...conversation(), composer(), toasts(...shownToasts));
    return shown;
  };
  const list = ({ page }: ShownPage): Locator => page.getByRole('list', { name: 'Messages' });
  const button = ({ page }: ShownPage, name: string): Locator => page.getByRole('button', { name, exact: true });
  const answers = (shown: ShownPage): Promise<unknown> => shown.next('answerToast');

  it('are there only while there is something to say', async () => {
    await using shown = await open();
    assert.equal(await list(shown).count(), 0);
    await shown.show(toasts(deleted, usedUp));
    assert.deepEqual(await list(shown).getByRole('listitem').locator('p').allInnerTexts(), [deleted.text, usedUp.text]);
    await shown.show(toasts());
    assert.equal(await list(shown).count(), 0);
  });

  it('are answered by their buttons, and closed', async () => {
    await using shown = await open(deleted, usedUp);
    await button(shown, 'Undo').click();
    assert.deepEqual(await answers(shown), { kind: 'answerToast', id: 'deleted', button: 0 });
    await button(shown, 'Set API Key…').click();
    assert.deepEqual(await answers(shown), { kind: 'answerToast', id: 'usedUp', button: 1 });
    await button(shown, 'Close Message').first().click();
    assert.deepEqual(await answers(shown), { kind: 'answerToast', id: 'deleted', button: null });
  });

  it('are closed by Escape, and hand the keyboard to the prompt when they go', async () => {
    await using shown = await open(deleted);
    await button(shown, 'Undo').focus();
    await shown.page.keyboard.press('Escape');
    assert.deepEqual(await answers(shown), { kind: 'answerToast', id: 'deleted', button: null });
    await shown.show(toasts());
    assert.equal(await shown.page.evaluate(() => document.activeElement?.tagName), 'TEXTAREA');
  });

  it('are read out, each once', async () => {
    await using shown = await open(deleted);
    const announced = shown.page.getByRole('status').filter({ hasText: /./ });
    assert.equal(await announced.innerText(), deleted.text);
    const ended: HostMessage = { kind: 'answerEnded', id: 'a1', progress: { kind: 'done' }, usage: null, seconds: 1 };
    await shown.show(ended, toasts(deleted));
    assert.equal(await announced.innerText(), 'The answer is finished.');
  });
});
