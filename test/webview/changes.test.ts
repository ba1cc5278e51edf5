// The list of proposed changes above the composer, as a person handles it in Chromium.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { ShownPage } from '../support/page/webview-page.ts';
import { servePages } from '../support/page/webview-suite.ts';
import { changes } from './change-samples.ts';
import { composer } from './composer-samples.ts';
import { conversation } from './conversation-samples.ts';

describe('the list of proposed changes', () => {
  const pages = servePages();

  const open = async (...shownChanges: typeof changes): Promise<ShownPage> => {
    const shown = await pages.show();
    await shown.show(...conversation(), composer(), { kind: 'changesShown', changes: shownChanges });
    return shown;
  };
  const list = ({ page }: ShownPage, name: string): Locator => page.getByRole('region', { name });
  const button = ({ page }: ShownPage, name: string): Locator => page.getByRole('button', { name, exact: true });
  const words = async (element: Locator): Promise<string> => (await element.innerText()).replaceAll(/\s+/g, ' ').trim();

  it('is there only while a change waits', async () => {
    await using shown = await open();
    assert.equal(await shown.page.locator('.changes').count(), 0);
    await shown.show({ kind: 'changesShown', changes: changes.slice(0, 1) });
    assert.equal(await list(shown, '1 proposed change').count(), 1);
    assert.equal(await button(shown, 'Accept All').count(), 0);
    await shown.show({ kind: 'changesShown', changes: [] });
    assert.equal(await shown.page.locator('.changes').count(), 0);
  });

  it('names each file with what happens to it, and counts the lines of each and of all', async () => {
    await using shown = await open(...changes);
    const section = list(shown, '4 proposed changes');
    assert.match(await words(section.locator('.changes-head')), /^4 proposed changes .*\+18 −9/);
    assert.deepEqual(await Promise.all((await section.getByRole('listitem').all()).map(words)), [
      'cart.ts src/shop 3 lines added, 1 line removed +3 −1',
      '.env new file · protected: accept it on its own 15 lines added, 0 lines removed +15 −0',
      'old.ts file is deleted 0 lines added, 8 lines removed +0 −8',
      'prices.ts the file has changed in the same lines',
    ]);
  });

  it('asks the host to show, accept and discard each change, and all of them', async () => {
    await using shown = await open(...changes);
    await shown.page.getByTitle('Show the change to src/shop/cart.ts').click();
    assert.deepEqual(await shown.next('openChange'), { kind: 'openChange', id: '1' });
    await button(shown, 'Accept the change to cart.ts').click();
    assert.deepEqual(await shown.next('acceptChange'), { kind: 'acceptChange', id: '1' });
    await button(shown, 'Discard the change to .env').click();
    assert.deepEqual(await shown.next('discardChange'), { kind: 'discardChange', id: '2' });
    await button(shown, 'Accept All').click();
    await shown.next('acceptAllChanges');
    await button(shown, 'Discard All').click();
    await shown.next('discardAllChanges');
  });

  it('is reached and used by keyboard, before the prompt', async () => {
    await using shown = await open(...changes.slice(0, 1));
    await button(shown, 'cart.ts src/shop').focus();
    await shown.page.keyboard.press('Tab');
    await shown.page.keyboard.press('Enter');
    assert.deepEqual(await shown.next('acceptChange'), { kind: 'acceptChange', id: '1' });
  });

  it('shows names to the letter, whatever they hold', async () => {
    const [first = assert.fail()] = changes;
    await using shown = await open({ ...first, name: '$&<b>.ts', folder: '' });
    assert.equal(await button(shown, 'Accept the change to $&<b>.ts').count(), 1);
  });
});
