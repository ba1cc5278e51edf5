// What the page shows of the composer, with its words.
import { type Attachment, isText, type PendingImage } from '../../../core/chat/attachments/attachment.ts';
import type { Conversation } from '../../../core/chat/conversation/conversation.ts';
import { fitWindow } from '../../../core/chat/prompt/context-window.ts';
import { nextInput } from '../../../core/chat/prompt/next-input.ts';
import { readableTokens } from '../../../core/chat/prompt/preferences.ts';
import { builtInCommands } from '../../../core/chat/prompt/slash-command.ts';
import type { ModelChoice } from '../../../core/chat/session/model-choice.ts';
import { canJoinRun, type PromptQueue } from '../../../core/chat/session/queue/prompt-queue.ts';
import type { ComposerView, HostMessage } from '../../../protocol/chat.ts';
import { readSendKey } from '../../settings.ts';
import type { Accompaniment } from '../context/accompanying.ts';
import { nameOf } from '../context/attaching.ts';
import { commandDescription } from '../context/slash-commands.ts';
import { tooManyText } from '../present/answering.ts';
import { contextUsageNote, imagesNote, summarisedText } from '../present/context-usage.ts';
import type { PromptCircumstances } from './prompt-costs.ts';
import { attachmentView } from '../present/turn.ts';

export interface ComposerState {
  readonly conversation: Conversation;
  readonly queue: PromptQueue;
  readonly models: ModelChoice;
  readonly accompanying: readonly Accompaniment[];
  /** What is being typed. */
  readonly text: string;
  /** The commands that the workspace brings. */
  readonly promptFiles: Readonly<ComposerView['commands']>;
  readonly circumstances: PromptCircumstances;
}

export function composerView(state: ComposerState): ComposerView {
  const { conversation, queue, models, accompanying, promptFiles } = state;
  const { model, offered, thinking } = models;
  const isRun = isRunUnderWay(conversation);
  const named = offered.map((each) => ({ id: each.id, name: nameOf(each) }));
  const builtIn = builtInCommands.map((name) => ({ name, description: commandDescription(name) }));
  return {
    attachments: queue.attachments.map(attachmentView),
    accompanying: accompanying.map(({ attachment, isOn }) => ({ attachment: attachmentView(attachment), isOn })),
    queued: queue.prompts.map((prompt) => ({
      ...{ id: prompt.id, text: prompt.text, attachments: prompt.attachments.map(attachmentView) },
      ...(isRun && canJoinRun(prompt) ? { joinsRun: prompt.joinsRun === true } : {}),
    })),
    commands: [...builtIn, ...promptFiles.map(({ name, description }) => ({ name, description }))],
    models: offered.map((each) => ({
      id: each.id,
      name: nameOf(each),
      contextWindow: each.contextWindow ?? null,
      images: each.images,
      thinking: each.thinking,
      isLeftOut: each.inPlan === false,
      cost: state.circumstances.costs.ofModel(each.id, named),
    })),
    modelId: model?.id ?? null,
    thinking,
    queueNote: queue.isWaitingForRoom ? tooManyText() : null,
    contextUsage: contextUsage(state),
    promptCost: promptCost(state),
    imagesNote: model === undefined || model.images ? null : imagesNote(nameOf(model), countImages(state)),
    sendKey: readSendKey(),
  };
}

function isRunUnderWay({ turns }: Conversation): boolean {
  const last = turns.at(-1);
  return last?.kind === 'answer' && last.run !== undefined && last.endedAt === null;
}

function contextUsage({
  models: { model, preferences },
  conversation,
  text,
  queue,
  accompanying,
}: ComposerState): ComposerView['contextUsage'] {
  const size = model === undefined ? null : readableTokens(model, preferences);
  if (size === null) return null;
  const along = accompanying.filter(({ isOn }) => isOn).map(({ attachment }) => attachment);
  const fit = fitWindow(conversation, { text, attachments: [...along, ...queue.attachments] }, size);
  const { summary, turns } = conversation;
  const covered = turns.slice(0, summary?.covers.length ?? 0).filter(({ kind }) => kind === 'prompt').length;
  const summarised = summary === undefined ? {} : { summarised: summarisedText(covered) };
  return { used: fit.used, size, note: contextUsageNote(fit), ...summarised };
}

function promptCost(state: ComposerState): ComposerView['promptCost'] {
  const { conversation, models, queue, text, circumstances } = state;
  const isEmpty = text.trim() === '' && queue.attachments.length === 0;
  const id = models.model?.id;
  const usage = contextUsage(state);
  if (isEmpty || id === undefined || usage === null) return null;
  const sent = Math.min(usage.used, usage.size);
  const input = nextInput(conversation, sent, Date.now());
  return circumstances.costs.ofPrompt({ model: id, ...input }, circumstances.agent.mode !== 'ask');
}

/** Images that the next prompt would bring along, those of the conversation included. */
function countImages({ conversation, queue }: ComposerState): number {
  const asked = conversation.turns.flatMap((turn) => (turn.kind === 'prompt' ? (turn.attachments ?? []) : []));
  return [...asked, ...queue.attachments].filter(({ kind }) => kind === 'image').length;
}

/** Whether it is attached to the next prompt already; instructions: to any of the conversation, as they are. */
export function goesAnyway(
  { id, kind, text }: Accompaniment['attachment'],
  { turns }: Conversation,
  { attachments, prompts }: PromptQueue,
): boolean {
  if (attachments.some((pending) => pending.id === id)) return true;
  const sent = turns.flatMap((turn) => (turn.kind === 'prompt' ? (turn.attachments ?? []) : []));
  const waiting = prompts.flatMap((prompt) => prompt.attachments);
  const isSame = (other: Attachment): boolean => other.id === id && isText(other) && other.text === text;
  return kind === 'instructions' && [...sent, ...waiting].some(isSame);
}

/** A page draws it small. */
export function imageRead({ id, mediaType, data }: PendingImage): HostMessage {
  return { kind: 'imageRead', id, mediaType, data };
}
