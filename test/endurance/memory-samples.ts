// What the page and the extension host of a real VS Code hold in memory, sampled on the way and printed as a table.
import type { OpenedWorkbench } from '../support/vscode-host/open-workbench.ts';
import { neededHeapBytes, newestExtensionHost, residentBytes } from './extension-hosts.ts';

const mebibyte = 2 ** 20;

export interface MemorySample {
  /** How much was done by then. */
  readonly done: number;
  /** MiB, as the others are. */
  readonly pageHeap: number;
  readonly nodes: number;
  readonly listeners: number;
  /** All that the extension host holds, and what its scripts need of it. */
  readonly host: number;
  readonly hostHeap: number;
}

export interface MemoryWatch {
  /** Prints a line of the table as well. */
  sample(when: string, done: number): Promise<MemorySample>;
}

function printRow(when: string, cells: readonly (string | number)[]): void {
  console.log([when.padEnd(14), ...cells.map((cell) => String(cell).padStart(10))].join(''));
}

/** Prints the head of the table. */
export async function watchMemory({ workbench, context, server }: OpenedWorkbench): Promise<MemoryWatch> {
  const began = Date.now();
  const session = await context.newCDPSession(workbench.page);
  await session.send('Performance.enable');
  printRow('when', ['page MB', 'nodes', 'listeners', 'host MB', 'host heap', 'seconds']);
  return {
    async sample(when, done) {
      // Twice, since what the first finds free may hold what the second does.
      for (let times = 0; times < 2; times += 1) await session.send('HeapProfiler.collectGarbage');
      const { metrics } = await session.send('Performance.getMetrics');
      const metric = (name: string): number => metrics.find((found) => found.name === name)?.value ?? Number.NaN;
      const host = await newestExtensionHost(server.pid);
      if (host === null) throw new Error('There is no extension host.');
      const taken = {
        done,
        pageHeap: metric('JSHeapUsedSize') / mebibyte,
        nodes: metric('Nodes'),
        listeners: metric('JSEventListeners'),
        host: (await residentBytes(host)) / mebibyte,
        hostHeap: (await neededHeapBytes(host)) / mebibyte,
      };
      const { pageHeap, nodes, listeners } = taken;
      const seconds = Math.round((Date.now() - began) / 1000);
      printRow(when, [
        pageHeap.toFixed(1),
        nodes,
        listeners,
        taken.host.toFixed(1),
        taken.hostHeap.toFixed(1),
        seconds,
      ]);
      return taken;
    },
  };
}

/** Growth between the first of these samples and the last, of each `unit` that was done. */
export function reportGrowth(unit: string, samples: readonly MemorySample[]): void {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined || last.done === first.done) return;
  const each = (key: 'pageHeap' | 'nodes' | 'listeners' | 'host' | 'hostHeap', scale = 1): string =>
    (((last[key] - first[key]) * scale) / (last.done - first.done)).toFixed(1);
  console.log(
    `a ${unit}: page ${each('pageHeap', 1024)} KB, ${each('nodes')} nodes, ${each('listeners')} listeners, host ${each('host', 1024)} KB, of it needed ${each('hostHeap', 1024)} KB`,
  );
}
