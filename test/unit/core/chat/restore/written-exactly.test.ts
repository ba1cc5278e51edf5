import assert from 'node:assert/strict';
import type { FileBytes } from '../../../../../src/core/chat/restore/file-keeper.ts';
import { writtenExactly } from '../../../../../src/core/chat/restore/restoring.ts';

describe('what an edit has not brought back to the byte', () => {
  const wanted = new TextEncoder().encode('one\r\ntwo\n');
  const end = async (now: FileBytes, isSamePlace = true): Promise<readonly [string, Uint8Array[]]> => {
    const written: Uint8Array[] = [];
    const ended = await writtenExactly(wanted, {
      read: () => Promise.resolve(now),
      isSamePlace: () => Promise.resolve(isSamePlace),
      write: (bytes) => Promise.resolve(void written.push(bytes)),
    });
    return [ended, written];
  };
  const other: FileBytes = { kind: 'bytes', bytes: new TextEncoder().encode('one\r\ntwo\r\n') };

  it('is written where the file is where it was', async () => {
    assert.deepEqual(await end(other), ['done', [wanted]]);
    assert.deepEqual(await end({ kind: 'bytes', bytes: wanted }), ['done', []]);
  });

  it('is not written through a link that came meanwhile, nor where the file is gone', async () => {
    assert.deepEqual(await end({ kind: 'unknown' }), ['refused', []]);
    assert.deepEqual(await end({ kind: 'absent' }), ['refused', []]);
    assert.deepEqual(await end(other, false), ['refused', []]);
  });
});
