// Opens the real VS Code for a bench of the panel: the extension from the tree, signed in to the demo, with the chat
// shown.
import path from 'node:path';
import { startDemoService } from '../../../src/demo/server.ts';
import { ChatPage } from '../../journey/chat-page.ts';
import { profileOf, signIn } from '../../journey/demo-visit.ts';
import { PROJECT_ROOT } from '../../support/vscode-host/install.ts';
import { createTemporaryFolder, removeTemporaryFolder } from '../../support/vscode-host/owned-resources.ts';
import { type OpenedWorkbench, openWorkbench } from '../../support/vscode-host/open-workbench.ts';

export interface PanelScene extends AsyncDisposable {
  readonly opened: OpenedWorkbench;
  readonly chat: ChatPage;
}

export interface SceneOptions {
  /** Answers the plan's messages in the demo's place. */
  readonly planMessagesUrl?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Fills the folder in which the extension keeps what belongs to the person, before it starts. */
  readonly prepare?: (storage: string) => Promise<void>;
}

export async function openPanelScene({ planMessagesUrl, settings, prepare }: SceneOptions): Promise<PanelScene> {
  await using stack = new AsyncDisposableStack();
  const demo = await startDemoService({ pace: 0 });
  stack.defer(() => demo.close());
  const home = stack.adopt(await createTemporaryFolder(), removeTemporaryFolder);
  await prepare?.(path.join(home, 'user', 'User', 'globalStorage', 'tidemark.tidemark'));
  const profile = { ...profileOf(demo), ...(planMessagesUrl === undefined ? {} : { planMessagesUrl }) };
  const opened = stack.use(
    await openWorkbench({
      extension: { kind: 'development', folder: PROJECT_ROOT },
      home,
      settings: { 'tidemark.service.profile': profile, ...settings },
    }),
  );
  const { workbench } = opened;
  await workbench
    .statusBarItem('tidemark.plan')
    .filter({ hasText: /Sign In/ })
    .waitFor();
  await signIn(workbench, demo, 'Ada Brook');
  await workbench.palette('Tidemark: Open Chat');
  const chat = new ChatPage(workbench.chatFrame());
  await chat.composer().waitFor();
  const parts = stack.move();
  return { opened, chat, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}
