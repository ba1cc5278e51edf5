// Holds that the page's markdown reader drops nothing, however deep or long a text is: every letter of it is in what
// was read, in its order. How that is drawn, test/webview shows.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Token } from 'markdown-it';
import { parseMarkdown } from '../../../../../src/webview/chat/markdown/parser.ts';
import { plainRest } from '../../../../../src/webview/chat/markdown/plain/reading-bounds.ts';

function textOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ info, content, children }) => (children === null ? `${info} ${content}` : textOf(children)))
    .join(' ');
}

/** The first letter of `text` that is not shown where it belongs; null where all are. */
function lost(text: string): string | null {
  const shown = textOf(parseMarkdown(text, {}));
  let at = 0;
  for (const letter of text.match(/\p{L}/gu) ?? []) {
    at = shown.indexOf(letter, at) + 1;
    if (at === 0) return letter;
  }
  return null;
}

const typesOf = (text: string): readonly string[] =>
  parseMarkdown(text, {}).flatMap(({ type, children }) => [type, ...(children ?? []).map((child) => child.type)]);

describe('the markdown reader', () => {
  const marks = fc.constantFrom('> ', '- ', '1. ', '  ', '    ', '+ ', '>', '# ');
  const deep = fc
    .tuple(fc.array(marks, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 1_000 }))
    .map(([run, depth]) => run.join('').repeat(Math.ceil(depth / run.length)));
  const signs = fc.constantFrom(
    '*',
    '**',
    '_',
    '~~',
    '`',
    '``',
    '(',
    ')',
    '<',
    '>',
    '|',
    '$',
    '\\',
    ' ',
    '\n',
    '\n\n',
    '\n|-|-|\n',
    '\n```\n',
    '\\[',
    '.',
    ',',
    '[^1]',
    '\n[^1]: ',
  );

  it('keeps every letter of blocks in blocks, also a thousand deep, and of what follows them', () => {
    fc.assert(
      fc.property(fc.array(deep, { minLength: 1, maxLength: 6 }), (lines) => {
        const text = `${lines.map((line, index) => `${line}inside${String.fromCodePoint(97 + index)}`).join('\n')}\n\nafter the end\n`;
        assert.equal(lost(text), null);
      }),
      { numRuns: 200 },
    );
  });

  it('keeps every letter of signs and words in any order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(signs, fc.constantFrom('word', 'ä', '潮', 'שלום')), { maxLength: 400 }),
        (pieces) => {
          assert.equal(lost(pieces.join('').replaceAll('```\n', '```\n\n')), null);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('reads a list fifty deep, and what follows it, as before', () => {
    const list = Array.from({ length: 50 }, (_, depth) => `${'  '.repeat(depth)}- deep${depth}\n`).join('');
    const text = textOf(parseMarkdown(`${list}\nafter\n`, {}));
    for (const word of ['deep0', 'deep47', 'deep49', 'after']) assert.equal(text.includes(word), true, word);
  });

  it('leaves what is too long, too wide or too full as plain text', () => {
    assert.equal(typesOf('word '.repeat(100)).includes(plainRest), false);
    for (const text of [
      'word '.repeat(4_000),
      '**1** '.repeat(1_000),
      `|${'a|'.repeat(50)}\n|${'-|'.repeat(50)}\n|1|\n`,
      `|a|\n|-|\n${'|1|\n'.repeat(5_000)}`,
    ]) {
      assert.equal(typesOf(text).includes(plainRest), true, text.slice(0, 20));
    }
    assert.equal(lost(`|a|\n|-|\n${'|b|\n'.repeat(5_000)}`), null);
  });

  it('ends a bare address before what a sentence puts behind it', () => {
    const address = (text: string): unknown =>
      parseMarkdown(text, {})[1]
        ?.children?.find(({ type }) => type === 'link_open')
        ?.attrGet('href') ?? null;
    for (const end of ['', '.', '...', '?', '!', '?!', '!?.', ':', ';', ',', "'", '?!)', '！', '。请'])
      assert.equal(address(`See https://a.example/d${end} now`), 'https://a.example/d', end);
    assert.equal(address('**http://a.example/d!**'), 'http://a.example/d');
    assert.equal(address('www.a.example/?!'), 'http://www.a.example/');
    assert.equal(address('https://a.example/a!b?c=d:e'), 'https://a.example/a!b?c=d:e');
    assert.equal(address('<https://a.example/d?!>'), 'https://a.example/d?!');
  });

  it('reads emphasis in Chinese, Japanese and Korean where punctuation touches its marks', () => {
    const shape = (text: string): string =>
      (parseMarkdown(text, {})[1]?.children ?? [])
        .map(({ type, content }) => (type === 'text' ? content : type.replace(/_(?:open|close)$/u, '|')))
        .join('');
    assert.equal(shape('**重要：**请注意'), 'strong|重要：strong|请注意');
    assert.equal(shape('请**“注意”**事项'), '请strong|“注意”strong|事项');
    assert.equal(shape('これは**「強調」**です'), 'これはstrong|「強調」strong|です');
    assert.equal(shape('**한국어(조선말)**은'), 'strong|한국어(조선말)strong|은');
    assert.equal(shape('𠮷**(a)**𠮷'), '𠮷strong|(a)strong|𠮷');
    assert.equal(shape('~~删除。~~后'), 's|删除。s|后');
    // As before where no such letter is beside the marks, and where a space is.
    assert.equal(shape('a**(b)**c'), 'a**(b)**c');
    assert.equal(shape('空** 格 **中'), '空** 格 **中');
    assert.equal(shape('__重要：__请'), '__重要：__请');
  });

  it('reads a footnote where it is written, and refers to it only where there is one', () => {
    const text = 'A[^1] and [^none].\n\n[^1]: One\nlazy\n\n    second\n[^b]: Two[^B]\n\nafter';
    assert.deepEqual(
      parseMarkdown(text, {}).map(({ type, level, info, children }) =>
        [level, type, info, ...(children ?? []).map((child) => child.type)].join(' '),
      ),
      [
        '0 paragraph_open ',
        '1 inline  text footnote_reference text',
        '0 paragraph_close ',
        '0 footnote_open 1',
        '1 paragraph_open ',
        '2 inline  text softbreak text',
        '1 paragraph_close ',
        '1 paragraph_open ',
        '2 inline  text',
        '1 paragraph_close ',
        '0 footnote_close ',
        '0 footnote_open b',
        '1 paragraph_open ',
        '2 inline  text footnote_reference',
        '1 paragraph_close ',
        '0 footnote_close ',
        '0 paragraph_open ',
        '1 inline  text',
        '0 paragraph_close ',
      ],
    );
  });
});
