import * as vscode from 'vscode';
import { inertText, longest } from '../../core/display/inert-text.ts';

/** Some forks have no such thing. */
export function takesChatModels(): boolean {
  return 'lm' in vscode && 'registerLanguageModelChatProvider' in vscode.lm;
}

/** As VS Code's own registration; names and details are inert in its picker. Null where there is no such thing. */
export function registerChatModels(
  vendor: string,
  provider: vscode.LanguageModelChatProvider,
): vscode.Disposable | null {
  if (!takesChatModels()) return null;
  return vscode.lm.registerLanguageModelChatProvider(vendor, {
    ...provider,
    provideLanguageModelChatInformation: async (...asked) =>
      ((await provider.provideLanguageModelChatInformation(...asked)) ?? []).map(inertInformation),
  });
}

/** Up to 1.119 the picker lists no model without `isUserSelectable`, which is in no stable type. */
function inertInformation(
  model: vscode.LanguageModelChatInformation,
): vscode.LanguageModelChatInformation & { readonly isUserSelectable: true } {
  const { name, detail = '' } = model;
  return {
    ...model,
    name: inertText(name, longest.label),
    detail: inertText(detail, longest.label),
    isUserSelectable: true,
  };
}
