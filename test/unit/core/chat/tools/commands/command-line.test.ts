import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { readCommandLine } from '../../../../../../src/core/chat/tools/commands/command-line.ts';

describe('a command line', () => {
  for (const [line, commands] of [
    ['npm test', [['npm', 'test']]],
    ['  npm   test  ', [['npm', 'test']]],
    [`grep -rn 'a b' "src dir"/x.ts`, [['grep', '-rn', 'a b', 'src dir/x.ts']]],
    [`printf '%s\\n' ''`, [['printf', '%s\\n', '']]],
    ['npm test 2>&1', [['npm', 'test']]],
    ['npm test >/dev/null 2>&1', [['npm', 'test']]],
    [
      'npm test 2>&1 | tail -20',
      [
        ['npm', 'test'],
        ['tail', '-20'],
      ],
    ],
    ['a&&b||c;d', [['a'], ['b'], ['c'], ['d']]],
    [`echo 'a;b' "c|d"`, [['echo', 'a;b', 'c|d']]],
    ['make A=b', [['make', 'A=b']]],
  ] as const) {
    it(`is read: ${line}`, () => assert.deepEqual(readCommandLine(line, 'posix'), commands));
  }

  for (const line of [
    '',
    '   ',
    'npm test\nrm -rf .',
    'npm test\r\nrm',
    'npm test &',
    'npm test & rm x',
    'npm test;',
    ';;',
    'a ||| b',
    'a |& b',
    'a &&& b',
    'case x in x) rm;; esac',
    'echo $(rm x)',
    'echo `rm x`',
    'echo "$(rm x)"',
    'echo "`rm x`"',
    'echo $HOME',
    'echo ${IFS}',
    'echo "$HOME"',
    `echo $'\\n'`,
    'echo $((1))',
    'echo > x',
    'echo >> x',
    'cat < x',
    'cat << EOF',
    'cat <<< x',
    'cat <(rm x)',
    'tee >(rm x)',
    'echo 2>/dev/nullx',
    'echo x2>&1',
    'echo 2>&1&',
    'echo 3>&1',
    '(rm x)',
    '{ rm x; }',
    'echo {a,b}',
    'echo a[bc]',
    'echo *.ts',
    'echo a?',
    'echo ~/x',
    'echo a\\ b',
    'echo a\\',
    'echo a # b',
    'echo a#b',
    'echo !!',
    `echo '!!'`,
    'echo "!x"',
    '^a^b',
    'A=b npm test',
    'A+=b npm test',
    'a=b',
    '! npm test',
    'time rm x',
    'if true; then rm x; fi',
    'while true; do rm x; done',
    'function a',
    '[[ a ]]',
    'echo =ls',
    'kill %1',
    `echo 'a`,
    'echo "a',
    `echo 'a''b'`,
    'echo a\tb',
    'echo a\u00a0b',
    'echo "a\u200bb"',
    'echo a\u2028b',
    'échо x',
    `echo ${'a'.repeat(9000)}`,
  ]) {
    it(`is not read: ${JSON.stringify(line).slice(0, 60)}`, () => assert.equal(readCommandLine(line, 'posix'), null));
  }

  it('is read for fish only where a backslash between single quotes cannot end it otherwise', () => {
    assert.deepEqual(readCommandLine(`echo 'a b'`, 'fish'), [['echo', 'a b']]);
    assert.equal(readCommandLine(`echo 'a\\'; rm x; echo 'b'`, 'fish'), null);
  });

  for (const shell of ['powershell', 'cmd'] as const) {
    it(`is read for ${shell} where it is one command of plain words of a known program`, () => {
      assert.deepEqual(readCommandLine('npm run build', shell), [['npm', 'run', 'build']]);
      assert.deepEqual(readCommandLine('git diff "src dir/a.ts"', shell), [['git', 'diff', 'src dir/a.ts']]);
    });
    for (const line of [
      'npm test; del x',
      'npm test & del x',
      'npm test | iex',
      'npm test && del x',
      'npm test %PATH%',
      'npm test $env:X',
      'npm test ^& del',
      'npm test `n',
      'npm test @a',
      'npm test --% x',
      'npm test a,b',
      'npm test (del x)',
      'npm test {del x}',
      `npm test 'a'`,
      'npm test "a\\" & del "b',
      'npm test > x',
      'npm test !x!',
      'Remove-Item x',
      'iex x',
      '. ./x',
      '"npm test"',
      'del x',
    ]) {
      it(`is not read for ${shell}: ${line}`, () => assert.equal(readCommandLine(line, shell), null));
    }
  }

  it('is not read for a shell that nobody knows', () => assert.equal(readCommandLine('npm test', 'unknown'), null));

  describe('beside real shells', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'command-line-'));
    after(() => rmSync(folder, { recursive: true }));
    /** Words and the signs by which shells part, quote, expand and comment; no word names a program. */
    const piece = fc.constantFrom(
      ...[
        'a',
        'b',
        '1',
        '2',
        '-n',
        '--',
        '/dev/null',
        '2>&1',
        '>/dev/null',
        '>',
        '<',
        '&1',
        ' ',
        '  ',
        '\t',
        '\n',
        '\r',
      ],
      ...[
        "'",
        '"',
        '\\',
        '`',
        '$',
        '$(',
        ')',
        '(',
        '{',
        '}',
        '{a,b}',
        '*',
        '?',
        '[a]',
        '~',
        '#',
        '!',
        '=',
        '%',
        '^',
        ',',
      ],
      ...[';', '&', '|', '&&', '||', ';;', '|&', '\u00a0', 'é', '\u200b', "''", '""', "'a b'", '"a b"', "'\\'", '"\\"'],
    );
    const argumentsText = fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join(''));
    const stub = `printf '<%s>\\n'`;
    // Nothing but what is built into the shell can be found, so that even a wrong reading runs nothing.
    const printed = (shell: string, line: string): string =>
      spawnSync(shell, ['-c', line], { cwd: folder, env: { PATH: '/nowhere' }, timeout: 5000, encoding: 'utf8' })
        .stdout;
    const expected = (words: readonly string[]): string =>
      (words.length === 0 ? [''] : words).map((word) => `<${word}>\n`).join('');

    for (const shell of ['/bin/sh', '/bin/bash']) {
      it(`that is read as one command is one for ${shell}, with the same words`, function () {
        this.timeout(120_000);
        let read = 0;
        fc.assert(
          fc.property(argumentsText, (text) => {
            const line = `${stub} ${text}`;
            const commands = readCommandLine(line, 'posix');
            if (commands?.length !== 1 || text.includes('/dev/null')) return;
            read += 1;
            assert.equal(printed(shell, line), expected(commands[0].slice(2)));
          }),
          { numRuns: 1500, seed: 20 },
        );
        assert.equal(read > 100, true, `only ${read} lines were read`);
      });

      it(`that is read as several commands is as many for ${shell}`, function () {
        this.timeout(120_000);
        const word = fc.constantFrom('a', '-b', "'c;d'", '"e&&f"', "'g|h'", 'i=j');
        const lists = fc.array(fc.array(word, { maxLength: 3 }), { minLength: 2, maxLength: 4 });
        fc.assert(
          fc.property(lists, fc.constantFrom(';', '&&', ' ; ', ' && '), (list, between) => {
            const line = list.map((words) => [stub, ...words].join(' ')).join(between);
            const commands = readCommandLine(line, 'posix') ?? assert.fail(line);
            assert.equal(commands.length, list.length);
            assert.equal(printed(shell, line), commands.map(([, , ...words]) => expected(words)).join(''));
          }),
          { numRuns: 40, seed: 21 },
        );
      });
    }
  });
});
