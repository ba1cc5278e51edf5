// Knows for what a person is asked: for where a file really is as much as for what it is called.
import assert from 'node:assert/strict';
import { attachReasons, type FileOrigin } from '../../../../../src/core/chat/attachments/attach-reasons.ts';

const origin = (given: Partial<FileOrigin> = {}): FileOrigin => ({ scheme: 'file', path: '/project/notes.txt', realPath: '/project/notes.txt', lies: 'inside', ...given });
const token = `npm_${'aB3'.repeat(12)}`;

describe('the reasons to ask before something is attached', () => {
  it('are none for what lies in the workspace and looks harmless', () => {
    assert.deepEqual(attachReasons(origin(), 'words'), []);
    assert.deepEqual(attachReasons(null, 'words'), []);
  });

  it('are where a file really lies, and what it is really called', () => {
    assert.deepEqual(attachReasons(origin({ realPath: '/home/a/diary.txt', lies: 'outside' }), 'words'), ['outside']);
    assert.deepEqual(attachReasons(origin({ realPath: '/home/a/.ssh/id_rsa', lies: 'linkedAway' }), 'words'), ['linkedAway', 'secretName']);
    assert.deepEqual(attachReasons(origin({ realPath: '/project/.env' }), 'words'), ['secretName']);
    assert.deepEqual(attachReasons(origin({ lies: 'behindLink' }), 'words'), ['behindLink']);
  });

  it('are what a file is called where its link leads to a harmless name', () => {
    assert.deepEqual(attachReasons(origin({ path: '/project/.env' }), 'words'), ['secretName']);
  });

  it('are what a text says, also where it comes from no file in particular', () => {
    assert.deepEqual(attachReasons(origin(), token), ['secretText']);
    assert.deepEqual(attachReasons(null, token), ['secretText']);
  });

  it('are only where a folder lies, when its names alone are sent', () => {
    assert.deepEqual(attachReasons(origin({ realPath: '/home/a/.ssh', path: '/project/.ssh', lies: 'outside' }), null), ['outside']);
    assert.deepEqual(attachReasons(origin({ realPath: '/project/.ssh/x' }), null), []);
  });

  it('are that git ignores it', () => {
    assert.deepEqual(attachReasons(origin(), 'words', true), ['ignoredByGit']);
  });
});
