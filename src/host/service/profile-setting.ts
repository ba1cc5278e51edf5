// The service profile in the settings. It is apart from settings.ts because it is read at every start, before any
// schema is loaded.
import * as vscode from 'vscode';

export const profileSettingKey = 'tidemark.service.profile';

/** The profile as it was written, unchecked; null where none is set. */
export function readProfileSetting(): unknown {
  return vscode.workspace.getConfiguration().get<unknown>(profileSettingKey) ?? null;
}

export async function writeProfileSetting(profile: object | undefined): Promise<void> {
  await vscode.workspace.getConfiguration().update(profileSettingKey, profile, vscode.ConfigurationTarget.Global);
}
