// Has the agent make a long run in one window of a real VS Code, of calls that read alone, and prints what the page and
// the extension host hold in memory before and after it, and after a new chat was begun. It ends by itself, at the
// latest after ten minutes.
//
// npm run endurance:run [-- --steps 200]
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startDemoService } from '../../src/demo/server.ts';
import { ChatPage } from '../journey/chat-page.ts';
import { openSignedIn } from '../journey/signed-in.ts';
import { PROJECT_ROOT } from '../support/vscode-host/install.ts';
import { createTemporaryFolder, removeTemporaryFolder } from '../support/vscode-host/owned-resources.ts';
import { writeSampleProject } from '../support/vscode-host/sample-project.ts';
import { DemoControl } from './demo-control.ts';
import { reportGrowth, watchMemory } from './memory-samples.ts';

const longestRun = 10 * 60_000;
/** By then everything is loaded, so that what follows is growth. */
const warmUp = 20;

const { values } = parseArgs({ options: { steps: { type: 'string', default: '200' } } });
const steps = Number(values.steps);

const reads = ['list_files {}', 'read_file {"path": "src/tides.js"}', 'search {"pattern": "tide"}'];
const promptOf = (count: number): string =>
  Array.from({ length: count }, (_, step) => `call ${reads[step % reads.length] ?? ''}`).join('\n');

await using stack = new AsyncDisposableStack();
const demo = stack.adopt(await startDemoService({ pace: 0 }), (started) => started.close());
const folder = stack.adopt(await createTemporaryFolder(), removeTemporaryFolder);
await writeSampleProject(folder);
const opened = stack.use(
  await openSignedIn(demo, {
    extension: { kind: 'package', vsix: path.join(PROJECT_ROOT, 'dist', 'tidemark.vsix') },
    folder,
    settings: {
      'tidemark.agent.maxSteps': 1_000_000,
      'tidemark.agent.maxTokens': 1_000_000_000,
      'tidemark.agent.maxQuotaShare': 100,
    },
  }),
);
const { workbench } = opened;
// Each step carries the whole run: no plan lasts that long.
const control = new DemoControl(demo.description);
const refill = setInterval(() => void control.reset(), 100);
stack.defer(() => clearInterval(refill));
const chat = new ChatPage(workbench.chatFrame());
await workbench.palette('Tidemark: Open Chat');
await chat.composer().waitFor();
await chat.frame.getByRole('combobox', { name: 'How prompts are answered' }).click();
await chat.frame.getByRole('option', { name: /^Agent/ }).click();

async function run(count: number): Promise<number> {
  const began = performance.now();
  const answer = await chat.ask(promptOf(count));
  await answer.getByText(/\d+(?:\.\d)? s$/).waitFor({ timeout: longestRun });
  const facts = await answer.locator('.answer-foot .facts').innerText();
  // The answer that ends the run is a step, too.
  if (!facts.includes(`${String(count + 1)} steps`)) throw new Error(`It ended early: ${facts}`);
  return performance.now() - began;
}

try {
  const memory = await watchMemory(opened);
  await memory.sample('empty', 0);
  await run(warmUp);
  const before = await memory.sample(`${String(warmUp)} steps`, 0);
  const took = await run(steps);
  const after = await memory.sample(`${String(steps)} more`, steps);
  reportGrowth('step', [before, after]);
  console.log(`${String(steps)} steps took ${(took / 1000).toFixed(1)} s, ${(took / steps).toFixed(0)} ms each`);
  await workbench.screenshot('long-run');
  await workbench.palette('Tidemark: New Chat');
  await chat.answers().first().waitFor({ state: 'detached' });
  await workbench.page.waitForTimeout(2000);
  await memory.sample('new chat', 0);
} catch (error) {
  await workbench.screenshot('long-run-failed');
  throw error;
}
