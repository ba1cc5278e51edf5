// Each thing that can stand between a person's plan and VS Code's own chat has its sentence.
import '../../../support/fakes/vscode-stand-in.ts';
import assert from 'node:assert/strict';
import { shown, standIn } from '../../../support/fakes/vscode-stand-in.ts';
import { MemoryMemento } from '../../../support/fakes/memory-memento.ts';
import type { LanguageModelPorts } from '../../../../src/host/language-model/language-model-ports.ts';

const { useInVsCodeChat } = await import('../../../../src/host/language-model/use-in-chat.ts');

const manage = 'workbench.action.chat.manage';

describe('Use My Plan in VS Code’s Chat', () => {
  const { lm, workspace, commands: given } = standIn;
  const original = { workspace: { ...workspace }, commands: { ...given } };
  let ports: LanguageModelPorts;
  let commands: readonly string[];
  let isOff: unknown;
  beforeEach(() => {
    shown.splice(0);
    commands = [manage, 'github.copilot.chat.explain'];
    isOff = false;
    Object.assign(lm, { registerLanguageModelChatProvider: () => undefined });
    workspace.getConfiguration = () => ({ get: () => isOff, inspect: () => undefined });
    given.getCommands = () => Promise.resolve(commands);
    ports = {
      connection: () => null,
      isSignedIn: () => true,
      hasKey: () => false,
      planModels: () => [],
      elsewhere: () => null,
      quotaNote: () => Promise.resolve(''),
      payers: () => assert.fail('Nobody pays for it.'),
      onAnswerEnded: () => undefined,
      state: new MemoryMemento(),
      log: { info: () => undefined, warn: () => undefined },
    };
  });
  afterEach(() => Reflect.deleteProperty(lm, 'registerLanguageModelChatProvider'));
  after(() => {
    Object.assign(workspace, original.workspace);
    Object.assign(given, original.commands);
  });

  /** What was said and opened, without the buttons. */
  const used = async (given = ports): Promise<readonly unknown[]> => {
    await useInVsCodeChat(given);
    return shown.filter((each) => typeof each === 'string');
  };

  it('opens the list of models and says what to do there', async () => {
    assert.deepEqual(await used(), [
      manage,
      'These are your models: the eye in front of one shows or hides it. Pick one below the prompt of VS Code’s chat.',
    ]);
  });

  it('says what VS Code may ask where Copilot is missing', async () => {
    commands = [manage];
    assert.match(
      String((await used())[1]),
      / Without Copilot, VS Code may ask to set it up first; your models need no sign-in to it\.$/u,
    );
  });

  it('opens the list of providers in an older VS Code, and says which to choose there', async () => {
    commands = ['workbench.action.chat.manageLanguageModels', 'github.copilot.chat.explain'];
    assert.deepEqual(await used(), [
      'workbench.action.chat.manageLanguageModels',
      'Choose Tidemark, tick your models, and pick one of them below the prompt of VS Code’s chat.',
    ]);
  });

  it('says that the chat is switched off by its setting, and opens nothing', async () => {
    isOff = true;
    assert.deepEqual(await used(), ['VS Code’s chat is switched off by the setting “chat.disableAIFeatures”.']);
  });

  it('says that there are no models before the person signs in or sets a key', async () => {
    assert.deepEqual(await used({ ...ports, isSignedIn: () => false }), [
      'Sign in first, or set an API key: until then there are no models to show.',
    ]);
    shown.splice(0);
    assert.equal((await used({ ...ports, isSignedIn: () => false, hasKey: () => true }))[0], manage);
  });

  it('says where the models are in an editor without a list of them', async () => {
    commands = [];
    assert.deepEqual(await used(), [
      'This editor has no list of chat models. Pick a model of Tidemark in its chat, where it is offered.',
    ]);
  });

  it('leads to its own chat in an editor that takes no models of others', async () => {
    Reflect.deleteProperty(lm, 'registerLanguageModelChatProvider');
    assert.deepEqual(await used(), [
      'This editor lets no extension add models to its own chat. Use the chat of Tidemark at the side.',
    ]);
  });
});
