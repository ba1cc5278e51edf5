// Shows a page of ours outside VS Code: bundled as the build does, served over loopback under the policy that the
// extension gives it, in Chromium, with a stand-in for VS Code's side of the page.
import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { HostMessage, PageMessage, PageStrings } from '../../../src/protocol/chat.ts';
import { pagePolicy } from '../../../src/host/page/page-policy.ts';
import { composerStrings } from './composer-strings.ts';
import { restoreStrings } from './restore-strings.ts';
import { reviewStrings } from './review-strings.ts';
import { runStrings } from './run-strings.ts';
import { planStrings } from './plan-strings.ts';
import { LOOPBACK_ONLY } from '../vscode-host/browser.ts';
import { findChromium, findHeadlessShell } from '../vscode-host/chromium.ts';
import { themes, themeSheet, type ThemeName } from './webview-themes.ts';

export const strings: PageStrings = {
  transcriptLabel: 'Conversation',
  composerLabel: 'Your prompt',
  composerPlaceholder: 'Ask ({0} sends)',
  send: 'Send ({0})',
  stop: 'Stop',
  copy: 'Copy',
  copied: 'Copied',
  insertAtCursor: 'Insert at Cursor',
  openAsFile: 'Open as New File',
  wrapLines: 'Wrap Lines',
  applyToFile: 'Apply to the Open File',
  noEditor: 'Open a file first.',
  putIntoTerminal: 'Put into the Terminal',
  applyToNamed: 'Apply to {0}',
  createFile: 'Create {0}',
  openPlace: 'Open {0}',
  copyAnswer: 'Copy Answer',
  jumpToEnd: 'Go to the End',
  yourPrompt: 'You asked',
  answer: 'Answer',
  thinking: 'Thinking…',
  thoughts: 'Thoughts, {0} characters',
  thoughtFor: 'Thought for {0} s',
  waiting: 'Waiting for the first words…',
  stopped: 'You stopped this answer.',
  stoppedEmpty: 'You stopped this answer before it began.',
  truncated: 'The answer reached the longest length that the model allows.',
  interrupted: 'This answer was interrupted.',
  interruptedEmpty: 'This answer was interrupted before it began.',
  continueAnswer: 'Continue',
  askAnew: 'Answer Again',
  editPrompt: 'Edit',
  copyPrompt: 'Copy Prompt',
  removeTurn: 'Delete',
  sendEdited: 'Send Edited',
  cancelEdit: 'Cancel',
  editedPromptLabel: 'Edit your prompt',
  previousBranch: 'Previous Version',
  nextBranch: 'Next Version',
  branchPlace: '{0} of {1}',
  tokens: '{0} tokens',
  seconds: '{0} s',
  minutes: '{0} min {1} s',
  payerPlan: 'Plan',
  payerPlanOf: 'Plan of {0}',
  payerApiKey: 'API key',
  answerStartedAnnouncement: 'The answer has started.',
  answerFinishedAnnouncement: 'The answer is finished.',
  answerFailedAnnouncement: 'The answer failed. {0}',
  answerStoppedAnnouncement: 'The answer is stopped.',
  imageOmitted: 'image not loaded',
  taskDone: 'Done',
  taskOpen: 'Not done',
  shownPlain: 'What follows is too long to be formatted, so it is shown as plain text.',
  codeLanguagePlain: 'text',
  hiddenRest: 'The rest is not drawn.',
  findLabel: 'Find in Conversation',
  findPlace: '{0} of {1}',
  findNone: 'Nothing found',
  findPrevious: 'Previous Place',
  findNext: 'Next Place',
  findClose: 'Close',
  ...composerStrings,
  toasts: 'Messages',
  closeToast: 'Close Message',
  ...reviewStrings,
  ...restoreStrings,
  ...runStrings,
};

const nonce = 'bm9uY2UtZm9yLXRlc3Rz';
const root = path.resolve(import.meta.dirname, '../../..');

/** Serves the page's files; `requests` holds the address of everything that was asked for. */
export interface PageServer extends AsyncDisposable {
  readonly origin: string;
  readonly requests: string[];
}

/** What pages are made of, by its path; bundled once for all suites of a process that ask for the same. */
const bundles = new Map<string, Promise<ReadonlyMap<string, Uint8Array>>>();

async function bundled(
  entries: Readonly<Record<string, string>>,
  packageFolder: string | null,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { chat: 'src/webview/chat/main.tsx', plan: 'src/webview/plan/main.tsx', ...entries },
    outdir: '/',
    bundle: true,
    write: false,
    format: 'esm',
    splitting: true,
    minify: true,
    platform: 'browser',
    target: 'chrome138',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    chunkNames: 'chunks/[name]-[hash]',
    define: { 'process.env.NODE_ENV': '"production"' },
    nodePaths: packageFolder === null ? [] : [packageFolder],
  });
  const files = new Map<string, Uint8Array>(outputFiles.map((file) => [file.path, file.contents]));
  const codicons = path.join(root, 'node_modules/@vscode/codicons/dist');
  for (const name of ['codicon.css', 'codicon.ttf']) files.set(`/${name}`, await readFile(path.join(codicons, name)));
  for (const name of ['page.css', 'chat.css', 'composer.css', 'run.css', 'formula.css', 'plan.css'])
    files.set(`/${name}`, await readFile(path.join(root, 'media', name)));
  return files;
}

/**
 * @param entries further modules to bundle beside the page, by name, with their path from the project's root.
 * @param packageFolder where packages are found that are not the project's own.
 */
export async function startPageServer(
  entries: Readonly<Record<string, string>> = {},
  packageFolder: string | null = null,
): Promise<PageServer> {
  const key = JSON.stringify([entries, packageFolder]);
  const bundle = bundles.get(key) ?? bundled(entries, packageFolder);
  bundles.set(key, bundle);
  const files = await bundle;
  const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.ttf': 'font/ttf' };

  const requests: string[] = [];
  let origin = '';
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin);
    requests.push(url.href);
    if (url.pathname === '/') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...FINE_CLOCK });
      response.end(documentOf(origin, url));
      return;
    }
    if (url.pathname === '/theme.css') {
      response.setHeader('content-type', 'text/css').end(themeSheet(themes[themeOf(url)]));
      return;
    }
    const file = files.get(url.pathname);
    if (file === undefined) response.writeHead(404).end();
    else response.setHeader('content-type', types[path.extname(url.pathname)] ?? 'text/plain').end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The page server has no port.');
  origin = `http://127.0.0.1:${address.port}`;
  return {
    origin,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Lets a page read its clock to 5 µs rather than to 0.1 ms. @see https://www.w3.org/TR/hr-time-3/#clock-resolution */
const FINE_CLOCK = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

function themeOf(url: URL): ThemeName {
  const name = url.searchParams.get('theme') ?? 'dark';
  if (name === 'dark' || name === 'light' || name === 'high-contrast-dark' || name === 'high-contrast-light')
    return name;
  throw new Error(`No such theme: ${name}`);
}

/** The document as the extension makes it. */
function documentOf(origin: string, url: URL): string {
  const theme = themeOf(url);
  const policy = pagePolicy(origin, nonce);
  const page = url.searchParams.get('page') ?? 'chat';
  const json = JSON.stringify(page === 'plan' ? planStrings : strings).replaceAll('<', '\\u003c');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Tidemark</title>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="stylesheet" href="theme.css?theme=${theme}">
<link rel="stylesheet" href="codicon.css">
<link rel="stylesheet" href="page.css">
<link rel="stylesheet" href="${page}.css">
${page === 'chat' ? ['composer', 'run', 'formula'].map((name) => `<link rel="stylesheet" href="${name}.css">`).join('') : ''}
</head>
<body class="${themes[theme].bodyClass}">
<script type="application/json" id="strings">${json}</script>
<div id="root"></div>
<script type="module" nonce="${nonce}" src="${url.searchParams.get('entry') ?? page}.js"></script>
</body>
</html>`;
}

/** A whole browser, for what is measured as people have it. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), args: LOOPBACK_ONLY });
}

/** A browser that opens many small pages fast, for tests. */
export async function launchHeadlessShell(): Promise<Browser> {
  return chromium.launch({ executablePath: await findHeadlessShell(), args: LOOPBACK_ONLY });
}

export interface PageOptions {
  /** `chat` by default. */
  readonly page?: 'chat' | 'plan';
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  readonly reducedMotion?: 'reduce' | 'no-preference';
  /** What VS Code has kept for the page. */
  readonly kept?: unknown;
  /** The entry that runs in the page, by its name; the page's own by default. */
  readonly entry?: string;
}

/** What a page receives, and what it sends: the chat page's by default. */
export interface ShownPage<Received = HostMessage, Sent extends AnyMessage = PageMessage> extends AsyncDisposable {
  readonly page: Page;
  /** What the page has sent, in order. */
  readonly sent: readonly Sent[];
  /** What threw in the page, its faults and policy violations included. */
  readonly faults: readonly string[];
  /** Delivers messages and waits until they are drawn. */
  show(...messages: readonly Received[]): Promise<void>;
  deliver(message: unknown): Promise<void>;
  /** Waits for a message of this kind, and takes it and all before it out of `sent`. */
  next<Kind extends Sent['kind']>(kind: Kind): Promise<Extract<Sent, { kind: Kind }>>;
}

interface AnyMessage {
  readonly kind: string;
  readonly text?: string;
}

export async function showPage<Received = HostMessage, Sent extends AnyMessage = PageMessage>(
  browser: Browser,
  server: PageServer,
  options: PageOptions = {},
): Promise<ShownPage<Received, Sent>> {
  const {
    page: name = 'chat',
    theme = 'dark',
    width = 420,
    height = 760,
    reducedMotion = 'no-preference',
    kept = null,
    entry = name,
  } = options;
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion });
  const page = await context.newPage();
  const sent: Sent[] = [];
  const faults: string[] = [];
  let wake = (): void => undefined;
  page.on('pageerror', (error) => faults.push(error.message));
  await page.exposeFunction('__sent', (message: Sent) => {
    if (message.kind === 'reportFault') faults.push(message.text ?? '');
    sent.push(message);
    wake();
  });
  await page.addInitScript((state) => {
    let current: unknown = state;
    const tell: unknown = Reflect.get(window, '__sent');
    Object.assign(window, {
      acquireVsCodeApi: () => ({
        postMessage: (message: unknown) => {
          if (typeof tell === 'function') Reflect.apply(tell, window, [message]);
        },
        getState: () => current,
        setState: (next: unknown) => (current = next),
      }),
      __kept: () => current,
    });
  }, kept);
  await page.goto(`${server.origin}/?page=${name}&entry=${entry}&theme=${theme}`);
  const next = async <Kind extends Sent['kind']>(kind: Kind): Promise<Extract<Sent, { kind: Kind }>> => {
    const isWanted = (message: Sent): message is Extract<Sent, { kind: Kind }> => message.kind === kind;
    for (;;) {
      const found = sent.find(isWanted);
      if (found !== undefined) {
        sent.splice(0, sent.indexOf(found) + 1);
        return found;
      }
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  await next('ready');
  const deliver = async (message: unknown): Promise<void> => {
    await post(page, [message]);
    await settle(page);
  };
  return {
    page,
    sent,
    faults,
    next,
    deliver,
    async show(...messages) {
      await post(page, messages);
      await settle(page);
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}

/** Resolves once the page has heard all of it: a busy browser draws frames before it hands messages over. */
async function post(page: Page, messages: readonly unknown[]): Promise<void> {
  await page.evaluate(async (all) => {
    let left = all.length;
    if (left === 0) return;
    await new Promise<void>((resolve) => {
      const heard = (): void => {
        left -= 1;
        if (left > 0) return;
        window.removeEventListener('message', heard);
        resolve();
      };
      window.addEventListener('message', heard);
      for (const message of all) window.postMessage(message, '*');
    });
  }, messages);
}

/**
 * Waits until everything posted has been drawn: two frames, since messages are applied with the frame after theirs, and
 * as many more as the drawing of long texts takes.
 */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));
    await frame();
    do await frame();
    while (document.querySelector('.markdown[aria-busy]') !== null);
    await new Promise((done) => setTimeout(done));
  });
}
