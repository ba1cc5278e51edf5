// `npm start`: the demo service, and a VS Code with the packaged extension that is set up for it: the desktop's where
// one is installed, else VS Code from npm in the person's browser. Everything lives in a temporary folder and ends with
// it.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from './command.ts';
import { demoProfile, startDemoService, type DemoAnnouncement } from './demo-service.ts';
import { installVsCode, PROJECT_ROOT } from './install.ts';
import { startMintKeyProxy } from './mint-key-proxy.ts';
import { createTemporaryFolder, OWN_GROUP, ownProcess } from './owned-resources.ts';
import { writeSampleProject } from './sample-project.ts';
import { installVsix, startServer } from './server.ts';
import { QUIET_SETTINGS, UserSettings } from './user-settings.ts';

const VSIX = path.join(PROJECT_ROOT, 'dist', 'tidemark.vsix');

/** Something that was opened: how it is reached, and what tells that the person has closed it. */
interface Opened {
  readonly where: string;
  readonly closed: Promise<string>;
}

function onPath(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return folders
    .map((folder) => path.join(folder, process.platform === 'win32' ? `${name}.cmd` : name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

function hasDisplay(): boolean {
  return process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
}

/** The desktop's VS Code, unless there is no screen to show it on, or `code` only speaks to a window far away. */
function findDesktop(): string | undefined {
  const given = process.env['VSCODE_EXECUTABLE'];
  if (given !== undefined && given !== '') return given;
  return hasDisplay() && process.env['VSCODE_IPC_HOOK_CLI'] === undefined ? onPath('code') : undefined;
}

function openDesktop(executable: string, home: string, workspace: string): Opened {
  const args = [
    ...['--new-window', '--wait', '--disable-workspace-trust', '--skip-release-notes', '--skip-welcome'],
    `--user-data-dir=${path.join(home, 'user')}`,
    `--extensions-dir=${path.join(home, 'extensions')}`,
    `--extensionDevelopmentPath=${PROJECT_ROOT}`,
    workspace,
  ];
  const shell = process.platform === 'win32';
  const words = shell ? args.map((arg) => `"${arg}"`) : args;
  const child = spawn(shell ? `"${executable}"` : executable, words, { stdio: 'ignore', shell, ...OWN_GROUP });
  ownProcess(child);
  const failed = once(child, 'error').then(([error]: unknown[]) => `${executable} could not start: ${String(error)}`);
  return {
    where: 'the window of VS Code',
    closed: Promise.race([failed, once(child, 'exit').then(() => 'VS Code was closed.')]),
  };
}

/** The server asks for a token, because any page in the person's browser could otherwise reach it. */
async function openInBrowser(home: string, workspace: string, openPage: boolean): Promise<Opened> {
  const installation = await installVsCode('current');
  const folders = {
    serverData: path.join(home, 'server'),
    userData: path.join(home, 'user'),
    extensions: path.join(home, 'extensions'),
  };
  await installVsix(installation, folders, VSIX);
  const connectionToken = randomBytes(16).toString('hex');
  const server = await startServer(installation, { folders, connectionToken });
  const proxy = await startMintKeyProxy(server.port);
  const query = new URLSearchParams({ tkn: connectionToken, folder: workspace });
  const address = `http://127.0.0.1:${proxy.port}/?${query.toString()}`;
  if (openPage) browse(address);
  return { where: address, closed: server.ended };
}

/** Asks the person's browser to show `address`. Where there is none the printed address has to do. */
function browse(address: string): void {
  let child: ChildProcess | undefined;
  if (process.platform === 'darwin') child = spawn('open', [address], { stdio: 'ignore' });
  else if (process.platform === 'win32') child = spawn('explorer', [address], { stdio: 'ignore' });
  else if (hasDisplay()) child = spawn('xdg-open', [address], { stdio: 'ignore' });
  child?.once('error', () => undefined);
}

function firstSteps(where: string, { people, smsCode, apiKey }: DemoAnnouncement): string {
  const list = people.map(({ phone, persona }) => `       ${phone}  ${persona}`).join('\n');
  return `
Tidemark is running in ${where}

  1. Open the Command Palette (F1, or Ctrl+Shift+P) and run "Tidemark: Sign In",
     with the primary account.
  2. In the page that opens, enter one of these phone numbers, and the SMS code ${smsCode}:
${list}
  3. Back in VS Code, look at the status bar, then run "Tidemark: Open Chat" and ask something.
  4. The folder is a small project with a test that fails: choose "Agent"
     below the prompt, and ask "Fix the test".
  5. To see the fallback, sign in as "forbidden" and run "Tidemark: Set API Key…" with ${apiKey}

The demo service answers on this machine only. Press Ctrl+C to end everything.
`;
}

const { values } = parseArgs({ options: { 'no-open': { type: 'boolean', default: false } } });
console.log('Packaging the extension …');
await runCommand('Packaging the extension', 'npm', ['run', '-s', 'package'], { cwd: PROJECT_ROOT });
const demo = await startDemoService();
const home = await createTemporaryFolder();
const workspace = path.join(home, 'tide-table');
await writeSampleProject(workspace);
await new UserSettings(path.join(home, 'user')).change({
  ...QUIET_SETTINGS,
  'tidemark.service.profile': demoProfile(demo.announcement),
});
const desktop = findDesktop();
const opened =
  desktop === undefined
    ? await openInBrowser(home, workspace, !values['no-open'])
    : openDesktop(desktop, home, workspace);
console.log(firstSteps(opened.where, demo.announcement));
console.log(await opened.closed);
process.exit(0);
