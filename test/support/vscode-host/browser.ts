// Launches a browser that can reach loopback only, and prepares it to show VS Code's workbench.
import { chromium, type BrowserContext } from 'playwright-core';
import { findHeadlessShell } from './chromium.ts';

export interface BrowserOptions {
  /** Where the browser keeps its storage: VS Code's secrets and view state live there. */
  readonly profile: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  /**
   * The language that VS Code says it speaks, such as `zh-cn`; its own words stay English, since no language pack is
   * there.
   */
  readonly language?: string;
  /** Device pixels a CSS pixel: 2 makes screenshots sharp, and drawing about twice as slow. */
  readonly deviceScaleFactor?: number;
}

/** Extensions taken from the tree, and the suite that is run in place of a person's session. Absolute paths. */
export interface DevelopmentOptions {
  readonly extensions: readonly string[];
  readonly extensionTestsPath?: string;
}

/** What keeps a browser on this machine, and quiet, also as root. */
export const LOOPBACK_ONLY = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/** VS Code seals its secrets with half of a key that its host mints; a host that forgets it loses them at a reload. */
const SECRET_KEY_HALF = Buffer.alloc(32, 7);

/** Launches a headless browser. Closing the context closes it. */
export async function launchBrowser(options: BrowserOptions): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(options.profile, {
    executablePath: await findHeadlessShell(),
    headless: true,
    args: LOOPBACK_ONLY,
    locale: 'en-US',
    reducedMotion: 'reduce',
    viewport: options.viewport ?? { width: 1280, height: 800 },
    deviceScaleFactor: options.deviceScaleFactor ?? 1,
  });
  // Answered in the page: a route would make the browser load and compile all of VS Code anew at every reload.
  await context.addInitScript(
    (half) => {
      const fetchAnything = globalThis.fetch;
      globalThis.fetch = (input, init) =>
        typeof input === 'string' && input.endsWith('/mint-key')
          ? Promise.resolve(new Response(new Uint8Array(half)))
          : fetchAnything(input, init);
    },
    [...SECRET_KEY_HALF],
  );
  if (options.language !== undefined) {
    await context.addInitScript(
      (language) => Object.assign(globalThis, { _VSCODE_NLS_LANGUAGE: language }),
      options.language,
    );
  }
  return context;
}

/**
 * Makes the workbench that is opened next from the server on `port` load extensions from the tree. The page reads its
 * configuration from an attribute; answering for that attribute is the one way in that leaves the page itself alone.
 */
export async function configureDevelopment(
  context: BrowserContext,
  port: number,
  { extensions, extensionTestsPath }: DevelopmentOptions,
): Promise<void> {
  const uri = (path: string): object => ({ $mid: 1, scheme: 'vscode-remote', authority: `127.0.0.1:${port}`, path });
  const developmentOptions = {
    extensions: extensions.map(uri),
    ...(extensionTestsPath === undefined ? {} : { extensionTestsPath: uri(extensionTestsPath) }),
  };
  await context.addInitScript(
    (added: object) => {
      if (window !== window.top) return;
      const getAttribute = function (this: HTMLMetaElement, name: string): string | null {
        const value = Element.prototype.getAttribute.call(this, name);
        if (value === null || name !== 'data-settings' || this.id !== 'vscode-workbench-web-configuration')
          return value;
        const configuration: unknown = JSON.parse(value);
        return JSON.stringify(Object.assign({}, configuration, added));
      };
      Object.defineProperty(HTMLMetaElement.prototype, 'getAttribute', { value: getAttribute, configurable: true });
    },
    { developmentOptions },
  );
}

/** The address of a workbench that shows `folder` (or a `.code-workspace` file), or none. */
export function workbenchAddress(port: number, folder?: string): string {
  const query = new URLSearchParams();
  if (folder === undefined) query.set('ew', 'true');
  else query.set(folder.endsWith('.code-workspace') ? 'workspace' : 'folder', folder);
  return `http://127.0.0.1:${port}/?${query.toString()}`;
}
