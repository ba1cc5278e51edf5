// What a person sees of code, diagrams and formulas in an answer while it grows, in Chromium.
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import {
  launchHeadlessShell,
  settle,
  showPage,
  startPageServer,
  type PageServer,
} from '../support/page/webview-page.ts';
import { answer, conversation } from './conversation-samples.ts';
import type { AnswerBench } from './answer-view-page.ts';

declare global {
  interface Window {
    readonly answerBench: AnswerBench;
  }
}

const samples: Readonly<Record<string, string>> = {
  ts: 'const a = `x ${1 + 2} y`; // said\n/* a\n   b */ export class C<T> {}\n',
  python: 'def f(a: int) -> str:\n    """doc\n    string"""\n    return f"{a} # {b!r}"\n',
  html: '<!-- c --><a href="x">\n<style>p { color: red }</style><script>let x = "</p>";</script></a>\n',
  diff: '--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new\n',
};

describe('code in an answer', () => {
  let browser: Browser;
  let server: PageServer;
  let page: Page;
  before(async () => {
    browser = await launchHeadlessShell();
    server = await startPageServer({ bench: 'test/webview/answer-view-page.ts' });
    page = await browser.newPage();
    await page.goto(`${server.origin}/?entry=bench`);
    await page.waitForFunction(() => 'answerBench' in window);
  });
  after(async () => {
    await browser.close();
    await server[Symbol.asyncDispose]();
  });

  const whole = (text: string): Promise<string> => page.evaluate((all) => window.answerBench.whole(all), text);
  const codes = (text: string): Promise<readonly string[]> =>
    page.evaluate((all) => window.answerBench.codes(all), text);
  const coloured = (text: string, size: number, ready: number): Promise<string> =>
    page.evaluate(([all, length, least]) => window.answerBench.colouredInPieces(all, length, least), [
      text,
      size,
      ready,
    ] as const);
  const coloursIn = (markup: string): number => markup.split('class="hljs-').length - 1;

  for (const [language, code] of Object.entries(samples)) {
    it(`is coloured the same in ${language}, wherever the pieces that it came in were cut`, async () => {
      const text = `\`\`\`${language}\n${code}\`\`\`\n`;
      const expected = await coloured(text, text.length, 3);
      assert.ok(coloursIn(expected) >= 3, expected);
      for (let size = 1; size < text.length; size++)
        assert.equal(await coloured(text, size, coloursIn(expected)), expected, `in pieces of ${size}`);
    });
  }

  it('is coloured line by line while it grows, and in the end as code that came at once', async () => {
    const grown = (texts: readonly string[], ready: number): ReturnType<AnswerBench['colouredAsItGrows']> =>
      page.evaluate(([all, least]) => window.answerBench.colouredAsItGrows(all, least), [texts, ready] as const);
    const small = ['```ts\nconst a = 1;\n', 'const b', ' = 2;\n/* said', '\n', 'here */\n', 'const c = 3;\n'];
    assert.deepEqual(
      (await grown(small, 7)).colours,
      // A comment is coloured before it ends.
      [2, 2, 4, 5, 5, 7],
    );
    for (const lines of [1, 12, 90]) {
      const code = `${samples['ts'] ?? ''}\n`.repeat(lines);
      const text = `\`\`\`ts\n${code}`;
      const all = coloursIn(await coloured(text, text.length, 3 * lines));
      const whole = (await grown([text], all)).markup;
      for (const pieces of [2, 5, 9]) {
        const size = Math.ceil(text.length / pieces);
        const texts = Array.from({ length: pieces }, (_, index) => text.slice(index * size, (index + 1) * size));
        assert.equal((await grown(texts, coloursIn(whole))).markup, whole, `${lines} in ${pieces} pieces`);
      }
    }
  });

  it('keeps its colours up to a hidden character, wherever the pieces that it came in were cut', async () => {
    const text = `\`\`\`ts\n${'const a = 1;\n'.repeat(100)}const b\u200b = 2;\n${'const a = 1;\n'.repeat(100)}\`\`\`\n`;
    const before = async (size: number): Promise<string> =>
      (await coloured(text, size, 154)).replace(/<span class="hidden-character.*$/su, '');
    const expected = await before(text.length);
    assert.equal(coloursIn(expected), 154);
    assert.equal(await before(64), expected);
  });

  it('has its colours loaded for the first code that names a language, not when the page is opened or has nothing to do', async () => {
    await using fresh = await startPageServer();
    await using shown = await showPage(browser, fresh);
    const loadsColours = (): boolean => fresh.requests.some((address) => address.includes('highlight'));
    // The page warms up in its first idle time; this is asked for behind it.
    await shown.page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await settle(shown.page);
    assert.equal(loadsColours(), false);
    await shown.show(...conversation(answer('a1', '```ts\nconst a = 1;\n```\n')));
    await shown.page.locator('.hljs-keyword').waitFor();
    assert.equal(loadsColours(), true);
  });

  it('is coloured the same where it is so long that colours come in parts', async () => {
    const text = (times: number): string => `\`\`\`ts\n${`${samples['ts'] ?? ''}\n`.repeat(times)}\`\`\`\n`;
    const all = 200 * coloursIn(await coloured(text(1), 1_000, 3));
    const expected = await coloured(text(200), 100_000, all);
    assert.equal(coloursIn(expected), all);
    assert.match(expected, /class="code-piece"/u);
    for (const size of [7, 64, 1_000])
      assert.equal(await coloured(text(200), size, all), expected, `in pieces of ${size}`);
  });

  it('is what the source of a diagram is shown as, under its name', async () => {
    assert.deepEqual(await codes('```mermaid\ngraph TD; A-->B;\n```\n\n```math\n\\sum_i x_i\n```\n'), [
      'graph TD; A-->B;\n',
      '\\sum_i x_i\n',
    ]);
    assert.match(await whole('```mermaid\nA-->B\n```'), /<span class="code-language">mermaid<\/span>/u);
  });

  it('is what a formula is shown as until it is drawn, character for character', async () => {
    const formulas: readonly (readonly [string, readonly string[]])[] = [
      ['Where $a_1 * b_1 * c$ holds.', ['$a_1 * b_1 * c$']],
      ['Let \\(x\\) be \\(\\alpha_1\\).', ['\\(x\\)', '\\(\\alpha_1\\)']],
      ['\\[\n\\frac{a}{b} = _c_\n\\]', ['\\[\n\\frac{a}{b} = _c_\n\\]']],
      ['$$E = mc^2$$', ['$$E = mc^2$$']],
      ['- $x$, *$y$*', ['$x$', '$y$']],
    ];
    for (const [text, expected] of formulas) assert.deepEqual(await codes(text), expected, text);
  });

  it('is not made of prices, shell variables and escaped brackets', async () => {
    const plain = [
      'It costs $5 or $10.',
      '$5, $6',
      'US$5 and A$6',
      'echo $HOME:$PATH',
      'pid $$ and $$',
      '\\[optional\\] and \\(aside\\)',
      '\\$a$ b',
      '$ a $',
      '\\(a',
      'set/**/$($){_/**/setter=$,_=1}',
    ];
    for (const text of plain) assert.deepEqual(await codes(text), [], text);
    assert.match(await whole('[\\[1\\]](https://a.example)'), /<a [^>]*>\[1\]<\/a>/u);
  });

  it('keeps what a person has selected beside it while the paragraph grows', async () => {
    const added = [' more', ' `code`,\nthen', ' the end.\n', '\n# A heading\n', 'and more\n\n'];
    const selected = await page.evaluate(
      (texts) => window.answerBench.selectedWhileGrowing('Some **words** and', texts),
      added,
    );
    assert.deepEqual(selected, Array(6).fill('words'));
  });
});
