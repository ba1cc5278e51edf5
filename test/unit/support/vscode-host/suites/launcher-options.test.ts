// What the launcher understands of the desktop's command line.
import assert from 'node:assert/strict';
import { parseLauncherOptions } from '../../../../support/vscode-host/suites/launcher-options.ts';

const SUITE = '--extensionTestsPath=/project/out/index.cjs';

describe('the launcher', () => {
  it('takes the desktop flags that @vscode/test-electron gives, and passes the others over', () => {
    const options = parseLauncherOptions([
      ...['/some/folder', '--no-sandbox', '--disable-workspace-trust', SUITE],
      ...['--extensionDevelopmentPath=/project', '--extensionDevelopmentPath=/other'],
      ...['--user-data-dir=/home/user', '--extensions-dir=/home/extensions'],
    ]);
    assert.deepEqual(options, {
      extensions: ['/project', '/other'],
      suite: '/project/out/index.cjs',
      version: 'current',
      timeoutSeconds: 300,
      userData: '/home/user',
      extensionsFolder: '/home/extensions',
      folder: '/some/folder',
    });
  });

  it('opens an empty window where no folder is given', () => {
    assert.deepEqual(parseLauncherOptions([SUITE]), {
      extensions: [],
      suite: '/project/out/index.cjs',
      version: 'current',
      timeoutSeconds: 300,
    });
  });

  it('prefers the folder that --folder-uri names', () => {
    const options = parseLauncherOptions(['/some/folder', '--folder-uri=file:///a%20folder', SUITE]);
    assert.equal(options.folder, '/a folder');
  });

  it('takes the version and the deadline that are its own flags', () => {
    const options = parseLauncherOptions([SUITE, '--npm-version=oldest', '--suite-timeout=7.5']);
    assert.deepEqual([options.version, options.timeoutSeconds], ['oldest', 7.5]);
  });

  it('refuses to start without a suite', () => {
    assert.throws(() => parseLauncherOptions(['/some/folder']), /--extensionTestsPath is missing/u);
  });

  it('refuses a version or a deadline that it cannot understand', () => {
    assert.throws(() => parseLauncherOptions([SUITE, '--npm-version=newest']), /current or oldest, not newest/u);
    assert.throws(() => parseLauncherOptions([SUITE, '--suite-timeout=soon']), /number of seconds/u);
  });
});
