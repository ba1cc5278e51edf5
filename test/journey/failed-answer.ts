// A failure in the panel where the answer would be, with its buttons and with the prompt kept.
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { type ChatPage, wholeText } from './chat-page.ts';

export interface ShownFailure {
  readonly text: string | RegExp;
  readonly buttons: readonly string[];
}

/** Asks about `name`, and returns the answer once the failure is there as it should. */
export async function askInVain(chat: ChatPage, name: string, failure: ShownFailure): Promise<Locator> {
  const prompt = `What of ${name}?`;
  const answer = await chat.ask(prompt);
  await showsFailure(answer, failure);
  assert.equal(await chat.prompts().last().locator('.bubble').innerText(), prompt);
  assert.equal(await chat.composer().inputValue(), '');
  return answer;
}

export async function showsFailure(answer: Locator, { text, buttons }: ShownFailure): Promise<void> {
  const notice = answer.locator('.notice.error');
  await notice.getByText(text).waitFor();
  assert.deepEqual(await notice.getByRole('button').allInnerTexts(), buttons);
}

/** What replaced the last failure, once it has ended well. */
export async function textInPlace(chat: ChatPage): Promise<string> {
  await chat.answers().last().locator('.notice.error').waitFor({ state: 'detached' });
  return wholeText(chat.answers().last());
}
