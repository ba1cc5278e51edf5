// Knows the plan's item in the status bar and the plan view as a person meets them; not what they should say.
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
    const classes = await this.item().locator('.codicon').evaluateAll((icons) => icons.map((icon) => icon.className));
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
    return this.#workbench.page.frameLocator('iframe.webview.ready[src*="extensionId=tidemark.tidemark"][src*="purpose=webviewPanel"], .editor-instance iframe.webview.ready, iframe.webview.ready[src*="extensionId=tidemark.tidemark"]').frameLocator('iframe#active-frame');
  }
}
