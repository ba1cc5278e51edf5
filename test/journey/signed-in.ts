// How most journeys begin: the extension, as it is in the tree unless another is named, with the demo as its service,
// and a person signed in.
import type { DemoService } from '../../src/demo/server.ts';
import { PROJECT_ROOT } from '../support/vscode-host/install.ts';
import { type OpenedWorkbench, openWorkbench, type WorkbenchOptions } from '../support/vscode-host/open-workbench.ts';
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
