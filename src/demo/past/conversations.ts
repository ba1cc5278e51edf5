// Conversations that the demo's subscriber might have had, as the files that keep them. Their answers are the demo's
// own.
import { encodeEntry, encodeHeader, type HistoryRecord } from '../../core/chat/conversation/records.ts';
import { segmentName } from '../../core/chat/history/segment.ts';
import { demoModels, tokensIn } from '../accounts/models.ts';
import { scriptedAnswer } from '../answers/answers.ts';
import type { PastTurn } from './uses.ts';

const hour = 3_600_000;
const day = 24 * hour;

interface PastConversation {
  readonly title: string;
  readonly daysAgo: number;
  readonly questions: readonly string[];
}

const conversations: readonly PastConversation[] = [
  {
    title: 'Group readings by day',
    daysAgo: 1,
    questions: ['Write a function that groups readings by day.', 'And a test for it, please.'],
  },
  { title: 'Plans side by side', daysAgo: 4, questions: ['Compare the plans in a table.'] },
  { title: 'How tides work', daysAgo: 11, questions: ['Write a long explanation of how tides work.'] },
  {
    title: 'A snippet for the parser',
    daysAgo: 19,
    questions: ['Show me a snippet that reads the file line by line.'],
  },
  { title: 'What the panel can do', daysAgo: 33, questions: ['What can you show me?', 'Anything else?'] },
  { title: 'Test of the harbor times', daysAgo: 0, questions: ['Write a test for the harbor times.'] },
  { title: 'Refactor the reading type', daysAgo: 2, questions: ['Refactor the type of a reading.', 'Now a test.'] },
  { title: 'Limits in a table', daysAgo: 7, questions: ['Put the limits into a table.'] },
  { title: 'A function for moon phases', daysAgo: 15, questions: ['Write a function for the phases of the moon.'] },
  { title: 'Refactor the start', daysAgo: 24, questions: ['Refactor how it starts, please.'] },
];

export interface PastFile {
  readonly name: string;
  readonly text: string;
}

/**
 * @param prefix begins the name of every file, by which they are known again.
 * @param mark stands before every title.
 */
export function pastConversations(prefix: string, mark: string, now: number): readonly PastFile[] {
  return conversations.map((conversation, place) => {
    const { id, begun } = named(conversation, place, prefix, now);
    const records: HistoryRecord[] = [
      { kind: 'titled', title: `${mark} ${conversation.title}` },
      ...conversation.questions.flatMap((question, turn) => turnRecords(id, question, turn)),
    ];
    const lines = records.map((record, index) => encodeEntry(index, begun + index * 1000, record));
    return { name: segmentName(id, 'demo'), text: encodeHeader(id) + lines.join('') };
  });
}

/** The answers in them, oldest first. */
export function pastTurns(prefix: string, now: number): readonly PastTurn[] {
  return conversations
    .flatMap((conversation, place) => {
      const { id, begun } = named(conversation, place, prefix, now);
      return conversation.questions.map((question, turn) => {
        const { inputTokens, outputTokens } = usageOf(question, answerTo(question, turn));
        return { conversation: id, at: begun, input: inputTokens, output: outputTokens };
      });
    })
    .toSorted((one, other) => one.at - other.at);
}

function named({ daysAgo }: PastConversation, place: number, prefix: string, now: number): Named {
  return {
    id: `${prefix}conversation-${String(place + 1)}`,
    begun: now - daysAgo * day - (place + 1) * hour,
  };
}

interface Named {
  readonly id: string;
  readonly begun: number;
}

function answerTo(question: string, turn: number): string {
  return scriptedAnswer({ question, turn: turn + 1, thinks: false, images: 0 }).text;
}

function usageOf(question: string, text: string): { readonly inputTokens: number; readonly outputTokens: number } {
  return { inputTokens: tokensIn(question.length) + 200, outputTokens: tokensIn(text.length) };
}

function turnRecords(conversation: string, question: string, turn: number): HistoryRecord[] {
  const prompt = (place: number): string => `${conversation}-p${String(place)}`;
  const id = `${conversation}-a${String(turn)}`;
  const text = answerTo(question, turn);
  const usage = { ...usageOf(question, text), cacheReadTokens: null, cacheWriteTokens: null };
  return [
    {
      kind: 'prompt',
      id: prompt(turn),
      parent: turn === 0 ? null : `${conversation}-a${String(turn - 1)}`,
      text: question,
    },
    { kind: 'answer', id, parent: prompt(turn), replaces: null, blocks: [{ kind: 'text', text }] },
    { kind: 'source', id, payer: 'plan', model: demoModels[0]?.id ?? '' },
    { kind: 'done', id, stopReason: 'end_turn', usage },
  ];
}
