import assert from 'node:assert/strict';
import { sandboxEnvironment } from '../../../../../../src/core/chat/tools/sandbox/environment.ts';
import { guardOf } from '../../../../../../src/core/chat/tools/sandbox/guarded-names.ts';

describe('what the sandbox does with a file of the workspace', () => {
  const cases = {
    free: ['src/cart.ts', 'Makefile', 'README.md', '.gitignore', '.nyc_output', 'web/.cache', '.editorconfig'],
    readOnly: [
      ...['package.json', 'web/package.json', 'AGENTS.md', 'a/CLAUDE.md', '.mcp.json', 'shop.code-workspace'],
      ...['.bashrc', '.zshenv', '.gitmodules', 'eslint.config.js', 'Agents.md', '.unknown-tool.json'],
    ],
    hidden: ['.env', 'a/.env.local', 'id_rsa', '.npmrc', '.netrc', 'server.pem', 'credentials.json'],
  } as const;
  for (const guard of ['free', 'readOnly', 'hidden'] as const)
    it(`is by its name: ${guard}`, () => {
      assert.deepEqual(
        cases[guard].filter((path) => guardOf(path, false) !== guard),
        [],
      );
    });

  it('is by its name for a folder with all that is in it', () => {
    const folders = ['.vscode', '.git', 'lib/.git', '.github/workflows', 'node_modules', '.venv', '.claude', '.husky'];
    assert.deepEqual(
      folders.filter((path) => guardOf(path, true) !== 'readOnly'),
      [],
    );
    assert.deepEqual([guardOf('.aws', true), guardOf('x/.ssh', true)], ['hidden', 'hidden']);
    assert.deepEqual(
      [guardOf('src', true), guardOf('.github', true), guardOf('.cache', true)],
      ['free', 'free', 'free'],
    );
  });
});

describe('the environment in the sandbox', () => {
  it('is what says where programs are and how they speak, and nothing else', () => {
    const given = {
      ...{ PATH: '/usr/bin', HOME: '/home/ada', LANG: 'de_DE.UTF-8', LC_ALL: 'C', NODE_ENV: 'test', MADE_UP: 'x' },
      ...{ SSH_AUTH_SOCK: '/tmp/s', DBUS_SESSION_BUS_ADDRESS: 'unix:', DISPLAY: ':0', WAYLAND_DISPLAY: 'w' },
      ...{ VSCODE_IPC_HOOK_CLI: '/tmp/i', DOCKER_HOST: 'unix:', XDG_RUNTIME_DIR: '/run/user/1', AWS_SECRET: 'x' },
      ...{
        GITHUB_TOKEN: 'x',
        npm_config__auth: 'x',
        NODE_OPTIONS: '--require /tmp/x',
        LD_PRELOAD: 'x.so',
        EMPTY: undefined,
      },
    };
    assert.deepEqual(sandboxEnvironment(given), {
      ...{ PATH: '/usr/bin', HOME: '/home/ada', LANG: 'de_DE.UTF-8', LC_ALL: 'C', NODE_ENV: 'test', TMPDIR: '/tmp' },
    });
  });

  it('holds no value that looks secret, whatever its name', () => {
    assert.deepEqual(sandboxEnvironment({ LANG: `ghp_${'a1B2'.repeat(9)}` }), { TMPDIR: '/tmp' });
  });
});
