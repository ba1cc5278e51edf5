// The settings of the plan. Each is checked by hand, since the status bar needs them before any schema is loaded; a
// value that does not fit counts as unset. All have application scope: no workspace can set them.
import * as vscode from 'vscode';

const section = 'tidemark';
const shownKey = 'plan.statusBarShows';
const thresholdsKey = 'plan.thresholds';
const warningsKey = 'plan.warnings';
const refillsKey = 'plan.tellWhenReset';

const read = (key: string): unknown => vscode.workspace.getConfiguration(section).get<unknown>(key);

/** Which share the status bar and its hover name. */
export function readShownShare(): 'used' | 'left' {
  return read(shownKey) === 'left' ? 'left' : 'used';
}

/** Shares used, in percent, from which on a window asks for attention. */
export function readThresholds(): readonly number[] {
  const value = read(thresholdsKey);
  return Array.isArray(value)
    ? value.filter((one): one is number => typeof one === 'number' && one > 0 && one <= 100)
    : [80];
}

export function readWantsWarnings(): boolean {
  return read(warningsKey) !== false;
}

export function readWantsRefillNotices(): boolean {
  return read(refillsKey) === true;
}

export async function writeWantsWarnings(wanted: boolean): Promise<void> {
  await write(warningsKey, wanted);
}

export async function writeWantsRefillNotices(wanted: boolean): Promise<void> {
  await write(refillsKey, wanted);
}

async function write(key: string, value: boolean): Promise<void> {
  await vscode.workspace.getConfiguration(section).update(key, value, vscode.ConfigurationTarget.Global);
}

/** The file that other programs read the quota from; empty where none is chosen. */
export function readQuotaFile(): string {
  const value = read('plan.quotaFile');
  return typeof value === 'string' ? value.trim() : '';
}

export function readQuotaFileNamesAccount(): boolean {
  return read('plan.quotaFileNamesAccount') === true;
}

/** Whether a change touches any setting of the plan. */
export function affectsPlanSettings(change: vscode.ConfigurationChangeEvent): boolean {
  return change.affectsConfiguration(`${section}.plan`);
}
