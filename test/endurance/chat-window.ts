// Opens a real VS Code with the package, signed in at a demo of its own and with the chat in front.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { startDemoService } from '../../src/demo/server.ts';
import { ChatPage } from '../journey/chat-page.ts';
import { profileOf, signIn } from '../journey/demo-visit.ts';
import { PROJECT_ROOT } from '../support/vscode-host/install.ts';
import { type OpenedWorkbench, openWorkbench } from '../support/vscode-host/open-workbench.ts';
import { createTemporaryFolder } from '../support/vscode-host/owned-resources.ts';
import type { Workbench } from '../support/vscode-host/workbench.ts';
import { DemoControl } from './demo-control.ts';

export interface ChatWindow extends AsyncDisposable {
  readonly workbench: Workbench;
  readonly page: Page;
  readonly chat: ChatPage;
  readonly demo: DemoControl;
  readonly opened: OpenedWorkbench;
  /** The files of all conversations, as absolute paths. */
  segments(): Promise<string[]>;
}

/** @param pace milliseconds between two pieces of an answer */
export async function openChatWindow(pace: number, settings: Readonly<Record<string, unknown>>): Promise<ChatWindow> {
  await using stack = new AsyncDisposableStack();
  const service = stack.adopt(await startDemoService({ pace }), (started) => started.close());
  const home = await createTemporaryFolder();
  const opened = stack.use(
    await openWorkbench({
      extension: { kind: 'package', vsix: path.join(PROJECT_ROOT, 'dist', 'tidemark.vsix') },
      home,
      settings: { 'tidemark.service.profile': profileOf(service), ...settings },
    }),
  );
  const { workbench } = opened;
  await workbench
    .statusBarItem('tidemark.plan')
    .filter({ hasText: /Sign In/ })
    .waitFor();
  await signIn(workbench, service, 'Ada Brook');
  await workbench.palette('Tidemark: Open Chat');
  const chat = new ChatPage(workbench.chatFrame());
  await chat.composer().waitFor();
  const owned = stack.move();
  return {
    workbench,
    page: workbench.page,
    chat,
    demo: new DemoControl(service.description),
    opened,
    segments: async () =>
      (await readdir(home, { recursive: true }))
        .filter((name) => /conversations\/[^/]+\.jsonl$/.test(name))
        .map((name) => path.join(home, name)),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
