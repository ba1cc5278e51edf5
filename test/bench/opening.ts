// Measures in the real VS Code how long a conversation takes to open, from the click on it in the list, or on the panel
// that shows it, until its last words are on the screen: one of 20 turns, one of 2,000, and a run of the agent of 1,000
// steps.
//
// npm run bench:open [-- --turns 20,2000 --steps 1000 --repetitions 5]
import path from 'node:path';
import { parseArgs } from 'node:util';
import { median } from './panel/figures.ts';
import { openPanelScene } from './panel/scene.ts';
import { storeConversation, type StoredConversation, storeRun } from './panel/stored-conversation.ts';

const { values } = parseArgs({
  options: { turns: { type: 'string' }, steps: { type: 'string' }, repetitions: { type: 'string' } },
});
const turns = (values.turns ?? '20,2000').split(',').map(Number);
const steps = Number(values.steps ?? 1000);
const names = [...turns.map((count) => `${count} turns`), `a run of ${steps} steps`];
const repetitions = Number(values.repetitions ?? 5);
const budget = 2;

const stored: StoredConversation[] = [];
await using scene = await openPanelScene({
  async prepare(storage) {
    const folder = path.join(storage, 'conversations');
    for (const [index, count] of turns.entries()) stored.push(await storeConversation(folder, `bench${index}`, count));
    stored.push(await storeRun(folder, 'benchrun', steps));
  },
});
const { chat } = scene;
const { workbench } = scene.opened;
const shown = async ({ lastWords }: StoredConversation): Promise<void> => {
  await chat.frame.getByText(lastWords).waitFor();
  // The frame in which the words are found may not be on the screen yet.
  await chat.frame
    .locator('body')
    .evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
};
const timed = async (begin: () => Promise<unknown>, conversation: StoredConversation): Promise<number> => {
  const start = performance.now();
  await begin();
  await shown(conversation);
  return performance.now() - start;
};

const results = stored.map(() => ({ picked: [] as number[], again: [] as number[] }));
for (let run = 0; run < repetitions; run++) {
  for (const [index, conversation] of stored.entries()) {
    await workbench.palette('Tidemark: Show Conversations');
    const row = workbench.page.locator('.quick-input-widget .monaco-list-row', { hasText: conversation.title });
    await row.waitFor();
    results[index]?.picked.push(await timed(() => row.click(), conversation));
    await workbench.palette('View: Show Explorer');
    await chat.composer().waitFor({ state: 'detached' });
    results[index]?.again.push(await timed(() => workbench.palette('Tidemark: Open Chat'), conversation));
  }
}

const figures = results.map(({ picked, again }) => [median(picked), median(again)] as const);
console.log(`\nUntil the last words are on the screen, medians of ${repetitions} runs\n`);
console.log(
  '| conversation; a turn is a prompt and its answer | picked in the list, ms | the panel shown again, ms |\n| :--- | ---: | ---: |',
);
for (const [index, [picked, again]] of figures.entries())
  console.log(`| ${names[index]} | ${picked.toFixed(0)} | ${again.toFixed(0)} |`);
const [first = [Number.NaN, Number.NaN] as const, ...others] = figures;
for (const [index, other] of others.entries()) {
  const [picked, again] = [other[0] / first[0], other[1] / first[1]];
  for (const [what, ratio] of [
    ['picked', picked],
    ['shown again', again],
  ] as const) {
    const verdict = ratio <= budget ? 'within' : 'OVER  ';
    console.log(`${verdict}  ${names[index + 1]}, ${what}, × the first: ${ratio.toFixed(2)} of ${budget}`);
  }
}
