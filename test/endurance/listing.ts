// Fills the history of a real VS Code with many conversations and prints how long the list of them takes to stand, with
// the index of conversations and without, and how long a search in all of their text takes.
//
// npm run endurance:listing [-- --conversations 1000]
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { encodeEntry, encodeHeader, type HistoryRecord } from '../../src/core/chat/conversation/records.ts';
import { segmentName } from '../../src/core/chat/history/segment.ts';
import { long } from '../../src/demo/answers/answer-texts.ts';
import { wholeText } from '../journey/chat-page.ts';
import { type ChatWindow, openChatWindow } from './chat-window.ts';
import { textRecord } from '../support/samples/answer-blocks.ts';

/** Turns of a prompt and an answer in each conversation. */
const turnsEach = 6;
const repetitions = 2;

const { values } = parseArgs({ options: { conversations: { type: 'string', default: '1000' } } });
const conversations = Number(values.conversations);

/** A word that is in one conversation alone, and not in its title. */
const wordOf = (index: number): string => `wave${index + 1}crest`;

/** A conversation as a window leaves it: an answer in pieces of a hundred characters. */
function conversation(index: number): { readonly name: string; readonly text: string } {
  const id = randomUUID();
  const at = Date.now() - 86_400_000 - index * 1000;
  const records: HistoryRecord[] = [];
  let parent: string | null = null;
  for (let turn = 0; turn < turnsEach; turn += 1) {
    const [prompt, answer] = [randomUUID(), randomUUID()];
    records.push({
      kind: 'prompt',
      id: prompt,
      parent,
      text: `Question ${turn + 1} of conversation ${index + 1}${turn === 0 ? '' : `, ${wordOf(index)}`}`,
    });
    records.push({ kind: 'answer', id: answer, parent: prompt, replaces: null, blocks: [] });
    for (let start = 0; start < long.length; start += 100)
      records.push(textRecord(answer, long.slice(start, start + 100)));
    records.push({
      kind: 'done',
      id: answer,
      stopReason: 'end_turn',
      usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
    });
    parent = answer;
  }
  return {
    name: segmentName(id, 'filled'),
    text: encodeHeader(id) + records.map((record, n) => encodeEntry(n, at + n, record)).join(''),
  };
}

/** Milliseconds from the button above the chat to the first rows. */
async function opened({ page }: ChatWindow): Promise<number> {
  const button = page.locator('.part.sidebar .title-actions').getByRole('button', { name: 'Show Conversations' });
  await button.waitFor();
  const began = performance.now();
  await button.click();
  await page
    .locator('.quick-input-widget .monaco-list-row', { hasText: 'Question 1' })
    .first()
    .waitFor({ timeout: 120_000 });
  return performance.now() - began;
}

/** Milliseconds from the typed words to the one conversation that holds them. */
async function searched({ workbench, page }: ChatWindow, words: string, title: string): Promise<number> {
  const began = performance.now();
  await workbench.quickInput.type(words);
  await page.waitForFunction(
    (wanted) => {
      const rows = document.querySelectorAll('.quick-input-widget .monaco-list-row');
      return rows.length === 1 && rows.item(0).textContent.includes(wanted);
    },
    title,
    { timeout: 30_000, polling: 20 },
  );
  const took = performance.now() - began;
  await workbench.quickInput.cancel();
  return took;
}

await using window = await openChatWindow(1, {});
await window.chat.composer().click();
await wholeText(await window.chat.ask('Hello'));
const folder = path.dirname((await window.segments())[0] ?? '');
let bytes = 0;
for (let index = 0; index < conversations; index += 1) {
  const { name, text } = conversation(index);
  bytes += text.length;
  await writeFile(path.join(folder, name), text);
}
console.log(`${conversations} conversations of ${Math.round(bytes / conversations / 1024)} KB`);
for (let repetition = 0; repetition < repetitions; repetition += 1) {
  for (const way of ['without', 'with'] as const) {
    if (way === 'without') await rm(path.join(folder, 'index.json'), { force: true });
    await window.workbench.reload();
    // A window that is loaded again so soon does not always know that the side bar was open. The chat itself is loaded
    // by then.
    await window.workbench.palette('Tidemark: Open Chat');
    await window.chat.composer().waitFor({ timeout: 60_000 });
    console.log(`${way} the index: ${Math.round(await opened(window))} ms`);
    if (way === 'with')
      console.log(
        `a search in all of them: ${Math.round(await searched(window, wordOf(conversations - 1), `Question 1 of conversation ${conversations}`))} ms`,
      );
    await window.workbench.quickInput.cancel();
  }
}
