// Reads, inside a real extension host, what a delta costs from the plan's provider to who asked, and what one costs
// from a provider that hands out constants. It judges nothing: test/bench/provider.ts prints it.
import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { CallerAnswers } from '../../src/host/language-model/caller-answers.ts';
import { modelsNow } from '../../src/host/language-model/model-information.ts';
import { systemClock } from '../../src/core/ports.ts';
import { connectTo, profileOf } from '../support/fakes/service-connection.ts';
import { MemoryMemento } from '../support/fakes/memory-memento.ts';
import { DemoChat } from '../support/servers/demo-chat.ts';

const vendors = ['measured-plan', 'measured-constants'] as const;
const { TIDEMARK_PROBE_FILE: file = '', TIDEMARK_PROBE_STREAM: stream = '' } = process.env;
const [deltas, runs] = [Number(process.env['TIDEMARK_PROBE_DELTAS']), Number(process.env['TIDEMARK_PROBE_RUNS'])];

/** The API as the extension sees it whose models these are: VS Code asks nobody about one that asks its own. */
async function apiOfOwner(): Promise<typeof vscode> {
  const owner = vscode.extensions.getExtension<typeof vscode>('tidemark-tests.measured-models');
  if (owner === undefined) throw new Error('The extension that owns the models is missing.');
  return owner.activate();
}

async function planProvider(): Promise<vscode.LanguageModelChatProvider> {
  const chat = await DemoChat.open();
  const profile = profileOf(stream, { planMessagesUrl: stream, models: [{ id: 'model-1' }] });
  chat.connection = connectTo(profile, systemClock);
  const state = new MemoryMemento();
  await state.update('tidemark.languageModel.callers', ['', 'tidemark-tests.measured-models']);
  const ports = {
    connection: () => chat.connection,
    isSignedIn: () => true,
    hasKey: () => false,
    planModels: () => [],
    elsewhere: () => null,
    quotaNote: () => Promise.resolve(''),
    payers: () => Promise.resolve(chat.payers),
    onAnswerEnded: () => undefined,
    state,
    log: chat.log,
  };
  const answers = new CallerAnswers(ports);
  return {
    provideLanguageModelChatInformation: () => modelsNow(ports),
    provideLanguageModelChatResponse: ({ id }, messages, options, progress, token) =>
      answers.answer(id, messages, options, progress, token),
    provideTokenCount: ({ id }, text) => Promise.resolve(answers.countTokens(id, text)),
  };
}

const constants: vscode.LanguageModelChatProvider = {
  provideLanguageModelChatInformation: () => [
    {
      ...{ id: 'model-1', name: 'Constants', family: 'constants', version: '1' },
      ...{ maxInputTokens: 100_000, maxOutputTokens: 8_000, capabilities: {} },
    },
  ],
  provideLanguageModelChatResponse: (_model, _messages, _options, progress) => {
    for (let count = 0; count < deltas; count++) progress.report(new vscode.LanguageModelTextPart('a few words '));
    return Promise.resolve();
  },
  provideTokenCount: () => Promise.resolve(1),
};

export async function run(): Promise<void> {
  const { lm } = await apiOfOwner();
  lm.registerLanguageModelChatProvider('measured-plan', await planProvider());
  lm.registerLanguageModelChatProvider('measured-constants', constants);
  const measured: { vendor: string; cpu: number; wall: number; parts: number }[] = [];
  for (let count = 0; count <= runs; count++) {
    for (const vendor of vendors) {
      const [model] = await lm.selectChatModels({ vendor });
      if (model === undefined) throw new Error(`There is no model of ${vendor}.`);
      const [begun, used] = [performance.now(), process.cpuUsage()];
      const response = await model.sendRequest([vscode.LanguageModelChatMessage.User('Hello')]);
      let parts = 0;
      for await (const part of response.stream) parts += part instanceof vscode.LanguageModelTextPart ? 1 : 0;
      const { user, system } = process.cpuUsage(used);
      // The first of each compiles what runs.
      if (count > 0)
        measured.push({
          vendor,
          cpu: (user + system) / deltas,
          wall: ((performance.now() - begun) * 1_000) / deltas,
          parts,
        });
    }
  }
  writeFileSync(file, JSON.stringify(measured));
}
