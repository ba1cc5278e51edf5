// Holds one long conversation in one window of a real VS Code and prints what the page and the extension host hold in
// memory on the way, and after a new chat was begun, which tells what belongs to the conversation from what is left
// behind.
//
// npm run endurance:soak [-- --turns 500]
import { parseArgs } from 'node:util';
import type { Frame } from 'playwright-core';
import { type ChatWindow, openChatWindow } from './chat-window.ts';
import { reportGrowth, watchMemory } from './memory-samples.ts';

/** The conversation ends early rather than lasting longer. */
const longestRun = 10 * 60_000;
const { values } = parseArgs({ options: { turns: { type: 'string', default: '500' } } });
const turns = Number(values.turns);
const began = Date.now();

await using window = await openChatWindow(1, {});
const memory = await watchMemory(window.opened);

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
  const frame = await frameOf(window);
  await window.chat.composer().click();
  const samples = [await memory.sample('empty', 0)];
  let done = 0;
  while (done < turns && Date.now() - began < longestRun) {
    // Each prompt carries the whole conversation: no plan lasts that long.
    await window.demo.reset();
    done += 1;
    await window.page.keyboard.insertText(promptOf(done));
    await window.page.keyboard.press('Enter');
    await ended(frame, done);
    if (done === 20 || done % 100 === 0) samples.push(await memory.sample(`${done} turns`, done));
  }
  reportGrowth(
    'turn',
    samples.filter((one) => one.done >= 20),
  );
  await window.workbench.screenshot('soak');
  await window.workbench.palette('Tidemark: New Chat');
  await window.chat.answers().first().waitFor({ state: 'detached' });
  await window.page.waitForTimeout(2000);
  await memory.sample('new chat', 0);
  if (done < turns) throw new Error(`Only ${done} turns could be held in ${longestRun / 60_000} minutes.`);
}

try {
  await main();
} catch (error) {
  await window.workbench.screenshot('soak-failed');
  throw error;
}
