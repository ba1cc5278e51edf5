import assert from 'node:assert/strict';
import fc from 'fast-check';
import { terminalLine } from '../../../../../src/core/chat/code/terminal-line.ts';

describe('a line for the terminal', () => {
  it('is the code without the breaks and blanks around it', () => {
    assert.equal(terminalLine('npm test'), 'npm test');
    assert.equal(terminalLine('\n  npm test -- "a  b"  \r\n\n'), 'npm test -- "a  b"');
  });

  it('is none where there are several lines, or none', () => {
    for (const code of ['a\nb', 'a\r\nb', 'a\rb', 'a\u2028b', 'a \\\n  b', '', ' \n'])
      assert.equal(terminalLine(code), null);
  });

  it('is none where a terminal would act on a character of it', () => {
    for (const code of ['a\u001b[2Jb', 'a\tb', 'a\u0000b', 'a\u0007b', 'a\u009bb', 'a\u007fb', 'a\u0003'])
      assert.equal(terminalLine(code), null, JSON.stringify(code));
  });

  it('is none where it could not be read at a glance: too long, or with a run of blanks that hides what follows', () => {
    assert.equal(terminalLine(`ls${' '.repeat(15)}# files`), `ls${' '.repeat(15)}# files`);
    for (const code of [`ls${' '.repeat(16)}; rm -r x`, `ls${'\u3000'.repeat(16)}; rm -r x`, 'a'.repeat(1001)])
      assert.equal(terminalLine(code), null);
  });

  it('never breaks the line nor holds a control character, whatever the code is', () => {
    const characters = fc.constantFrom('a', ' ', '\n', '\r', '\t', '\u001b', '\u0085', '\u2028', ';', '漢');
    fc.assert(
      fc.property(fc.string({ unit: characters, maxLength: 8 }), (code) => {
        assert.doesNotMatch(terminalLine(code) ?? '', /\p{Cc}|\p{Zl}|\p{Zp}/u);
      }),
      { numRuns: 2000 },
    );
  });
});
