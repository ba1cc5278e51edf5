// Deletes everything that Tidemark keeps on this machine, after asking.
import * as vscode from 'vscode';
import type { SecretStore } from '../core/ports.ts';
import { askRisk } from './display/modal.ts';
import { showError, showInformation } from './display/notification.ts';
import { endedFolder } from '../node/tombstone-file.ts';
import { workspaceStorages } from '../node/workspace-storages.ts';
import { listText } from './words/list-text.ts';
import { resetSettings } from './settings.ts';

const { l10n } = vscode;

export interface DeletionPorts {
  readonly context: vscode.ExtensionContext;
  readonly store: SecretStore;
  /** Ends every sign-in in every window, also where one has a copy of the secrets. */
  readonly sessions: { readonly endAll: () => Promise<void> };
  /** Ends the answer that runs and lets go of what the chat of this window keeps and counts. Never rejects. */
  readonly forgetChat: () => Promise<void>;
}

/** The command: asks first, and says what could not be deleted. Never rejects. */
export async function deleteAllData(ports: DeletionPorts): Promise<void> {
  const proceed = l10n.t('Delete Everything');
  const detail = l10n.t(
    'Your sign-in and API key, your conversations in every workspace, plan figures, settings and the chosen service are removed from this machine, and you are signed out. What the service itself keeps about you is not touched. An answer that is being written is stopped. This cannot be undone.',
  );
  const question = { text: l10n.t('Delete all your Tidemark data?'), detail: [detail] };
  if ((await askRisk(question, l10n.t('Delete Nothing'), proceed)) !== proceed) return;
  const left = await deleteEverything(ports);
  const reload = l10n.t('Reload Window');
  const again = l10n.t('Try Again');
  if (left.length > 0) {
    const text = l10n.t('Not everything could be deleted. Left over: {0}.', listText(left));
    if ((await showError(text, again)) === again) await deleteAllData(ports);
    return;
  }
  const text = l10n.t(
    'All your Tidemark data is deleted from this machine. Other open windows are signed out too; they keep the conversations that they show until they are reloaded.',
  );
  if ((await showInformation(text, reload)) === reload) {
    await vscode.commands.executeCommand('workbench.action.reloadWindow');
  }
}

/** Deletes what it can; returns the names of what is left. */
async function deleteEverything({ context, store, sessions, forgetChat }: DeletionPorts): Promise<string[]> {
  // First, so that nothing that still runs writes anew what is deleted here.
  await forgetChat();
  // Where that cannot be loaded, the secrets can be deleted all the same.
  await sessions.endAll().catch(() => undefined);
  const steps: readonly (readonly [name: string, step: () => Promise<void>])[] = [
    [l10n.t('secrets'), () => deleteSecrets(store)],
    [l10n.t('settings'), () => resetSettings(context.extension.packageJSON)],
    [l10n.t('remembered state'), () => forgetState([context.globalState, context.workspaceState])],
  ];
  const left: string[] = [];
  for (const [name, step] of steps) {
    try {
      await step();
    } catch {
      left.push(name);
    }
  }
  return [...left, ...(await deleteFolders(context))];
}

async function deleteSecrets(store: SecretStore): Promise<void> {
  for (const key of await store.keys()) await store.delete(key);
}

async function forgetState(states: readonly vscode.Memento[]): Promise<void> {
  for (const state of states) {
    for (const key of state.keys()) await state.update(key, undefined);
  }
}

/** Deletes what lies in the folders of every workspace; returns the names of those that are left. */
async function deleteFolders({ globalStorageUri, storageUri }: vscode.ExtensionContext): Promise<string[]> {
  const isOnDisk = globalStorageUri.scheme === 'file';
  const found = isOnDisk
    ? await workspaceStorages({ workspace: storageUri?.fsPath ?? null, person: globalStorageUri.fsPath })
    : null;
  const left = found?.unread ?? [l10n.t('the conversations of other workspaces, which cannot be looked for here')];
  const others = (found?.folders ?? []).map((folder) => vscode.Uri.file(folder));
  const folders = new Map(
    [globalStorageUri, storageUri, ...others].flatMap((folder) =>
      folder === undefined ? [] : [[folder.toString(), folder]],
    ),
  );
  const kept: string[] = [];
  for (const folder of folders.values())
    for (const each of folder.toString() === globalStorageUri.toString() ? await contentsOf(folder) : [folder])
      if (!(await isDeleted(each))) kept.push(isOnDisk ? each.fsPath : each.toString(true));
  return [...left, ...kept];
}

/** All but what tells the other windows that all is deleted: a folder that goes takes their watches of it along. */
async function contentsOf(folder: vscode.Uri): Promise<readonly vscode.Uri[]> {
  try {
    const entries = await vscode.workspace.fs.readDirectory(folder);
    return entries.filter(([name]) => name !== endedFolder).map(([name]) => vscode.Uri.joinPath(folder, name));
  } catch {
    return [folder];
  }
}

async function isDeleted(folder: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.delete(folder, { recursive: true }).then(
    () => true,
    (error: unknown) => error instanceof vscode.FileSystemError && error.code === 'FileNotFound',
  );
}
