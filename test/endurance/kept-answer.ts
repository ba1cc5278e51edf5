// Reads the newest answer back from where it should be: the files, and the page.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { ConversationTree } from '../../src/core/chat/conversation/tree.ts';
import { conversationOf, mergeSegments, readSegment } from '../../src/core/chat/history/segment.ts';
import { answerButton, type ChatPage } from '../journey/chat-page.ts';
import path from 'node:path';
import { textOf, thinkingOf } from '../../src/core/chat/messages/blocks.ts';

export interface KeptAnswer {
  readonly thinking: string;
  readonly text: string;
  /** Whether it counts as interrupted, and offers to go on. */
  readonly isInterrupted: boolean;
}

/** The last answer of the conversation in which `prompt` was asked, as its files have it; null where there is none. */
export async function answerOnDisk(segments: readonly string[], prompt: string): Promise<KeptAnswer | null> {
  const byConversation = Map.groupBy(segments, (file) => conversationOf(path.basename(file)) ?? '');
  for (const [id, files] of byConversation) {
    const readings = (await Promise.all(files.map((file) => readFile(file)))).map((bytes) => readSegment(bytes));
    const tree = new ConversationTree(id);
    for (const entry of mergeSegments(readings.map((reading) => (reading.kind === 'read' ? reading.entries : []))))
      tree.take(entry, entry.at);
    const { turns } = tree.shown();
    const last = turns.at(-1);
    if (last?.kind === 'answer' && turns.some((turn) => turn.kind === 'prompt' && turn.text === prompt)) {
      const { blocks, progress } = last;
      return { thinking: thinkingOf(blocks), text: textOf(blocks), isInterrupted: progress.kind === 'interrupted' };
    }
  }
  return null;
}

/**
 * The last answer that the page shows, word for word as copying it gives it. Its drawing has to end with its last word.
 * @throws Error where the page does not show it as interrupted
 */
export async function answerShown(page: Page, chat: ChatPage, prompt: string): Promise<KeptAnswer> {
  const asked = chat.prompts().locator('.bubble', { hasText: prompt });
  await asked.waitFor({ timeout: 15_000 });
  const answer = chat.answers().last();
  const goOn = answerButton(answer, 'Continue').or(answerButton(answer, 'Answer again'));
  await answer.getByText(/^Interrupted/).waitFor({ timeout: 15_000 });
  await goOn.first().waitFor({ timeout: 5_000 });
  const thinking = (await answer.locator('.thinking-text').allTextContents()).join('');
  const copy = answer.locator('.answer-actions').getByRole('button', { name: 'Copy answer' });
  if ((await copy.count()) === 0) return { thinking, text: '', isInterrupted: true };
  await answer.hover();
  await page.evaluate(async () => navigator.clipboard.writeText(''));
  await copy.click();
  const text = await copied(page);
  const lastWord = text.match(/\p{L}{4,}/gu)?.at(-1) ?? '';
  const drawn = (await answer.locator('.markdown').textContent()) ?? '';
  if (!drawn.includes(lastWord)) throw new Error(`The page holds "${lastWord}" but does not draw it.`);
  return { thinking, text, isInterrupted: true };
}

async function copied(page: Page): Promise<string> {
  for (let tries = 0; tries < 50; tries += 1) {
    const text = await page.evaluate(async () => navigator.clipboard.readText());
    if (text !== '') return text;
    await page.waitForTimeout(50);
  }
  throw new Error('The answer was not copied.');
}
