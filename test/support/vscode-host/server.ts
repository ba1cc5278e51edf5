// Starts and stops a VS Code server from npm on 127.0.0.1, and installs a packaged extension for it.
import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { lastLines, runCommand } from './command.ts';
import type { VsCodeInstallation } from './install.ts';
import { OWN_GROUP, ownProcess, stopProcess } from './owned-resources.ts';

/** The folders of one VS Code: all are made when missing, and none is removed by the server. */
export interface ServerFolders {
  readonly serverData: string;
  readonly userData: string;
  readonly extensions: string;
}

export interface ServerOptions {
  readonly folders: ServerFolders;
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** A secret that a browser must bring. Without one every page that can reach the port is let in. */
  readonly connectionToken?: string;
  /** Whether VS Code asks about trust, and so has a Restricted Mode. Off by default. */
  readonly workspaceTrust?: boolean;
  /** Added to the environment of the extension host. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface VsCodeServer {
  readonly port: number;
  readonly pid: number;
  /** Resolves with words for the end of the process, whoever ended it. */
  readonly ended: Promise<string>;
  /** The last lines that the server printed. */
  recentOutput(): string;
  stop(): Promise<void>;
}

const START_PATIENCE_MS = 60_000;

/**
 * Starts VS Code's server and waits until it listens.
 * @throws Error with the server's last words when it ends or stays silent instead.
 */
export async function startServer(
  { root, node, release }: VsCodeInstallation,
  options: ServerOptions,
): Promise<VsCodeServer> {
  const { folders, port = 0, connectionToken, workspaceTrust = false } = options;
  const env = await serverEnvironment(folders, options.env);
  const child = spawn(
    node,
    [
      ...['out/server-main.js', '--host', '127.0.0.1', '--port', String(port), '--accept-server-license-terms'],
      ...[
        '--server-data-dir',
        folders.serverData,
        '--user-data-dir',
        folders.userData,
        '--extensions-dir',
        folders.extensions,
      ],
      ...['--telemetry-level', 'off', '--disable-update-check'],
      ...(connectionToken === undefined ? ['--without-connection-token'] : ['--connection-token', connectionToken]),
      ...(workspaceTrust ? [] : ['--disable-workspace-trust']),
    ],
    { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], ...OWN_GROUP },
  );
  ownProcess(child);

  let output = '';
  const what = `VS Code ${release.vscode}'s server`;
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`${what} could not start: ${error.message}`));
    child.once('exit', (code, signal) => resolve(`${what} ended with ${code ?? signal ?? 'no code'}`));
  });
  const listening = await new Promise<number>((resolve, reject) => {
    const fail = (reason: string): void => reject(new Error(`${reason}.\n${lastLines(output)}`));
    const timer = setTimeout(() => {
      void stopProcess(child);
      fail(`${what} did not listen within ${START_PATIENCE_MS / 1000} seconds`);
    }, START_PATIENCE_MS);
    const read = (text: string): void => {
      output = (output + text).slice(-100_000);
      const match = /Extension host agent listening on (\d+)/.exec(output);
      if (match === null) return;
      clearTimeout(timer);
      resolve(Number(match[1]));
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    void ended.then((reason) => {
      clearTimeout(timer);
      fail(reason);
    });
  });
  return {
    port: listening,
    pid: child.pid ?? 0,
    ended,
    recentOutput: () => lastLines(output),
    stop: () => stopProcess(child),
  };
}

/** Installs a packaged extension, without any gallery. */
export async function installVsix(
  { root, node }: VsCodeInstallation,
  folders: ServerFolders,
  vsix: string,
): Promise<void> {
  const args = ['out/server-main.js', '--accept-server-license-terms', '--install-extension', vsix];
  const places = [
    '--server-data-dir',
    folders.serverData,
    '--user-data-dir',
    folders.userData,
    '--extensions-dir',
    folders.extensions,
  ];
  const env = await serverEnvironment(folders);
  await runCommand(`Installing ${path.basename(vsix)}`, node, [...args, ...places], { cwd: root, env });
}

/**
 * A home and temporary folder below the server's own keep the machine clean. Variables of a surrounding VS Code would
 * confuse this one, a proxy would carry loopback traffic away, and an empty gallery and forwarding template keep VS
 * Code from calling out and from sending loopback addresses through a forwarding path that only code-server has.
 */
async function serverEnvironment(
  { serverData, userData, extensions }: ServerFolders,
  added: Readonly<Record<string, string>> = {},
): Promise<NodeJS.ProcessEnv> {
  const home = path.join(serverData, 'home');
  const temporary = path.join(serverData, 'tmp');
  for (const folder of [home, temporary, extensions, path.join(userData, 'User')])
    await mkdir(folder, { recursive: true });
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:VSCODE_|ELECTRON_|(?:https?|all)_proxy$)/i.test(name),
  );
  return {
    ...Object.fromEntries(inherited),
    HOME: home,
    TMPDIR: temporary,
    EXTENSIONS_GALLERY: '{}',
    VSCODE_PROXY_URI: '',
    ...added,
  };
}
