// Holds what is read as a formula and what only looks like one, and which TeX is drawn.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { textOf, treeOf } from '../../../../../src/webview/chat/markdown/math/tex-tree.ts';
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

  it('is bounded to what is read in a glance where it is chemistry or units', () => {
    for (const tex of ['\\ce{2H2 + O2 -> 2H2O}', '\\ce{SO4^2- + Ba^2+ -> BaSO4 v}', '\\pu{1.2e3 kJ/mol}'])
      assert.notEqual(treeOf(tex, true), null, tex);
    for (const piece of ['m/', 'kg/', '1/', '/', '(m)/', 'A->[x]', '1/2'])
      for (const name of ['ce', 'pu'])
        assert.equal(treeOf(`x \\${name} {${piece.repeat(200 / piece.length)}}`, true), null, `${name} ${piece}`);
  });

  it('has no more columns than it says with one digit', () => {
    assert.notEqual(treeOf('\\begin{alignedat}{2} a &= b & c &= d\\end{alignedat}', true), null);
    for (const name of ['alignat', 'alignat*', 'alignedat'])
      for (const columns of ['{99999999}', ' {9 9 9 9 9 9 9 9}', '{9{9}}', '9'])
        assert.equal(treeOf(`\\begin{${name}}${columns}a\\end{${name}}`, true), null, name + columns);
    assert.equal(treeOf('\\begin {alignedat}{99999999}a\\end{alignedat}', true), null);
  });

  it('is not where a part of it would not be drawn', () => {
    for (const tex of [
      '\\text{safe} \\\\% \\text{hidden}',
      'a \\\\\\\\% + hidden b',
      '\\@firstoftwo{safe}{hidden}',
      '\\@secondoftwo{hidden}{safe}',
      '\\@ifstar{a}{b}',
      '\\@ifnextchar a{hidden}{c}d',
      '\\TextOrMath{hidden}{safe}',
      '\\label{hidden}y_1',
      '\\ref{x}{y}',
      '\\eqref{x}{y}',
      '\\env@tag{x}',
      '\\@binrel{x}{y}',
      '\\mathchoice{A}{B}{C}{D}',
      '\\hspace{1em plus 2em} \\\\[hidden] x',
    ])
      assert.equal(treeOf(tex, true), null, tex);
  });

  it('is drawn with all of its letters and digits, whichever word of TeX takes them', () => {
    const temml = readFileSync(createRequire(import.meta.url).resolve('temml'), 'utf8');
    const words = new Set([...temml.matchAll(/"\\(\\[A-Za-z@]+)"/gu)].map(([, word = '']) => word));
    assert.equal(words.size > 1_000, true);
    for (const word of words)
      for (const tail of [' J', '{J}', '{J}{Q}', '[J]{Q}', '{J}{Q}{J}{Q}', ' J{Q}', '*{J}']) {
        const tree = treeOf(word + tail, true);
        const shown = tree === null ? tail : textOf(tree).normalize('NFKD');
        for (const letter of 'JQ')
          assert.equal(shown.split(letter).length >= tail.split(letter).length, true, word + tail);
      }
  });

  it('is drawn where what is not shown only says how', () => {
    for (const tex of [
      '\\left(\\begin{array}{c|c} a & b\\\\[2pt] \\hline c & d\\end{array}\\right)',
      '\\begin{pmatrix*}[r] -1 & 3 \\end{pmatrix*}',
      '\\begin{alignat}{2} a &= b & c &= d\\end{alignat}',
      '\\hspace{1em} x \\kern-3mu y \\mkern .5mu \\rule[1pt]{1em}{2.5em} \\raisebox{2pt}{z}',
      '\\genfrac{[}{\\rangle}{0pt}{1}{n}{k} + \\genfrac{}{}{}{}{n}{k}',
      '\\smash[b]{x} + \\cfrac[l]{1}{2}',
      '{\\color{red} x} + \\textcolor{#00ff00}{y} + \\colorbox{yellow}{z} + \\color[rgb]{1,0.5,0} w',
      '\\mathbb{E}[X] + \\mathcal{L} + \\mathfrak{g} + \\mathtt{code} + \\mathbb{1} + \\hbar + \\boldsymbol{\\Sigma}',
      "\\text{caf\\'e, naïve, 距离, Å, ½ ² Ω µ}",
      '{a \\over b} + \\sqrt[3]{x} + {n \\choose k} + \\overset{a}{b} + \\prescript{14}{2}{C}',
    ])
      assert.notEqual(treeOf(tex, true), null, tex);
  });
});
