// What ripgrep says is read as it comes, and no line of a file, however long, fills the memory.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { outputLines, type OutputLine } from '../../../../src/node/programs/output-lines.ts';
import { foundIn, lineNumber, longestRecord } from '../../../../src/node/programs/ripgrep.ts';

async function linesOf(chunks: readonly (string | Buffer)[], longest = longestRecord): Promise<OutputLine[]> {
  const lines: OutputLine[] = [];
  const output = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  for await (const line of outputLines(output, longest, lineNumber)) lines.push(line);
  return lines;
}

/** As ripgrep writes it. */
const record = (file: string, text: string, line: number, places = 1): string =>
  JSON.stringify({
    type: 'match',
    data: {
      path: { text: file },
      lines: { text },
      line_number: line,
      absolute_offset: 0,
      submatches: Array.from({ length: places }, (_, at) => ({ match: { text: 't' }, start: at, end: at + 1 })),
    },
  });

describe('the lines of a program', () => {
  it('are the same in chunks of every size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'binary' })), fc.integer({ min: 1, max: 9 }), async (texts, size) => {
        const lines = texts.map((text) => text.replaceAll('\n', ' ').toWellFormed());
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        const count = Math.ceil(bytes.length / size);
        const chunks = Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
        assert.deepEqual(
          (await linesOf(chunks)).map(({ text }) => text),
          lines,
        );
      }),
    );
  });

  it('have a last one without an end', async () => {
    assert.deepEqual(
      (await linesOf(['one\ntw', 'o'])).map(({ text }) => text),
      ['one', 'two'],
    );
  });

  it('are kept up to so many bytes, and the rest only looked through', async () => {
    const [line] = await linesOf(['0123456', '789"},"line_num', 'ber":42,"abc', 'def\n'], 8);
    assert.deepEqual([line?.text, line?.isWhole, line?.mark?.[1]], ['01234567', false, '42']);
    assert.deepEqual(
      (await linesOf(['01234567', '\n8\n'], 8)).map(({ isWhole }) => isWhole),
      [true, true],
    );
  });
});

describe('a found line', () => {
  const found = async (text: string): Promise<unknown[]> => (await linesOf([text])).map(foundIn);

  it('has its file from the folder, its number and its text', async () => {
    const text = `${record('./src/a.ts', 'const tide = 1;\n', 7)}\n{"type":"end"}\nnonsense\n`;
    assert.deepEqual(await found(text), [{ file: 'src/a.ts', line: 7, text: 'const tide = 1;\n' }, null, null]);
  });

  it('that is very long has its beginning, wherever it is cut', async () => {
    const long = '"},"line_number":1, \\" \u{1F30A} tide;\t'.repeat(40_000);
    const [one] = (await linesOf([record('a "b".min.js', long, 31, 200_000)])).map(foundIn);
    assert.ok(one?.text.endsWith('…') === true && one.text.length > 2000 && one.text.length < 5000);
    assert.ok(long.startsWith(one.text.slice(0, -1)));
    assert.deepEqual([one.file, one.line], ['a "b".min.js', 31]);
  });

  it('of many places has its whole number although those are not read', async () => {
    const [one] = (await linesOf([record('a.js', 'tide '.repeat(40_000), 123_456, 100_000)])).map(foundIn);
    assert.deepEqual([one?.file, one?.line], ['a.js', 123_456]);
  });
});
