// Output of programs, before a terminal of the editor shows it.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { TerminalText } from '../../../../src/core/display/terminal-text.ts';

const inPieces = (text: string, size: number): string => {
  const terminal = new TerminalText();
  let shown = '';
  for (let begin = 0; begin < text.length; begin += size) shown += terminal.inert(text.slice(begin, begin + size));
  return shown;
};

describe('what a terminal shows of a program', () => {
  for (const [what, said, shown] of [
    ['words, tabs and line ends', 'a\tb\r\nc\n', 'a\tb\r\nc\n'],
    ['colours', '\u001b[1;31mred\u001b[0m', '\u001b[1;31mred\u001b[0m'],
    ['nothing of the clipboard', 'a\u001b]52;c;ZXZpbA==\u0007b', 'ab'],
    ['no marks of commands', 'a\u001b]633;E;rm -rf\\x3b;\u001b\\b', 'ab'],
    ['no links and titles', '\u001b]8;;http://a.example\u0007x\u001b]8;;\u0007\u001b]0;sudo\u0007y', 'xy'],
    ['no moves of the cursor', 'safe\u001b[2K\u001b[1A\u001b[3Jsly', 'safesly'],
    ['nothing of a title that another sequence ends', '\u001b]0;sudo\u001b[31mred', '\u001b[31mred'],
    ['no other sequences', '\u001b7\u001bc\u001b(0a\u001bPq#0\u001b\\b', 'ab'],
    ['no other controls', 'a\u0007\u0008\u000eb\u009b2Jc', 'ab2Jc'],
  ] as const)
    it(`is ${what}, however it comes`, () => {
      for (const size of [1, 2, 3, said.length]) assert.equal(inPieces(said, size), shown, `in pieces of ${size}`);
    });

  it('goes on behind a string that never ends', () => {
    const shown = inPieces(`a\u001b]52;${'b'.repeat(10_000)} end`, 100);
    assert.match(shown, /^a[^]* end$/);
    assert.equal(shown.includes('\u001b'), false);
  });

  it('holds no escape character but those of colours', () => {
    const part = fc.constantFrom('\u001b', '[', ']', '0', ';', 'm', 'J', '\u0007', '\\', 'P', 'a', '\n', '(', '\u009c');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), fc.integer({ min: 1, max: 5 }), (parts, size) => {
        const shown = inPieces(parts.join(''), size);
        const [plain = '', ...colours] = shown.split('\u001b');
        for (const colour of colours) assert.match(colour, /^\[[0-9:;<=>?]*[ -/]*m/);
        assert.doesNotMatch([plain, ...colours].join(''), /[^\P{Cc}\t\n\r]/u);
      }),
      { numRuns: 2000 },
    );
  });
});
