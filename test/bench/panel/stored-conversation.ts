// Writes a conversation of any length into the folder of the history, as a window would have written it.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createAnswer } from '../../../src/core/chat/conversation/answer.ts';
import { encodeEntry, encodeHeader, type HistoryRecord } from '../../../src/core/chat/conversation/records.ts';
import type { RunRecord } from '../../../src/core/chat/conversation/runs/run-state.ts';
import { storedRunRecord, turnAfter } from '../../../src/core/chat/conversation/runs/run-turn.ts';
import { type AnswerBlock, eventsOfBlock } from '../../../src/core/chat/messages/blocks.ts';
import { segmentName } from '../../../src/core/chat/history/segment.ts';
import { answerOf } from '../rendering/answers.ts';
import { textRecord } from '../../support/samples/answer-blocks.ts';

/** What arrives in the tenth of a second for which text waits to be written. */
const pieceLength = 200;

const usage = { inputTokens: 100, outputTokens: 500, cacheReadTokens: null, cacheWriteTokens: null };

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
      usage,
    });
    parent = reply;
  }
  await write(folder, id, lines);
  return { title, lastWords };
}

/** A prompt that an agent worked for: so many steps, each with a sentence, a call and its result. */
export async function storeRun(folder: string, id: string, steps: number): Promise<StoredConversation> {
  const title = `Run of ${steps} steps`;
  const lastWords = `the last words of ${id}`;
  const lines: string[] = [];
  const add = (record: HistoryRecord): void =>
    void lines.push(encodeEntry(lines.length, Date.UTC(2026, 0, 1) + lines.length, record));
  let turn = createAnswer('run', 0);
  const ran = (record: RunRecord): void => {
    turn = turnAfter(turn, record);
    add(storedRunRecord(turn, record));
  };
  const answered = (text: string, calls: readonly AnswerBlock[]): void => {
    ran({ kind: 'answerBegan' });
    const blocks: readonly AnswerBlock[] = [{ kind: 'text', text }, ...calls];
    for (const [index, block] of blocks.entries())
      for (const event of eventsOfBlock(block, index)) ran({ kind: 'answerGrew', event });
    ran({
      kind: 'answerEnded',
      end: { kind: 'done', stopReason: calls.length === 0 ? 'end_turn' : 'tool_use', usage },
    });
  };
  add({ kind: 'prompt', id: 'prompt', parent: null, text: title });
  add({ kind: 'answer', id: 'run', parent: 'prompt', replaces: null, blocks: [] });
  add({ kind: 'source', id: 'run', payer: 'plan', model: 'svc-large-4' });
  for (let step = 0; step < steps; step += 1) {
    const input = { kind: 'read' as const, value: { path: `src/file${step}.ts` } };
    answered(`I look at the ${step}th file.`, [{ kind: 'toolUse', id: `use${step}`, name: 'read_file', input }]);
    ran({ kind: 'callStarted', block: 1 });
    const content = [{ kind: 'text' as const, text: 'export const one = 1;\n'.repeat(40) }];
    ran({ kind: 'callEnded', block: 1, outcome: { isError: false, content } });
  }
  answered(`Done: ${lastWords}`, []);
  add({ kind: 'done', id: 'run', stopReason: 'end_turn', usage });
  await write(folder, id, lines);
  return { title, lastWords };
}

async function write(folder: string, id: string, lines: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, segmentName(id, 'bench')), encodeHeader(id) + lines.join(''));
}
