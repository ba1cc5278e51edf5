// Holds what is read as a formula and what only looks like one, and which TeX is drawn.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { treeOf } from '../../../../../src/webview/chat/markdown/math/tex-tree.ts';
import { parseMarkdown } from '../../../../../src/webview/chat/markdown/parser.ts';
import { formulaOf, formulaToken } from '../../../../../src/webview/chat/markdown/syntax/formulas.ts';

const formulasIn = (text: string): readonly string[] =>
  parseMarkdown(text, {}).flatMap(({ children }) =>
    (children ?? []).flatMap(({ type, content }) => (type === formulaToken ? [content] : [])),
  );
const blocksOf = (text: string): readonly string[] =>
  parseMarkdown(text, {}).flatMap(({ type, nesting }) => (nesting === 1 ? [type.replace('_open', '')] : []));

describe('a formula in markdown', () => {
  it('stands between dollars, double dollars, or escaped brackets', () => {
    for (const formula of [
      '$x$',
      '$a_1 * b_1$',
      '$5$',
      '$2n + 1$',
      '$(a, b)$',
      '$x < y$',
      '$$E = mc^2$$',
      '$$a + b$$',
      '$$n$$',
      '\\(x\\)',
      '\\(n + 1\\)',
      '\\(\\alpha_1\\)',
      '\\[\\frac{1}{2}\\]',
    ])
      assert.deepEqual(formulasIn(`Where ${formula}, so.`), [formula]);
    assert.deepEqual(formulasIn('- $x$, *$y$*, ($z$).\n\n| $a$ | $b_1$ |\n| - | - |\n| $c$ | d |'), [
      '$x$',
      '$y$',
      '$z$',
      '$a$',
      '$b_1$',
      '$c$',
    ]);
  });

  it('is none where prices, variables and escaped brackets look like one', () => {
    for (const text of [
      '$5 and $6',
      'from $5 to $10, or 3$',
      'US$5 and US$6',
      '$5-$6 a month',
      '$1,000.50/$2',
      '$5 and those 6$',
      '$HOME:$PATH and $USER',
      'echo $a$b',
      'kill $$; echo $$',
      '$$ and the $$ again',
      'a \\$x\\$ b',
      'a \\(see below\\) b',
      'an array\\[0\\] and \\[note\\]',
      '`$x$`',
      '$ x $',
      '$x\ny$',
      '$x',
      '\\(x',
    ])
      assert.deepEqual(formulasIn(text), [], text);
  });

  it('keeps its lines together whatever they begin with, up to its end or a blank line', () => {
    const formula = '$$\na\n- b\n+ c\n= d\n> e\n1. f\n# g\n$$';
    for (const text of [formula, `Where\n${formula}\nholds`, formula.replaceAll('$$', '\\[').replace(/\\\[$/u, '\\]')])
      assert.equal(formulasIn(text).length, 1, text);
    assert.deepEqual(blocksOf(`Where\n${formula}\nholds`), ['paragraph', 'paragraph', 'paragraph']);
    assert.deepEqual(blocksOf('- $$\n  a\n  - b\n  $$\n- c'), [
      'bullet_list',
      'list_item',
      'paragraph',
      'list_item',
      'paragraph',
    ]);
    assert.deepEqual(blocksOf('$$\na\n\n- b\n$$'), ['paragraph', 'bullet_list', 'list_item', 'paragraph', 'paragraph']);
    assert.deepEqual(blocksOf('\\[ ] to do\n- b'), ['paragraph', 'bullet_list', 'list_item', 'paragraph']);
    assert.deepEqual(formulasIn('$$\na\n\n- b'), []);
  });

  it('is the source without its delimiters', () => {
    assert.deepEqual(formulaOf('$x$'), { tex: 'x', isDisplay: false });
    assert.deepEqual(formulaOf('\\(x\\)'), { tex: 'x', isDisplay: false });
    assert.deepEqual(formulaOf('$$\nx\n$$'), { tex: '\nx\n', isDisplay: true });
    assert.deepEqual(formulaOf('\\[x\\]'), { tex: 'x', isDisplay: true });
  });

  it('keeps every character of what is between its delimiters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (inner) => {
        const source = `$$a_1 ${inner.replaceAll(/[$\s\\\0]/gu, '')}$$`;
        assert.deepEqual(formulasIn(`Where ${source}`), [source]);
      }),
    );
  });
});

describe('the TeX of a formula', () => {
  it('is read where it is whole', () => {
    for (const tex of ['x', '\\frac{1}{2}', '\\begin{cases} 1 \\\\ 2 \\end{cases}', '50\\%', '\\left(x\\right)'])
      assert.notEqual(treeOf(tex, true), null, tex);
  });

  it('is not where it is broken, unknown, or asks for more than a formula is', () => {
    for (const tex of [
      'x^',
      '\\frac{1}',
      '{',
      '\\left(x',
      'a_b_c',
      '\\nosuchthing',
      '\\begin{nosuch}x\\end{nosuch}',
      '\\href{https://a.example}{x}',
      '\\includegraphics{https://a.example/a.png}',
      '\\class{page}{x}',
      '\\style{color:red}{x}',
      'a % hidden',
    ])
      assert.equal(treeOf(tex, true), null, tex);
  });

  it('defines nothing of its own, and expands no more than its bound', () => {
    for (const tex of [
      '\\def\\a{\\a\\a}\\a',
      '\\gdef\\a{b}\\a',
      '\\edef\\a{b}\\a',
      '\\let\\a=b\\a',
      '\\newcommand{\\a}[1]{#1#1}\\a{\\a{x}}',
      '\\iff'.repeat(500),
    ])
      assert.equal(treeOf(tex, true), null, tex.slice(0, 40));
  });

  it('is neither lost nor an error however deep it is', () => {
    for (const tex of ['{'.repeat(4_000), `${'\\sqrt{'.repeat(600)}x${'}'.repeat(600)}`, '^'.repeat(4_000)])
      assert.doesNotThrow(() => treeOf(tex, true));
  });
});
