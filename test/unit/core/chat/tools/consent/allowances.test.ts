import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type Allowance,
  Allowances,
  type CommandToRun,
  type ExternalTool,
  offeredAllowances,
} from '../../../../../../src/core/chat/tools/consent/allowances.ts';

const command = (line: string, changes: Partial<CommandToRun> = {}): CommandToRun => ({
  line,
  shell: 'posix',
  folder: '/w',
  ...changes,
});
const prefix = (...words: [string, ...string[]]): Allowance => ({
  kind: 'commandPrefix',
  words,
  shell: 'posix',
  folder: '/w',
});

function allowing(...allowed: readonly Allowance[]): Allowances {
  const allowances = new Allowances();
  for (const one of allowed) allowances.add(one);
  return allowances;
}

const covers = (allowances: Allowances, line: string): boolean => allowances.coversCommand(command(line));

describe('allowances', () => {
  it('are offered for the exact line and for prefixes that do not end with an option, the longest first', () => {
    assert.deepEqual(
      offeredAllowances(command('npm run test -- --grep cart')).map((offered) =>
        offered.kind === 'exactCommand' ? offered.command.line : offered.words.join(' '),
      ),
      ['npm run test -- --grep cart', 'npm run test -- --grep cart', 'npm run test'],
    );
    assert.deepEqual(offeredAllowances(command('rm x')), [{ kind: 'exactCommand', command: command('rm x') }]);
    assert.deepEqual(offeredAllowances(command('curl x')), []);
    assert.deepEqual(offeredAllowances(command('npm test > x')), []);
  });

  it('of an exact line cover that line in that folder and shell', () => {
    const allowances = allowing({ kind: 'exactCommand', command: command('npm test 2>&1 | tail -20') });
    assert.equal(covers(allowances, 'npm test 2>&1 | tail -20'), true);
    assert.equal(covers(allowances, 'npm test 2>&1 | tail -21'), false);
    assert.equal(allowances.coversCommand(command('npm test 2>&1 | tail -20', { folder: '/w/a' })), false);
    assert.equal(allowances.coversCommand(command('npm test 2>&1 | tail -20', { shell: 'fish' })), false);
  });

  it('of a prefix cover plain words behind it, and nothing else', () => {
    const allowances = allowing(prefix('npm', 'test'), prefix('git', 'diff'), prefix('ls'));
    for (const line of ['npm test', 'npm  test', 'npm test cart', '"npm" test', 'git diff src/a.ts', 'ls src', 'ls .'])
      assert.equal(covers(allowances, line), true, line);
    for (const line of [
      'npm',
      'npm tes',
      'npm testing',
      'npm run test',
      'npm test; rm x',
      'npm test && rm x',
      'npm test | sh',
      'npm test &',
      'npm test\nrm x',
      'npm test > x',
      'npm test $(rm x)',
      'npm test `rm x`',
      'npm test "$(rm x)"',
      'npm test -- --require x',
      'npm test --script-shell=x',
      'npm --prefix x test',
      'git diff --output=x',
      'git diff --ext-diff',
      'git diff ../x',
      'git diff /etc/passwd',
      'git diff .env',
      'git -c a=b diff',
      'ls ~',
      'ls *',
      'ls .ssh',
      './npm test',
      'A=b npm test',
    ])
      assert.equal(covers(allowances, line), false, line);
    assert.equal(allowances.coversCommand(command('npm test', { folder: '/w/a' })), false);
    assert.equal(allowances.coversCommand(command('npm test', { shell: 'cmd' })), false);
  });

  it('of a prefix never end before the program that runs', () => {
    for (const line of ['pipenv run pytest', 'pixi run test', 'xvfb-run npm test', 'dotenv npm test', 'adb shell ls'])
      assert.deepEqual(
        offeredAllowances(command(line)).map(({ kind }) => kind),
        ['exactCommand'],
        line,
      );
    const allowances = allowing(prefix('pipenv', 'run'), prefix('foo', 'bar'));
    for (const line of ['pipenv run curl x', 'pipenv run rm x', 'pipenv run x', 'foo bar rm x', 'foo bar ls'])
      assert.equal(covers(allowances, line), false, line);
    assert.equal(covers(allowances, 'foo bar src/a.ts'), true);
  });

  it('that no rule offers have no effect', () => {
    const allowances = allowing(
      prefix('rm'),
      prefix('npm'),
      prefix('sh', '-c'),
      prefix('git', 'push'),
      { kind: 'exactCommand', command: command('curl x') },
      { kind: 'exactCommand', command: command('echo $(x)') },
    );
    for (const line of ['rm x', 'npm test', `sh -c 'x'`, 'git push', 'git push origin', 'curl x', 'echo $(x)'])
      assert.equal(covers(allowances, line), false, line);
  });

  it('never cover a line of which the allowed one is a part', () => {
    const tail = fc.array(
      fc.constantFrom(
        ...[
          ';',
          '&',
          '|',
          '\n',
          '$(',
          '`',
          ')',
          '>',
          '<',
          '-',
          ' ',
          'rm',
          'x',
          "'",
          '"',
          '\\',
          '{',
          '*',
          '~',
          '..',
          '/',
          '=',
          '#',
        ],
      ),
      { minLength: 1, maxLength: 6 },
    );
    const allowances = allowing(prefix('npm', 'test'), { kind: 'exactCommand', command: command('npm test') });
    fc.assert(
      fc.property(tail, (pieces) => {
        const line = `npm test${pieces.join('')}`;
        const unquoted = line.replace(/'[^']*'|"[^"]*"/g, '');
        if (covers(allowances, line)) assert.doesNotMatch(unquoted, /[;&|\n$`()<>\\{}*~=#'"]| -|\.\.| \//);
      }),
      { numRuns: 3000, seed: 4 },
    );
  });

  for (const path of [
    'package.json',
    'packages/a/package.json',
    'Makefile',
    'vite.config.ts',
    'conftest.py',
    'build.rs',
    '.husky/pre-commit',
    'hooks/post-merge',
    '.github/workflows/ci.yml',
    '.mocharc.json',
    'node_modules/mocha/index.js',
    'run.sh',
  ]) {
    it(`are asked again once nobody has looked at a change of ${path}`, () => {
      const allowances = allowing(prefix('npm', 'test'), { kind: 'exactCommand', command: command('make') });
      allowances.changedUnseen(path);
      assert.deepEqual(allowances.all, []);
    });
  }

  it('are asked again once a file that they name has changed unseen, and kept where another one has', () => {
    const check = prefix('node', 'scripts/check.js');
    const test = prefix('npm', 'test');
    const allowances = allowing(check, test, { kind: 'exactCommand', command: command('bash scripts/check.js') });
    allowances.changedUnseen('/w/src/cart.ts');
    assert.equal(allowances.all.length, 3);
    allowances.changedUnseen('/w/scripts/check.js');
    assert.deepEqual(allowances.all, [test]);
  });

  describe("of others' tools", () => {
    const tool: ExternalTool = { source: 'tides', name: 'read', description: 'Reads.', inputSchema: '{}' };
    it('cover the tool as it was', () => {
      assert.equal(allowing({ kind: 'externalTool', tool }).coversTool({ ...tool }), true);
    });
    for (const changes of [{ source: 'x' }, { name: 'x' }, { description: 'x' }, { inputSchema: '{"a":1}' }]) {
      it(`end with a change of its ${Object.keys(changes).join()}`, () => {
        assert.equal(allowing({ kind: 'externalTool', tool }).coversTool({ ...tool, ...changes }), false);
      });
    }
  });
});
