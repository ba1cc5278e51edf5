// Writes a conversation of any length into the folder of the history, as a window would have written it.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { encodeEntry, encodeHeader, type HistoryRecord } from '../../../src/core/chat/conversation/records.ts';
import { segmentName } from '../../../src/core/chat/history/segment.ts';
import { answerOf } from '../rendering/answers.ts';
import { textRecord } from '../../support/samples/answer-blocks.ts';

/** What arrives in the tenth of a second for which text waits to be written. */
const pieceLength = 200;

export interface StoredConversation {
  readonly title: string;
  /** Stands at the end of the last answer. */
  readonly lastWords: string;
}

/** @param prompts how many were asked; each has an answer of about 2,000 characters. */
export async function storeConversation(folder: string, id: string, prompts: number): Promise<StoredConversation> {
  const title = `Conversation of ${prompts} prompts`;
  const lastWords = `the last words of ${id}`;
  const answer = answerOf(2);
  const lines: string[] = [];
  const add = (record: HistoryRecord): void =>
    void lines.push(encodeEntry(lines.length, Date.UTC(2026, 0, 1) + lines.length, record));
  let parent: string | null = null;
  for (let index = 0; index < prompts; index++) {
    const [prompt, reply] = [`${id}p${index}`, `${id}a${index}`];
    const text: string = index === prompts - 1 ? `${answer}\n\n${lastWords}` : answer;
    add({
      kind: 'prompt',
      id: prompt,
      parent,
      text: index === 0 ? title : `Question ${index}: what about the entries?`,
    });
    add({ kind: 'answer', id: reply, parent: prompt, replaces: null, blocks: [] });
    add({ kind: 'source', id: reply, payer: 'plan', model: 'svc-large-4' });
    for (let at = 0; at < text.length; at += pieceLength) add(textRecord(reply, text.slice(at, at + pieceLength)));
    add({
      kind: 'done',
      id: reply,
      stopReason: 'end_turn',
      usage: { inputTokens: 100, outputTokens: 500, cacheReadTokens: null, cacheWriteTokens: null },
    });
    parent = reply;
  }
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, segmentName(id, 'bench')), encodeHeader(id) + lines.join(''));
  return { title, lastWords };
}
