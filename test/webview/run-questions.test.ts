// What the agent asks, as a person decides it in a narrow or low panel, and where a command may run elsewhere.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { ShownPage } from '../support/page/webview-page.ts';
import { servePages } from '../support/page/webview-suite.ts';
import { composer } from './composer-samples.ts';
import { conversation } from './conversation-samples.ts';
import { asked, change, command, modes, outside, side } from './run-samples.ts';

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

  it('has its buttons in sight in a low and narrow panel, also above a plan and with much to read', async () => {
    const long = { ...outside, subject: Array.from({ length: 40 }, (_, line) => `echo line ${line} &&`).join('\n') };
    const choice = { kind: 'choice', id: 'q3', text: 'Which one?\n'.repeat(30), choices: ['One', 'Two'] } as const;
    await using shown = await pages.show();
    await shown.show(...conversation(), asked, composer(), modes);
    for (const [width, height] of [
      [250, 320],
      [300, 320],
      [300, 400],
      [350, 600],
      [420, 760],
    ] as const)
      for (const question of [command, change, outside, long, { ...choice, choices: [...choice.choices] }]) {
        await shown.page.setViewportSize({ width, height });
        await shown.show(side(question));
        const places = await shown.page.locator('.question button, .composer .stop').evaluateAll((buttons) =>
          buttons.map((button) => {
            const { left, right, top, bottom } = button.getBoundingClientRect();
            const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            return hit !== null && (button === hit || button.contains(hit)) ? 'seen' : button.textContent;
          }),
        );
        assert.ok(places.length > 2, `${question.id} at ${width} × ${height}`);
        assert.deepEqual([...new Set(places)], ['seen'], `${question.id} at ${width} × ${height}: ${places.join()}`);
        const body = await card(shown).locator('.question-body').boundingBox();
        assert.ok(body !== null && body.height >= 36, `${question.id} at ${width} × ${height}: its words`);
      }
  });
});
