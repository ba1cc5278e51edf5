import assert from 'node:assert/strict';
import { ESLint, Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { commentWidth } from '../../support/rules/lint/comment-width.ts';
import { ownNames } from '../../support/rules/lint/dom-names.ts';
import { projectFolder } from '../../support/rules/source-files.ts';

const config = [
  {
    languageOptions: { parser: tseslint.parser },
    plugins: { tidemark: { rules: { 'comment-width': commentWidth, 'own-names': ownNames } } },
    rules: { 'tidemark/comment-width': 'error', 'tidemark/own-names': 'error' },
  },
] satisfies Linter.Config[];

const messages = (code: string): string[] => new Linter().verify(code, config).map(({ message }) => message);
/** As the fixer writes it, and what it leaves to a person. */
function fixed(code: string): { readonly code: string; readonly left: number } {
  const { output, messages: left } = new Linter().verifyAndFix(code, config);
  return { code: output, left: left.length };
}

describe('names that every page has objects of', () => {
  it('are taken, whatever declares them', () => {
    for (const code of [
      'interface MessageEvent {}',
      'export type History = string;',
      'export class Node {}',
      'enum Storage {}',
      'export default class Selection {}',
    ])
      assert.match(messages(code).join(), /^\w+ is an object of every page/, code);
  });

  it('are free for values, members and what merely contains them', () => {
    assert.deepEqual(
      messages('export class ConversationHistory { Node = 1; }\nexport type T = Storage;\nlet Range;'),
      [],
    );
  });

  it('are free in no file of src', async () => {
    const eslint = new ESLint({ cwd: projectFolder });
    for (const file of ['src/core/ports.ts', 'src/host/log.ts', 'src/webview/chat/app.tsx', 'src/extension.ts']) {
      const { rules }: { readonly rules?: Partial<Record<string, unknown>> } = (await eslint.calculateConfigForFile(
        file,
      )) as object;
      assert.deepEqual([rules?.['tidemark/own-names'], rules?.['tidemark/comment-width']], [[2], [2]], file);
    }
  });
});

describe('a comment', () => {
  const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ');

  it('is filled line by line where one is wider than code may be, and left alone where none is', () => {
    assert.deepEqual(fixed(`// ${words(24)}\n// and more\nlet a;`), {
      code: `// ${words(23)}\n// word and more\nlet a;`,
      left: 0,
    });
    const narrow = `// ${words(23)}\n// ends early\n// and goes on\nlet a;`;
    assert.deepEqual(fixed(narrow), { code: narrow, left: 0 });
  });

  it('on a line of its own becomes one of several', () => {
    assert.deepEqual(fixed(`  /** ${words(24)} */\n  let a;`), {
      code: `  /**\n   * ${words(23)}\n   * word\n   */\n  let a;`,
      left: 0,
    });
  });

  it('keeps its paragraphs, tags, items and samples apart', () => {
    for (const next of ['', ' @param a what', ' - an item', ' 1. an item', ' | a table |', '   a sample'])
      assert.deepEqual(
        fixed(`/**\n * ${words(24)}\n *${next}\n */\nlet a;`).code,
        `/**\n * ${words(23)}\n * word\n *${next}\n */\nlet a;`,
      );
  });

  it('keeps a reference beside what it refers to', () => {
    assert.deepEqual(
      fixed(`// ${words(23)} @see docs/service.md\nlet a;`).code,
      `// ${words(23)}\n// @see docs/service.md\nlet a;`,
    );
  });

  it('is not broken in a word, nor beside code, which is left to a person', () => {
    const address = `// https://example.com/${'a'.repeat(120)}\nlet a;`;
    assert.deepEqual(fixed(address), { code: address, left: 0 });
    const beside = `let a; // ${words(30)}`;
    assert.deepEqual(fixed(beside), { code: beside, left: 1 });
  });
});
