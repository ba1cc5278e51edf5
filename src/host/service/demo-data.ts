// The made-up past of the demo: readings, answers and conversations, kept in files of a name of their own, which go
// with the demo. Its code is loaded on first use.
import * as vscode from 'vscode';
import { readdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { accountNameOf } from '../../core/account/session.ts';
import type { Sample } from '../../core/plan/forecast/samples.ts';
import type { PlanFigures } from '../../core/plan/plan-state.ts';
import { embeddedDemo } from '../../core/service/profile/embedded-demo.ts';
import { providerIds } from '../../core/service/profile/profile.ts';
import { countedLine } from '../../core/usage/counted-answer.ts';
import { writeShared } from '../../node/shared-files.ts';
import { conversationsFolder, countedFolder, demoPrefix, planFolder, planSuffix } from '../storage-folders.ts';

const { l10n } = vscode;

/** Whose past is made up, and where it is kept. */
export interface DemoPlace {
  /** As `SessionCredentials.account` names it. */
  readonly account: string;
  readonly storage: vscode.Uri;
  /** Where VS Code keeps what is of this window's workspace; undefined where it has none. */
  readonly workspace: vscode.Uri | undefined;
}

/**
 * The readings before these figures of a person of the demo; the answers that they hold are written. Never rejects:
 * where the disk does, nobody knows what the quota went to.
 */
export async function demoReadings(figures: PlanFigures, place: DemoPlace): Promise<readonly Sample[]> {
  const [{ pastBefore }, { pastTurns }, { pastAnswers }, { serviceId, workspaceOf }] = await Promise.all([
    import('../../demo/past/readings.ts'),
    import('../../demo/past/conversations.ts'),
    import('../../demo/past/uses.ts'),
    import('../payers/answer-counts.ts'),
  ]);
  const { account, storage, workspace } = place;
  const { samples, uses } = pastBefore(figures, pastTurns(demoPrefix, figures.readAt));
  const answers = pastAnswers(uses, { service: serviceId(embeddedDemo), account, workspace: workspaceOf(workspace) });
  if (storage.scheme === 'file' && answers.length > 0) {
    const file = path.join(storage.fsPath, countedFolder, `${demoPrefix}${account}.jsonl`);
    await writeShared(file, answers.map(countedLine).join('')).catch(() => undefined);
  }
  return samples;
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
  for (const folder of [conversationsFolder, countedFolder])
    await removeFrom(path.join(storage.fsPath, folder), (name) => name.startsWith(demoPrefix));
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
