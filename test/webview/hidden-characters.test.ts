// What a person sees of characters in code that do not show, in Chromium.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { settle, type ShownPage } from '../support/page/webview-page.ts';
import { servePages } from '../support/page/webview-suite.ts';
import { answer, conversation, textGrew } from './conversation-samples.ts';

/** The labels as they are drawn, and what they are called for who hears or points at them. */
const marksOn = (page: Page): Promise<readonly (readonly [string, string | null, string])[]> =>
  page
    .locator('.hidden-character')
    .evaluateAll((marks) =>
      marks.map(
        (mark) =>
          [getComputedStyle(mark, '::before').content, mark.ariaLabel, mark.getAttribute('title') ?? ''] as const,
      ),
    );

const press = async ({ page }: ShownPage, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).press('Enter');

describe('a character in code that does not show', () => {
  const pages = servePages();
  const fenced = (code: string): string => `\`\`\`ts\n${code}\n\`\`\``;
  const trojan = 'if (level != "user\u202e \u2066// admin\u2069 \u2066") {\u200b\n\u00a0 grant();\n}';

  it('is drawn by its code point and called by its name', async () => {
    await using shown = await pages.show();
    await shown.show(...conversation(answer('a1', fenced('a\u202eb\u{e0041}'))));
    assert.deepEqual(await marksOn(shown.page), [
      ['"U+202E"', 'U+202E RIGHT-TO-LEFT OVERRIDE', 'U+202E RIGHT-TO-LEFT OVERRIDE'],
      ['"U+E0041"', 'U+E0041 TAG', 'U+E0041 TAG'],
    ]);
    const { width } = (await shown.page.locator('.hidden-character').first().boundingBox()) ?? { width: 0 };
    assert.ok(width > 20, `${width}`);
  });

  it('leaves the text around it in the order in which it is', async () => {
    await using shown = await pages.show();
    await shown.show(...conversation(answer('a1', fenced('a\u202ebc\u202cd'))));
    const places = await shown.page.locator('pre code').evaluate((code) =>
      [...code.childNodes]
        .filter((node) => node instanceof Text && node.data.trim() !== '')
        .map((node) => {
          const range = document.createRange();
          range.selectNodeContents(node);
          return range.getBoundingClientRect().left;
        }),
    );
    assert.equal(places.length, 3);
    assert.deepEqual(
      places,
      places.toSorted((left, right) => left - right),
    );
  });

  it('is in what the buttons take, which is the text to the letter', async () => {
    await using shown = await pages.show();
    await shown.show(...conversation(answer('a1', fenced(trojan))));
    for (const [name, kind] of [
      ['Copy', 'copyCode'],
      ['Insert at Cursor', 'insertText'],
      ['Apply to the Open File', 'applyText'],
      ['Open as New File', 'openText'],
    ] as const) {
      await press(shown, name);
      const message = await shown.next(kind);
      assert.equal(message.text, trojan, name);
    }
  });

  it('is marked while the answer still arrives, and once it has come as a whole, alike', async () => {
    await using shown = await pages.show();
    const text = fenced(trojan);
    await shown.show(
      ...conversation(answer('a1', '', { progress: { kind: 'streaming' }, usage: null, seconds: null })),
    );
    for (const character of text.slice(0, -4)) await shown.deliver(textGrew('a1', character));
    const whileStreaming = await marksOn(shown.page);
    assert.equal(whileStreaming.length, 6);
    await shown.show(textGrew('a1', text.slice(-4)), {
      kind: 'answerEnded',
      id: 'a1',
      progress: { kind: 'done' },
      usage: null,
      seconds: 2,
    });
    await settle(shown.page);
    assert.deepEqual(await marksOn(shown.page), whileStreaming);
    assert.equal(await shown.page.locator('pre code').evaluate((code) => code.textContent), `${trojan}\n`);
  });

  it('is marked in code in a line as well', async () => {
    await using shown = await pages.show();
    await shown.show(...conversation(answer('a1', 'Run `rm\u200b -r`.')));
    assert.deepEqual(
      (await marksOn(shown.page)).map(([label]) => label),
      ['"U+200B"'],
    );
  });

  it('is no part of an emoji', async () => {
    await using shown = await pages.show();
    await shown.show(...conversation(answer('a1', fenced('// ⚠️ 👨‍👩‍👧'))));
    assert.deepEqual(await marksOn(shown.page), []);
  });

  it('is no part of other scripts either, however the answer arrives', async () => {
    await using shown = await pages.show();
    const text = fenced(
      '// می\u200cخواهم 你好\u3000世界 1️⃣ 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} ad\u200cmin',
    );
    await shown.show(
      ...conversation(answer('a1', '', { progress: { kind: 'streaming' }, usage: null, seconds: null })),
    );
    for (const character of text) await shown.deliver(textGrew('a1', character));
    await settle(shown.page);
    assert.deepEqual(
      (await marksOn(shown.page)).map(([label]) => label),
      ['"U+200C"'],
    );
  });

  it('is marked once where many stand together, and the first of them are named', async () => {
    await using shown = await pages.show();
    await shown.show(...conversation(answer('a1', fenced(`a${'\u200b'.repeat(100_000)}b`))));
    const [mark, ...more] = await marksOn(shown.page);
    assert.equal(mark?.[0], `"${Array(8).fill('U+200B').join(' ')} +99992"`);
    assert.deepEqual(more, []);
  });

  it('is not drawn any more behind a thousand others, which is said, and is copied all the same', async () => {
    await using shown = await pages.show();
    const code = 'a\u200b'.repeat(20_000);
    await shown.show(...conversation(answer('a1', fenced(code))));
    const marks = await marksOn(shown.page);
    assert.equal(marks.length, 1_001);
    assert.deepEqual(marks.at(-1), ['"The rest is not drawn."', 'The rest is not drawn.', 'The rest is not drawn.']);
    assert.equal((await shown.page.locator('pre code').innerText()).replaceAll('\u200b', '').trim().length, 1_000 + 1);
    await press(shown, 'Copy');
    assert.equal((await shown.next('copyCode')).text, code);
  });
});
