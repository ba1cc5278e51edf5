import assert from 'node:assert/strict';
import { type ChangeStatus, changeStatus } from '../../../../../src/core/chat/review/change-status.ts';

const uri = 'file:///a.txt';
const status = (original: string | null, proposed: string | null, current: string | null): ChangeStatus =>
  changeStatus({ uri, original, proposed }, current);

const shown = (result: ChangeStatus): unknown =>
  result.kind === 'open' ? [result.text, result.added, result.removed] : result.kind;

describe('a proposed change', () => {
  it('is open with what the file becomes, and how many lines come and go', () => {
    assert.deepEqual(shown(status('a\nb\n', 'a\nB\nc\n', 'a\nb\n')), ['a\nB\nc\n', 2, 1]);
  });

  it('is found again where the file has changed elsewhere, in the line breaks of the file', () => {
    assert.deepEqual(shown(status('a\nb\nc\nd\n', 'a\nb\nc\nD\n', 'x\r\na\r\nb\r\nc\r\nd\r\n')), [
      'x\r\na\r\nb\r\nc\r\nD\r\n',
      1,
      1,
    ]);
  });

  it('is a conflict where the file has changed in the same lines', () => {
    assert.equal(shown(status('a\nb\nc\n', 'a\nB\nc\n', 'a\nx\nc\n')), 'conflict');
  });

  it('is done where the file says the same already', () => {
    assert.equal(shown(status('a\nb\n', 'a\nB\n', 'a\r\nB\r\n')), 'done');
    assert.equal(shown(status('a\nb\nc\n', 'a\nB\nc\n', 'a\nB\nc\nd\n')), 'done');
    assert.equal(shown(status(null, 'a\n', 'a\n')), 'done');
    assert.equal(shown(status('a\n', null, null)), 'done');
  });

  it('that creates a file counts its lines, unless another file is there by now', () => {
    assert.deepEqual(shown(status(null, 'a\nb\n', null)), ['a\nb\n', 2, 0]);
    assert.deepEqual(shown(status(null, '', null)), ['', 0, 0]);
    assert.equal(shown(status(null, 'a\n', 'b\n')), 'taken');
  });

  it('that deletes a file counts its lines, unless the file has changed since', () => {
    assert.deepEqual(shown(status('a\nb', null, 'a\nb')), [null, 0, 2]);
    assert.deepEqual(shown(status('', null, '')), [null, 0, 0]);
    assert.equal(shown(status('a\n', null, 'b\n')), 'conflict');
  });

  it('is gone with its file', () => {
    assert.equal(shown(status('a\n', 'b\n', null)), 'gone');
  });
});
