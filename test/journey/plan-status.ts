// The plan's item in the status bar and the plan view as a person meets them.
import type { FrameLocator, Locator } from 'playwright-core';
import type { Workbench } from '../support/vscode-host/workbench.ts';

/** The background that VS Code gives a status bar item: its own, or one of the two that extensions may ask for. */
export type ItemColour = 'plain' | 'warning' | 'error';

export class PlanStatus {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  item(): Locator {
    return this.#workbench.statusBarItem('tidemark.plan');
  }

  async waitFor(text: RegExp): Promise<void> {
    await this.item().filter({ hasText: text }).waitFor({ timeout: 30_000 });
  }

  /** With the spaces that keep its width written as one. */
  async text(): Promise<string> {
    return this.#workbench.statusBarText('tidemark.plan');
  }

  async icons(): Promise<string[]> {
    const classes = await this.item()
      .locator('.codicon')
      .evaluateAll((icons) => icons.map((icon: Element) => icon.getAttribute('class') ?? ''));
    return classes.flatMap((names) => /codicon-([a-z-]+)/.exec(names)?.[1] ?? []);
  }

  async colour(): Promise<ItemColour> {
    const classes = (await this.item().getAttribute('class')) ?? '';
    return classes.includes('error-kind') ? 'error' : classes.includes('warning-kind') ? 'warning' : 'plain';
  }

  async accessibleName(): Promise<string> {
    return (await this.item().locator('a').first().getAttribute('aria-label')) ?? '';
  }

  async hoverText(): Promise<string> {
    return (await this.#workbench.hoverText(this.item())).replaceAll(/[█░·]{10,}/g, '▭').replaceAll(/\n\s*\n/g, '\n');
  }

  /** The width of the item, in pixels. */
  async width(): Promise<number> {
    return (await this.item().boundingBox())?.width ?? 0;
  }

  /** The page of the plan view that is open in front. */
  view(): FrameLocator {
    return this.#workbench.chatFrame();
  }

  /**
   * Waits until VS Code has written down that the view is open with this choice: it does so once a minute, if it is
   * idle then.
   */
  async waitUntilKept(choice: RegExp): Promise<void> {
    const { page } = this.#workbench;
    const patienceEnds = Date.now() + 200_000;
    while (!choice.test(await page.evaluate(storedTexts))) {
      if (Date.now() > patienceEnds) throw new Error('VS Code did not write down what the view keeps.');
      await page.waitForTimeout(1000);
    }
  }
}

/** Everything that VS Code keeps in the browser for this window. Runs in the page. */
async function storedTexts(): Promise<string> {
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error('The storage cannot be read.'));
    });
  const texts: string[] = [];
  for (const { name } of await indexedDB.databases()) {
    if (name === undefined) continue;
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames)
      texts.push(JSON.stringify(await done(database.transaction(store).objectStore(store).getAll())));
    database.close();
  }
  return texts.join('\n');
}
