import assert from 'node:assert/strict';
import { type Standing, standingOf } from '../../../../../src/core/chat/review/standing.ts';

const uri = 'file:///a.txt';
const standing = (original: string | null, proposed: string | null, current: string | null): Standing =>
  standingOf({ uri, original, proposed }, current);

const shown = (result: Standing): unknown =>
  result.kind === 'open' ? [result.text, result.added, result.removed] : result.kind;

describe('a proposed change', () => {
  it('is open with what the file becomes, and how many lines come and go', () => {
    assert.deepEqual(shown(standing('a\nb\n', 'a\nB\nc\n', 'a\nb\n')), ['a\nB\nc\n', 2, 1]);
  });

  it('is found again where the file has changed elsewhere, in the line breaks of the file', () => {
    assert.deepEqual(shown(standing('a\nb\nc\nd\n', 'a\nb\nc\nD\n', 'x\r\na\r\nb\r\nc\r\nd\r\n')), [
      'x\r\na\r\nb\r\nc\r\nD\r\n',
      1,
      1,
    ]);
  });

  it('is a conflict where the file has changed in the same lines', () => {
    assert.equal(shown(standing('a\nb\nc\n', 'a\nB\nc\n', 'a\nx\nc\n')), 'conflict');
  });

  it('is done where the file says the same already', () => {
    assert.equal(shown(standing('a\nb\n', 'a\nB\n', 'a\r\nB\r\n')), 'done');
    assert.equal(shown(standing('a\nb\nc\n', 'a\nB\nc\n', 'a\nB\nc\nd\n')), 'done');
    assert.equal(shown(standing(null, 'a\n', 'a\n')), 'done');
    assert.equal(shown(standing('a\n', null, null)), 'done');
  });

  it('that creates a file counts its lines, unless another file is there by now', () => {
    assert.deepEqual(shown(standing(null, 'a\nb\n', null)), ['a\nb\n', 2, 0]);
    assert.deepEqual(shown(standing(null, '', null)), ['', 0, 0]);
    assert.equal(shown(standing(null, 'a\n', 'b\n')), 'taken');
  });

  it('that deletes a file counts its lines, unless the file has changed since', () => {
    assert.deepEqual(shown(standing('a\nb', null, 'a\nb')), [null, 0, 2]);
    assert.deepEqual(shown(standing('', null, '')), [null, 0, 0]);
    assert.equal(shown(standing('a\n', null, 'b\n')), 'conflict');
  });

  it('is gone with its file', () => {
    assert.equal(shown(standing('a\n', 'b\n', null)), 'gone');
  });
});
