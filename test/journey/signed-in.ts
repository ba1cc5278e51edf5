// How most journeys begin: the extension, as it is in the tree unless another is named, with the demo as its service,
// and a person signed in.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type DemoService, startDemoService } from '../../src/demo/server.ts';
import { PROJECT_ROOT } from '../support/vscode-host/install.ts';
import { type OpenedWorkbench, openWorkbench, type WorkbenchOptions } from '../support/vscode-host/open-workbench.ts';
import { createTemporaryFolder, removeTemporaryFolder } from '../support/vscode-host/owned-resources.ts';
import type { Workbench } from '../support/vscode-host/workbench.ts';
import { profileOf, signIn } from './demo-visit.ts';

/** Opens VS Code, where Ada Brook is then signed in and no notification is left. Dispose of the result to end it. */
export async function openSignedIn(
  demo: DemoService,
  options: Partial<WorkbenchOptions> = {},
): Promise<OpenedWorkbench> {
  await using stack = new AsyncDisposableStack();
  const opened = stack.use(
    await openWorkbench({
      extension: { kind: 'development', folder: PROJECT_ROOT },
      ...options,
      settings: { 'tidemark.service.profile': profileOf(demo), ...options.settings },
    }),
  );
  const { workbench } = opened;
  await workbench
    .statusBarItem('tidemark.plan')
    .filter({ hasText: /Sign In/ })
    .waitFor();
  await signIn(workbench, demo, 'Ada Brook');
  await workbench.dismissToasts();
  stack.move();
  return opened;
}

/** What a journey has for itself alone. Dispose of it to end all of it. */
export interface OwnDemo extends AsyncDisposable {
  readonly demo: DemoService;
  readonly workbench: Workbench;
  /** Where this VS Code keeps its files. */
  readonly home: string;
  /** The folder that is open in it. */
  readonly folder: string;
}

/** Opens VS Code with a demo of its own, at this pace, and an empty folder; see `openSignedIn`. */
export async function openOwnDemo(pace: number, options: Partial<WorkbenchOptions> = {}): Promise<OwnDemo> {
  await using stack = new AsyncDisposableStack();
  const home = stack.adopt(await createTemporaryFolder(), removeTemporaryFolder);
  const folder = path.join(home, 'harbor');
  await mkdir(folder);
  const demo = stack.adopt(await startDemoService({ pace }), (started) => started.close());
  const { workbench } = stack.use(await openSignedIn(demo, { home, folder, ...options }));
  const held = stack.move();
  return { demo, workbench, home, folder, [Symbol.asyncDispose]: () => held.disposeAsync() };
}
