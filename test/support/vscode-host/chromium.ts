// Finds a browser of the Chromium family, and on a bare Debian installs one. It does not start it.
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from './command.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge', 'microsoft-edge-stable'];

/** Where the installers of macOS and Windows put a browser, which is not on the PATH there. */
const PLACES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
    String.raw`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`,
  ],
};

/**
 * Returns the path of a browser: the one that `CHROME_PATH` names, else one that is installed, else, as root on Debian,
 * one that it installs.
 * @throws Error that says what to install.
 */
export async function findChromium(): Promise<string> {
  const named = process.env['CHROME_PATH'];
  if (named !== undefined && named !== '') {
    if (!isExecutable(named)) throw new Error(`CHROME_PATH names ${named}, which is not an executable file.`);
    return named;
  }
  const found = installedBrowser();
  if (found !== undefined) return found;
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    console.error('Installing Chromium with apt-get …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await runCommand('Reading the package lists of Debian', 'apt-get', ['update'], { env });
    await runCommand('Installing Chromium', 'apt-get', ['install', '-y', 'chromium'], { env });
    const installed = installedBrowser();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    'The tests need Chromium, Google Chrome or Microsoft Edge, and none was found. Install one ' +
      '(on Debian and Ubuntu: sudo apt-get install chromium), or set CHROME_PATH to its executable.',
  );
}

function installedBrowser(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const onPath = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...onPath, ...(PLACES[process.platform] ?? [])].find((candidate) => isExecutable(candidate));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
