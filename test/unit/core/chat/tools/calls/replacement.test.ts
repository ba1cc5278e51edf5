import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Replaced, type Replacement, replaced } from '../../../../../../src/core/chat/tools/calls/replacement.ts';

const edit = (old: string, wanted: string, everywhere = false): Replacement => ({ old, new: wanted, everywhere });
const after = (text: string, ...edits: Replacement[]): string | Replaced => {
  const result = replaced(text, edits);
  return result.kind === 'replaced' && result.loosely.length === 0 ? result.text : result;
};

describe('a replacement in a text', () => {
  it('is made where the old text stands once', () => {
    assert.equal(after('a b c', edit('b', 'd')), 'a d c');
    assert.equal(after('a b c', edit('a', 'b'), edit('b b', 'x')), 'x c');
    assert.equal(after('a a', edit('a', 'b', true)), 'b b');
    assert.equal(after('a', edit('a', '')), '');
  });

  it('takes no sign of the new text for a reference', () => {
    assert.equal(after('price: 1', edit('1', "$& $1 $$ $' $`")), "price: $& $1 $$ $' $`");
    assert.equal(after('1 1', edit('1', '$&', true)), '$& $&');
  });

  it('is refused, all of it, where one stands more than once, nowhere, or changes nothing', () => {
    assert.deepEqual(after('a\nb\na', edit('a', 'c')), { kind: 'ambiguous', which: 0, lines: [1, 3] });
    assert.deepEqual(after('aaa', edit('aa', 'b')), { kind: 'ambiguous', which: 0, lines: [1, 1] });
    assert.deepEqual(after('a', edit('a', 'b'), edit('a', 'c')), { kind: 'notFound', which: 1, firstLine: [] });
    assert.deepEqual(after('x\ny', edit('y\nz', 'c')), { kind: 'notFound', which: 0, firstLine: [2] });
    assert.deepEqual(after('a', edit('a', 'a')), { kind: 'unchanged', which: 0 });
  });

  it('is refused where the file would grow beyond all measure', () => {
    const edits = Array.from({ length: 9 }, () => edit('a', 'aaaaaaaaaaaaaaaa', true));
    assert.deepEqual(after('a\n'.repeat(1000), ...edits), { kind: 'tooLong', which: 3 });
  });

  it('keeps the line ends of the file', () => {
    assert.equal(after('a\r\nb\r\nc\r\n', edit('a\nb', 'x\ny')), 'x\r\ny\r\nc\r\n');
    assert.equal(after('a\r\nb\r\n', edit('a\r\nb', 'x\r\ny')), 'x\r\ny\r\n');
    assert.equal(after('a\r\nb\nc', edit('b\nc', 'x\ny')), 'a\r\nx\ny');
  });

  it('keeps a byte order mark', () => assert.equal(after('\ufeffa b', edit('a', 'c')), '\ufeffc b'));

  describe('that stands there with another indentation', () => {
    it('is moved to it, and the line is told', () => {
      assert.deepEqual(
        replaced('{\n    if (a) {\n      b();\n    }\n}\n', [edit('if (a) {\n  b();\n}', 'if (c) {\n  d();\n}')]),
        {
          kind: 'replaced',
          text: '{\n    if (c) {\n      d();\n    }\n}\n',
          loosely: [2],
        },
      );
      assert.deepEqual(replaced('a:\n\tb\n\tc\n', [edit('\t\tb\n\t\tc\n', '\t\tb\n\n\t\t\td\n')]), {
        kind: 'replaced',
        text: 'a:\n\tb\n\n\t\td\n',
        loosely: [2],
      });
    });

    it('is made where only blanks at the ends of lines are others', () => {
      assert.deepEqual(replaced('a  \nb\t\nc', [edit('a\nb\n', 'x\ny\n')]), {
        kind: 'replaced',
        text: 'x\ny\nc',
        loosely: [1],
      });
      assert.deepEqual(replaced('a \r\nb\r\n', [edit('a\nb', 'x\ny')]), {
        kind: 'replaced',
        text: 'x\r\ny\r\n',
        loosely: [1],
      });
    });

    it('is refused where that fits more than one place', () => {
      assert.deepEqual(after('  a\n  b\n\n    a\n    b\n', edit('a\nb\nq', 'x')), {
        kind: 'notFound',
        which: 0,
        firstLine: [1, 4],
      });
      assert.deepEqual(after('  a \n  b\n\n    a \n    b\n', edit('a\nb', 'x')), {
        kind: 'ambiguous',
        which: 0,
        lines: [1, 4],
      });
    });

    it("is written in the file's own indentation, whatever the model uses", () => {
      assert.deepEqual(replaced('if:\n\ta\n\tb\n', [edit('if:\n    a\n', 'if:\n    c\n        d\n')]), {
        kind: 'replaced',
        text: 'if:\n\tc\n\t\td\n\tb\n',
        loosely: [1],
      });
    });

    it('is refused where one of the two ends in the middle of a line', () => {
      assert.deepEqual(after('  a\n  b\n', edit('a \nb\n', 'x')), { kind: 'notFound', which: 0, firstLine: [1] });
    });
  });

  it('is found in a huge file, and repeated lines end in an answer soon', () => {
    const huge = 'a();\n'.repeat(300_000);
    assert.equal(after(`${huge}b();\n`, edit('b();', 'c();')), `${huge}c();\n`);
    assert.deepEqual(after(huge, edit('a();\n'.repeat(1000), 'c();')), {
      kind: 'ambiguous',
      which: 0,
      lines: Array.from({ length: 20 }, (_, line) => line + 1),
    });
    assert.deepEqual(replaced(huge, [edit('  a();\n  a();\n', 'c();\n')]).kind, 'ambiguous');
    assert.deepEqual(replaced(huge, [edit('  a();\n'.repeat(5000), 'c();\n')]), { kind: 'tooMuch', which: 0 });
  });

  describe('of many that one call asks for', () => {
    const distinct = (count: number): string =>
      Array.from({ length: count }, (_, index) => `  u${index}\n  v${index}\n`).join('');
    const looseEdits = Array.from({ length: 100 }, (_, index) => edit(`u${index} \nv${index}`, `w${index}`));

    it('is made where the file is of an ordinary size, however loosely each of them fits', () => {
      const result = replaced(`${'  x1\n'.repeat(1000)}${distinct(100)}`, looseEdits);
      assert.equal(result.kind === 'replaced' && result.loosely.length, 100);
    });

    it('is made in a large file where they stand there as written', () => {
      const edits = Array.from({ length: 100 }, (_, index) => edit(`  u${index}\n`, `  w${index}\n`));
      assert.equal(replaced(`${'        if (x) {\n'.repeat(50_000)}${distinct(100)}`, edits).kind, 'replaced');
    });

    it('is refused, all of it, where that would hold the window up', () => {
      const result = replaced(`${'  x1\n'.repeat(80_000)}${distinct(100)}${'  x2\n'.repeat(80_000)}`, looseEdits);
      assert.equal(result.kind, 'tooMuch');
    });

    it('is refused where a long text nearly stands everywhere', () => {
      const nearly = `${'a'.repeat(500_000)}b${'a'.repeat(500_000)}`;
      assert.deepEqual(after('a'.repeat(4_000_000), edit(nearly, 'c')), { kind: 'tooMuch', which: 0 });
      assert.deepEqual(after('a'.repeat(4_000_000), edit(nearly, 'c', true)), { kind: 'tooMuch', which: 0 });
    });

    it('is refused where millions of places change again and again', () => {
      const edits = Array.from({ length: 100 }, (_, index) => edit(index % 2 ? 'b' : 'a', index % 2 ? 'a' : 'b', true));
      assert.equal(replaced('a\n'.repeat(2_000_000), edits).kind, 'tooMuch');
    });
  });

  it('is found by other blanks in a file of very many lines', () => {
    const result = replaced(`${'x\n'.repeat(250_000)}  u\n`, [edit('u \n', 'w\n')]);
    assert.equal(result.kind === 'replaced' && result.text.endsWith('x\n  w\n'), true);
  });

  it('is never made in a wrong place: on 300 generated files every edit lands where it was cut out, or nowhere', () => {
    const line = fc.constantFrom(
      'a();',
      'b();',
      '  a();',
      '\tif (x) {',
      '}',
      '',
      '  }',
      'return $1;',
      'über();',
      '    b();  ',
    );
    const file = fc.record({
      lines: fc.array(line, { minLength: 3, maxLength: 30 }),
      end: fc.constantFrom('\n', '\r\n'),
      mark: fc.constantFrom('', '\ufeff'),
      at: fc.nat({ max: 29 }),
      length: fc.integer({ min: 1, max: 4 }),
      shift: fc.constantFrom('', '  ', '\t'),
    });
    const seen = { exactly: 0, loosely: 0, refused: 0 };
    fc.assert(
      fc.property(file, ({ lines, end, mark, at, length, shift }) => {
        const start = at % lines.length;
        const cut = lines.slice(start, start + length);
        const wanted = cut.map((_, index) => `NEW ${index}`);
        const text = mark + lines.join(end);
        const old = cut.map((one) => (one.trim() === '' ? one : shift + one)).join('\n');
        const put = wanted.map((one) => shift + one).join('\n');
        const result = replaced(text, [edit(old, put)]);
        if (result.kind !== 'replaced') {
          seen.refused += 1;
          return;
        }
        // Everything before and behind the place is as it was, to the byte.
        const made = result.text.split(end).map((one) => one.replace(/^\ufeff/, ''));
        const place = made.findIndex((one) => one.includes('NEW 0'));
        if (result.loosely.length > 0) {
          seen.loosely += 1;
          assert.deepEqual(made.slice(0, place), lines.slice(0, place));
          assert.deepEqual(made.slice(place + wanted.length), lines.slice(place + length));
          assert.deepEqual(
            lines.slice(place, place + length).map((one) => one.trim()),
            cut.map((one) => one.trim()),
          );
          return;
        }
        seen.exactly += 1;
        assert.equal(text.split(old.replaceAll('\n', end)).length, 2);
        assert.equal(
          result.text,
          text.replace(old.replaceAll('\n', end), () => put.replaceAll('\n', end)),
        );
      }),
      { numRuns: 600, seed: 8 },
    );
    for (const [how, count] of Object.entries(seen)) assert.equal(count > 30, true, `${how}: ${count}`);
  });
});
