#!/usr/bin/env node
// Takes the place of the desktop's executable for @vscode/test-electron: it runs one suite inside a VS Code from npm,
// and ends with 0 only when the suite ended well. It does not know what the suite tests.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import util from 'node:util';
import type { Page } from 'playwright-core';
import { configureDevelopment, launchBrowser, workbenchAddress } from '../browser.ts';
import { installVsCode } from '../install.ts';
import { parseLauncherOptions, type LauncherOptions } from './launcher-options.ts';
import { createTemporaryFolder, removeTemporaryFolder } from '../owned-resources.ts';
import { startServer } from '../server.ts';
import { QUIET_SETTINGS, UserSettings } from '../user-settings.ts';

/** Begins every line that the suite prints; VS Code's own lines lack it. */
const SUITE_PREFIX = '\u2060suite:';

/** How the suite ended: in words where it did not end well. */
type Ending =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'broken'; readonly reason: string };

async function runSuite(options: LauncherOptions): Promise<Ending> {
  const installation = await installVsCode(options.version);
  await using stack = new AsyncDisposableStack();
  const home = stack.adopt(await createTemporaryFolder(), removeTemporaryFolder);
  const mark = path.join(home, 'suite-ended');
  const folders = {
    serverData: path.join(home, 'server'),
    userData: options.userData ?? path.join(home, 'user'),
    extensions: options.extensionsFolder ?? path.join(home, 'extensions'),
  };
  await new UserSettings(folders.userData).change({
    ...QUIET_SETTINGS,
    // In a browser VS Code saves after a second, at which a test of what is not saved might just not be done.
    'files.autoSave': 'off',
  });
  const env = { TIDEMARK_SUITE: options.suite, TIDEMARK_SUITE_MARK: mark, TIDEMARK_SUITE_PREFIX: SUITE_PREFIX };
  const server = stack.adopt(await startServer(installation, { folders, env }), (started) => started.stop());
  const context = stack.adopt(await launchBrowser({ profile: path.join(home, 'browser') }), (launched) =>
    launched.close(),
  );

  const { promise: exitCode, resolve: exit } = Promise.withResolvers<number>();
  const page = context.pages()[0] ?? (await context.newPage());
  const lines = await showSuiteLines(page);
  await page.exposeFunction('codeAutomationExit', exit);
  const crash = new Promise<string>((resolve) => page.once('crash', () => resolve('The page of VS Code crashed')));
  await configureDevelopment(context, server.port, {
    extensions: options.extensions,
    extensionTestsPath: path.join(import.meta.dirname, 'suite-entry.cjs'),
  });
  await page.goto(workbenchAddress(server.port, options.folder));

  const giveUp = new AbortController();
  const timeout = delay(options.timeoutSeconds * 1000, undefined, { signal: giveUp.signal }).then(
    () => `The suite did not end within ${options.timeoutSeconds} seconds`,
  );
  const ended = await Promise.race([exitCode, crash, server.ended, timeout]);
  // The timer that lost the race rejects when it is called off, and has nobody left to tell.
  timeout.catch(() => undefined);
  giveUp.abort();
  if (ended === 0 && existsSync(mark)) return { kind: 'passed' };
  if (ended === 0)
    return broken('The extension host went away before the suite had ended', lines.others, server.recentOutput());
  if (typeof ended === 'string') return broken(ended, lines.others, server.recentOutput());
  // A suite that ran has reported its failures itself; why one did not run is among VS Code's own lines.
  if (lines.suite.length === 0) return broken('The suite did not run', lines.others, server.recentOutput());
  return { kind: 'failed' };
}

/** Prints what the suite says, and keeps what VS Code says beside it for the case that something breaks. */
async function showSuiteLines(
  page: Page,
): Promise<{ readonly suite: readonly string[]; readonly others: readonly string[] }> {
  const lines: { suite: string[]; others: string[] } = { suite: [], others: [] };
  await page.exposeFunction('codeAutomationLog', (_kind: string, args: unknown[]) => {
    const line = util.format(...args);
    const bySuite = line.startsWith(SUITE_PREFIX);
    (bySuite ? lines.suite : lines.others).push(line);
    if (bySuite) console.log(line.slice(SUITE_PREFIX.length));
  });
  return lines;
}

function broken(reason: string, lines: readonly string[], serverOutput: string): Ending {
  return {
    kind: 'broken',
    reason: `${reason}.\nIn the window:\n${lines.slice(-30).join('\n')}\nThe server:\n${serverOutput}`,
  };
}

const ending = await runSuite(parseLauncherOptions(process.argv.slice(2)));
if (ending.kind === 'broken') console.error(ending.reason);
process.exit(ending.kind === 'passed' ? 0 : 1);
