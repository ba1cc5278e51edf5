// Draws the same answers with Tidemark's page code and with its peers, in Chromium, and prints what each costs beside
// plain lines. It knows how to run a measurement and the budgets, not how a page measures.
//
//   npm run bench:render [-- --sizes 5,50,200 --runs 3 --only tidemark,streamdown]
import { parseArgs } from 'node:util';
import type { Browser, CDPSession } from 'playwright-core';
import { launchChromium, startPageServer, type PageServer } from '../support/webview-page.ts';
import { answerOf } from './rendering/answers.ts';
import { judge, type Costs } from './rendering/budgets.ts';
import type { RenderingBench } from './rendering/measuring.ts';
import { installPeers } from './rendering/peers.ts';
import { longestTask } from './rendering/tasks.ts';

declare global {
  interface Window {
    readonly renderingBench: RenderingBench;
  }
}

const renderers: Readonly<Record<string, string>> = {
  'plain-lines': 'test/bench/rendering/plain-lines.ts',
  tidemark: 'test/bench/rendering/tidemark.ts',
  'markdown-it': 'test/bench/rendering/markdown-it-whole.ts',
  'react-markdown': 'test/bench/peers/react-markdown.mjs',
  streamdown: 'test/bench/peers/streamdown.mjs',
};

const { values } = parseArgs({
  options: { sizes: { type: 'string' }, runs: { type: 'string' }, only: { type: 'string' } },
});
const sizes = (values.sizes ?? '5,50,200').split(',').map(Number);
const runs = Number(values.runs ?? 3);
const only = values.only?.split(',');
const chosen = Object.keys(renderers).filter((name) => name === 'plain-lines' || (only?.includes(name) ?? true));

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

/** One renderer, one answer, in a page of its own. */
async function sample(browser: Browser, server: PageServer, name: string, text: string): Promise<Costs> {
  // The peers write markup, which the page's own policy forbids.
  const context = await browser.newContext({ bypassCSP: true, viewport: { width: 420, height: 900 } });
  const open = async (): Promise<Awaited<ReturnType<typeof context.newPage>>> => {
    const page = await context.newPage();
    await page.goto(`${server.origin}/?entry=${name}`);
    await page.waitForFunction(() => 'renderingBench' in window);
    return page;
  };
  try {
    const page = await open();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const before = await taskSeconds(session);
    await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
    const { frames, dropped, possible } = await page.evaluate((all) => window.renderingBench.frames(all), text);
    const task = longestTask(await browser.stopTracing());
    const cpu = (await taskSeconds(session)) - before;
    const content = await page.evaluate(() => window.renderingBench.content());
    await page.close();
    const step = await (await open()).evaluate((all) => window.renderingBench.steps(all), text);
    const sorted = frames.toSorted((left, right) => left - right);
    const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
    return { cpu: cpu * 1_000, p95, dropped: dropped / possible, longestTask: task, step, content };
  } finally {
    await context.close();
  }
}

const browser = await launchChromium();
const needsPeers = chosen.some((name) => renderers[name]?.includes('/peers/'));
const entries = Object.fromEntries(chosen.map((name) => [name, renderers[name] ?? '']));
const server = await startPageServer(entries, needsPeers ? installPeers() : null);
const results = new Map<string, Costs[]>();
for (const size of sizes) {
  const text = answerOf(size);
  // Every run measures every renderer, so that a busy moment of the machine meets them all.
  for (let run = 0; run < runs; run++) {
    for (const name of chosen) {
      const costs = await sample(browser, server, name, text);
      console.log(`${size} KB, ${name}: ${costs.cpu.toFixed(0)} ms CPU`);
      const key = `${size} ${name}`;
      results.set(key, [...(results.get(key) ?? []), costs]);
    }
  }
}
console.log(judge(sizes, chosen, (size, name) => results.get(`${size} ${name}`) ?? []));
await browser.close();
await server[Symbol.asyncDispose]();
