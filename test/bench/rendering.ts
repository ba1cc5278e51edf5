// Draws the same answers with Tidemark's page code and with its peers, in Chromium, and prints what each costs beside
// plain lines.
//
// npm run bench:render [-- --sizes 5,50,200 --repetitions 3 --only tidemark,streamdown] npm run bench:render -- --bombs
// [--only table]
//
// All of it takes about seven minutes; `--only tidemark --sizes 5,50` less than one. With `--bombs`, texts of a
// megabyte that are made to hold a renderer up are drawn by Tidemark alone, and the longest step of each is printed.
import { parseArgs } from 'node:util';
import type { Browser, CDPSession } from 'playwright-core';
import { launchChromium, startPageServer, type PageServer } from '../support/page/webview-page.ts';
import { answerOf } from './rendering/answers.ts';
import { runBombs } from './rendering/bomb-steps.ts';
import { tableOf, verdictsOn, type Costs } from './rendering/budgets.ts';
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
  options: {
    sizes: { type: 'string' },
    repetitions: { type: 'string' },
    only: { type: 'string' },
    bombs: { type: 'boolean' },
  },
});
const sizes = (values.sizes ?? '5,50,200').split(',').map(Number);
const repetitions = Number(values.repetitions ?? 3);
const only = values.only?.split(',');
const chosen = Object.keys(renderers).filter((name) => name === 'plain-lines' || (only?.includes(name) ?? true));

function isPeer(name: string): boolean {
  return name !== 'plain-lines' && name !== 'tidemark';
}

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
    const step = await (await open()).evaluate(([all, thorough]) => window.renderingBench.steps(all, thorough), [
      text,
      !isPeer(name),
    ] as const);
    const sorted = frames.toSorted((left, right) => left - right);
    const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
    return { cpu: cpu * 1_000, p95, dropped: dropped / possible, longestTask: task, step, content };
  } finally {
    await context.close();
  }
}

const browser = await launchChromium();
if (values.bombs === true) {
  const isWithin = await runBombs(browser, { only });
  await browser.close();
  process.exit(isWithin ? 0 : 1);
}
const needsPeers = chosen.some((name) => renderers[name]?.includes('/peers/') === true);
const entries = Object.fromEntries(chosen.map((name) => [name, renderers[name] ?? '']));
const server = await startPageServer(entries, needsPeers ? installPeers() : null);
const samples = new Map<string, Costs[]>();
const samplesOf = (size: number, name: string): Costs[] => samples.get(`${size} ${name}`) ?? [];
for (const size of sizes) {
  const text = answerOf(size);
  for (let run = 0; run < repetitions; run++) {
    // The peers are far from every budget: one sample of each is enough. The others take turns in going first, so that
    // a busy moment of the machine meets them all.
    const names = chosen.filter((name) => run === 0 || !isPeer(name));
    for (const name of run % 2 === 0 ? names : names.toReversed()) {
      samples.set(`${size} ${name}`, [...samplesOf(size, name), await sample(browser, server, name, text)]);
    }
  }
  console.log(tableOf(size, chosen, samplesOf));
}
console.log(verdictsOn(sizes, samplesOf));
await browser.close();
await server[Symbol.asyncDispose]();
