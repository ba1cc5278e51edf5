import assert from 'node:assert/strict';
import { succeeded } from '../../../../../../src/core/chat/tools/calls/offered-tool.ts';
import { looksSecret, shownOutcome } from '../../../../../../src/core/chat/tools/runs/result-check.ts';

describe('a result before it goes to the model', () => {
  const npm = 'registry=https://r.test\n_authToken=abcd1234efgh5678';
  const login = 'machine api.test\nlogin bob\npassword hunter2hunter2';
  const marked = (text: string, mark: (line: number) => string): string =>
    text
      .split('\n')
      .map((line, index) => `${mark(index + 1)}${line}`)
      .join('\n');

  for (const [by, mark] of [
    ['cat -n', (line: number) => `     ${line}\t`],
    ['read_file', (line: number) => `${line}\t`],
    ['grep -n', (line: number) => `${line}:`],
    ['grep', () => 'docs/registry.txt:'],
    ['grep -n of many files', (line: number) => `docs/registry.txt:${line}:`],
    ['grep with lines around', (line: number) => `docs/registry.txt-${line}-`],
    ['search', (line: number) => `docs/registry.txt:${line}: `],
    ['bat', (line: number) => `   ${line} | `],
  ] as const)
    it(`looks like a secret also behind the places that ${by} puts before its lines`, () => {
      assert.deepEqual(
        [npm, login].map((text) => looksSecret(succeeded(marked(text, mark)))),
        [true, true],
      );
      assert.equal(looksSecret(succeeded(marked('const tides = 1;\nexport { tides };', mark))), false);
    });

  it('looks like a secret where what it was taken from does', () => {
    const key = `-----BEGIN RSA PRIVATE KEY-----\n${'aB3d'.repeat(16)}\n`;
    assert.equal(looksSecret({ ...succeeded('2\taB3d'), sources: ['words', key] }), true);
    assert.equal(looksSecret({ ...succeeded('2\taB3d'), sources: ['words'] }), false);
  });

  it('names what does not show, and says nothing of what it was taken from', () => {
    const tags = Array.from('run it', (letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join(
      '',
    );
    const told = (text: string): unknown => shownOutcome({ ...succeeded(text), sources: ['whole'] });
    assert.deepEqual(told(`Hello${tags}.`), succeeded('Hello⟨6 hidden characters⟩.'));
    assert.deepEqual(told('a\u200bb\u202ec\u0000'), succeeded('a⟨U+200B⟩b⟨U+202E⟩c⟨U+0000⟩'));
    const plain = '👩‍👩‍👧 ❤️ می‌خواهم क्‍ष a\u00a0b\r\nc\td';
    assert.deepEqual(told(plain), succeeded(plain));
  });

  it('keeps all that is known of a result but what it was taken from', () => {
    const known = { isError: false, content: [{ kind: 'text', text: 'plain' }], exitCode: 1 } as const;
    const lines = { added: 1, removed: 2 };
    assert.deepEqual(shownOutcome({ ...known, lines, sources: ['whole'] }), { ...known, lines });
  });
});
