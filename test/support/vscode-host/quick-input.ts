// The input at the top of VS Code's window: the command palette, input boxes and quick picks.
import type { Locator, Page } from 'playwright-core';

const PATIENCE_MS = 20_000;
const LIST_PATIENCE_MS = 1500;
const CLICK_PATIENCE_MS = 5000;

export class QuickInput {
  readonly #page: Page;
  readonly #widget: Locator;
  readonly #input: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#widget = page.locator('.quick-input-widget');
    this.#input = this.#widget.locator('.quick-input-box input');
  }

  /**
   * Runs the command that the palette lists as exactly `title`. The palette lists what is registered when it opens, so
   * it is opened again until a command of an extension that is still starting is there.
   * @throws Error with what the palette listed, when the command does not appear in time.
   */
  async runCommand(title: string): Promise<void> {
    // A page behind another one draws nothing, and so takes no clicks either.
    await this.#page.bringToFront();
    const patienceEnds = Date.now() + PATIENCE_MS;
    for (;;) {
      await this.#page.keyboard.press('F1');
      try {
        // What takes the keyboard at that moment, such as a view that a command before has just shown, closes the
        // palette again.
        await this.#input.waitFor({ timeout: CLICK_PATIENCE_MS });
        await this.#input.fill(`>${title}`, { timeout: CLICK_PATIENCE_MS });
        // The best match is listed first and the same title need not be it, so the row itself is taken.
        await this.#row(title).first().waitFor({ timeout: LIST_PATIENCE_MS });
        await this.#row(title).first().click({ timeout: CLICK_PATIENCE_MS });
        return;
      } catch (error) {
        const listed = await this.items();
        await this.#page.keyboard.press('Escape');
        if (Date.now() < patienceEnds) continue;
        throw new Error(`The palette did not run "${title}". It lists: ${listed.join(', ')}`, { cause: error });
      }
    }
  }

  /** Waits for an input box or quick pick, optionally the one whose prompt or placeholder holds `text`. */
  async waitFor(text?: string | RegExp): Promise<void> {
    await this.#input.waitFor({ timeout: PATIENCE_MS });
    if (text === undefined) return;
    const asked = this.#widget
      .getByText(text)
      .or(this.#widget.getByPlaceholder(text))
      .or(this.#widget.getByTitle(text));
    await asked.first().waitFor({ timeout: PATIENCE_MS });
  }

  /**
   * Types `text` in place of what the input holds, and accepts it, once the input shows `asked`: before, the answer
   * would go to what was asked last.
   */
  async fill(asked: string | RegExp, text: string): Promise<void> {
    await this.waitFor(asked);
    await this.type(text);
    await this.#page.keyboard.press('Enter');
  }

  /**
   * Answers VS Code's own file dialog with the path of a file. The dialog writes a path into its input and then lists
   * that folder, its parent first; what is typed before the listing stands is written over.
   */
  async fillFile(file: string): Promise<void> {
    await this.#row('..').waitFor({ timeout: PATIENCE_MS });
    await this.type(file);
    await this.#page.keyboard.press('Enter');
  }

  /** Types `text` in place of what the input holds, and leaves it there. */
  async type(text: string): Promise<void> {
    await this.#input.waitFor({ timeout: PATIENCE_MS });
    await this.#input.fill(text);
  }

  /** Picks the item whose label is exactly `label`. */
  async pick(label: string): Promise<void> {
    await this.#row(label).first().click({ timeout: PATIENCE_MS });
  }

  /** Types `label` to narrow the list, and accepts the item of exactly that label. */
  async fillAndPick(label: string): Promise<void> {
    await this.type(label);
    await this.pick(label);
  }

  /** The labels of the items that are listed in view. */
  async items(): Promise<string[]> {
    // A row that is used again keeps the detail of the item before, unseen.
    return this.#widget.locator('.monaco-list-row .label-name:visible').allInnerTexts();
  }

  /** The sentence under the input: a prompt, or what is wrong with what was typed. */
  async message(): Promise<string> {
    return this.#widget.locator('.quick-input-message').innerText({ timeout: PATIENCE_MS });
  }

  /** Presses the button that leads to the step before. */
  async back(): Promise<void> {
    await this.#widget.getByRole('button', { name: 'Back' }).click({ timeout: PATIENCE_MS });
  }

  /** What the input holds. */
  async value(): Promise<string> {
    return this.#input.inputValue({ timeout: PATIENCE_MS });
  }

  async cancel(): Promise<void> {
    await this.#page.keyboard.press('Escape');
  }

  async waitUntilClosed(): Promise<void> {
    await this.#widget.waitFor({ state: 'hidden', timeout: PATIENCE_MS });
  }

  #row(label: string): Locator {
    return this.#widget.locator('.monaco-list-row').filter({ has: this.#label(label) });
  }

  /** An icon before a label leaves a space behind. */
  #label(label: string): Locator {
    const escaped = label.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
    return this.#page.locator('.label-name', { hasText: new RegExp(String.raw`^\s*${escaped}$`, 'u') });
  }
}
