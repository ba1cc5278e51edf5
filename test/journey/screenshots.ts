// `npm run screenshots`: takes the pictures of the README from the product as it is, with the demo, so that they show
// what a newcomer will see.
import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { startDemoService } from '../../src/demo/server.ts';
import { PROJECT_ROOT } from '../support/vscode-host/install.ts';
import { createTemporaryFolder, removeTemporaryFolder } from '../support/vscode-host/owned-resources.ts';
import { writeSampleProject } from '../support/vscode-host/sample-project.ts';
import type { Workbench } from '../support/vscode-host/workbench.ts';
import { ChatPage, wholeText } from './chat-page.ts';
import { openSignedIn } from './signed-in.ts';

async function take(workbench: Workbench, name: string): Promise<void> {
  // Nothing is to be pointed at.
  await workbench.page.mouse.move(0, 0);
  const picture = path.join(PROJECT_ROOT, 'media', `${name}.png`);
  await rename(await workbench.screenshot(name), picture);
  console.log(path.relative(PROJECT_ROOT, picture));
}

async function takeAll(home: string): Promise<void> {
  const folder = path.join(home, 'tide-table');
  await mkdir(folder);
  await writeSampleProject(folder);
  await using stack = new AsyncDisposableStack();
  const demo = stack.adopt(await startDemoService({ pace: 0 }), (started) => started.close());
  const { workbench } = stack.use(
    await openSignedIn(demo, {
      extension: { kind: 'package', vsix: path.join(PROJECT_ROOT, 'dist', 'tidemark.vsix') },
      folder,
      // A newer npm is nobody's concern here.
      env: { npm_config_update_notifier: 'false' },
    }),
  );
  const chat = new ChatPage(workbench.chatFrame());
  await workbench.palette('Tidemark: Open Chat');
  await chat.composer().waitFor();
  await workbench.changeTheme('dark');
  await workbench.resizeSideBar(460);
  await workbench.openFile('tides.js');
  await wholeText(await chat.ask('Show me code, please'));
  await workbench.page
    .locator('.part.statusbar')
    .getByText('Activating Extensions')
    .waitFor({ state: 'detached', timeout: 60_000 });
  await workbench.dismissToasts();
  await chat.composer().focus();
  await take(workbench, 'screenshot');

  await workbench.palette('Tidemark: New Chat');
  await chat.frame.getByRole('combobox', { name: 'How prompts are answered' }).click();
  await chat.frame.getByRole('option', { name: /^Agent/ }).click();
  await chat.ask('Fix the test');
  const question = chat.frame.getByRole('region', { name: 'The agent asks' });
  await question.filter({ hasText: 'Run this command?' }).waitFor();
  // A question takes no click that was meant for what was there before.
  await workbench.page.waitForTimeout(600);
  await question.getByRole('button', { name: 'Run', exact: true }).click();
  await question.filter({ hasText: 'Change src/tides.js?' }).waitFor();
  await take(workbench, 'screenshot-agent');
}

const home = await createTemporaryFolder();
await takeAll(home).finally(() => removeTemporaryFolder(home));
