import assert from 'node:assert/strict';
import { namedFile } from '../../../../../src/core/chat/edits/named-file.ts';

const named = (info: string, code = 'x();', mentions: readonly string[] = []): string | null =>
  namedFile({ info, code, mentions });

describe('the file that a block of code names', () => {
  for (const info of [
    'ts src/cart.ts',
    'ts:src/cart.ts',
    'src/cart.ts',
    'ts title="src/cart.ts"',
    "ts {title='src/cart.ts'}",
    'ts file=src/cart.ts',
    'ts filename: ./src/cart.ts',
    'ts src\\cart.ts',
    'ts src/cart.ts:12',
  ]) {
    it(`stands behind the fence: ${info}`, () => assert.equal(named(info), 'src/cart.ts'));
  }

  for (const first of [
    '// src/cart.ts',
    '# src/cart.ts',
    '/* src/cart.ts */',
    '<!-- src/cart.ts -->',
    '-- src/cart.ts',
    '; src/cart.ts',
    '% src/cart.ts',
    '{/* src/cart.ts */}',
    '// File: src/cart.ts',
  ]) {
    it(`stands in a comment on the first line: ${first}`, () =>
      assert.equal(named('', `${first}\nx();`), 'src/cart.ts'));
  }

  it('stands behind the line that says what runs a script', () => {
    assert.equal(named('sh', '#!/bin/sh\n# bin/build.sh\nmake\n'), 'bin/build.sh');
  });

  it('stands in the header of a diff, on either side', () => {
    assert.equal(named('diff', '--- a/src/cart.ts\n+++ b/src/cart.ts\n@@\n-a\n+b'), 'src/cart.ts');
    assert.equal(named('diff', '--- /dev/null\n+++ b/src/new.ts\n@@\n+b'), 'src/new.ts');
    assert.equal(named('diff', '--- a/src/old.ts\n+++ /dev/null\n@@\n-b'), 'src/old.ts');
  });

  it('is set apart in the words before it', () => {
    assert.equal(named('ts', 'x();', ['total', 'src/cart.ts']), 'src/cart.ts');
    assert.equal(named('', 'x', ['Dockerfile']), 'Dockerfile');
  });

  it('is none where the words name two', () => {
    assert.equal(named('ts', 'x();', ['src/cart.ts', 'src/price.ts']), null);
  });

  for (const text of [
    'console.log',
    'v1.2.3',
    'https://example.com/a.ts',
    'total()',
    'e.g.',
    'and/or',
    'a b.ts',
    '3.14',
  ]) {
    it(`is none where it only looks like one: ${text}`, () =>
      assert.equal(named('', `// ${text}\nx();`, [text]), null));
  }

  it('is none where nothing names one', () => {
    assert.equal(named('ts'), null);
    assert.equal(named('ts twoslash {1,3}'), null);
  });
});
