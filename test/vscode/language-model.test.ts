// The plan's models as VS Code's own chat gets them: with the host's own classes of parts, against the demo service.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { CallerAnswers } from '../../src/host/language-model/caller-answers.ts';
import type { LanguageModelPorts } from '../../src/host/language-model/language-model-ports.ts';
import { modelsNow } from '../../src/host/language-model/model-information.ts';
import { MemoryMemento } from '../support/fakes/memory-memento.ts';
import type { DemoService } from '../../src/demo/server.ts';
import { DemoChat } from '../support/servers/demo-chat.ts';
import { closeDemos, control } from '../unit/demo/demo-client.ts';

const log = { info: () => undefined, warn: () => undefined };
const { Assistant, User } = vscode.LanguageModelChatMessageRole;
const said = (role: vscode.LanguageModelChatMessageRole, ...content: unknown[]) => ({ role, content, name: undefined });
const words = (text: string) => new vscode.LanguageModelTextPart(text);
const auto = { toolMode: vscode.LanguageModelChatToolMode.Auto };
const read = { name: 'read', description: 'Reads', inputSchema: { type: 'object', properties: {} } };
/** Of no stable type. */
const usagePart = z.object({ mimeType: z.literal('usage'), data: z.instanceof(Uint8Array) });
const usageSchema = z.object({
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  total_tokens: z.int(),
  prompt_tokens_details: z.object({ cached_tokens: z.int() }),
});

/** A service hears of a closed socket some time after it was closed. */
async function answersOnceNoneIsOpen(demo: DemoService): Promise<unknown> {
  for (;;) {
    const report = await control(demo, 'GET', '/requests');
    assert.ok(typeof report === 'object' && report !== null && 'answers' in report);
    const { answers } = report;
    if (typeof answers !== 'object' || answers === null || !('open' in answers) || answers.open === 0) return answers;
    await setTimeout(20);
  }
}

describe('the plan’s models in VS Code', () => {
  let chat: DemoChat;
  let answers: CallerAnswers;
  let ports: LanguageModelPorts;
  let parts: unknown[];

  beforeEach(async () => {
    chat = await DemoChat.open();
    parts = [];
    const state = new MemoryMemento();
    await state.update('tidemark.languageModel.callers', ['']);
    ports = {
      connection: () => chat.connection,
      isSignedIn: () => chat.credentials !== null,
      hasKey: () => chat.key !== null,
      planModels: () => [],
      elsewhere: () => null,
      quotaNote: () => Promise.resolve('34% used, resets 16:29'),
      payers: () => Promise.resolve(chat.payers),
      onAnswerEnded: () => undefined,
      state,
      log,
    };
    answers = new CallerAnswers(ports);
  });
  afterEach(closeDemos);

  const ask = (
    messages: readonly vscode.LanguageModelChatRequestMessage[],
    options: Partial<vscode.ProvideLanguageModelChatResponseOptions> = {},
    token = new vscode.CancellationTokenSource().token,
  ): Promise<void> =>
    answers.answer('tide-large', messages, { ...auto, ...options }, { report: (part) => void parts.push(part) }, token);
  const textOf = (reported: readonly unknown[]): string =>
    reported.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
  const calls = (): vscode.LanguageModelToolCallPart[] =>
    parts.filter((part) => part instanceof vscode.LanguageModelToolCallPart);

  it('are those of the profile, with what is left, for whoever is signed in or has a key, and none for nobody', async () => {
    assert.deepEqual(
      (await modelsNow(ports)).map(({ id, detail, maxInputTokens, maxOutputTokens, capabilities }) => [
        id,
        detail,
        maxInputTokens + maxOutputTokens,
        capabilities,
      ]),
      [
        ['tide-large', '34% used, resets 16:29', 200_000, { imageInput: true, toolCalling: true }],
        ['tide-small', '34% used, resets 16:29', 64_000, { imageInput: false, toolCalling: true }],
      ],
    );
    chat.credentials = null;
    assert.deepEqual(await modelsNow(ports), []);
    chat.setKey();
    assert.deepEqual(
      (await modelsNow(ports)).map(({ detail }) => detail),
      ['API key', 'API key'],
    );
    chat.connection = null;
    assert.deepEqual(await modelsNow(ports), []);
  });

  it('answer in text, with the system’s message and an image', async () => {
    const system = Object.defineProperty(said(User, words('Be brief.')), 'role', { value: 3 });
    await ask([system, said(User, words('Hello'), { mimeType: 'image/png', data: png })]);
    assert.match(textOf(parts), /^I see \*\*1 image\*\* with your question\..+\n\nHello!/s);
  });

  it('report what they took, which fills VS Code’s ring, and leave one record of it', async () => {
    await ask([said(User, words('Hello'))]);
    const [part] = parts.flatMap((one) => usagePart.safeParse(one).data ?? []);
    assert.ok(part !== undefined);
    const usage = usageSchema.parse(JSON.parse(new TextDecoder().decode(part.data)));
    const [record, ...others] = chat.counts.answers;
    assert.ok(record !== undefined);
    assert.deepEqual(
      [usage.prompt_tokens, usage.completion_tokens, usage.prompt_tokens_details.cached_tokens],
      [record.input + record.cached, record.output, record.cached],
    );
    assert.equal(usage.total_tokens, usage.prompt_tokens + usage.completion_tokens);
    const { origin, conversation, payer, model } = record;
    assert.deepEqual([origin, conversation, payer, model, others], ['vscodeChat', null, 'plan', 'tide-large', []]);
  });

  for (const thinkingBudget of [0, 1024]) {
    it(`call tools and read their results, thinking with ${thinkingBudget} tokens, although VS Code drops the thinking`, async () => {
      await vscode.workspace.getConfiguration('tidemark').update('chat.thinkingBudget', thinkingBudget, true);
      try {
        const question = said(User, words('call read {"path":"a"}\nalso call read {"path":"b"}'));
        await ask([question], { tools: [read] });
        const [first, second] = calls();
        assert.ok(first !== undefined && second !== undefined);
        assert.deepEqual([first.name, first.input, second.input], ['read', { path: 'a' }, { path: 'b' }]);
        const results = [first, second].map(({ callId }, index) =>
          Object.assign(new vscode.LanguageModelToolResultPart(callId, [words(`result ${index}`)]), {
            isError: index === 1,
          }),
        );
        parts = [];
        await ask([question, said(Assistant, words('I read.'), first, second), said(User, ...results)], {
          tools: [read],
        });
        assert.equal(textOf(parts), '- `read` answered: “result 0”\n- `read` failed: “result 1”');
      } finally {
        await vscode.workspace.getConfiguration('tidemark').update('chat.thinkingBudget', undefined, true);
      }
    });
  }

  it('must call a tool where VS Code says so', async () => {
    await ask([said(User, words('Hello'))], { tools: [read], toolMode: vscode.LanguageModelChatToolMode.Required });
    assert.deepEqual(
      calls().map(({ name }) => name),
      ['read'],
    );
  });

  it('close the socket when the request is cancelled', async () => {
    await closeDemos();
    chat = await DemoChat.open({ pace: 5 });
    const cancel = new vscode.CancellationTokenSource();
    const asked = answers.answer(
      'tide-large',
      [said(User, words('something slow and long'))],
      auto,
      { report: () => cancel.cancel() },
      cancel.token,
    );
    await asked;
    assert.deepEqual(await answersOnceNoneIsOpen(chat.demo), { open: 0, finished: 0, stopped: 1 });
  });

  it('end with a sentence where the person signs out meanwhile, and send nothing more', async () => {
    await closeDemos();
    chat = await DemoChat.open({ pace: 5 });
    const asked = answers.answer(
      'tide-large',
      [said(User, words('something slow and long'))],
      auto,
      { report: () => (chat.credentials === null ? undefined : chat.signOut()) },
      new vscode.CancellationTokenSource().token,
    );
    await assert.rejects(asked, (error: unknown) => {
      assert.ok(error instanceof Error);
      assert.deepEqual([error.message, error.stack], ['You are signed out. Sign in, or set an API key.', undefined]);
      return true;
    });
    assert.deepEqual(await answersOnceNoneIsOpen(chat.demo), { open: 0, finished: 0, stopped: 1 });
    assert.deepEqual(await chat.requests(), [1, 0]);
  });

  it('fail with a sentence, and without a stack or a path', async () => {
    await chat.refuse({ kind: 'balance-exhausted', code: 'text' });
    await assert.rejects(ask([said(User, words('Hello'))]), (error: unknown) => {
      assert.ok(error instanceof Error);
      assert.deepEqual(
        [error.message, error.stack],
        [
          'Your plan is used up. A notification of Tidemark offers what you can do: Set API Key…, Show Plan.',
          undefined,
        ],
      );
      return true;
    });
  });

  it('are paid by the key where that is the rule, and never beyond its cap', async () => {
    chat.setKey();
    chat.policy = 'always';
    await chat.refuse({ kind: 'forbidden' });
    await ask([said(User, words('Hello'))]);
    assert.deepEqual([await chat.requests(), chat.payersShown.at(-1)], [[1, 1], true]);
    chat.dailyCap = 1;
    await assert.rejects(
      ask([said(User, words('Hello'))]),
      /^Error: Nothing was sent, because your API key has reached/,
    );
    assert.deepEqual(await chat.requests(), [1, 1]);
  });

  it('answer nobody who is not allowed to ask, also where the key would pay by itself', async () => {
    await ports.state.update('tidemark.languageModel.callers', ['acme.other']);
    chat.setKey();
    chat.policy = 'always';
    const { showWarningMessage } = vscode.window;
    const asked: unknown[] = [];
    const refuse = (text: string): Promise<undefined> => Promise.resolve(void asked.push(text));
    Object.assign(vscode.window, { showWarningMessage: refuse });
    try {
      const named = { ...auto, requestInitiator: 'acme.helper' };
      for (const times of [1, 2]) {
        await assert.rejects(ask([said(User, words('Hello'))], named), /^Error: You did not allow this request\.$/);
        assert.deepEqual([asked.length, await chat.requests()], [1, [0, 0]], `the ${times}. time`);
      }
    } finally {
      Object.assign(vscode.window, { showWarningMessage });
    }
    assert.deepEqual(asked, ['acme.helper wants to use the models of your plan']);
  });

  it('count tokens of texts and of messages', () => {
    assert.equal(answers.countTokens('tide-large', 'Hello there'), 2);
    assert.equal(answers.countTokens('tide-large', said(User, words('Hello there'))) >= 2, true);
  });
});

/** One transparent pixel. */
const png = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
);
