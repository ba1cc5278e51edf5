import assert from 'node:assert/strict';
import { Allowances } from '../../../../../../src/core/chat/tools/consent/allowances.ts';
import {
  type Action,
  consentTable,
  decide,
  type FoundFile,
  type Mode,
  modes,
  type Subject,
  subjectOf,
  subjects,
} from '../../../../../../src/core/chat/tools/consent/consent.ts';

const file = (path: string, changes: Partial<FoundFile> = {}): FoundFile => ({
  scheme: 'file',
  path: `/w/${path}`,
  realPath: `/w/${path}`,
  lies: 'inside',
  within: [path, (changes.realPath ?? path).replace('/w/', '')],
  git: 'notIgnored',
  ...changes,
});
type Judged = Parameters<typeof subjectOf>[0];
const read = (...files: FoundFile[]): Judged => ({ kind: 'read', files });
const edit = (...files: FoundFile[]): Judged => ({ kind: 'edit', files, concerns: [] });
const remove = (...files: FoundFile[]): Action => ({ kind: 'delete', files });
const command = (line: string, liesInside = true, isSandboxed = false): Action => ({
  kind: 'command',
  command: { line, shell: 'posix', folder: '/w' },
  liesInside,
  isSandboxed,
});
const tool = { source: 'tides', name: 'read', description: 'Reads.', inputSchema: '{}' };

function decision(action: Action, mode: Mode, allowances = new Allowances(), isTrusted = true): string {
  const decided = decide(action, { mode, isTrusted, allowances });
  return decided.kind;
}

const samples: Readonly<Record<Subject, Action>> = {
  readInside: read(file('src/cart.ts')),
  readPrivate: read(file('dist/out.js', { git: 'ignored' })),
  readOutside: read(file('x', { path: '/etc/passwd', realPath: '/etc/passwd', lies: 'outside' })),
  edit: edit(file('src/cart.ts')),
  protectedEdit: edit(file('.vscode/tasks.json')),
  delete: remove(file('src/cart.ts')),
  command: command('npm test'),
  sandboxedCommand: command('npm test', true, true),
  externalTool: { kind: 'externalTool', tool },
};

describe('consent', () => {
  it('is given by this table, without anything allowed', () => {
    const decided = Object.fromEntries(
      subjects.map((subject) => [subject, modes.map((mode) => decision(samples[subject], mode))]),
    );
    assert.deepEqual(modes, ['askAll', 'acceptEdits', 'sandbox', 'plan']);
    assert.deepEqual(decided, {
      readInside: ['free', 'free', 'free', 'free'],
      readPrivate: ['ask', 'ask', 'ask', 'ask'],
      readOutside: ['ask', 'ask', 'ask', 'ask'],
      edit: ['ask', 'free', 'free', 'refuse'],
      protectedEdit: ['ask', 'ask', 'ask', 'refuse'],
      delete: ['ask', 'ask', 'ask', 'refuse'],
      command: ['ask', 'ask', 'ask', 'refuse'],
      sandboxedCommand: ['ask', 'ask', 'free', 'refuse'],
      externalTool: ['ask', 'ask', 'ask', 'refuse'],
    });
  });

  it('is by an allowance for commands and external tools alone', () => {
    const allowances = new Allowances();
    allowances.add({ kind: 'exactCommand', command: { line: 'npm test', shell: 'posix', folder: '/w' } });
    allowances.add({ kind: 'externalTool', tool });
    const decided = Object.fromEntries(
      subjects.map((subject) => [subject, modes.map((mode) => decision(samples[subject], mode, allowances))]),
    );
    // What was allowed was never meant for outside of a sandbox.
    assert.deepEqual(decided['command'], ['free', 'free', 'ask', 'refuse']);
    assert.deepEqual(decided['sandboxedCommand'], ['free', 'free', 'free', 'refuse']);
    assert.deepEqual(decided['externalTool'], ['free', 'free', 'free', 'refuse']);
    const asked = subjects.filter((subject) =>
      modes.some((mode) => consentTable[mode][subject] === 'askUnlessAllowed'),
    );
    assert.deepEqual(asked, ['command', 'sandboxedCommand', 'externalTool']);
  });

  it('is never given in a workspace that nobody trusts', () => {
    for (const action of [...Object.values(samples), { kind: 'show' } as const])
      assert.deepEqual(decide(action, { mode: 'acceptEdits', isTrusted: false, allowances: new Allowances() }), {
        kind: 'refuse',
        why: 'untrusted',
      });
  });

  it('is not needed to ask a person or to show a plan', () => {
    for (const mode of modes) assert.equal(decision({ kind: 'show' }, mode), 'free');
  });

  it('is asked for a command in a folder outside, whatever is allowed', () => {
    const allowances = new Allowances();
    allowances.add({ kind: 'exactCommand', command: { line: 'npm test', shell: 'posix', folder: '/w' } });
    assert.equal(decision(command('npm test', false), 'askAll', allowances), 'ask');
  });

  for (const [name, action, reasons] of [
    ['a secret file', read(file('.env')), ['secretName']],
    ['an ignored file', read(file('dist/a.js', { git: 'ignored' })), ['ignoredByGit']],
    ['a file of which git says nothing', read(file('a.js', { git: 'none' })), ['gitUnknown']],
    ['a file outside', read(file('a', { lies: 'outside' })), ['outside']],
    ['a link to a secret', read(file('notes.txt', { realPath: '/w/.ssh/id_rsa' })), ['secretName']],
    ['one bad file among good ones', read(file('a.ts'), file('.env')), ['secretName']],
    ['an edit of a protected file', edit(file('.github/workflows/ci.yml')), ['protected']],
    ['an edit by another name', edit(file('notes.txt', { realPath: '/w/.git/config' })), ['protected']],
    ['an edit outside', edit(file('x', { lies: 'outside' })), ['outside']],
    ['a move onto a protected file', edit(file('a.json'), file('.vscode/settings.json')), ['protected']],
    ['a move onto a protected folder', edit(file('a'), file('.vscode')), ['protected']],
    ['an agent file', edit(file('AGENTS.md')), ['protected']],
    [
      'scripts that run by themselves',
      { kind: 'edit', files: [file('package.json')], concerns: ['lifecycleScripts'] } as const,
      ['lifecycleScripts'],
    ],
    [
      'an edit of what is not saved',
      { kind: 'edit', files: [file('a.ts')], concerns: ['unsavedChanges'] } as const,
      ['unsavedChanges'],
    ],
    ['the end of a protected folder', remove(file('.git')), ['protected']],
    ['a command that sends something', command('git push'), ['commandAlwaysAsked']],
    ['a command that nobody can read', command('echo $(x)'), ['commandAlwaysAsked']],
    ['a command outside', command('npm test', false), ['outside']],
    ['a plain command', command('npm test'), []],
  ] as const) {
    it(`is asked for with its reason: ${name}`, () => {
      assert.deepEqual(decide(action, { mode: 'acceptEdits', isTrusted: true, allowances: new Allowances() }), {
        kind: 'ask',
        reasons,
      });
    });
  }

  it('is asked for with its reason where a command is for outside of the sandbox', () => {
    const state = { mode: 'sandbox', isTrusted: true, allowances: new Allowances() } as const;
    assert.deepEqual(decide(command('npm test'), state), { kind: 'ask', reasons: ['outsideSandbox'] });
    assert.deepEqual(decide(command('git push'), state), {
      kind: 'ask',
      reasons: ['outsideSandbox', 'commandAlwaysAsked'],
    });
    assert.deepEqual(decide(command('echo $(x) > y', true, true), state), { kind: 'free' });
  });

  it('of several files is that of the strictest', () => {
    assert.equal(subjectOf(edit(file('a.ts'), file('b.ts'))), 'edit');
    assert.equal(subjectOf(edit(file('a.ts'), file('.env'))), 'protectedEdit');
    assert.equal(subjectOf(read(file('.env'), file('x', { lies: 'outside' }))), 'readOutside');
  });
});
