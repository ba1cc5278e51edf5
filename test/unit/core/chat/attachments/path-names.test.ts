import assert from 'node:assert/strict';
import { looseNames, mayTouch, namesDevice, shareOf } from '../../../../../src/core/chat/attachments/path-names.ts';

describe('the names of a path', () => {
  it('are one for every file system that takes them for one', () => {
    const spellings = [
      '/A/Caf\u00E9.TXT',
      '/a/cafe\u0301.txt',
      '\\a\\caf\u00E9.txt.',
      '/a/./caf\u00E9.txt ',
      '/a/caf\u00E9.txt:hidden:$DATA',
      '/a\u200D/caf\u00E9\uFEFF.txt',
    ];
    assert.deepEqual([...new Set(spellings.map((path) => looseNames(path).join('/')))], ['a/caf\u00E9.txt']);
  });
});

describe('a path to a device', () => {
  for (const path of [
    'c:\\a\\CON',
    'c:\\a\\nul.txt',
    'c:\\aux\\b.txt',
    'c:\\com1',
    'c:\\LPT9.log',
    'c:\\COM\u00B9',
    'c:\\prn ',
    'c:\\prn .txt',
    'c:\\nul:stream',
    'CONIN$',
    '\\\\.\\PhysicalDrive0',
    '//./pipe/x',
    '\\\\?\\GLOBALROOT\\Device',
    '\\??\\c:\\a',
  ]) {
    it(`is ${path} on Windows`, () => assert.equal(namesDevice(path, 'win32'), true));
  }
  for (const path of ['/dev/zero', '/proc/self/environ', '/sys/kernel', '/dev', '//dev/tty', '/dev/fd/3', '/dev/shm']) {
    it(`is ${path} elsewhere`, () => assert.equal(namesDevice(path, 'linux'), true));
  }
  it('is no file that is only called alike', () => {
    const paths = ['c:\\a\\console.ts', 'c:\\a\\nulls.txt', 'c:\\a\\com10', 'c:\\a\\my.con', 'c:\\auxiliary\\a'];
    assert.deepEqual(
      paths.filter((path) => namesDevice(path, 'win32')),
      [],
    );
    assert.deepEqual(
      ['/a/con', '/devices/a', '/home/proc/a', '/dev/shm/a', '/a/dev/zero'].filter((path) =>
        namesDevice(path, 'linux'),
      ),
      [],
    );
  });
});

describe('a path that leads to another machine', () => {
  it('names its share in one spelling', () => {
    assert.equal(shareOf('\\\\Server\\Share\\a.txt', 'win32'), '//server/share');
    assert.equal(shareOf('//server/share', 'win32'), '//server/share');
    assert.equal(shareOf('c:\\a', 'win32'), null);
    assert.equal(shareOf('//server/share/a', 'linux'), null);
  });

  it('is not touched unless the workspace lies on the same share', () => {
    const path = '\\\\server\\share\\a.txt';
    assert.equal(mayTouch(path, [], 'win32'), false);
    assert.equal(mayTouch(path, ['c:\\work', '\\\\other\\share\\work', '\\\\server\\shared'], 'win32'), false);
    assert.equal(mayTouch(path, ['\\\\SERVER\\share\\work'], 'win32'), true);
    assert.equal(mayTouch('\\\\server', ['\\\\server\\share'], 'win32'), false);
    assert.equal(mayTouch('//server/share/a.txt', [], 'linux'), true);
  });
});
