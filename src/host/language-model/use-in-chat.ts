// Brings a person to the plan's models in VS Code's own chat, or says what stands in the way.
import * as vscode from 'vscode';
import { takesChatModels } from '../display/chat-models.ts';
import { showInformation, showWarning } from '../display/notification.ts';
import { isAiSwitchedOff } from '../settings.ts';
import { paragraph } from '../words/list-text.ts';
import type { LanguageModelPorts } from './language-model-ports.ts';

const { l10n } = vscode;

/** The command. Extensions of the other host cannot be seen, so what is there is known by its commands. */
export async function useInVsCodeChat({ isSignedIn, hasKey }: LanguageModelPorts): Promise<void> {
  if (!takesChatModels()) {
    await showInformation(
      l10n.t('This editor lets no extension add models to its own chat. Use the chat of Tidemark at the side.'),
    );
    return;
  }
  if (isAiSwitchedOff()) {
    const settings = l10n.t('Open Settings');
    const text = l10n.t('VS Code’s chat is switched off by the setting “chat.disableAIFeatures”.');
    if ((await showWarning(text, settings)) === settings)
      await vscode.commands.executeCommand('workbench.action.openSettings', 'chat.disableAIFeatures');
    return;
  }
  if (!isSignedIn() && !hasKey()) {
    const signIn = l10n.t('Sign In');
    const setKey = l10n.t('Set API Key');
    const chosen = await showWarning(
      l10n.t('Sign in first, or set an API key: until then there are no models to show.'),
      ...[signIn, setKey],
    );
    if (chosen === signIn) await vscode.commands.executeCommand('tidemark.signIn');
    if (chosen === setKey) await vscode.commands.executeCommand('tidemark.setApiKey');
    return;
  }
  // Before the extension behind its chat runs, VS Code asks everybody to sign in to Copilot.
  await vscode.extensions
    .getExtension('GitHub.copilot-chat')
    ?.activate()
    .then(undefined, () => undefined);
  const commands = await vscode.commands.getCommands();
  if (commands.includes('workbench.action.chat.manage')) {
    await vscode.commands.executeCommand('workbench.action.chat.manage');
    const next = l10n.t(
      'These are your models: the eye in front of one shows or hides it. Pick one below the prompt of VS Code’s chat.',
    );
    await leadOn(next, commands);
  } else if (commands.includes('workbench.action.chat.manageLanguageModels')) {
    // Older versions list the providers first, and the models of one behind it.
    await vscode.commands.executeCommand('workbench.action.chat.manageLanguageModels');
    const next = l10n.t('Choose Tidemark, tick your models, and pick one of them below the prompt of VS Code’s chat.');
    await leadOn(next, commands);
  } else
    await showWarning(
      l10n.t('This editor has no list of chat models. Pick a model of Tidemark in its chat, where it is offered.'),
    );
}

/** @param next what to tick in the list, which is open */
async function leadOn(next: string, commands: readonly string[]): Promise<void> {
  const openChat = l10n.t('Open Chat');
  const withoutCopilot = l10n.t(
    'Without Copilot, VS Code may ask to set it up first; your models need no sign-in to it.',
  );
  const hasCopilot = commands.some((command) => command.startsWith('github.copilot.'));
  const text = hasCopilot ? next : paragraph([next, withoutCopilot]);
  if ((await showInformation(text, openChat)) !== openChat) return;
  // The list lies over the whole window.
  if (commands.includes('workbench.action.closeModalEditor'))
    await vscode.commands.executeCommand('workbench.action.closeModalEditor');
  await vscode.commands.executeCommand('workbench.action.chat.open');
}
