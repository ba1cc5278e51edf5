// The row under the prompt in a narrow panel: whatever it holds, each part is seen, apart from the others.
import assert from 'node:assert/strict';
import type { HostMessage } from '../../src/protocol/chat.ts';
import type { ShownPage } from '../support/page/webview-page.ts';
import { servePages } from '../support/page/webview-suite.ts';
import { composer } from './composer-samples.ts';
import { conversation } from './conversation-samples.ts';
import { asked, modes } from './run-samples.ts';

describe('the row under the prompt', () => {
  const pages = servePages();
  const inMode = (mode: 'sandbox' | 'acceptEdits', words: { name: string; shortName?: string }): HostMessage => {
    const choices = modes.choice.choices.map((one) => (one.mode === mode ? { ...one, ...words } : one));
    return { kind: 'modesShown', choice: { ...modes.choice, mode, choices } };
  };
  const cost = { text: 'about 12.8% of 5-hour limit', short: '≈12.8%', detail: 'As learned from 20 answers.' };
  const inEnglish = [
    inMode('sandbox', { name: 'Run in the sandbox', shortName: 'Sandbox' }),
    composer({ promptCost: cost }),
  ];
  const inChinese = [inMode('acceptEdits', { name: '自动接受编辑' }), composer({ promptCost: cost })];

  /** Where the parts of the row begin and end that are seen, from left to right, and where the row does. */
  const edges = async ({ page }: ShownPage): Promise<{ readonly parts: number[]; readonly end: number }> =>
    page.locator('.composer-bar').evaluate((row) => {
      const places = [...row.children].map((part) => part.getBoundingClientRect()).filter(({ width }) => width > 0);
      const { right } = row.getBoundingClientRect();
      const parts = places.flatMap(({ left, right: end }) => [left, end]);
      return { parts, end: right - Number.parseFloat(getComputedStyle(row).paddingRight) };
    });
  const nameWidths = async ({ page }: ShownPage): Promise<number[]> =>
    page
      .locator('.composer-bar .choice-name')
      .evaluateAll((all) => all.map((name) => name.getBoundingClientRect().width));

  for (const [language, messages] of [
    ['English', inEnglish],
    ['Chinese', inChinese],
  ] as const)
    for (const isAnswering of [false, true])
      it(`is whole at every width in ${language}, ${isAnswering ? 'with a prompt to queue' : 'at rest'}`, async () => {
        await using shown = await pages.show();
        await shown.show(...conversation(), ...(isAnswering ? [asked] : []), ...messages);
        await shown.page.getByRole('textbox', { name: 'Your prompt' }).fill('And the tide?');
        for (let width = 250; width <= 700; width += 10) {
          await shown.page.setViewportSize({ width, height: 500 });
          const { parts, end } = await edges(shown);
          const sorted = parts.toSorted((one, other) => one - other);
          assert.deepEqual(parts, sorted, `parts lie over each other at ${width}`);
          assert.ok((parts.at(-1) ?? Infinity) <= end + 0.5, `a part leaves the box at ${width}`);
          const names = await nameWidths(shown);
          assert.ok(names.length === 2 && names.every((name) => name >= 32), `${names.join()} at ${width}`);
        }
      });

  it('has what the prompt will take in a side bar of usual width', async () => {
    await using shown = await pages.show({ width: 300 });
    await shown.show(...conversation(), ...inEnglish);
    await shown.page.getByRole('note', { name: cost.text }).waitFor();
  });

  it('shows the short name of a mode, whose whole name its list says', async () => {
    await using shown = await pages.show({ width: 300 });
    await shown.show(...conversation(), ...inEnglish);
    const mode = shown.page.getByRole('combobox', { name: 'How to answer' });
    assert.equal(await mode.innerText(), 'Sandbox');
    await mode.click();
    await shown.page.getByRole('option', { name: /^Run in the sandbox/ }).waitFor();
  });
});
