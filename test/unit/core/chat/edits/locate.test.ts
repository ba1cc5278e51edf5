import assert from 'node:assert/strict';
import { locateEdit } from '../../../../../src/core/chat/edits/locate.ts';
import { growth, tooFast } from '../../../../support/rules/growth.ts';
import type { FileSymbol, LineRange, LocatedEdit } from '../../../../../src/core/chat/edits/located-edit.ts';

interface Given {
  readonly info?: string;
  readonly symbols?: readonly FileSymbol[];
  readonly selection?: LineRange;
}

const locate = (code: string, text: string | null, { info = '', symbols = [], selection }: Given = {}): LocatedEdit =>
  locateEdit({ info, code }, { text, symbols, selection: selection ?? null });

function changed(code: string, text: string, given?: Given): string {
  const located = locate(code, text, given);
  if (located.kind !== 'change') assert.fail(JSON.stringify(located));
  return located.text;
}

const cart = `import { price } from './price';

export class Cart {
  items = [];

  add(item) {
    this.items.push(item);
  }

  total() {
    return this.items.reduce((sum, item) => sum + price(item), 0);
  }
}

export function empty(cart) {
  cart.items = [];
}
`;

const newTotal = `  total(tax = 0) {
    const net = this.items.reduce((sum, item) => sum + price(item), 0);
    return net * (1 + tax);
  }
`;

const taxed = cart.replace(/ {2}total\(\) \{[\s\S]*?\n {2}\}\n/u, newTotal);

describe('a function', () => {
  it('takes the place of the one of its name, whatever its parameters have become', () => {
    assert.equal(changed(newTotal, cart), taxed);
  });

  it('is found at another depth of indentation, and lies there as the file does', () => {
    assert.equal(changed(newTotal.replaceAll(/^ {2}/gmu, ''), cart), taxed);
  });

  it('is found where only its first line has lost its indentation', () => {
    assert.equal(changed(newTotal.trimStart(), cart), taxed);
  });

  it('is written with the tabs of the file', () => {
    const tabs = (text: string): string => text.replaceAll(/^( {2})+/gmu, (blanks) => '\t'.repeat(blanks.length / 2));
    assert.equal(changed(newTotal, tabs(cart)), tabs(taxed));
  });

  it('is written with the blanks of the file, where the code has tabs or steps of another width', () => {
    const four = (text: string): string => text.replaceAll(/^( {2})+/gmu, (blanks) => blanks.repeat(2));
    assert.equal(changed(four(newTotal), cart), taxed);
    assert.equal(
      changed(
        newTotal.replaceAll(/^( {2})+/gmu, (blanks) => '\t'.repeat(blanks.length / 2)),
        cart,
      ),
      taxed,
    );
  });

  it('keeps the line breaks, the byte order mark and the end of the file', () => {
    const windows = (text: string): string => `\uFEFF${text.replaceAll('\n', '\r\n').slice(0, -2)}`;
    assert.equal(changed(newTotal, windows(cart)), windows(taxed));
  });

  it('brings its comment along, in place of the one that is there', () => {
    const text = 'const a = 1;\n\n// Adds.\nfunction add(a, b) {\n  return a + b;\n}\n';
    const code = '/**\n * Adds two numbers.\n */\nfunction add(a, b) {\n  return a + b;\n}\n';
    assert.equal(changed(code, text), `const a = 1;\n\n${code}`);
  });

  it('without an end of its own ends where its indentation does', () => {
    const text = 'def one(a):\n    b = a\n    return b\n\n\ndef two():\n    return 2\n';
    assert.equal(
      changed('def one(a, c=1):\n    return a + c\n', text),
      'def one(a, c=1):\n    return a + c\n\n\ndef two():\n    return 2\n',
    );
  });

  it('is asked about where several have its name', () => {
    const text = 'class A {\n  run() {\n    one();\n  }\n}\n\nclass B {\n  run() {\n    two();\n  }\n}\n';
    const located = locate('  run() {\n    three();\n  }\n', text);
    if (located.kind !== 'ambiguous') assert.fail(JSON.stringify(located));
    assert.deepEqual(
      located.choices.map(({ places }) => places),
      [[{ start: 1, end: 4 }], [{ start: 7, end: 10 }]],
    );
    assert.equal(located.choices[1]?.text, text.replace('two', 'three'));
  });

  it('is put where the selection is, where several have its name', () => {
    const text = 'class A {\n  run() {\n    one();\n  }\n}\n\nclass B {\n  run() {\n    two();\n  }\n}\n';
    const code = '  run() {\n    three();\n  }\n';
    assert.equal(changed(code, text, { selection: { start: 8, end: 9 } }), text.replace('two', 'three'));
  });

  it('is found by the symbols of the language where its line does not tell its name', () => {
    const text = 'total ← {\n    +/⍵\n    done\n}\n\nmean ← {\n    x\n    y\n}\n';
    const symbols = [{ name: 'total', start: 0, end: 4 }];
    assert.equal(locate('total ← {\n    ×/⍵\n    done\n}\n', text, { symbols }).kind, 'change');
  });

  it('that the file does not have has no place', () => {
    assert.deepEqual(locate('function other() {\n  return 1;\n}\n', cart), { kind: 'noPlace', reason: 'isNew' });
  });
});

describe('code with gaps', () => {
  for (const [language, gap] of [
    ['JavaScript', '// ... existing code ...'],
    ['a block comment', '/* ... */'],
    ['dots alone', '...'],
    ['one character', '// …'],
    ['words alone', '// existing code'],
    ['the rest', '// rest of the class remains the same'],
    ['Chinese', '// ... 其余代码保持不变 ...'],
  ]) {
    it(`keeps what lies in them: ${language}`, () => {
      const code = `export class Cart {\n  ${gap}\n\n${newTotal}}\n`;
      assert.equal(changed(code, cart), taxed);
    });
  }

  it('keeps it in Python, HTML, SQL and Lisp', () => {
    const python = 'class A:\n    def one(self):\n        return 1\n\n    def two(self):\n        return 2\n';
    const code = 'class A:\n    # ... existing code ...\n\n    def two(self):\n        return 22\n';
    assert.equal(changed(code, python), python.replace('return 2\n', 'return 22\n'));
    const html = '<ul>\n  <li>1</li>\n  <li>2</li>\n  <li>3</li>\n</ul>\n<p>end</p>\n';
    assert.equal(
      changed('<ul>\n  <!-- ... -->\n  <li>2</li>\n  <li>2b</li>\n  <li>3</li>\n</ul>', html),
      html.replace('  <li>3', '  <li>2b</li>\n  <li>3'),
    );
    const sql = 'create table a (\n  id int,\n  name text,\n  age int\n);\n';
    assert.equal(
      changed('create table a (\n  -- ... existing columns ...\n  name text,\n  mail text,\n  age int\n);', sql),
      sql.replace('  age', '  mail text,\n  age'),
    );
  });

  it('puts what is new at the end of its block', () => {
    const code = 'export class Cart {\n  // ... existing code ...\n\n  clear() {\n    this.items = [];\n  }\n}\n';
    assert.equal(
      changed(code, cart),
      cart.replace('0);\n  }\n}', '0);\n  }\n\n  clear() {\n    this.items = [];\n  }\n}'),
    );
  });

  it('takes a comment that the file itself has for what it is', () => {
    const text = 'function a() {\n  // ...\n  one();\n}\n';
    assert.equal(changed('function a() {\n  // ...\n  two();\n}\n', text), 'function a() {\n  // ...\n  two();\n}\n');
  });

  it('takes an ordinary comment that ends in dots for what it is', () => {
    const text = 'function a() {\n  one();\n  two();\n}\n';
    const code = 'function a() {\n  // Fetch the users...\n  three();\n}\n';
    assert.equal(changed(code, text), code);
  });

  it('never writes a gap into a file', () => {
    assert.deepEqual(locate('// ... existing code ...\nconst a = 1;\n', null), { kind: 'noPlace', reason: 'noFile' });
    assert.equal(locate('// ... existing code ...\nunknown();\n// ... existing code ...\n', cart).kind, 'noPlace');
  });
});

describe('a diff', () => {
  const hunk = ' export function empty(cart) {\n-  cart.items = [];\n+  cart.items.length = 0;\n }';
  const emptied = cart.replace('cart.items = []', 'cart.items.length = 0');

  for (const [what, header] of [
    ['with wrong counts', '@@ -1,9 +1,9 @@'],
    ['without numbers', '@@'],
    ['with the numbers of another version', '@@ -114,3 +114,3 @@ export'],
    ['with dots', '@@ ... @@'],
  ]) {
    it(`finds its lines ${what}`, () => assert.equal(changed(`${header}\n${hunk}`, cart, { info: 'diff' }), emptied));
  }

  it('finds them where somebody has changed a line beside them', () => {
    const context = ' \n export function empty(cart) {\n-  cart.items = [];\n+  cart.items.length = 0;\n }';
    const since = cart.replace('export function empty(cart)', 'export function emptied(cart)');
    assert.equal(
      changed(`--- a/cart.js\n+++ b/cart.js\n@@ -13,4 +13,4 @@\n   }\n }\n${context}`, since),
      since.replace('cart.items = []', 'cart.items.length = 0'),
    );
  });

  it('is refused where a line that it removes is not there', () => {
    const other = hunk.replace('cart.items = []', 'cart.things = []');
    assert.deepEqual(locate(`@@\n${other}`, cart, { info: 'diff' }), { kind: 'noPlace', reason: 'notFound' });
  });

  it('is asked about where its lines stand twice, unless its numbers are right', () => {
    const text = 'a();\nb();\nc();\na();\nb();\nc();\n';
    const code = ' a();\n-b();\n+x();\n c();';
    assert.equal(locate(`@@ -1,3 +1,3 @@\n${code}`, text).kind, 'ambiguous');
    assert.equal(changed(`@@ -4,3 +4,3 @@\n${code}`, text), 'a();\nb();\nc();\na();\nx();\nc();\n');
    assert.equal(locate(`@@ -4,9 +4,9 @@\n${code}`, text).kind, 'ambiguous');
  });

  it('creates a file, and deletes one', () => {
    assert.deepEqual(locate('--- /dev/null\n+++ b/a.ts\n@@ -0,0 +1,2 @@\n+one\n+two', null), {
      kind: 'create',
      text: 'one\ntwo\n',
    });
    assert.deepEqual(locate('--- a/a.ts\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-two', 'one\ntwo\n'), {
      kind: 'delete',
    });
  });

  it('changes a file that does not end in a line break as it says', () => {
    const code = '@@ -1,2 +1,2 @@\n one\n-two\n\\ No newline at end of file\n+three';
    assert.equal(changed(code, 'one\ntwo'), 'one\nthree\n');
    assert.equal(changed('@@ -1,2 +1,2 @@\n one\n-two\n+three', 'one\ntwo'), 'one\nthree');
  });
});

describe('a block to search and replace', () => {
  const block = (search: string, replace: string): string =>
    `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE`;

  it('replaces what it looks for, and several do so in any order', () => {
    const code = `${block('  cart.items = [];', '  cart.items.length = 0;')}\n${block('  items = [];', '  items = new Set();')}`;
    assert.equal(
      changed(code, cart),
      cart.replace('cart.items = []', 'cart.items.length = 0').replace('  items = []', '  items = new Set()'),
    );
  });

  it('finds it whatever its indentation', () => {
    assert.equal(
      changed(block('add(item) {\n  this.items.push(item);\n}', 'add(item) {\n  this.items.unshift(item);\n}'), cart),
      cart.replace('push', 'unshift'),
    );
  });

  it('is refused where it is not closed, or not found, or found twice', () => {
    assert.deepEqual(locate('<<<<<<< SEARCH\na\n=======\nb', cart), { kind: 'noPlace', reason: 'malformed' });
    assert.deepEqual(locate(block('nowhere();', 'b();'), cart), { kind: 'noPlace', reason: 'notFound' });
    assert.equal(locate(block('  }', '  };'), cart).kind, 'ambiguous');
  });
});

describe('a whole file', () => {
  it('replaces the file where most of it is there', () => {
    const code = cart.replace("'./price'", "'./prices'").replace('items = []', 'items = new Array()');
    assert.equal(changed(code, cart), code);
  });

  it('is asked about as a danger where less takes its place', () => {
    const code = "import { price } from './price';\n\nexport class Cart {\n}\n";
    const located = locate(code, cart);
    if (located.kind !== 'replaceAll') assert.fail(JSON.stringify(located));
    assert.deepEqual(
      [located.linesBefore, located.linesAfter, located.isWholeFile, located.place],
      [13, 4, false, { start: 0, end: 13 }],
    );
  });

  it('fills a file that is empty, and makes one that does not exist', () => {
    assert.equal(changed('a();', '\n'), 'a();\n');
    assert.deepEqual(locate('a();', null), { kind: 'create', text: 'a();\n' });
  });

  it('that the file is already changes nothing', () => {
    assert.deepEqual(locate(cart, cart), { kind: 'noPlace', reason: 'nothingToDo' });
  });
});

describe('a great many pieces for a file of equal lines', () => {
  const file = (lines: number): string => 'a();\n'.repeat(lines);
  const pieces = {
    'the hunks of a diff': '@@\n a();\n-a();\n+b();\n',
    'blocks to search and replace': '<<<<<<< SEARCH\na();\na();\n=======\nb();\n>>>>>>> REPLACE\n',
  };
  for (const [what, piece] of Object.entries(pieces))
    it(`are given up as fitting everywhere, in time that grows no faster than they do: ${what}`, function () {
      this.timeout(60_000);
      const prepare = (lines: number) => (): void => {
        const located = locate(piece.repeat(lines / 10), file(lines));
        assert.deepEqual(located, { kind: 'noPlace', reason: 'everywhere' });
      };
      assert.ok(growth(prepare, 250, 500) < tooFast);
    });
});

describe('two declarations that lie apart in the file', () => {
  it('take the places of their own, and what lies between them stays', () => {
    const text = 'function a() {\n  one();\n}\n\nfunction b() {\n  two();\n}\n\nfunction c() {\n  three();\n}\n';
    assert.equal(
      changed('function a() {\n  1;\n}\n\nfunction c() {\n  3;\n}\n', text),
      text.replace('one()', '1').replace('three()', '3'),
    );
  });
});

describe('what beside a fragment or a diff could be meant', () => {
  it('keeps the indentation that a diff writes, where the file lies just as deep', () => {
    const text = '# Top\n\n1. One\n   of two lines\n   and a third\n\n  a\n  b\n';
    const diff = '@@\n    of two lines\n    and a third\n+\n+## Next\n+\n+1. Two';
    assert.equal(changed(diff, text, { info: 'diff' }), text.replace('third\n', 'third\n\n## Next\n\n1. Two\n'));
  });

  it('leaves what lies above a comment whose first line is in the file', () => {
    const text = '## List\n* [One](one.md)\n* [Two](two.md)\n* [Three](three.md): old\n\nText that goes on.\n';
    const code = '* [Two](two.md)\n* [Three](three.md): new words\n\nText that goes on.\n';
    assert.equal(changed(code, text), text.replace(': old', ': new words'));
  });

  it('asks where nothing but comments would go', () => {
    const text = 'function one() {\n  // Why it is so.\n  first();\n  second();\n}\n';
    const located = locate('function one() {\n  first();\n  second();\n}\n', text);
    assert.equal(located.kind, 'ambiguous');
  });

  it('asks where new lines at the end may take the place of the next one', () => {
    const text = 'steps:\n  - name: Check\n    version: 3\n  - name: Run\n    uses: action\n';
    assert.notEqual(locate('    version: 3\n  - name: Run\n    run: npm test\n', text).kind, 'change');
  });
});
