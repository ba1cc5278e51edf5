// The made-up past of the demo: readings and conversations, kept in files of a name of their own, which go with the
// demo. Its code is loaded on first use.
import * as vscode from 'vscode';
import { readdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { accountNameOf } from '../../core/account/session.ts';
import type { Sample } from '../../core/plan/forecast/samples.ts';
import type { PlanFigures } from '../../core/plan/plan-state.ts';
import { embeddedDemo } from '../../core/service/profile/embedded-demo.ts';
import { providerIds } from '../../core/service/profile/profile.ts';
import { writeShared } from '../../node/shared-files.ts';
import { conversationsFolder, demoPrefix, planFolder, planSuffix } from '../storage-folders.ts';

const { l10n } = vscode;

/** The readings before these figures of a person of the demo. */
export async function demoReadings(figures: PlanFigures): Promise<readonly Sample[]> {
  return (await import('../../demo/past/readings.ts')).readingsBefore(figures);
}

/** Writes the conversations that are not there yet. Rejects where the disk does. */
export async function writeDemoConversations(storage: vscode.Uri): Promise<void> {
  if (storage.scheme !== 'file') return;
  const { pastConversations } = await import('../../demo/past/conversations.ts');
  const folder = path.join(storage.fsPath, conversationsFolder);
  const present = new Set(await namesIn(folder));
  for (const { name, text } of pastConversations(demoPrefix, l10n.t('Demo:'), Date.now()))
    if (!present.has(name)) await writeShared(path.join(folder, name), text);
}

/** Removes everything that was made up. Rejects where the disk does. */
export async function removeDemoData(storage: vscode.Uri): Promise<void> {
  if (storage.scheme !== 'file') return;
  const plans = await demoPlanFiles();
  await removeFrom(path.join(storage.fsPath, planFolder), (name) => plans.has(name));
  await removeFrom(path.join(storage.fsPath, conversationsFolder), (name) => name.startsWith(demoPrefix));
}

/** What the files of all people of the demo are called. */
async function demoPlanFiles(): Promise<ReadonlySet<string>> {
  const { personas } = await import('../../demo/accounts/personas.ts');
  const people = personas.flatMap(({ userId }) => providerIds.map((provider) => ({ provider, userId })));
  const names = people.map(({ provider, userId }) => accountNameOf(embeddedDemo, provider, userId));
  return new Set((await Promise.all(names)).map((name) => name + planSuffix));
}

async function removeFrom(folder: string, isMadeUp: (name: string) => boolean): Promise<void> {
  for (const name of await namesIn(folder)) if (isMadeUp(name)) await unlink(path.join(folder, name));
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}
