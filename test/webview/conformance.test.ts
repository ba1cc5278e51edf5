// The public examples of markdown and the public attacks, in the real page under its real policy: each arrives as an
// answer character by character and as history. What is specified is shown, and nothing can do anything but be read.
import assert from 'node:assert/strict';
import MarkdownIt from 'markdown-it';
import type { Browser, Page } from 'playwright-core';
import type { PageMessage } from '../../src/protocol/chat.ts';
import {
  launchHeadlessShell,
  showPage,
  startPageServer,
  type PageServer,
  type ShownPage,
} from '../support/page/webview-page.ts';
import { readAttacks, readExamples, type Attack, type Example, type ExampleSet } from './conformance-cases.ts';
import type { Conformance, Shown } from './conformance-page.ts';
import type { Reference } from './conformance-reference.ts';
import { shownOutline, specifiedOutline, type Outline } from './conformance-structure.ts';
import type { Tree } from './element-tree.ts';

declare global {
  interface Window {
    readonly conformance: Conformance;
    readonly reference: Reference;
  }
}

/** So many texts are on the page at once. Texts of like length share a page, so that few wait for a long one. */
const textsAtOnce = 100;

/** What was seen of one text. */
interface Seen {
  readonly streamed: Tree;
  readonly restored: Tree;
}

/** markdown-it's own reading and writing, as a second opinion on texts for which nobody has specified a structure. */
const reader = new MarkdownIt({ html: false, linkify: true });
reader.linkify
  .set({ fuzzyLink: false, fuzzyEmail: false })
  .add('//')
  .add('ftp:')
  .add('mailto:')
  .add('www.', {
    validate: (text, at) => (text.at(at - 5) === '/' ? 0 : (/^[\w.]+/u.exec(text.slice(at))?.[0].length ?? 0)),
    normalize: (match) => (match.url = `http://${match.raw}`),
  });
for (const scheme of ['http:', 'https:'])
  reader.linkify.add(scheme, {
    validate(text, at, { re }) {
      const address = re.get_http_validator();
      address.lastIndex = at;
      return address.exec(text)?.[0].replace(/[!?.,:;'"*]+$/u, '').length ?? 0;
    },
  });
reader.validateLink = () => true;
reader.normalizeLinkText = (url) => url;

/** What the page reads otherwise than an example says, and why. */
const otherwise: Readonly<Record<string, readonly string[]>> = {
  'a bare web address is a link everywhere, as GitHub has it and CommonMark has not': [
    'commonmark-0.31.2 602',
    'commonmark-0.31.2 608',
    'commonmark-0.31.2 611',
    'gfm-spec 610',
    'gfm-spec 616',
    'gfm-spec 619',
  ],
  'an address ends before a bracket that nothing opened, and only at punctuation': [
    'gfm-spec 625',
    'gfm-spec 626',
    'gfm-extensions 24',
  ],
  'an e-mail address without brackets is text, since much code looks like one, and so is ftp': [
    'gfm-spec 628',
    'gfm-spec 629',
    'gfm-spec 630',
    'gfm-spec 631',
    'gfm-extensions 19',
    'gfm-extensions 20',
  ],
  'a single tilde strikes nothing out, since it also means about, and home': [
    'gfm-extensions 17',
    'gfm-extensions 18',
    'gfm-regression 10',
    'gfm-regression 11',
  ],
  'a footnote stays where it is written, under its own label': ['gfm-extensions 23', 'gfm-regression 13'],
};

/** Whether CommonMark reads any of a text as HTML. */
const htmlReader = new MarkdownIt({ html: true });
function holdsHtml(text: string): boolean {
  return htmlReader
    .parse(text, {})
    .some(
      ({ type, children }) => type === 'html_block' || children?.some((child) => child.type === 'html_inline') === true,
    );
}

describe('every public example and attack', function () {
  this.timeout(180_000);
  const attacks = readAttacks();
  const sets: readonly ExampleSet[] = ['commonmark-0.31.2', 'gfm-spec', 'gfm-extensions', 'gfm-regression'];
  const examples = sets.flatMap(readExamples);
  const texts = [...new Set([...examples, ...attacks].map(({ text }) => text))].sort(
    (left, right) => left.length - right.length,
  );

  let browser: Browser;
  let server: PageServer;
  let shown: ShownPage;
  let reference: Page;
  const seen = new Map<string, Seen>();
  const offences: string[] = [];
  const requests: string[] = [];
  const intrusions: string[] = [];
  const copied: [shown: readonly string[], asked: readonly PageMessage[]][] = [];
  let prefixes = 0;
  let longestStep = 0;

  before(async () => {
    browser = await launchHeadlessShell();
    server = await startPageServer({
      conformance: 'test/webview/conformance-page.ts',
      reference: 'test/webview/conformance-reference.ts',
    });
    shown = await showPage(browser, server, { entry: 'conformance' });
    reference = await (await browser.newContext({ bypassCSP: true })).newPage();
    await reference.goto(`${server.origin}/?entry=reference`);
    await reference.waitForFunction(() => 'reference' in window);
    watch(shown.page);
    for (let from = 0; from < texts.length; from += textsAtOnce) await look(texts.slice(from, from + textsAtOnce));
  });
  after(async () => {
    await browser.close();
    await server[Symbol.asyncDispose]();
  });

  function watch(page: Page): void {
    const context = page.context();
    context.on('request', (request) => requests.push(request.url()));
    context.on('page', (opened) => intrusions.push(`a window: ${opened.url()}`));
    page.on('websocket', (socket) => intrusions.push(`a socket: ${socket.url()}`));
    page.on('frameattached', (frame) => intrusions.push(`a frame: ${frame.url()}`));
    page.on('framenavigated', (frame) => intrusions.push(`a visit: ${frame.url()}`));
    page.on('worker', (worker) => intrusions.push(`a worker: ${worker.url()}`));
    page.on('download', (download) => intrusions.push(`a download: ${download.url()}`));
    page.on('dialog', (dialog) => {
      intrusions.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
  }

  async function look(batch: readonly string[]): Promise<void> {
    const { page, sent } = shown;
    const streamed = await page.evaluate((all) => window.conformance.stream(all), batch);
    const restored = await page.evaluate((all) => window.conformance.restore(all), batch);
    take(streamed, batch, 'while it arrived');
    take(restored, batch, 'as history');
    prefixes += streamed.steps;
    for (const [index, text] of batch.entries()) {
      seen.set(text, { streamed: streamed.trees[index] ?? '', restored: restored.trees[index] ?? '' });
    }
    const before = sent.length;
    const codes = await page.evaluate(() => window.conformance.press());
    await page.evaluate(() => Promise.resolve());
    copied.push([codes, sent.slice(before)]);
  }

  function take(result: Shown, batch: readonly string[], when: string): void {
    for (const [index, what] of result.offences) offences.push(`${what} ${when}: ${JSON.stringify(batch[index])}`);
    longestStep = Math.max(longestStep, result.longestStep);
  }

  const specified = async (htmls: readonly string[]): Promise<Outline[]> =>
    (await reference.evaluate((all) => window.reference.trees(all), htmls)).map(specifiedOutline);

  const outlineOf = ({ text }: Attack): Outline => shownOutline(seen.get(text)?.streamed ?? '');

  /** The names of those texts that are not shown as this HTML says. */
  async function differing<Text extends Attack>(all: readonly Text[], htmlOf: (text: Text) => string): Promise<Text[]> {
    const outlines = await specified(all.map(htmlOf));
    return all.filter((text, index) => outlines[index] !== outlineOf(text));
  }

  const specifiedAs = (set: ExampleSet): readonly [withHtml: Example[], plain: Example[]] => {
    const own = examples.filter(({ name }) => name.startsWith(`${set} `));
    return [own.filter(({ text }) => holdsHtml(text)), own.filter(({ text }) => !holdsHtml(text))];
  };

  it('is looked at whole and after every prefix', () => {
    assert.equal(examples.length, 652 + 673 + 28 + 19);
    assert.equal(attacks.length, 223 + 110 + 4);
    assert.equal(
      prefixes,
      texts.reduce((sum, text) => sum + Array.from(text).length, 0),
    );
  });

  for (const [set, plainCount, htmlCount] of [
    ['commonmark-0.31.2', 580, 72],
    ['gfm-spec', 600, 73],
    ['gfm-extensions', 26, 2],
    ['gfm-regression', 14, 5],
  ] as const) {
    it(`of ${set} has the specified structure, but for what is read otherwise on purpose`, async () => {
      const [withHtml, plain] = specifiedAs(set);
      const names = (await differing(plain, ({ html }) => html)).map(({ name }) => name.split(',')[0] ?? '');
      const expected = Object.values(otherwise)
        .flat()
        .filter((name) => name.startsWith(`${set} `));
      assert.deepEqual(names.sort(), expected.sort());
      assert.deepEqual([plain.length, withHtml.length], [plainCount, htmlCount]);
    });
  }

  it('that holds HTML shows it as text, and is otherwise read as without it', async () => {
    const withHtml = examples.filter(({ text }) => holdsHtml(text));
    const differs = await differing<Attack>([...withHtml, ...attacks], ({ text }) =>
      reader.render(text).replaceAll('\r', '&#13;'),
    );
    assert.deepEqual(
      differs.map(({ name }) => name),
      [],
    );
  });

  it('makes no element, attribute, button or address that the page itself would not make', () => {
    assert.deepEqual(offences, []);
  });

  it('makes the page ask for nothing but what colours code and draws formulas', () => {
    assert.deepEqual(
      requests.filter((url) => !/^\/chunks\/(?:highlight-languages|mathml)-/u.test(url.slice(server.origin.length))),
      [],
    );
  });

  it('runs, opens and breaks nothing', () => {
    assert.deepEqual([intrusions, shown.faults], [[], []]);
  });

  it('asks the host for links of http, https and mailto only, for what names lead to, and to copy code byte for byte', () => {
    const links = copied.flatMap(([, asked]) =>
      asked.flatMap((message) => (message.kind === 'openLink' ? [message.href] : [])),
    );
    assert.deepEqual(
      links.filter((href) => !/^(?:https?|mailto):/u.test(href)),
      [],
    );
    assert.ok(links.length > 0);
    for (const [codes, asked] of copied) {
      const copies = asked.flatMap((message) => (message.kind === 'copyCode' ? [message.text] : []));
      assert.deepEqual(
        copies,
        codes.map((code) => code.replace(/\n$/u, '')),
      );
      assert.equal(
        asked.every(({ kind }) => kind === 'openLink' || kind === 'copyCode' || kind === 'findPlaces'),
        true,
      );
    }
  });

  it('is the same from the history as it was when it arrived, with its colours', () => {
    for (const [text, { streamed, restored }] of seen)
      assert.equal(shownOutline(restored), shownOutline(streamed), text);
  });

  it('takes less than two seconds, a hundred texts together', () => {
    assert.ok(longestStep < 2_000, `${Math.round(longestStep)} ms`);
  });
});
