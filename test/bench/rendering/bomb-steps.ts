// Draws a text of one megabyte in a page of its own, as it arrives and at once, and prints its longest task beside the
// budget.
import type { Browser } from 'playwright-core';
import { startPageServer } from '../../support/page/webview-page.ts';
import { bombs } from './bombs.ts';
import { longestTask } from './tasks.ts';

/** Milliseconds of CPU that a step may take. */
const stepBudget = 50;
const length = 1024 * 1024;
/** Characters a frame while a text arrives. */
const pieceLength = 8 * 1024;

export interface BombOptions {
  /** Only bombs with one of these in their name. */
  readonly only: readonly string[] | undefined;
}

/** Returns whether every step keeps the budget. */
export async function runBombs(browser: Browser, { only }: BombOptions): Promise<boolean> {
  await using server = await startPageServer({ paced: 'test/bench/rendering/tidemark-paced.ts' });
  const measured = async (mode: 'arriving' | 'atOnce', text: string): Promise<number> => {
    const context = await browser.newContext({ viewport: { width: 420, height: 900 } });
    try {
      const page = await context.newPage();
      await page.goto(`${server.origin}/?entry=paced`);
      await page.waitForFunction(() => 'renderingBench' in window);
      await page.evaluate((all) => Object.assign(window, { bomb: all }), text);
      await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
      await page.evaluate(
        async ([how, size]) => {
          const bomb = String(Reflect.get(window, 'bomb'));
          await (how === 'arriving' ? window.renderingBench.arriving(bomb, size) : window.renderingBench.atOnce(bomb));
        },
        [mode, pieceLength] as const,
      );
      return longestTask(await browser.stopTracing());
    } finally {
      await context.close();
    }
  };
  const over: string[] = [];
  console.log('| 1 MB of | longest step as it arrives, ms | at once, ms |\n| --- | ---: | ---: |');
  for (const [name, create] of Object.entries(bombs)) {
    if (only !== undefined && !only.some((part) => name.includes(part))) continue;
    const text = create(length);
    const steps = [await measured('arriving', text), await measured('atOnce', text)];
    console.log(`| ${name} | ${steps.map((step) => step.toFixed(0)).join(' | ')} |`);
    if (steps.some((step) => step > stepBudget)) over.push(name);
  }
  console.log(over.length === 0 ? `\nwithin  every step under ${stepBudget} ms` : `\nOVER    ${over.join(', ')}`);
  return over.length === 0;
}
