import assert from 'node:assert/strict';
import { CommandOutput, largestOutput } from '../../../../../src/core/chat/attachments/command-output.ts';

const readOf = (...pieces: readonly string[]): string => {
  const output = new CommandOutput('npm test');
  for (const piece of pieces) output.append(piece);
  return output.read().text;
};

describe('the output of a command', () => {
  for (const [what, raw, text] of [
    ['colours', '\u001B[31mfailed\u001B[0m', 'failed'],
    ['a title of the window', '\u001B]0;zsh\u0007ready', 'ready'],
    ['a mark of the shell integration', '\u001B]633;C\u001B\\ready\u001B]633;D;0\u0007', 'ready'],
    ['a choice of characters', '\u001B(Bready', 'ready'],
    ['a bell and a backspace', 'rea\u0007d\u0008y', 'ready'],
    ['line ends of a terminal', 'one\r\ntwo\r\n', 'one\ntwo'],
    ['a progress bar', '10 %\r50 %\r100 %\r\ndone', '100 %\ndone'],
  ] as const) {
    it(`is read without ${what}`, () => assert.equal(readOf(raw), text));
  }

  it('is read the same in whatever pieces it comes', () => {
    const raw = '\u001B[1;31mfailed\u001B[0m: \u001B]0;x\u0007a\r\nb';
    assert.equal(readOf(...raw.split(/(?:)/u)), readOf(raw));
  });

  it('keeps its end, from a whole line on, where it is long', () => {
    const output = new CommandOutput('cat');
    const line = `${'x'.repeat(99)}\n`;
    for (let count = 0; count < 3_000; count += 1) output.append(line);
    output.append('the end');
    const { text, isCut } = output.read();
    assert.equal(isCut, true);
    assert.equal(text.length <= largestOutput && text.length > largestOutput - 200, true);
    assert.deepEqual([text.split('\n')[0]?.length, text.endsWith('\nthe end')], [99, true]);
  });

  it('keeps the end of a single line without an end', () => {
    const output = new CommandOutput('cat');
    output.append('x'.repeat(largestOutput * 3));
    assert.deepEqual([output.read().text.length, output.read().isCut], [largestOutput, true]);
  });
});
