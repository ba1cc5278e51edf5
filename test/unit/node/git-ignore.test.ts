import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ignoredNames, isAmong, whetherGitIgnores } from '../../../src/node/git/git-ignore.ts';
import { findGit } from '../../../src/node/git/git-program.ts';

describe('git', () => {
  let home: string;
  let folder: string;
  let ran: string;
  beforeEach(async () => {
    home = await realpath(await mkdtemp(path.join(tmpdir(), 'git-ignore-')));
    folder = path.join(home, 'work');
    ran = path.join(home, 'ran');
    await mkdir(folder);
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  const git = (...command: string[]): string =>
    execFileSync('git', command, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const at = (...names: string[]): string => path.join(folder, ...names);
  const ask = (name: string, environment?: NodeJS.ProcessEnv): ReturnType<typeof whetherGitIgnores> =>
    whetherGitIgnores(at(name), [folder], environment);
  const isIgnored = async (name: string, environment?: NodeJS.ProcessEnv): Promise<boolean> =>
    (await ask(name, environment)) === 'ignored';
  const repository = async (rules: string): Promise<void> => {
    git('init', '--quiet');
    await writeFile(at('.gitignore'), rules);
  };
  /** A program that leaves a mark where it is run, and says of everything that it is ignored. */
  const marker = async (file: string): Promise<string> => {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, `#!/bin/sh\necho "$0" >> '${ran}'\nexit 0\n`);
    await chmod(file, 0o755);
    return file;
  };

  describe('asked about a folder', () => {
    const names = async (environment?: NodeJS.ProcessEnv): Promise<string[] | null> => {
      const found = await ignoredNames(folder, [folder], environment);
      return found === null ? null : [...found].sort();
    };

    it('names all that a rule ignores, a folder once, and nothing that it keeps', async () => {
      await repository('*.log\n/out\n-odd\n');
      await mkdir(at('out', 'deep'), { recursive: true });
      await mkdir(at('src'));
      for (const name of ['a.log', '-odd', 'a.ts', 'out/b.js', 'out/deep/c.js', 'src/d.log', 'src/e.ts', 'kept.log'])
        await writeFile(at(name), '');
      git('add', '--force', 'kept.log');
      assert.deepEqual(await names(), ['-odd', 'a.log', 'out/', 'src/d.log']);
      const ignored = new Set(await names());
      const asked = ['out/deep/c.js', 'out/b.js', 'src/d.log', 'src/e.ts', 'outer', 'kept.log'];
      assert.deepEqual(
        asked.map((name) => isAmong(ignored, name)),
        [true, true, true, false, false, false],
      );
    });

    it('names nothing outside a repository, and where there is no git', async () => {
      assert.deepEqual(await names(), []);
      await repository('*.log\n');
      await writeFile(at('a.log'), '');
      assert.deepEqual(await names({ PATH: home }), []);
    });

    it('gives up where its rules come from a pipe that nobody writes into', async () => {
      await repository('*.log\n');
      execFileSync('mkfifo', [at('pipe')]);
      git('config', 'core.excludesFile', at('pipe'));
      assert.equal(await names(), null);
    });

    it('runs no program that the repository names', async () => {
      await repository('*.log\n');
      git('config', 'core.fsmonitor', await marker(at('monitor.sh')));
      await names();
      assert.equal(existsSync(ran), false);
    });
  });

  describe('asked about a file', () => {
    it('says that it is ignored where a rule says so, and only then', async () => {
      await repository('*.log\n-odd\n');
      assert.deepEqual(await Promise.all(['a.log', '-odd', 'a.ts'].map((name) => isIgnored(name))), [
        true,
        true,
        false,
      ]);
    });

    it('takes the name for a name, whatever it would mean as a pattern', async () => {
      await repository('secret*\n');
      await mkdir(at('sub'));
      await writeFile(at('sub', '.gitignore'), '*.txt\n!:*\n');
      const names = [':(exclude)secret', ':(glob)secret', ':/secret', ':!secret', '[s]ecret', 'secre?', '*'];
      assert.deepEqual(
        await Promise.all(names.map((name) => isIgnored(name))),
        names.map(() => false),
      );
      await appendFile(at('.gitignore'), ':(icase)a\n\\*\n');
      assert.deepEqual(await Promise.all([':(icase)a', '*', 'A'].map((name) => isIgnored(name))), [true, true, false]);
      assert.equal(await isIgnored('sub/:(top)a.txt'), false);
    });

    it('says that it is ignored where a repository around its own one says so, and asks none above the open folder', async () => {
      await repository('private/\n');
      await mkdir(at('private', 'deep', 'deeper'), { recursive: true });
      await mkdir(at('plain', 'inner', 'kept'), { recursive: true });
      for (const name of ['private', 'private/deep', 'plain', 'plain/inner', 'plain/inner/kept'])
        execFileSync('git', ['init', '--quiet', at(name)]);
      await writeFile(at('plain', '.gitignore'), 'kept/\n');
      const names = [
        'private/a',
        'private/deep/a',
        'private/deep/deeper/a',
        'plain/a',
        'plain/inner/kept/a',
        'plain/b/kept',
      ];
      assert.deepEqual(await Promise.all(names.map((name) => isIgnored(name))), [true, true, true, false, true, false]);
      assert.equal(await whetherGitIgnores(at('private', 'a'), [at('private')]), 'notIgnored');
    });

    it('says nothing outside a repository, nor of a folder that is not there', async () => {
      assert.equal(await isIgnored('a.log'), false);
      assert.equal(await isIgnored(path.join('gone', 'a.log')), false);
    });

    it('says nothing where its rules come from a pipe that nobody writes into, and nobody waits for it for long', async () => {
      await repository('*.log\n');
      execFileSync('mkfifo', [at('pipe')]);
      git('config', 'core.excludesFile', at('pipe'));
      assert.equal(await ask('a.ts'), 'none');
      git('config', '--unset', 'core.excludesFile');
      assert.equal(await ask('a.ts'), 'notIgnored');
      await rm(at('.git', 'info', 'exclude'));
      execFileSync('mkfifo', [at('.git', 'info', 'exclude')]);
      assert.equal(await ask('a.ts'), 'none');
    });

    it('is asked about the repository of the file, whatever the environment names', async () => {
      await repository('*.log\n');
      const other = path.join(home, 'other');
      execFileSync('git', ['init', '--quiet', other]);
      const environment = {
        ...process.env,
        GIT_DIR: path.join(other, '.git'),
        GIT_WORK_TREE: other,
        GIT_ICASE_PATHSPECS: '1',
        GIT_GLOB_PATHSPECS: '1',
      };
      assert.equal(await isIgnored('a.log', environment), true);
    });
  });

  describe('is never one of the workspace', () => {
    const { PATH = '' } = process.env;
    const others = PATH.split(path.delimiter);
    const search = (...first: string[]): NodeJS.ProcessEnv => ({
      ...process.env,
      PATH: [...first, ...others].join(path.delimiter),
    });

    it('by a folder of the search path that lies in it, or leads into it or out of it', async () => {
      await repository('*.log\n');
      await marker(at('bin', 'git'));
      await symlink(at('bin'), path.join(home, 'bin'));
      const outside = await marker(path.join(home, 'tools', 'git'));
      await symlink(path.dirname(outside), at('tools'));
      assert.equal(await isIgnored('a.ts', search(at('bin'), folder, path.join(home, 'bin'), at('tools'))), false);
      assert.equal(existsSync(ran), false);
    });

    it('by a link to it from a folder of the search path', async () => {
      await repository('*.log\n');
      await mkdir(path.join(home, 'links'));
      await symlink(await marker(at('evil')), path.join(home, 'links', 'git'));
      assert.equal(await isIgnored('a.ts', search(path.join(home, 'links'))), false);
      assert.equal(existsSync(ran), false);
    });

    it('by a search path that is relative or empty, in the folder of the file or in that of this process', async () => {
      await repository('*.log\n');
      await marker(at('git'));
      await marker(at('bin', 'git'));
      assert.equal(await isIgnored('a.ts', search('', '.', 'bin', './bin', '..')), false);
      assert.equal(existsSync(ran), false);
      assert.deepEqual(
        (await findGit([folder], search('.', '', 'bin')))?.environment['PATH']?.split(path.delimiter),
        others.filter((name) => path.isAbsolute(name)),
      );
    });

    it('so that there may be none at all', async () => {
      await repository('*\n');
      await marker(at('bin', 'git'));
      assert.equal(await isIgnored('a.ts', { PATH: at('bin') }), false);
      assert.equal(await isIgnored('a.ts', {}), false);
      assert.equal(await findGit(['/'], process.env), null);
    });

    it('but one of another folder, run under its real name', async () => {
      const real = await marker(path.join(home, 'real', 'git'));
      await mkdir(path.join(home, 'links'));
      await symlink(real, path.join(home, 'links', 'git'));
      assert.equal((await findGit([folder], search(path.join(home, 'links'))))?.file, real);
    });
  });

  describe('runs no program that a repository names', () => {
    it('as its monitor, hook, pager, alias or transport', async () => {
      await repository('*.log\n');
      const program = await marker(path.join(home, 'program'));
      await marker(at('.git', 'hooks', 'post-index-change'));
      for (const [key, value] of [
        ['core.fsmonitor', program],
        ['core.hooksPath', path.dirname(program)],
        ['core.pager', program],
        ['pager.check-ignore', 'true'],
        ['alias.check-ignore', `!${program}`],
        ['core.sshCommand', program],
        ['core.askPass', program],
        ['credential.helper', `!${program}`],
        ['core.untrackedCache', 'true'],
        ['trace2.eventTarget', path.join(home, 'traced')],
      ] as const)
        git('config', key, value);
      assert.deepEqual([await isIgnored('a.log'), await isIgnored('a.ts')], [true, false]);
      assert.deepEqual([existsSync(ran), existsSync(path.join(home, 'traced'))], [false, false]);
    });

    it('to fetch rules that it lacks', async () => {
      await repository('*.log\n');
      const program = await marker(path.join(home, 'program'));
      git('add', '.gitignore');
      git('update-index', '--skip-worktree', '.gitignore');
      const [, blob = ''] = git('ls-files', '--stage').split(' ');
      await rm(at('.git', 'objects', blob.slice(0, 2), blob.slice(2)));
      await rm(at('.gitignore'));
      for (const [key, value] of [
        ['core.repositoryFormatVersion', '1'],
        ['extensions.partialClone', 'origin'],
        ['remote.origin.url', `ext::${program}`],
        ['remote.origin.promisor', 'true'],
        ['protocol.ext.allow', 'always'],
        ['protocol.allow', 'always'],
      ] as const)
        git('config', key, value);
      await isIgnored('a.log');
      assert.equal(existsSync(ran), false);
      // The same question without what guards it does run the program, so that the scene is a true one.
      assert.throws(() => git('check-ignore', '--quiet', '--', 'a.log'));
      assert.equal(existsSync(ran), true);
    });
  });
});
