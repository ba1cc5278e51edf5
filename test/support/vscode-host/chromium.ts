// Finds a browser of the Chromium family, and on a bare Debian installs one. It does not start it.
import path from 'node:path';
import { installOnDebian, isExecutable } from './debian.ts';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
];

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
  const found = namedBrowser() ?? installedBrowser() ?? (await installOnDebian('chromium', installedBrowser));
  if (found !== undefined) return found;
  throw new Error(
    'The tests need Chromium, Google Chrome or Microsoft Edge, and none was found. Install one ' +
      '(on Debian and Ubuntu: sudo apt-get install chromium), or set CHROME_PATH to its executable.',
  );
}

/**
 * Returns the path of the browser that tests open pages with: Chromium's headless shell, which draws the same without a
 * window around it and opens a page in a third of the time, where it is installed or, as root on Debian, can be; else
 * any browser of `findChromium`.
 */
export async function findHeadlessShell(): Promise<string> {
  const named =
    namedBrowser() ?? installedShell() ?? (await installOnDebian('chromium-headless-shell', installedShell));
  return named ?? findChromium();
}

function namedBrowser(): string | undefined {
  const named = process.env['CHROME_PATH'];
  if (named === undefined || named === '') return undefined;
  if (!isExecutable(named)) throw new Error(`CHROME_PATH names ${named}, which is not an executable file.`);
  return named;
}

function installedBrowser(): string | undefined {
  return [...NAMES.flatMap(onPath), ...(PLACES[process.platform] ?? [])].find((candidate) => isExecutable(candidate));
}

function installedShell(): string | undefined {
  return onPath('chromium-headless-shell').find((candidate) => isExecutable(candidate));
}

function onPath(name: string): string[] {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => path.join(folder, name));
}
