// Holds one long conversation in one window of a real VS Code and prints what the page and the extension host hold in
// memory on the way, and after a new chat was begun, which tells what belongs to the conversation from what is left
// behind.
//
// npm run endurance:soak [-- --turns 500]
import { parseArgs } from 'node:util';
import type { Frame } from 'playwright-core';
import { type ChatWindow, openChatWindow } from './chat-window.ts';
import { neededHeapBytes, newestExtensionHost, residentBytes } from './extension-hosts.ts';

/** The conversation ends early rather than lasting longer. */
const longestRun = 10 * 60_000;
const mebibyte = 2 ** 20;

interface Sample {
  readonly when: string;
  readonly turns: number;
  readonly seconds: number;
  readonly pageHeap: number;
  readonly nodes: number;
  readonly listeners: number;
  /** All that the extension host holds, and what its scripts need of it. */
  readonly host: number;
  readonly hostHeap: number;
}

const { values } = parseArgs({ options: { turns: { type: 'string', default: '500' } } });
const turns = Number(values.turns);
const began = Date.now();

await using window = await openChatWindow(1, {});
const session = await window.opened.context.newCDPSession(window.page);
await session.send('Performance.enable');

async function sample(when: string, done: number): Promise<Sample> {
  // Twice, since what the first finds free may hold what the second does.
  for (let times = 0; times < 2; times += 1) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (name: string): number => metrics.find((found) => found.name === name)?.value ?? Number.NaN;
  const host = await newestExtensionHost(window.opened.server.pid);
  if (host === null) throw new Error('There is no extension host.');
  const taken = {
    when,
    turns: done,
    seconds: Math.round((Date.now() - began) / 1000),
    pageHeap: metric('JSHeapUsedSize') / mebibyte,
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
    host: (await residentBytes(host)) / mebibyte,
    hostHeap: (await neededHeapBytes(host)) / mebibyte,
  };
  console.log(
    [
      when.padEnd(14),
      ...[
        taken.pageHeap.toFixed(1),
        taken.nodes,
        taken.listeners,
        taken.host.toFixed(1),
        taken.hostHeap.toFixed(1),
        taken.seconds,
      ].map((value) => String(value).padStart(10)),
    ].join(''),
  );
  return taken;
}

async function frameOf({ chat }: ChatWindow): Promise<Frame> {
  const frame = await (await chat.composer().elementHandle()).ownerFrame();
  if (frame === null) throw new Error('The chat has no frame.');
  return frame;
}

/** The page is asked about its end alone: what is above it costs the test nothing either. */
async function ended(frame: Frame, answers: number): Promise<void> {
  await frame.waitForFunction(
    (count) => {
      const found = document.querySelectorAll('article.answer');
      return (
        found.length === count &&
        (found.item(count - 1).querySelector('.facts')?.textContent ?? '').trim().endsWith(' s')
      );
    },
    answers,
    { timeout: 60_000, polling: 50 },
  );
}

const questions = ['Hello', 'Show me a table', 'Some code, please', 'Hi', 'And what about the tides?'];
const promptOf = (turn: number): string =>
  turn % 25 === 0 ? `A long one, number ${turn}` : (questions[turn % questions.length] ?? 'Hello');

async function main(): Promise<void> {
  console.log(
    [
      'when'.padEnd(14),
      ...['page MB', 'nodes', 'listeners', 'host MB', 'host heap', 'seconds'].map((name) => name.padStart(10)),
    ].join(''),
  );
  const frame = await frameOf(window);
  await window.chat.composer().click();
  const samples = [await sample('empty', 0)];
  let done = 0;
  while (done < turns && Date.now() - began < longestRun) {
    // Each prompt carries the whole conversation: no plan lasts that long.
    await window.demo.reset();
    done += 1;
    await window.page.keyboard.insertText(promptOf(done));
    await window.page.keyboard.press('Enter');
    await ended(frame, done);
    if (done === 20 || done % 100 === 0) samples.push(await sample(`${done} turns`, done));
  }
  report(samples);
  await window.workbench.screenshot('soak');
  await window.workbench.palette('Tidemark: New Chat');
  await window.chat.answers().first().waitFor({ state: 'detached' });
  await window.page.waitForTimeout(2000);
  await sample('new chat', 0);
  if (done < turns) throw new Error(`Only ${done} turns could be held in ${longestRun / 60_000} minutes.`);
}

/** Growth a turn between the 20th turn, when everything is loaded, and the last. */
function report(samples: readonly Sample[]): void {
  const [first, last] = [samples.find((one) => one.turns === 20), samples.at(-1)];
  if (first === undefined || last === undefined || last.turns === first.turns) return;
  const each = (key: 'pageHeap' | 'nodes' | 'listeners' | 'host' | 'hostHeap', scale = 1): string =>
    (((last[key] - first[key]) * scale) / (last.turns - first.turns)).toFixed(1);
  console.log(
    `a turn: page ${each('pageHeap', 1024)} KB, ${each('nodes')} nodes, ${each('listeners')} listeners, host ${each('host', 1024)} KB, of it needed ${each('hostHeap', 1024)} KB`,
  );
}

try {
  await main();
} catch (error) {
  await window.workbench.screenshot('soak-failed');
  throw error;
}
