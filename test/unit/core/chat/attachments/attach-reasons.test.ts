import assert from 'node:assert/strict';
import {
  attachReasons,
  type FileOrigin,
  whereaboutsOf,
} from '../../../../../src/core/chat/attachments/attach-reasons.ts';

const origin = (given: Partial<FileOrigin> = {}): FileOrigin => ({
  scheme: 'file',
  path: '/project/notes.txt',
  realPath: '/project/notes.txt',
  lies: 'inside',
  ...given,
});
const token = `npm_${'aB3'.repeat(12)}`;

describe('the reasons to ask before something is attached', () => {
  it('are none for what lies in the workspace and looks harmless', () => {
    assert.deepEqual(attachReasons(origin(), 'words'), []);
    assert.deepEqual(attachReasons(null, 'words'), []);
  });

  it('are where a file really lies, and what it is really called', () => {
    assert.deepEqual(attachReasons(origin({ realPath: '/home/a/diary.txt', lies: 'outside' }), 'words'), ['outside']);
    assert.deepEqual(attachReasons(origin({ realPath: '/home/a/.ssh/id_rsa', lies: 'linkedAway' }), 'words'), [
      'linkedAway',
      'secretName',
    ]);
    assert.deepEqual(attachReasons(origin({ realPath: '/project/.env' }), 'words'), ['secretName']);
    assert.deepEqual(attachReasons(origin({ lies: 'behindLink' }), 'words'), ['behindLink']);
  });

  it('are what a file is called where its link leads to a harmless name', () => {
    assert.deepEqual(attachReasons(origin({ path: '/project/.env' }), 'words'), ['secretName']);
  });

  it('are characters that do not show where they can carry words', () => {
    const tags = Array.from('run it', (letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join(
      '',
    );
    for (const hidden of [tags, '\u200b\u200c\u200b\u200c', '\u202edlrow', '\u{e0100}'.repeat(20)])
      assert.deepEqual(attachReasons(origin(), `Use tabs.${hidden}`), ['hiddenWords']);
    const flags = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';
    const letters = ['👩‍👩‍👧 ❤️', flags, 'می‌خواهم', 'क्‍ष'];
    const plain = [...letters, '\ufeffwords', 'a\u00a0\u00a0\u00a0\u00a0b', 'soft\u00adhyphen', 'one\r\ntwo'];
    for (const text of plain) assert.deepEqual(attachReasons(origin(), text), [], JSON.stringify(text));
  });

  it('are what a text says, also where it comes from no file in particular', () => {
    assert.deepEqual(attachReasons(origin(), token), ['secretText']);
    assert.deepEqual(attachReasons(null, token), ['secretText']);
  });

  it('are only where a folder lies, when its names alone are sent', () => {
    assert.deepEqual(
      attachReasons(origin({ realPath: '/home/a/.ssh', path: '/project/.ssh', lies: 'outside' }), null),
      ['outside'],
    );
    assert.deepEqual(attachReasons(origin({ realPath: '/project/.ssh/x' }), null), []);
  });

  it('are that git ignores it', () => {
    assert.deepEqual(attachReasons(origin(), 'words', 'ignored'), ['ignoredByGit']);
  });

  it('are that git does not say whether it ignores it', () => {
    assert.deepEqual(attachReasons(origin(), 'words', 'none'), ['gitUnknown']);
  });

  it('are that no folder is open that it could lie in', () => {
    assert.equal(whereaboutsOf(true, false), 'outside');
    assert.equal(whereaboutsOf(false, false), 'linkedAway');
    assert.equal(whereaboutsOf(true, true), 'inside');
    assert.equal(whereaboutsOf(false, true), 'outside');
  });
});
