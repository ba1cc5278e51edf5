// An answer from its beginning to its end, whether a model gives it in words or an agent works for it.
import type { Clock, Log } from '../../../ports.ts';
import type { AnswerTurn } from '../../conversation/answer.ts';
import type { Conversation, ConversationSummary } from '../../conversation/conversation.ts';
import type { ConversationTree } from '../../conversation/tree.ts';
import type { ConversationStore, StoredConversation } from '../../history/history.ts';
import type { PlaceName } from '../../history/place.ts';
import type { ReadImageFile } from '../../prompt/message-images.ts';
import { createRequest } from '../../prompt/preferences.ts';
import { turnsToCompact } from '../../prompt/compaction.ts';
import { type RequestMessages, requestMessages } from '../../prompt/request-messages.ts';
import type { Route } from '../../providers/fallback-chain.ts';
import { AgentAnswer } from './agent-answer.ts';
import type { AgentAnswerPorts } from './agent-answer-ports.ts';
import { agentEffectsOf } from './agent-effects.ts';
import { type AnswerEffects, effectsOf } from '../answer-effects.ts';
import { AnswerRun } from '../answer-run.ts';
import type { ModelChoice } from '../model-choice.ts';
import type { Payers } from '../payers.ts';

export interface AnswerUnderWay {
  /** As far as it is. */
  readonly answer: AnswerTurn;
  /** The last of the turns that a summary is being made of; null where none is. */
  readonly compacting: string | null;
  stop(): void;
  /** Resolves when it has ended; never rejects. Called once. @param tree with the answer as it begins */
  run(tree: ConversationTree, route: Route, read: ReadImageFile, take: (effects: AnswerEffects) => void): Promise<void>;
}

interface AnswerPorts {
  readonly payers: Payers;
  readonly models: ModelChoice;
  readonly clock: Clock;
  readonly log: Log;
}

export interface AnsweringPorts extends AnswerPorts {
  /**
   * What an agent has for an answer in this conversation; null for one in words alone. A run that goes on has it
   * always.
   */
  readonly agent: (conversationId: string, goesOn: boolean, place: PlaceName) => AgentAnswerPorts | null;
  readonly history: ConversationStore;
  /** Unlike any other. */
  readonly newId: () => string;
}

/**
 * As the person has chosen, or as it was begun.
 *
 * @param inWords whether no agent may work for it, whatever is chosen now
 */
export function answerUnderWay(
  begun: AnswerTurn,
  { tree: { id }, place }: StoredConversation,
  ports: AnsweringPorts,
  inWords: boolean,
): AnswerUnderWay {
  const { agent, history } = ports;
  const answerPorts = inWords ? null : agent(id, begun.run !== undefined, place);
  return answerPorts === null
    ? answerInWords(begun, id, ports)
    : answerOfAgent(begun, id, ports, answerPorts, () => history.flush());
}

/** @param conversationId of the conversation that it belongs to */
function answerInWords(
  begun: AnswerTurn,
  conversationId: string,
  { payers, models, clock, log }: AnswerPorts,
): AnswerUnderWay {
  const one = new AnswerRun(begun, { origin: 'ask', conversation: conversationId }, payers, clock, log);
  return {
    get answer() {
      return one.answer;
    },
    stop: () => one.stop(),
    compacting: null,
    async run(tree, route, read, take) {
      const { model, preferences } = models;
      const { messages, leftOut } = await requestMessages(tree.shown(), begun, model, preferences, read);
      const request = model === undefined ? null : createRequest(model, preferences, messages);
      await one.run({ route, request, leftOut }, (event, answer) => take(effectsOf(event, answer)));
    },
  };
}

/** @param saved tells whether all that was recorded so far is where a crash leaves it */
function answerOfAgent(
  begun: AnswerTurn,
  conversationId: string,
  { payers, models, clock, log, newId }: AnsweringPorts,
  answerPorts: AgentAnswerPorts,
  saved: () => Promise<boolean>,
): AnswerUnderWay {
  const recorded = async (): Promise<void> => {
    if (!(await saved())) throw new Error('What happened is not saved.');
  };
  const one = new AgentAnswer(begun, conversationId, payers, answerPorts, recorded, newId, clock, log);
  return {
    get answer() {
      return one.answer;
    },
    get compacting() {
      return one.compacting;
    },
    stop: () => one.stop(),
    async run(tree, route, read, take) {
      const { model, preferences } = models;
      const conversation = tree.shown();
      const messagesOf = (shown: Conversation): Promise<RequestMessages> =>
        requestMessages(shown, { id: begun.id, blocks: [] }, model, preferences, read);
      const { messages: before, leftOut } = await messagesOf(conversation);
      const covered = turnsBefore(conversation, begun.id);
      const compactable = canBeCompacted(tree, covered)
        ? { covered, read, messagesWith: (summary: ConversationSummary) => messagesOf({ ...conversation, summary }) }
        : null;
      const request = { route, model, preferences, before, leftOut, compactable };
      await one.run(request, (event, answer) => take(agentEffectsOf(event, answer)));
    },
  };
}

/** What a summary of the turns before an answer would be made of. */
function turnsBefore({ turns, ...rest }: Conversation, answerId: string): Conversation {
  const before = turns.slice(
    0,
    turns.findIndex(({ id }) => id === answerId),
  );
  return { ...rest, turns: turnsToCompact({ ...rest, turns: before }) };
}

/** Whoever took a summary out wants the turns as they are, and gets no other unasked. */
function canBeCompacted({ summaries }: ConversationTree, { turns }: Conversation): boolean {
  return turns.length > 0 && [...summaries.seenIn(turns).values()].every(({ isUsed }) => isUsed);
}
