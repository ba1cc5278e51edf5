// Opens a whole VS Code for a test: server, browser, window, extension and settings, and takes it all down again.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { configureDevelopment, launchBrowser, workbenchAddress, type BrowserOptions } from './browser.ts';
import { installVsCode } from './install.ts';
import { createTemporaryFolder, removeTemporaryFolder } from './owned-resources.ts';
import { installVsix, startServer, type VsCodeServer } from './server.ts';
import { QUIET_SETTINGS, UserSettings } from './user-settings.ts';
import { RELEASES, type Theme, type VsCodeVersion } from './vscode-versions.ts';
import { Workbench } from './workbench.ts';

/** The extension under test: its folder in the tree, or the package that people install. Absolute paths. */
export type ExtensionSource =
  | { readonly kind: 'development'; readonly folder: string }
  | { readonly kind: 'package'; readonly vsix: string };

export interface WorkbenchOptions extends Omit<BrowserOptions, 'profile'> {
  readonly extension: ExtensionSource;
  /** The folder that the window shows. Without one the window is empty. */
  readonly folder?: string;
  /** The person's settings, beside those that keep VS Code quiet. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** `dark` by default. */
  readonly theme?: Theme;
  /** `current` by default. */
  readonly version?: VsCodeVersion;
  /**
   * A folder that keeps all that VS Code remembers: settings, extensions, secrets, view state. Opening it again is the
   * same VS Code started again. Without one everything is forgotten at the end.
   */
  readonly home?: string;
  readonly workspaceTrust?: boolean;
  /** Added to the environment of the extension host. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface OpenedWorkbench extends AsyncDisposable {
  readonly workbench: Workbench;
  readonly context: BrowserContext;
  readonly server: VsCodeServer;
  /** What went wrong in the page and what the server said last: for the message of a test that fails. */
  diagnostics(): string;
}

/**
 * Opens VS Code and waits until its window stands (about 4 seconds). Dispose of the result to end it: `await using`.
 * @throws Error with what the page and the server said, when the window does not come up.
 */
export async function openWorkbench(options: WorkbenchOptions): Promise<OpenedWorkbench> {
  const { extension, version = 'current', theme = 'dark' } = options;
  const installation = await installVsCode(version);
  await using stack = new AsyncDisposableStack();
  const home = options.home ?? stack.adopt(await createTemporaryFolder(), removeTemporaryFolder);
  const folders = {
    serverData: path.join(home, 'server'),
    userData: path.join(home, 'user'),
    extensions: path.join(home, 'extensions'),
  };
  const settings = new UserSettings(folders.userData);
  await settings.change({
    ...QUIET_SETTINGS,
    'workbench.colorTheme': RELEASES[version].themes[theme].id,
    ...options.settings,
  });
  if (extension.kind === 'package') await installVsix(installation, folders, extension.vsix);

  const portFile = path.join(home, 'port');
  const server = stack.adopt(
    await startServer(installation, {
      folders,
      port: Number(await readFile(portFile, 'utf8').catch(() => '0')),
      ...(options.workspaceTrust === undefined ? {} : { workspaceTrust: options.workspaceTrust }),
      ...(options.env === undefined ? {} : { env: options.env }),
    }),
    (started) => started.stop(),
  );
  // A browser keeps storage by origin, so a VS Code that remembers has to come back on its port.
  await writeFile(portFile, String(server.port));

  const profile = path.join(home, 'browser');
  await mkdir(profile, { recursive: true });
  const context = stack.adopt(await launchBrowser({ ...options, profile }), (launched) => launched.close());
  if (extension.kind === 'development') {
    await configureDevelopment(context, server.port, { extensions: [extension.folder] });
  }
  const diagnostics = collectDiagnostics(context, server);
  const page = context.pages()[0] ?? (await context.newPage());
  const workbench = new Workbench(page, RELEASES[version], settings);
  try {
    await page.goto(workbenchAddress(server.port, options.folder));
    await workbench.ready();
  } catch (error) {
    throw new Error(`VS Code's window did not come up.\n${diagnostics()}`, { cause: error });
  }
  const opened = stack.move();
  return { workbench, context, server, diagnostics, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

function collectDiagnostics(context: BrowserContext, server: VsCodeServer): () => string {
  const errors: string[] = [];
  const keep = (line: string): void => {
    errors.push(line.slice(0, 500));
    if (errors.length > 50) errors.shift();
  };
  context.on('weberror', (error) => keep(String(error.error())));
  context.on('console', (message) => {
    if (message.type() === 'error') keep(message.text());
  });
  return () => `In the page:\n${errors.join('\n')}\n\nThe server:\n${server.recentOutput()}`;
}
