// The line under an answer: what a run did, who answered, and what that took.
import assert from 'node:assert/strict';
import { servePages } from '../support/page/webview-suite.ts';
import { composer } from './composer-samples.ts';
import { conversation } from './conversation-samples.ts';
import { asked, longRun, paused } from './run-samples.ts';

describe('the line under an answer', () => {
  const pages = servePages();

  it('says what its run did before who answered and what it took, each on lines that begin with a word', async () => {
    await using shown = await pages.show();
    await shown.show(...conversation(), asked, composer(), paused);
    const foot = shown.page.locator('.answer-foot');
    assert.equal(
      (await foot.locator('.run-facts').innerText()).trim(),
      '3 steps · 1 file changed +3 −1 · 2 commands · 18,400 tokens from the cache · 5-hour limit: 3% taken',
    );
    assert.match(
      await foot.locator('.facts').innerText(),
      /\n\s*Plan · Tide · Tide Large · 1,515 tokens · 41\.5 s\s*$/,
    );
    for (const width of [250, 300, 350, 420]) {
      await shown.page.setViewportSize({ width, height: 600 });
      const words = await foot.locator('.facts').boundingBox();
      const buttons = await foot.locator('.answer-actions').boundingBox();
      assert.ok(words !== null && buttons !== null);
      assert.ok(words.width >= 190 && words.x + words.width <= width - 11, `the words at ${width}`);
      const begins = await foot
        .locator('.facts [aria-hidden]')
        .evaluateAll((marks) =>
          marks.map(
            (mark) => mark.getBoundingClientRect().left - (mark.closest('p')?.getBoundingClientRect().left ?? 0),
          ),
        );
      assert.ok(begins.length > 6 && begins.every((left) => left > 4), `a line begins with a mark at ${width}`);
    }
  });

  it('says minutes where its run took some', async () => {
    await using shown = await pages.show();
    await shown.show(...conversation(), { kind: 'turnAdded', turn: { ...longRun(2), seconds: 912.4 } });
    await shown.page.locator('.facts').getByText('15 min 12 s', { exact: true }).waitFor();
  });
});
