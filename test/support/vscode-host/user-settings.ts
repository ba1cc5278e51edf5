// Writes the settings file of one VS Code, with what keeps a fresh VS Code quiet.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';

const settingsSchema = z.record(z.string(), z.unknown());

/** No welcome page, no second side bar, and nothing that would call out of the machine. */
export const QUIET_SETTINGS: Readonly<Record<string, unknown>> = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.enableExperiments': false,
  'workbench.tips.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'extensions.ignoreRecommendations': true,
  'update.mode': 'none',
  'typescript.disableAutomaticTypeAcquisition': true,
};

export class UserSettings {
  readonly #file: string;

  constructor(userDataFolder: string) {
    this.#file = path.join(userDataFolder, 'User', 'settings.json');
  }

  /** Merges `changes` into the file; a value of `undefined` removes its setting. */
  async change(changes: Readonly<Record<string, unknown>>): Promise<void> {
    await mkdir(path.dirname(this.#file), { recursive: true });
    const current = await readFile(this.#file, 'utf8').catch(() => '{}');
    const settings = { ...settingsSchema.parse(JSON.parse(current)), ...changes };
    await writeFile(this.#file, `${JSON.stringify(settings, null, 2)}\n`);
  }
}
