// Reads the desktop's command line as the launcher understands it. It opens nothing.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { VsCodeVersion } from '../vscode-versions.ts';

export interface LauncherOptions {
  readonly extensions: readonly string[];
  /** The module whose `run()` is the suite. */
  readonly suite: string;
  readonly userData?: string;
  readonly extensionsFolder?: string;
  readonly folder?: string;
  readonly version: VsCodeVersion;
  readonly timeoutSeconds: number;
}

const DEFAULT_TIMEOUT_SECONDS = 300;

/**
 * Understands the desktop's `--extensionDevelopmentPath` (repeatable), `--extensionTestsPath`, `--user-data-dir`,
 * `--extensions-dir`, `--folder-uri` and a folder as the last word, and of its own `--npm-version=current|oldest` and
 * `--suite-timeout=<seconds>`. Every other flag of the desktop is passed over, for the launcher has no use for it.
 * @throws Error that names what is missing or cannot be understood.
 */
export function parseLauncherOptions(args: readonly string[]): LauncherOptions {
  const flags = new Map<string, string[]>();
  const words: string[] = [];
  for (const arg of args) {
    const match = /^--([^=]+)(?:=(.*))?$/su.exec(arg);
    if (match?.[1] === undefined) words.push(arg);
    else flags.set(match[1], [...(flags.get(match[1]) ?? []), match[2] ?? '']);
  }
  const last = (name: string): string | undefined => flags.get(name)?.at(-1);
  const suite = last('extensionTestsPath');
  if (suite === undefined || suite === '')
    throw new Error('The launcher runs suites only: --extensionTestsPath is missing.');
  const version = last('npm-version') ?? 'current';
  if (version !== 'current' && version !== 'oldest')
    throw new Error(`--npm-version is current or oldest, not ${version}.`);
  const timeoutSeconds = Number(last('suite-timeout') ?? DEFAULT_TIMEOUT_SECONDS);
  if (!(timeoutSeconds > 0)) throw new Error('--suite-timeout is a number of seconds above 0.');

  const folderUri = last('folder-uri');
  const folder = folderUri === undefined ? words.at(-1) : fileURLToPath(folderUri);
  return {
    extensions: (flags.get('extensionDevelopmentPath') ?? []).map((place) => path.resolve(place)),
    suite: path.resolve(suite),
    version,
    timeoutSeconds,
    ...optional('userData', last('user-data-dir')),
    ...optional('extensionsFolder', last('extensions-dir')),
    ...optional('folder', folder),
  };
}

function optional<Name extends string>(name: Name, place: string | undefined): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  if (place !== undefined && place !== '') found[name] = path.resolve(place);
  return found;
}
