// Knows everything that Tidemark keeps on this machine and how a person has it deleted; not what any of it is for.
import * as vscode from 'vscode';
import type { SecretStore } from '../core/ports.ts';
import { askModal } from './display/modal.ts';
import { showError, showInformation } from './display/notification.ts';
import { listText } from './list-text.ts';
import { resetSettings } from './settings.ts';

const { l10n } = vscode;

/** The command: asks first, and says what could not be deleted. Never rejects. */
export async function deleteAllData(context: vscode.ExtensionContext, store: SecretStore): Promise<void> {
  const proceed = l10n.t('Delete Everything');
  const detail = l10n.t('Your sign-in and API key, your conversations, plan figures, settings and the chosen service are removed from this machine, and you are signed out. What the service itself keeps about you is not touched. This cannot be undone.');
  const answer = await askModal({ severity: 'warning', text: l10n.t('Delete all your Tidemark data?'), detail: [detail] }, proceed);
  if (answer !== proceed) return;
  const left = await deleteEverything(context, store);
  const reload = l10n.t('Reload Window');
  const again = l10n.t('Try Again');
  if (left.length > 0) {
    const text = l10n.t('Not everything could be deleted. Left over: {0}.', listText(left));
    if ((await showError(text, again)) === again) await deleteAllData(context, store);
    return;
  }
  const text = l10n.t('All your Tidemark data is deleted from this machine. Windows that are open begin afresh when they are loaded again.');
  if ((await showInformation(text, reload)) === reload) {
    await vscode.commands.executeCommand('workbench.action.reloadWindow');
  }
}

/** Deletes what it can; returns the names of what is left. */
async function deleteEverything(context: vscode.ExtensionContext, store: SecretStore): Promise<string[]> {
  const steps: readonly (readonly [name: string, step: () => Promise<void>])[] = [
    [l10n.t('secrets'), () => deleteSecrets(store)],
    [l10n.t('settings'), () => resetSettings(context.extension.packageJSON)],
    [l10n.t('remembered state'), () => forgetState([context.globalState, context.workspaceState])],
    [l10n.t('files'), () => deleteFolders([context.globalStorageUri, context.storageUri])],
  ];
  const left: string[] = [];
  for (const [name, step] of steps) {
    try {
      await step();
    } catch {
      left.push(name);
    }
  }
  await vscode.commands.executeCommand('tidemark.newChat');
  return left;
}

async function deleteSecrets(store: SecretStore): Promise<void> {
  for (const key of await store.keys()) await store.delete(key);
}

async function forgetState(states: readonly vscode.Memento[]): Promise<void> {
  for (const state of states) {
    for (const key of state.keys()) await state.update(key, undefined);
  }
}

async function deleteFolders(folders: readonly (vscode.Uri | undefined)[]): Promise<void> {
  for (const folder of folders) {
    if (folder === undefined) continue;
    try {
      await vscode.workspace.fs.delete(folder, { recursive: true });
    } catch (error) {
      if (!(error instanceof vscode.FileSystemError) || error.code !== 'FileNotFound') throw error;
    }
  }
}
