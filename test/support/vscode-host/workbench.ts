// The page object of one VS Code window: what a person sees and does there. It hides VS Code's DOM from the tests.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { PROJECT_ROOT } from './install.ts';
import { QuickInput } from './quick-input.ts';
import type { UserSettings } from './user-settings.ts';
import type { Theme, VsCodeRelease } from './vscode-versions.ts';

const READY_PATIENCE_MS = 60_000;
const PATIENCE_MS = 15_000;
const HOVER_PATIENCE_MS = 5000;
/** `NotificationsToasts.SPAM_PROTECTION` of VS Code. */
const TOAST_INTERVAL_MS = 800;
const SCREENSHOTS = path.join(PROJECT_ROOT, 'out', 'screenshots');

/** The class that the workbench carries under each kind of theme. */
const THEME_CLASS: Readonly<Record<Theme, string>> = {
  dark: 'vs-dark',
  light: 'vs',
  highContrast: 'hc-black',
  highContrastLight: 'hc-light',
};

export class Workbench {
  readonly page: Page;
  readonly quickInput: QuickInput;
  readonly #release: VsCodeRelease;
  readonly #settings: UserSettings;

  constructor(page: Page, release: VsCodeRelease, settings: UserSettings) {
    this.page = page;
    this.quickInput = new QuickInput(page);
    this.#release = release;
    this.#settings = settings;
  }

  /** Waits until the workbench stands, its status bar included. Extensions may still be starting. */
  async ready(): Promise<void> {
    const firstItem = this.page.locator('.monaco-workbench .part.statusbar .statusbar-item').first();
    await firstItem.waitFor({ timeout: READY_PATIENCE_MS });
  }

  /** Loads the window again, as a person does with `Developer: Reload Window`. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.ready();
  }

  /**
   * Waits until VS Code has kept that an editor of this view type is open: in a browser it writes that every five
   * seconds, and a reload before it forgets the editor.
   */
  async editorKept(viewType: string): Promise<void> {
    const isKept = (): Promise<boolean> =>
      this.page.evaluate(async (wanted) => {
        const kept = (name: string): Promise<unknown> =>
          new Promise((resolve, reject) => {
            const opening = indexedDB.open(name);
            opening.onerror = () => reject(new Error(name));
            opening.onsuccess = () => {
              const database = opening.result;
              const reading = database
                .transaction('ItemTable')
                .objectStore('ItemTable')
                .get('memento/workbench.parts.editor');
              reading.onerror = () => reject(new Error(name));
              reading.onsuccess = () => {
                database.close();
                resolve(reading.result);
              };
            };
          });
        const names = (await indexedDB.databases()).map(({ name = '' }) => name);
        const states = await Promise.all(names.filter((name) => name.startsWith('vscode-web-state-db-')).map(kept));
        return states.some((state) => typeof state === 'string' && state.includes(wanted));
      }, viewType);
    const patienceEnds = Date.now() + PATIENCE_MS;
    while (!(await isKept())) {
      if (Date.now() > patienceEnds) throw new Error(`VS Code has not kept an editor of ${viewType}.`);
      await this.page.waitForTimeout(100);
    }
  }

  /** Runs the command whose title in the palette, category included, is exactly `title`. */
  async palette(title: string): Promise<void> {
    await this.quickInput.runCommand(title);
  }

  /** Opens a file of the folder that the window shows, by its name. */
  async openFile(name: string): Promise<void> {
    await this.page.keyboard.press('Control+P');
    await this.quickInput.fillAndPick(name);
    await this.page.getByRole('tab', { name }).waitFor();
  }

  /** Drags the edge of the side bar, in CSS pixels from its other edge. */
  async resizeSideBar(width: number): Promise<void> {
    const bar = await this.page.locator('.part.sidebar').boundingBox();
    if (bar === null) throw new Error('There is no side bar.');
    const middle = bar.y + bar.height / 2;
    await this.page.mouse.move(bar.x + bar.width, middle);
    await this.page.mouse.down();
    await this.page.mouse.move(bar.x + width, middle, { steps: 5 });
    await this.page.mouse.up();
  }

  /** The notification toast that holds `text`. Wait on it; toasts without buttons go after a few seconds. */
  toast(text: string | RegExp): Locator {
    return this.page
      .locator('.notifications-toasts .notification-toast')
      .filter({ has: this.page.locator('.notification-list-item-message', { hasText: text }) })
      .first();
  }

  /** Presses the button that is named exactly `button` on the toast that holds `text`. */
  async pressToastButton(text: string | RegExp, button: string): Promise<void> {
    await this.toast(text).getByRole('button', { name: button, exact: true }).click({ timeout: PATIENCE_MS });
  }

  /** Every notification that is shown now, as a person reads it. */
  async toastTexts(): Promise<string[]> {
    return this.page.locator('.notifications-toasts .notification-list-item-message').allInnerTexts();
  }

  /**
   * Clears every notification, and waits until VS Code shows the next one for sure: of more than three that come within
   * 800 ms of the first it shows none as a toast, and a test is quicker than a person.
   */
  async dismissToasts(): Promise<void> {
    await this.palette('Notifications: Clear All Notifications');
    await this.page.waitForTimeout(TOAST_INTERVAL_MS);
  }

  /**
   * Takes the item of the menu that is open. A menu takes no click in the moment in which it opens; the key is never
   * too early. The name that a screen reader hears has the keys behind it.
   */
  async pickMenuItem(name: string): Promise<void> {
    const item = this.page.getByRole('menuitem').filter({ has: this.page.getByText(name, { exact: true }) });
    await item.hover();
    await this.page.keyboard.press('Enter');
  }

  /** The modal dialog that is shown, such as VS Code's question whether an extension may sign in. */
  dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  async pressDialogButton(button: string): Promise<void> {
    await this.dialog().getByRole('button', { name: button, exact: true }).click({ timeout: PATIENCE_MS });
  }

  /**
   * The status bar item that `extensionId` created as `itemId`.
   * VS Code names its element with the two joined, so an `itemId` that starts with the extension's id holds it twice.
   */
  statusBarItem(itemId: string, extensionId = 'tidemark.tidemark'): Locator {
    return this.page.locator(`.part.statusbar .statusbar-item[id="${extensionId}.${itemId}"]`);
  }

  /** What the status bar item shows, without its icons. */
  async statusBarText(itemId: string, extensionId?: string): Promise<string> {
    const text = await this.statusBarItem(itemId, extensionId).innerText({ timeout: PATIENCE_MS });
    return text.replaceAll(/\s+/gu, ' ').trim();
  }

  /** Rests the pointer on `target` and returns the hover that VS Code shows for it. */
  async hover(target: Locator): Promise<Locator> {
    return this.#whileHovering(target, async (hover) => {
      await hover.waitFor({ timeout: HOVER_PATIENCE_MS });
      return hover;
    });
  }

  /** The text of the hover over `target`, one line of text a line. */
  async hoverText(target: Locator): Promise<string> {
    const text = await this.#whileHovering(target, (hover) => hover.innerText({ timeout: HOVER_PATIENCE_MS }));
    await this.page.mouse.move(640, 300);
    return text.replaceAll('\u00a0', ' ').trim();
  }

  /** An item that changes under the pointer takes its hover back, also before it is read; a person points once more. */
  async #whileHovering<Seen>(target: Locator, look: (hover: Locator) => Promise<Seen>): Promise<Seen> {
    const hover = this.page.locator('.workbench-hover-container .monaco-hover').last();
    const patienceEnds = Date.now() + 2 * PATIENCE_MS;
    for (;;) {
      // A pointer that already rests on the target raises no hover, so it leaves first.
      await this.page.mouse.move(640, 300);
      await target.hover({ timeout: PATIENCE_MS });
      try {
        return await look(hover);
      } catch (error) {
        if (Date.now() > patienceEnds) throw error;
      }
    }
  }

  /** The document inside the webview of `extensionId`: locators work in it as in a page. */
  chatFrame(extensionId = 'tidemark.tidemark'): FrameLocator {
    return this.page
      .frameLocator(`iframe.webview.ready[src*="extensionId=${extensionId}"]`)
      .frameLocator('iframe#active-frame');
  }

  /**
   * The same where both a view at the left and an editor may be open: the one of the two that is meant. VS Code keeps
   * all webviews in one place of its document, but marks which edges of the window each touches.
   */
  webviewFrame(place: 'side' | 'editor', extensionId = 'tidemark.tidemark'): FrameLocator {
    const right = '.webview-overlay-outer-right';
    const frame = `${place === 'editor' ? right : `:not(${right})`} > iframe.webview.ready[src*="extensionId=${extensionId}"]`;
    return this.page.frameLocator(frame).frameLocator('iframe#active-frame');
  }

  /**
   * Changes the person's settings, and loads the window again: in a browser VS Code does not follow its settings file
   * reliably, but it always reads it when it starts. `undefined` removes a setting.
   */
  async changeSettings(changes: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#settings.change(changes);
    await this.reload();
  }

  /** Picks the default colour theme of that kind, without loading the window again, and waits until it is worn. */
  async changeTheme(theme: Theme): Promise<void> {
    await this.palette('Preferences: Color Theme');
    await this.quickInput.fillAndPick(this.#release.themes[theme].label);
    await this.quickInput.waitUntilClosed();
    await this.page.locator(`.monaco-workbench.${THEME_CLASS[theme]}`).first().waitFor({ timeout: PATIENCE_MS });
  }

  /**
   * Does `action`, and returns the browser page that VS Code opens in its course (`vscode.env.openExternal`).
   * Following that page to its end is also how an answer comes back to the extension: a redirect to the callback
   * address is a navigation like any other.
   */
  async pageOpenedBy(action: () => Promise<void>): Promise<Page> {
    const [opened] = await Promise.all([this.page.context().waitForEvent('page', { timeout: PATIENCE_MS }), action()]);
    await opened.waitForLoadState();
    return opened;
  }

  /** Opens `address`, a callback that VS Code serves, as the person's browser would, and leaves it once it was read. */
  async visitCallback(address: string): Promise<void> {
    const visitor = await this.page.context().newPage();
    await visitor.goto(address);
    await visitor.waitForLoadState();
    if (!visitor.isClosed()) await visitor.close();
    await this.page.bringToFront();
  }

  /** Another window of the same VS Code, with an extension host of its own. */
  async openSecondWindow(): Promise<Workbench> {
    const page = await this.page.context().newPage();
    await page.goto(this.page.url());
    const second = new Workbench(page, this.#release, this.#settings);
    await second.ready();
    return second;
  }

  /** Saves what the window shows as `out/screenshots/<name>.png`, and returns that path. */
  async screenshot(name: string): Promise<string> {
    await mkdir(SCREENSHOTS, { recursive: true });
    const file = path.join(SCREENSHOTS, `${name}.png`);
    await this.page.screenshot({ path: file, animations: 'disabled' });
    return file;
  }
}
