// The chat page as a person uses it, inside the webview.
import type { FrameLocator, Locator } from 'playwright-core';

export class ChatPage {
  readonly frame: FrameLocator;

  constructor(frame: FrameLocator) {
    this.frame = frame;
  }

  composer(): Locator {
    return this.frame.getByRole('textbox', { name: 'Your prompt' });
  }

  /** Sends a prompt and returns the answer to it, which may still be waiting for its first words. */
  async ask(text: string): Promise<Locator> {
    const answer = this.answers().nth(await this.answers().count());
    await this.composer().click();
    await this.composer().fill(text);
    await this.composer().press('Enter');
    await answer.waitFor();
    return answer;
  }

  prompts(): Locator {
    return this.frame.getByRole('article', { name: 'You', exact: true });
  }

  answers(): Locator {
    return this.frame.getByRole('article', { name: 'Answer', exact: true });
  }

  button(name: string): Locator {
    return this.frame.getByRole('button', { name, exact: true });
  }
}

/** The button of that name inside an answer. */
export function answerButton(answer: Locator, name: string): Locator {
  return answer.getByRole('button', { name, exact: true });
}

/** What a person reads of an answer once it has ended well: only then its line names a time. */
export async function wholeText(answer: Locator): Promise<string> {
  await answer.getByText(/\d+(?:\.\d)? s$/).waitFor();
  return answer.innerText();
}
