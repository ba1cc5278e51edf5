// Measures in the real VS Code how long a delta takes from the service to the screen, in the chat panel and in a bare
// webview that only appends text.
//
//   npm run bench:paint [-- --deltas 300 --repetitions 3]
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { FrameLocator } from 'playwright-core';
import { configureDevelopment } from '../support/vscode-host/browser.ts';
import { PROJECT_ROOT } from '../support/vscode-host/install.ts';
import { median, quantile } from './panel/figures.ts';
import { paintedAt } from './panel/paint-watch.ts';
import { openPanelScene } from './panel/scene.ts';
import { serveStamped } from './panel/stamped-stream.ts';

const { values } = parseArgs({ options: { deltas: { type: 'string' }, repetitions: { type: 'string' } } });
const deltas = Number(values.deltas ?? 300);
const repetitions = Number(values.repetitions ?? 3);
/** Milliseconds between two deltas: a usual model, and a fast one. */
const gaps = [25, 4];

interface Panel {
  readonly name: string;
  readonly frame: FrameLocator;
  /** What the newest words are at the end of. */
  readonly selector: string;
  readonly ask: () => Promise<unknown>;
}

for (const gap of gaps) {
  await using stream = await serveStamped(deltas, gap);
  await using scene = await openPanelScene({
    planMessagesUrl: stream.origin,
    settings: { 'bare.address': stream.origin },
  });
  const { opened, chat } = scene;
  const { workbench } = opened;
  const bareFolder = path.join(import.meta.dirname, 'panel', 'bare');
  await configureDevelopment(opened.context, opened.server.port, { extensions: [PROJECT_ROOT, bareFolder] });
  await workbench.reload();
  await workbench.palette('Tidemark: Open Chat');
  await chat.composer().waitFor();
  await workbench.palette('Bare: Show');
  const bareFrame = workbench.chatFrame('tidemark-bench.bare');
  await bareFrame.locator('pre').waitFor({ state: 'attached' });
  const panels: readonly Panel[] = [
    {
      name: 'chat panel',
      frame: chat.frame,
      selector: '.turn.answer:last-child .markdown',
      ask: () => chat.ask('Count, please'),
    },
    { name: 'bare webview', frame: bareFrame, selector: 'pre', ask: () => workbench.palette('Bare: Ask') },
  ];
  const delays = new Map<string, number[][]>(panels.map(({ name }) => [name, []]));
  for (let run = 0; run < repetitions; run++) {
    for (const { name, frame, selector, ask } of run % 2 === 0 ? panels : panels.toReversed()) {
      const first = stream.sentAt.length;
      const [painted] = await Promise.all([paintedAt(frame, selector, first, deltas), ask()]);
      delays.get(name)?.push(painted.map((at, index) => at - (stream.sentAt[first + index] ?? Number.NaN)));
      await chat.frame.locator('.send').waitFor();
    }
  }
  console.log(
    tableOf(
      gap,
      panels.map(({ name }) => name),
      delays,
    ),
  );
}

function tableOf(gap: number, names: readonly string[], delays: ReadonlyMap<string, readonly number[][]>): string {
  const runs = (name: string): readonly number[][] => delays.get(name) ?? [];
  const over = (name: string, figure: (run: readonly number[]) => number): number => median(runs(name).map(figure));
  const times = (name: string, figure: (run: readonly number[]) => number): number =>
    median(runs(name).map((run, index) => figure(run) / figure(runs('bare webview')[index] ?? [])));
  const p95 = (run: readonly number[]): number => quantile(run, 0.95);
  return [
    `\nA delta every ${gap} ms, ${deltas} deltas, medians of ${repetitions} runs\n`,
    '| panel | sent to painted, median ms | × bare | p95, ms | × bare |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...names.map(
      (name) =>
        `| ${name} | ${over(name, median).toFixed(1)} | ${times(name, median).toFixed(2)} | ${over(name, p95).toFixed(1)} | ${times(name, p95).toFixed(2)} |`,
    ),
  ].join('\n');
}
