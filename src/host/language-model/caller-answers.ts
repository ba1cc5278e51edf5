// Answers requests of VS Code and other extensions by the chat's rules of who pays.
import * as vscode from 'vscode';
import { answerCaller } from '../../core/chat/language-model/answer-caller.ts';
import { messagesOfCaller } from '../../core/chat/language-model/caller-turns.ts';
import { ThinkingMemory } from '../../core/chat/language-model/thinking-memory.ts';
import { TokenCounts } from '../../core/chat/language-model/token-counts.ts';
import { estimatedTokens } from '../../core/chat/attachments/text-tokens.ts';
import type { AnswerTurn } from '../../core/chat/conversation/answer.ts';
import { isJsonObject, readToolInput } from '../../core/chat/messages/blocks.ts';
import type { MessageRequest } from '../../core/chat/messages/message.ts';
import type { Usage } from '../../core/chat/messages/stream/stream-event.ts';
import { messageTokens, requestTokens } from '../../core/chat/prompt/message-tokens.ts';
import { createRequest } from '../../core/chat/prompt/preferences.ts';
import { offeredModels } from '../../core/chat/providers/models.ts';
import type { RunEvent } from '../../core/chat/session/answer-run.ts';
import type { Payers } from '../../core/chat/session/payers.ts';
import { systemClock } from '../../core/ports.ts';
import type { Model } from '../../core/service/profile/profile.ts';
import { type PartSink, reportThinking, reportUsage } from '../display/chat-parts.ts';
import { readAnswerPreferences } from '../settings.ts';
import { Callers } from './callers.ts';
import { failureInAnswer, tellOfFailure } from './failure-notification.ts';
import type { LanguageModelPorts } from './language-model-ports.ts';
import { turnOf } from './message-parts.ts';
import { modelSizes } from './model-information.ts';
import { keyConsent } from './window-consent.ts';

export class CallerAnswers {
  readonly #ports: LanguageModelPorts;
  readonly #callers: Callers;
  readonly #thinking = new ThinkingMemory();
  readonly #counts = new TokenCounts();

  constructor(ports: LanguageModelPorts) {
    this.#ports = ports;
    this.#callers = new Callers(ports.state);
  }

  /** Resolves when the answer has ended; rejects with a sentence where it failed. */
  async answer(
    modelId: string,
    messages: readonly vscode.LanguageModelChatRequestMessage[],
    options: vscode.ProvideLanguageModelChatResponseOptions,
    sink: PartSink,
    token: vscode.CancellationToken,
  ): Promise<void> {
    if (!(await this.#callers.mayAsk(options))) throw sentence(vscode.l10n.t('You did not allow this request.'));
    const abort = new AbortController();
    const listening = token.onCancellationRequested(() => abort.abort());
    if (token.isCancellationRequested) abort.abort();
    try {
      const payers = await this.#ports.payers();
      const request = this.#requestOf(modelId, messages, options);
      const parts = new ReportedParts(sink);
      const { log } = this.#ports;
      const answer = await answerCaller(
        request,
        'vscodeChat',
        payers,
        keyConsent,
        abort.signal,
        (event) => parts.take(event),
        systemClock,
        log,
      );
      this.#thinking.keep(answer.blocks);
      if (request !== null) this.#learn(request, answer.usage);
      this.#end(answer, payers, sink);
    } finally {
      listening.dispose();
    }
  }

  #end({ progress, usage, source }: AnswerTurn, payers: Payers, sink: PartSink): void {
    const failure = progress.kind === 'failed' ? progress.failure : null;
    this.#ports.onAnswerEnded(failure);
    if (failure !== null) {
      const { hasKey, isSignedIn: signedIn } = payers;
      const request = { payer: source?.payer ?? null, hasKey, signedIn, elsewhere: this.#ports.elsewhere() };
      void tellOfFailure(failure, request);
      throw sentence(failureInAnswer(failure, request));
    }
    reportUsage(sink, usage);
    if (progress.kind === 'done') void vscode.commands.executeCommand('setContext', 'tidemark.usedInVsCodeChat', true);
    if (progress.kind === 'done' && progress.stopReason === 'refusal')
      throw sentence(vscode.l10n.t('The model declined to answer this. Ask in other words, or another model.'));
  }

  countTokens(modelId: string, text: string | vscode.LanguageModelChatRequestMessage): number {
    if (typeof text === 'string') return this.#counts.corrected(modelId, estimatedTokens(text));
    const { system, messages } = messagesOfCaller([turnOf(text)], true, this.#thinking);
    const texts = system.reduce((sum, one) => sum + estimatedTokens(one), 0);
    return this.#counts.corrected(
      modelId,
      messages.reduce((sum, message) => sum + messageTokens(message), texts),
    );
  }

  #learn(request: MessageRequest, { inputTokens, cacheReadTokens, cacheWriteTokens }: Usage): void {
    if (inputTokens === null) return;
    const counted = inputTokens + (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0);
    this.#counts.learn(request.model, requestTokens(request), counted);
  }

  /** Null where nothing is connected, or the model is gone. */
  #requestOf(
    modelId: string,
    given: readonly vscode.LanguageModelChatRequestMessage[],
    { tools = [], toolMode, modelOptions }: vscode.ProvideLanguageModelChatResponseOptions,
  ): MessageRequest | null {
    const model = this.#model(modelId);
    if (model === undefined) return null;
    const { system, messages } = messagesOfCaller(given.map(turnOf), model.images, this.#thinking);
    const { temperature, thinkingBudget } = readAnswerPreferences();
    const preferences = {
      ...{ temperature, thinkingBudget, systemPrompt: '', whole: false },
      maxTokens: modelSizes(model).maxOutputTokens,
    };
    const isRequired = toolMode === vscode.LanguageModelChatToolMode.Required;
    return {
      ...createRequest(model, preferences, messages),
      ...samplingOf(modelOptions),
      system,
      tools: tools.map(({ name, description, inputSchema }) => ({
        name,
        description,
        inputSchema: isJsonObject(inputSchema) ? inputSchema : {},
      })),
      ...(isRequired ? { toolChoice: { kind: 'any' } } : {}),
    };
  }

  #model(modelId: string): Model | undefined {
    const models = this.#ports.connection()?.profile.models ?? [];
    return offeredModels(models, this.#ports.planModels()).find(({ id }) => id === modelId);
  }
}

/** What of a caller's own wishes has a field in the interface. */
function samplingOf(
  options: Readonly<Record<string, unknown>> = {},
): Pick<MessageRequest, 'temperature' | 'topP' | 'stopSequences'> {
  const { temperature, top_p: topP, stop }: Partial<Record<string, unknown>> = options;
  const stops = (Array.isArray(stop) ? stop : [stop]).filter((one) => typeof one === 'string' && one.trim() !== '');
  return {
    ...(typeof temperature === 'number' ? { temperature } : {}),
    ...(typeof topP === 'number' ? { topP } : {}),
    ...(stops.length === 0 ? {} : { stopSequences: stops.map(String) }),
  };
}

/** Events of an answer as parts: text as it comes, a tool's call when its input is whole. */
class ReportedParts {
  readonly #sink: PartSink;
  readonly #calls = new Map<number, { readonly id: string; readonly name: string; json: string }>();

  constructor(sink: PartSink) {
    this.#sink = sink;
  }

  take(event: RunEvent): void {
    switch (event.kind) {
      case 'textAdded':
        this.#sink.report(new vscode.LanguageModelTextPart(event.text));
        return;
      case 'thinkingAdded':
        reportThinking(this.#sink, event.text);
        return;
      case 'blockStarted':
        if (event.block.kind === 'toolUse')
          this.#calls.set(event.index, { id: event.block.id, name: event.block.name, json: '' });
        return;
      case 'toolInputAdded': {
        const call = this.#calls.get(event.index);
        if (call !== undefined) call.json += event.text;
        return;
      }
      case 'blockEnded': {
        const call = this.#calls.get(event.index);
        if (call !== undefined) this.#sink.report(toolCall(call));
        return;
      }
      default:
    }
  }
}

function toolCall({ id, name, json }: { id: string; name: string; json: string }): vscode.LanguageModelToolCallPart {
  const input = readToolInput(json);
  // One that broke off is refused by the tool itself, and the model reads why.
  return new vscode.LanguageModelToolCallPart(id, name, input.kind === 'read' ? input.value : {});
}

function sentence(text: string): Error {
  const error = new Error(text);
  // VS Code would show it, with paths of this machine.
  delete error.stack;
  return error;
}
