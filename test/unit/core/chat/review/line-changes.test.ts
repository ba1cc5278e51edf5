import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  changeAtLine,
  countsOf,
  type LineChange,
  lineChanges,
  linesOf,
  replacementOf,
} from '../../../../../src/core/chat/review/line-changes.ts';

const between = (before: string, after: string): LineChange[] => lineChanges(linesOf(before), linesOf(after));

/** What an editor makes of a text by these replacements, the last one first. */
function edited(text: string, changes: readonly LineChange[]): string {
  const lines = text.split('\n');
  const offsetOf = ({ line, character }: { readonly line: number; readonly character: number }): number =>
    lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0) + character;
  return changes.toReversed().reduce((result, change) => {
    const { start, end, text: fresh } = replacementOf(change, lines);
    return result.slice(0, offsetOf(start)) + fresh + result.slice(offsetOf(end));
  }, text);
}

/** Few different lines, so that they repeat. */
const someText = fc.array(fc.constantFrom('', 'a', 'b', '}', ' a'), { maxLength: 12 }).map((lines) => lines.join('\n'));

describe('the changes between two texts', () => {
  it('are none where the texts differ at most in their line breaks', () => {
    assert.deepEqual(between('a\nb\n', 'a\nb\n'), []);
    assert.deepEqual(between('a\r\nb\rc\n', 'a\nb\nc\n'), []);
    assert.deepEqual(between('', ''), []);
  });

  it('name the lines that give way and those that come', () => {
    assert.deepEqual(between('a\nb\nc\nd\n', 'a\nB\nc\nd\ne\n'), [
      { start: 1, end: 2, newStart: 1, lines: ['B'] },
      { start: 4, end: 4, newStart: 4, lines: ['e'] },
    ]);
    assert.deepEqual(between('a\nb\nc\n', 'b\n'), [
      { start: 0, end: 1, newStart: 0, lines: [] },
      { start: 2, end: 3, newStart: 1, lines: [] },
    ]);
  });

  it('are counted as lines that come and lines that go', () => {
    assert.deepEqual(countsOf(between('a\nb\nc\n', 'a\nx\ny\nc\n')), { added: 2, removed: 1 });
    assert.deepEqual(countsOf([]), { added: 0, removed: 0 });
  });

  it('make the one text of the other in an editor, whatever the two are', () => {
    fc.assert(
      fc.property(someText, someText, (before, after) => {
        assert.equal(edited(before, between(before, after)), after);
      }),
      { numRuns: 2000 },
    );
  });

  it('make it one by one as well, the others staying as they are', () => {
    const before = 'a\nb\nc\nd';
    const [first = assert.fail(), second = assert.fail()] = between(before, 'A\nb\nc\nD');
    assert.deepEqual([edited(before, [first]), edited(before, [second])], ['A\nb\nc\nd', 'a\nb\nc\nD']);
  });

  it('are one change where more differs than is compared, found in bounded time', () => {
    const lines = (name: string): string[] =>
      Array.from({ length: 20_000 }, (_, index) => `${name}${String(index % 77)}`);
    const [before, after] = [
      ['same', ...lines('a'), 'end'],
      ['same', ...lines('b'), 'end'],
    ];
    const start = performance.now();
    assert.deepEqual(countsOf(lineChanges(before, after)), { added: 20_000, removed: 20_000 });
    assert.deepEqual(
      lineChanges(before, after).map(({ start: from, end }) => [from, end]),
      [[1, 20_001]],
    );
    assert.equal(performance.now() - start < 5000, true);
  });
});

describe('the change at a line', () => {
  const changes = between('a\nb\nc\nd\ne\nf\n', 'a\nB\nc\nd\nf\ng\n');

  it('is the one that holds the line, on either side', () => {
    assert.deepEqual(changeAtLine(changes, 'new', 1)?.lines, ['B']);
    assert.deepEqual(changeAtLine(changes, 'old', 1)?.lines, ['B']);
    assert.equal(changeAtLine(changes, 'old', 4)?.end, 5);
    assert.deepEqual(changeAtLine(changes, 'new', 5)?.lines, ['g']);
  });

  it('is one that left nothing on this side for the lines that it is between', () => {
    assert.deepEqual(
      [3, 4].map((line) => changeAtLine(changes, 'new', line)?.start),
      [4, 4],
    );
    assert.deepEqual(
      [5, 6].map((line) => changeAtLine(changes, 'old', line)?.lines),
      [['g'], ['g']],
    );
  });

  it('is none elsewhere', () => {
    assert.equal(changeAtLine(changes, 'new', 0), undefined);
    assert.equal(changeAtLine(changes, 'old', 2), undefined);
    assert.equal(changeAtLine([], 'new', 0), undefined);
  });
});
