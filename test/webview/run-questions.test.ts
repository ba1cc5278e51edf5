// What the agent asks, as a person decides it in a narrow or low panel, and where a command may run elsewhere.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { ShownPage } from '../support/page/webview-page.ts';
import { servePages } from '../support/page/webview-suite.ts';
import { composer } from './composer-samples.ts';
import { conversation } from './conversation-samples.ts';
import { asked, modes, outside, side } from './run-samples.ts';

describe('a question of the agent', () => {
  const pages = servePages();
  const open = async (question: Parameters<typeof side>[0]): Promise<ShownPage> => {
    const shown = await pages.show();
    await shown.show(...conversation(), asked, composer(), modes, side(question));
    return shown;
  };
  const card = ({ page }: ShownPage): Locator => page.getByRole('region', { name: 'The agent asks' });
  const labels = (buttons: Locator): Promise<string[]> => buttons.allInnerTexts();

  it('whether a command leaves the sandbox offers the sandbox first', async () => {
    await using shown = await open(outside);
    const buttons = card(shown).getByRole('button');
    assert.deepEqual(await labels(buttons), ['Run in the Sandbox', 'Run Outside', 'Reject']);
    assert.deepEqual(await labels(card(shown).locator('.primary')), ['Run in the Sandbox']);
    await card(shown).getByText('in the sandbox it ended with exit code 1').waitFor();
    await shown.page.waitForTimeout(550);
    await buttons.first().click();
    const message = await shown.next('replyToRun');
    assert.deepEqual(message, { kind: 'replyToRun', id: 'q1', reply: { kind: 'sandbox' } });
  });
});
