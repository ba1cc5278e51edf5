// The answer view: whatever the pieces an answer arrives in, what is drawn at the end is what drawing it at once gives;
// finished blocks stay untouched; and a model's text can do nothing but be read.
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { launchHeadlessShell, startPageServer, type PageServer } from '../support/page/webview-page.ts';
import type { AnswerBench } from './answer-view-page.ts';
import { formulasAnswer, richAnswer } from './conversation-samples.ts';

declare global {
  interface Window {
    readonly answerBench: AnswerBench;
  }
}

/** Texts that are easy to cut wrongly. */
const texts: readonly (readonly [what: string, text: string])[] = [
  ['a rich answer', richAnswer],
  ['a long answer', `${richAnswer}\n\n`.repeat(8)],
  ['a list that turns loose late', '- a\n- b\n- c\n- d\n\n- e\n- f\n\nend\n'],
  [
    'a list whose items hold blocks',
    '1. one\n\n   ```js\n   const x = 1;\n   ```\n2. two\n\n   more\n\n   - deep\n   - deeper\n3) other\n4) list\n',
  ],
  ['a list that steps to the right', '- a\n - b\n  - c\n   - d\n    - e\n\ntext'],
  ['a list that begins at seven', '7. a\n8. b\n9. c\n\n\n10. d\n'],
  ['items that look like table rows', '- a | b\n- c | d\n-- | --\n- e\n'],
  ['lists of different markers', '- a\n- b\n* c\n* d\n+ e\n\n1. x\n2. y\n1) z\n'],
  ['a rule that looks like an item', '- a\n- b\n* * *\n- c\n'],
  ['lazy lines', '> quoted\nlazy\n\n- item\nlazy\n- next\n'],
  ['underlines and rules', 'a\n-\nb\n---\nc\n\n---\n***bold***\n'],
  [
    'a table under a line',
    'intro\n| a | b |\n| - | :-: |\n| 1 | 2 |\n| 3 | 4 |\nnot a row without a blank line\n\nafter\n',
  ],
  ['a table of one column and escaped bars', '| a |\n|---|\n| x \\| y |\n| `z \\| w` |\n'],
  ['fences in all forms', '~~~\na\n```\nb\n~~~\n\n````md\n```js\nx\n```\n````\n```\nunclosed\n  `` `\n'],
  ['an indented fence', '  ```py\n  a\n    b\n  ```\ntext\n'],
  ['a fence that is none', 'para\n```not` a fence\nmore\n'],
  ['indented code', 'a\n\n    code\n\n    more\n\n\ttab\nend\n'],
  ['definitions before use', '[a]: https://a.example "A"\n\nsee [a] and [b]\n\n[b]: https://b.example\n'],
  [
    'definitions after use',
    'see [a][1] and [2]\n\n- item [a][1]\n- item [2]\n\ntext\n\n[1]: https://a.example\n[2]: <https://b.example>\n  "title\n  over lines"\n\nend [1]\n',
  ],
  ['a definition whose title runs on', 'see [x]\n\n[x]: https://x.example\n"title\nthat goes\non"\n\nend\n'],
  ['a definition whose title never ends', 'see [x]\n\n[x]: https://x.example\n"title\nthat goes\n\non"\n'],
  ['the first of two definitions', '[x]: https://one.example\n\n[x]\n\n[x]: https://two.example\n\n[x]\n'],
  ['line breaks of all kinds', 'a\r\nb\rc\r\r\n- d\r\n- e\r\n\r\n```\r\nf\r\n```\r\n'],
  ['no characters at all', ''],
  ['nothing but line breaks', '\n\n\n'],
  ['characters outside the plane', '😀 **😀** `😀`\n\n- 😀\n- \0null\n'],
  ['long lists whose numbers go on', `${'1. a\n'.repeat(400)}\ntext\n\n${'7) b\n\n'.repeat(200)}`],
  [
    'hidden characters in code',
    `\`\`\`\n${'a\u200b\u200c'.repeat(4)}\u{e0041}\u202e 1\ufe0f\u20e3 2\ufe0f ©\u200d 👩\u200d👩\u200d👧\u200d\n🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}\u{e0067}\n\`\`\`\nend`,
  ],
  ['tasks', '- [ ] open\n- [x] done\n- [X] `code`\n- [] none\n- [ ]none\n\n1. [x] numbered\n'],
  [
    'formulas',
    'Where $a_1 * b_1$ and \\(x\\)\nhold, \\[\n\\frac{a}{b} = *c*\n\\]\n\n$$\nE = mc^2\n$$\n\n- \\(y_i\\) costs $5\n- or $6\n\n| $a|b$ | c |\n| - | - |\n',
  ],
  [
    'formulas on lines of their own',
    'Where\n$$\na\n- b\n= c\n> d\n$$\nholds\n\n- \\[\n  x_1\n  + y\n  \\]\n- end\n\n> $$\n> 1. a\n\n$$\nb\n\n- c\n$$\nd $$\n',
  ],
  ['headings without blank lines', '# a\n## b\ntext\n### c ###\n#hashtag\n#\n'],
  [
    'footnotes, definitions after use',
    'a[^1] and b[^n] and [^none]\n\n- item[^1]\n- [^2]\n\n[^1]: one\n[^n]: two *words*\nlazy\n\n    more[^2]\n\n    ```js\n    code\n    ```\nafter[^N]\n\n[^2]:\n\n    [^1]: deep\nend\n',
  ],
  ['footnotes that are defined before', '[^1]: one\n\na[^1] b\n[^2]: two\nc[^2] [x][^1] [^1](https://a.example)\n'],
  [
    'emphasis without spaces',
    '**重要：**请注意，这是**“重点”**。\n\n- 他说**「好」**吗~~不。~~好\n\n这里*有。*一些**没有**意义的话',
  ],
  ['hard breaks', 'a  \nb\\\nc\n'],
];

/** Words, and whatever might mean something beside them. */
const fragments = [
  'word',
  'ww',
  'w.tide.example',
  'two words',
  ' ',
  '  ',
  ' ',
  'x',
  '1',
  '12',
  '.',
  ',',
  ':',
  ';',
  '!',
  '?',
  '"',
  "'",
  '(',
  ')',
  '-',
  '=',
  '*',
  '**',
  '_',
  '~~',
  '`',
  '``',
  '[',
  ']',
  '](',
  ']: ',
  '/',
  'http:',
  '//',
  'mailto:',
  '@',
  '&',
  '&am',
  'p;',
  '$',
  '$$',
  '\n$$\n',
  '\\]',
  '\n\\[',
  '\\',
  '\\(',
  '<',
  '>',
  '|',
  ' | ',
  '\n',
  '\n\n',
  '\n- ',
  '\n1. ',
  '\n> ',
  '\n# ',
  '\n    ',
  '\n|-|-|\n',
  '\n```\n',
  'é',
  '潮',
  '[^1]',
  '，',
  '。',
  '\t',
  '[ ] ',
];

function pick(from: readonly string[], random: () => number): string {
  return from[Math.floor(random() * from.length)] ?? '';
}

describe('the answer view', () => {
  let browser: Browser;
  let server: PageServer;
  let page: Page;
  const outside: string[] = [];
  before(async () => {
    browser = await launchHeadlessShell();
    server = await startPageServer({ bench: 'test/webview/answer-view-page.ts' });
    page = await browser.newPage();
    page.on('request', (request) => {
      if (!request.url().startsWith(server.origin)) outside.push(request.url());
    });
    await page.goto(`${server.origin}/?entry=bench`);
    await page.waitForFunction(() => 'answerBench' in window);
  });
  after(async () => {
    await browser.close();
    await server[Symbol.asyncDispose]();
  });

  const whole = (text: string): Promise<string> => page.evaluate((all) => window.answerBench.whole(all), text);
  const inPieces = (text: string, size: number): Promise<string> =>
    page.evaluate(([all, length]) => window.answerBench.inPieces(all, length), [text, size] as const);

  const drawnOtherwise = (text: string, size: number): Promise<string[]> =>
    page.evaluate(([all, length]) => window.answerBench.prefixesDrawnOtherwise(all, length), [text, size] as const);

  for (const [what, text] of texts) {
    it(`draws ${what} the same in pieces of every size as at once`, async () => {
      const expected = await whole(text);
      for (const size of [1, 2, 3, 5, 8, 13, 40]) {
        assert.equal(await inPieces(text, size), expected, `in pieces of ${size}`);
      }
    });
  }

  it('shows the same after every piece as if all had come at once', async () => {
    // What refers to a definition that comes later waits for it until the end.
    const alike = texts.filter(([what, { length }]) => length < 2_000 && !what.includes('definitions after use'));
    for (const [what, text] of alike) {
      for (const size of [1, 4]) assert.deepEqual(await drawnOtherwise(text, size), [], what);
    }
  });

  it('does so where words and signs meet in any order', async () => {
    const random = pseudoRandom(7);
    for (let round = 0; round < 300; round++) {
      // A few at a time, so that they meet in every order.
      const few = Array.from({ length: 5 }, () => pick(fragments, random));
      const text = Array.from({ length: 24 }, () => pick(few, random)).join('');
      assert.deepEqual(await drawnOtherwise(text, 1 + Math.floor(random() * 5)), []);
    }
  });

  it('draws mixtures of all these texts the same, however they are cut', async () => {
    const random = pseudoRandom(20_25);
    for (let round = 0; round < 60; round++) {
      const parts = Array.from({ length: 4 }, () => texts[Math.floor(random() * texts.length)]?.[1] ?? '');
      const text = parts.join(random() < 0.5 ? '\n' : '\n\n');
      assert.equal(await inPieces(text, 1 + Math.floor(random() * 30)), await whole(text), text);
    }
  });

  it('marks hidden characters in code the same in pieces of every size as at once', async () => {
    const [, text = ''] = texts.find(([what]) => what === 'hidden characters in code') ?? [];
    const expected = await page.evaluate((all) => window.answerBench.marks(all, all.length), text);
    assert.deepEqual(expected, [
      ...Array<string>(3).fill('U+200B U+200C'),
      'U+200B U+200C U+E0041 U+202E',
      'U+FE0F',
      'U+200D',
      'U+200D',
      'U+E0067',
    ]);
    for (const size of [1, 2, 3, 5, 8])
      assert.deepEqual(
        await page.evaluate(([all, length]) => window.answerBench.marks(all, length), [text, size] as const),
        expected,
        `in pieces of ${size}`,
      );
  });

  it('numbers the items of a list that is drawn in parts as one list', async () => {
    const starts = await page.evaluate((text) => window.answerBench.starts(text), '3. a\n'.repeat(400));
    assert.deepEqual(starts, [3, 153, 303]);
    for (const size of [1, 3, 7])
      assert.deepEqual(
        await page.evaluate(([all, length]) => window.answerBench.startsInPieces(all, length), [
          `${'7) b\n\n'.repeat(320)}a`,
          size,
        ] as const),
        [7, 157, 307],
        `in pieces of ${size}`,
      );
    // A list that turns loose late, and one in which a reference is resolved late, are drawn again.
    assert.deepEqual(
      await page.evaluate((text) => window.answerBench.starts(text), `${'1. [a]\n'.repeat(200)}\n1. b\n\n[a]: c`),
      [1, 151],
    );
  });

  it('shows an answer of very many elements as plain text from there on, all of it', async () => {
    const text = Array.from({ length: 12_000 }, (_, index) => `*${index}*;\n\n`).join('');
    const shown = await page.evaluate((all) => window.answerBench.elementsAndText(all), text);
    assert.equal(shown.elements < 11_000, true, String(shown.elements));
    assert.equal(shown.notes, 1);
    assert.deepEqual(shown.text.match(/\d+/gu), text.match(/\d+/gu));
    const expected = await whole(text);
    for (const size of [500, 3_001])
      assert.equal((await inPieces(text, size)) === expected, true, `in pieces of ${size}`);
  });

  it('draws formulas the same in pieces of every size as at once, whether or not they were drawn before', async () => {
    const drawn = (size: number): Promise<string> =>
      page.evaluate(([text, length]) => window.answerBench.formulasInPieces(text, length, 11), [
        formulasAnswer,
        size,
      ] as const);
    const expected = await drawn(formulasAnswer.length);
    assert.equal(expected.includes('formula'), false);
    for (const size of [3, 17, 100]) {
      assert.equal(await drawn(size), expected, `in pieces of ${size}, drawn before`);
      await page.reload();
      await page.waitForFunction(() => 'answerBench' in window);
      assert.equal(await drawn(size), expected, `in pieces of ${size}`);
    }
  });

  it('never touches a finished block again', async () => {
    assert.equal(
      await page.evaluate((text) => window.answerBench.touchedBlocks(text), `${richAnswer}\n\n`.repeat(6)),
      0,
    );
  });

  it('keeps code character for character', async () => {
    const code = 'a\tb  \n\n  <b>&amp;</b> "quoted" \'s\' `x`\n\u{202e}rtl é e\u0301 😀\n   \nlast';
    for (const language of ['', 'ts', 'html', 'python', 'diff', 'nonsense']) {
      const [shown] = await page.evaluate(
        (text) => window.answerBench.codes(text),
        `\`\`\`${language}\n${code}\n\`\`\``,
      );
      assert.equal(shown, `${code}\n`);
    }
  });

  it('colours long code in pieces, and no comment that runs on beyond one is taken for code', async () => {
    const lines = (count: number): string => 'const x = 1;\n'.repeat(count);
    const comment = `/*\n${lines(400)}*/`;
    const code = `${lines(200)}${comment}\n${lines(600)}`;
    const seen = await page.evaluate((text) => window.answerBench.colouring(text), `\`\`\`js\n${code}\`\`\`\n`);
    assert.equal(seen.text, code);
    assert.deepEqual(seen.comments, [comment]);
    assert.equal(seen.keywords, 800);
    assert.equal(seen.pieces > 1, true);
  });

  it('makes links of http, https and mailto only, and shows the others with their address as text', async () => {
    const links = (text: string): Promise<readonly string[]> =>
      page.evaluate((all) => window.answerBench.links(all), text);
    assert.deepEqual(await links('[a](https://a.example/x) <http://b.example> <me@c.example> [d](HTTPS://d.example)'), [
      'https://a.example/x',
      'http://b.example/',
      'mailto:me@c.example',
      'https://d.example/',
    ]);
    const refused = [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'java&#x09;script:alert(1)',
      'command:workbench.action.quit',
      'vscode://file/etc/passwd',
      'vscode-insiders:x',
      'data:text/html,<script>alert(1)</script>',
      'file:///etc/passwd',
      'ftp://x.example',
      '//x.example',
      './README.md',
      '#top',
      '',
    ];
    for (const href of refused) assert.deepEqual(await links(`[words](<${href}>) ![alt](<${href}>)`), [], href);
    assert.match(await whole('[words](command:x)'), /<span>words<\/span><span class="address"> \(command:x\)<\/span>/u);
  });

  it('shows the words of a link alone while its address arrives, and as text what turns out to be none', async () => {
    const begun = (text: string): Promise<string> => page.evaluate((all) => window.answerBench.begun(all), text);
    assert.equal(await begun('See [the **door**](https://a.exa'), 'See the door');
    assert.equal(await begun('- a\n- [x](http'), 'a\nx');
    assert.equal(await begun('See [the door](https://a.example/ b'), 'See [the door](https://a.example/ b');
    assert.equal(await begun('See ![the door](https://a.exa'), 'See ![the door](https://a.exa');
    assert.match(await whole('See [the door](https://a.exa'), /See \[the door\]\(<a href="https:\/\/a\.exa\/"/u);
    const endless = `[a](${'b'.repeat(3000)}`;
    assert.equal(await begun(endless), endless);
  });

  it('says where a link goes', async () => {
    assert.match(
      await whole('[words](https://a.example "Title")'),
      /<a href="https:\/\/a\.example\/" title="https:\/\/a\.example\/\nTitle">words<\/a>/u,
    );
  });

  it('shows an image as its words and a link, and loads nothing', async () => {
    assert.equal(
      await whole('![a cat](https://a.example/cat.png)'),
      '<div class="part"><p dir="auto"><span class="image-note"><a href="https://a.example/cat.png" title="https://a.example/cat.png">a cat</a><span class="address"> (image not loaded)</span></span></p></div>',
    );
    await whole('[![inside a link](https://a.example/cat.png)](https://b.example)');
    assert.deepEqual(outside, []);
  });

  it('shows raw HTML as text, also after every prefix', async () => {
    const attacks = [
      '<script>window.pwned = 1</script>',
      '<img src=x onerror="window.pwned = 1">',
      '<svg onload="window.pwned = 1"><style>@import url(https://a.example/x)</style></svg>',
      '<iframe srcdoc="<script>parent.pwned = 1</script>"></iframe>',
      '<button class="icon-button codicon codicon-copy" id="root" data-x="1">Copy</button>',
      '<a href="command:x" onclick="window.pwned = 1">x</a>',
      '[x](https://a.example" onmouseover="window.pwned=1)',
      '```"><img src=x onerror=window.pwned=1>\ncode\n```',
      '<div\n\nclass="composer">',
      '&lt;script&gt; &#60;b&#62;',
    ];
    for (const attack of attacks) {
      const foreign = await page.evaluate((text) => window.answerBench.foreignAfterEveryPrefix(text), attack);
      assert.deepEqual(foreign, [], attack);
    }
    assert.equal(await page.evaluate(() => 'pwned' in window), false);
    assert.deepEqual(outside, []);
  });

  it('puts as many nodes into the document as a long list, table or code has, not as many as its square', async () => {
    const list = '- an item with `code` and **words**\n';
    const row = '| a cell | `code` | **words** |\n';
    const line = 'const value = compute(1, "two");\n';
    for (const [head, part] of [
      ['', list],
      ['| a | b | c |\n| - | - | - |\n', row],
      ['```js\n', line],
    ] as const) {
      const work = (count: number): Promise<number> =>
        page.evaluate(([text]) => window.answerBench.workInPieces(text, 40), [head + part.repeat(count)] as const);
      const short = await work(200);
      const long = await work(1_600);
      // Eight times as much: linear is 8, quadratic 64.
      assert.ok(long / short < 9, `${part.trim()}: ${short} nodes, then ${long}`);
    }
  });
});

/** A reproducible source of numbers from 0 to 1 (mulberry32). */
function pseudoRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
