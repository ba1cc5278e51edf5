// From whom a page takes messages, in Chromium.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { settle } from '../support/page/webview-page.ts';
import { servePages } from '../support/page/webview-suite.ts';
import { signedOut } from './conversation-samples.ts';
import { coding } from './plan-samples.ts';

/** Delivers a message as if it came from a frame in the page, from a worker, and from other origins. */
async function deliverFromStrangers(page: Page, message: unknown): Promise<void> {
  await page.evaluate((data) => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const senders: readonly MessageEventInit[] = [
      { source: frame.contentWindow, origin: window.origin },
      { source: null, origin: window.origin },
      { source: window.parent, origin: 'https://other.example' },
      { source: window.parent, origin: 'null' },
      { source: window.parent, origin: '' },
    ];
    for (const sender of senders) window.dispatchEvent(new MessageEvent('message', { data, ...sender }));
    frame.remove();
  }, message);
  await settle(page);
}

describe('a page', () => {
  const pages = servePages();

  for (const name of ['chat', 'plan'] as const) {
    it(`of the ${name} takes messages from VS Code alone, and says nothing to whoever else posts one`, async () => {
      await using shown = await pages.show({ page: name });
      const before = await shown.page.locator('#root').innerHTML();
      await deliverFromStrangers(
        shown.page,
        name === 'chat'
          ? { kind: 'availabilityShown', availability: signedOut }
          : { kind: 'viewChanged', view: 'none' },
      );
      assert.equal(await shown.page.locator('#root').innerHTML(), before);
      const said = shown.sent.filter(({ kind }) => kind !== 'ready');
      assert.deepEqual([said, shown.faults], [[], []]);
      await shown.deliver({ kind: 'noSuchMessage' });
      assert.deepEqual(shown.faults, ['The page received a message that it cannot read.']);
    });
  }

  it('asks for everything again as long as nobody tells it anything', async () => {
    await using chat = await pages.show();
    assert.deepEqual(await chat.next('ready'), { kind: 'ready' });
    await chat.deliver({ kind: 'availabilityShown', availability: signedOut });
    await chat.page.getByRole('button', { name: 'Sign In' }).first().waitFor();
    await using plan = await pages.show({ page: 'plan' });
    assert.deepEqual(await plan.next('ready'), { kind: 'ready' });
    await plan.deliver(coding);
    await plan.page.getByText('31.6K').first().waitFor();
  });
});
