// Which VS Code the suites run in.
import assert from 'node:assert/strict';
import { chooseHost } from '../../../../support/vscode-host/suites/suite-host.ts';

describe('the VS Code for the suites', () => {
  it('comes from npm on Linux and is downloaded elsewhere', () => {
    assert.deepEqual(chooseHost({}, 'linux'), { kind: 'npm' });
    assert.deepEqual(chooseHost({}, 'darwin'), { kind: 'download' });
    assert.deepEqual(chooseHost({}, 'win32'), { kind: 'download' });
  });

  it('is what the environment asks for', () => {
    assert.deepEqual(chooseHost({ TIDEMARK_VSCODE: 'desktop' }, 'linux'), { kind: 'download' });
    assert.deepEqual(chooseHost({ TIDEMARK_VSCODE: 'npm' }, 'darwin'), { kind: 'npm' });
  });

  it('is the executable that is given, whatever else is asked for', () => {
    const env = { VSCODE_EXECUTABLE: '/opt/code', TIDEMARK_VSCODE: 'npm' };
    assert.deepEqual(chooseHost(env, 'linux'), { kind: 'executable', executable: '/opt/code' });
  });

  it('is not guessed from a word that means neither', () => {
    assert.throws(() => chooseHost({ TIDEMARK_VSCODE: 'web' }, 'linux'), /npm or desktop, not web/u);
  });
});
