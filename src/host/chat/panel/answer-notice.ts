import type { ChatEvent } from '../../../core/chat/session/chat-events.ts';
import type { ChatSession } from '../../../core/chat/session/chat-session.ts';
import { readAnswerNotice } from '../../settings.ts';
import { tellAsked, tellEnded } from '../present/answering.ts';
import type { Agent } from '../agent/agent.ts';
import type { ChatPanel } from './panel.ts';

/** An answer that ends out of sight is told of in the way that the person chose. */
export async function tellEndedUnseen(
  { stored, answer }: Extract<ChatEvent, { kind: 'answerEnded' }>,
  session: ChatSession,
  panel: ChatPanel,
): Promise<void> {
  const wanted = readAnswerNotice();
  // Whoever stopped it knows that it has ended.
  if (answer.progress.kind === 'stopped' || wanted === 'nothing' || panel.sees(stored.tree.id)) return;
  panel.unseen.add(stored.tree.id);
  if (wanted === 'badge' || !(await tellEnded(stored.tree.title, answer))) return;
  session.show(stored);
  await panel.focus();
}

/** So is, once, what the agent asks out of sight; until the agent is disposed. */
export function tellAskedUnseen(agent: Agent, session: ChatSession, panel: ChatPanel): void {
  const told = new Set<string>();
  agent.onDidChange(async (conversationId) => {
    const { question } = agent.questions.of(conversationId);
    if (question === null) panel.unseenQuestions.clear(conversationId);
    const stored = session.at(conversationId);
    if (question === null || stored === null || told.has(question.id)) return;
    told.add(question.id);
    const wanted = readAnswerNotice();
    if (wanted === 'nothing' || panel.sees(conversationId)) return;
    panel.unseenQuestions.add(conversationId);
    if (wanted === 'badge' || !(await tellAsked(stored.tree.title))) return;
    session.show(stored);
    await panel.focus();
  });
}
