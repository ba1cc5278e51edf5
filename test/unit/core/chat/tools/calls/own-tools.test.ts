import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../../../src/core/chat/messages/blocks.ts';
import {
  type CommandEnd,
  type Sandbox,
  type Terminals,
} from '../../../../../../src/core/chat/tools/calls/command-tool.ts';
import type { PreparedCall } from '../../../../../../src/core/chat/tools/calls/offered-tool.ts';
import { ownTools } from '../../../../../../src/core/chat/tools/calls/own-tools.ts';
import type { PlanItem } from '../../../../../../src/core/chat/tools/calls/person-tools.ts';
import { subjectOf } from '../../../../../../src/core/chat/tools/consent/consent.ts';
import { messageRequestSchema } from '../../../../../../src/demo/wire/message-request.ts';
import { requestBody } from '../../../../../../src/core/chat/messages/request-body.ts';
import { userText } from '../../../../../../src/core/chat/messages/message.ts';
import { MemoryWorkspace } from '../../../../../support/fakes/memory-workspace.ts';

class Scene {
  readonly workspace: MemoryWorkspace;
  readonly plans: (readonly PlanItem[])[] = [];
  readonly ran: string[] = [];
  /** A name that leads out of the workspace. */
  link = 'away.txt';
  end: CommandEnd | null = { kind: 'exited', exitCode: 0, output: '' };
  answer: string | null = null;
  sandbox: Sandbox | null = null;

  constructor(files: Readonly<Record<string, string>> = {}) {
    this.workspace = new MemoryWorkspace(files);
  }

  get tools(): ReturnType<typeof ownTools> {
    const terminals: Terminals = {
      place: (path) =>
        Promise.resolve(
          path === 'gone' ? null : { place: { shell: 'posix', folder: `/w/${path ?? ''}` }, liesInside: true },
        ),
      staysInside: (_folder, paths) => Promise.resolve(!paths.includes(this.link)),
      sandbox: () => this.sandbox,
      run: ({ line }) => {
        this.ran.push(line);
        return Promise.resolve(this.end);
      },
    };
    return ownTools(this.workspace, terminals, {
      ask: () => Promise.resolve(this.answer),
      showPlan: (items) => this.plans.push(items),
    });
  }

  async prepare(name: string, input: JsonObject): Promise<PreparedCall | string> {
    const found = this.tools.find(({ definition }) => definition.name === name) ?? assert.fail(name);
    const call = await found.prepare(input, new AbortController().signal);
    if (call.kind === 'prepared') return call;
    assert.equal(call.outcome.isError, true);
    return `impossible: ${textOf(call.outcome.content)}`;
  }

  async prepared(name: string, input: JsonObject): Promise<PreparedCall> {
    const call = await this.prepare(name, input);
    return typeof call === 'string' ? assert.fail(call) : call;
  }

  /** What the model is told; `!` before an error. */
  async run(name: string, input: JsonObject): Promise<string> {
    const call = await this.prepare(name, input);
    if (typeof call === 'string') return call;
    const { isError, content } = await call.run(new AbortController().signal);
    return `${isError ? '! ' : ''}${textOf(content)}`;
  }
}

function textOf(content: readonly { readonly kind: string; readonly text?: string }[]): string {
  return content.map(({ kind, text }) => text ?? kind).join('\n');
}

async function subject(scene: Scene, name: string, input: JsonObject): Promise<string> {
  const { action } = await scene.prepared(name, input);
  return action.kind === 'show' ? 'show' : subjectOf(action);
}

describe("the agent's own tools", () => {
  it('are described as the interface takes it', () => {
    const tools = new Scene().tools.map(({ definition }) => definition);
    const body = requestBody({ model: 'm', maxTokens: 1, messages: [userText('a')], tools }, true);
    assert.equal(messageRequestSchema.safeParse(body).success, true);
    assert.deepEqual(
      tools.map(({ name }) => name),
      [
        'read_file',
        'list_files',
        'search',
        'problems',
        'edit_file',
        'write_file',
        'delete_file',
        'rename_file',
        'run_command',
        'ask_person',
        'update_plan',
      ],
    );
    assert.deepEqual(
      new Scene().tools.filter(({ isReadOnly }) => isReadOnly).map(({ definition }) => definition.name),
      ['read_file', 'list_files', 'search', 'problems'],
    );
  });

  it('say what is wrong with an input', async () => {
    const scene = new Scene({ 'a.ts': 'a' });
    assert.equal(await scene.run('read_file', {}), 'impossible: The input does not fit: path must be string.');
    assert.equal(
      await scene.run('edit_file', { path: 'a.ts', edits: [{ old: 1, new: 'b' }] }),
      'impossible: The input does not fit: edits.0.old must be string.',
    );
    assert.equal(
      await scene.run('edit_file', { path: 'a.ts', edits: [] }),
      'impossible: The input does not fit: edits must have or be at least 1.',
    );
    assert.equal(
      await scene.run('update_plan', { items: [{ text: 'a', state: 'soon' }] }),
      'impossible: The input does not fit: items.0.state must be one of open, doing, done.',
    );
  });

  describe('read_file', () => {
    it('numbers lines, and says which part it is', async () => {
      const scene = new Scene({ 'a.ts': 'one\r\ntwo\r\nthree\r\n', 'b.ts': '' });
      assert.equal(await scene.run('read_file', { path: 'a.ts' }), '1\tone\n2\ttwo\n3\tthree');
      assert.equal(await scene.run('read_file', { path: 'a.ts', from: 2, to: 2 }), '2\ttwo\n(Lines 2 to 2 of 3.)');
      assert.equal(await scene.run('read_file', { path: 'a.ts', from: 9 }), '! The file has only 3 lines.');
      assert.equal(
        await scene.run('read_file', { path: 'a.ts', from: 3, to: 2 }),
        '! The last line that you want is before the first one.',
      );
      assert.equal(await scene.run('read_file', { path: 'b.ts' }), '(The file is empty.)');
    });

    it('is bounded in lines and in characters', async () => {
      const scene = new Scene({
        many: 'x\n'.repeat(5000),
        wide: `${'w'.repeat(100_000)}\n`.repeat(3),
        much: `${'w'.repeat(1999)}\n`.repeat(100),
      });
      assert.match(await scene.run('read_file', { path: 'many' }), /\n2000\tx\n\(Lines 1 to 2000 of 5000\.\)$/);
      const wide = await scene.run('read_file', { path: 'wide' });
      assert.equal(wide.length < 7000, true);
      assert.match(wide, /\(… 98000 characters are left out …\)/);
      const much = await scene.run('read_file', { path: 'much' });
      assert.equal(much.length < 61_000, true);
      assert.match(much, /\(Lines 1 to 29 of 100\.\)$/);
    });

    it('says why there is no text', async () => {
      const scene = new Scene({ 'src/a.ts': 'a' });
      scene.workspace.others.set('a.ipynb', { kind: 'notebook' });
      scene.workspace.others.set('a.bin', { kind: 'binary' });
      assert.equal(
        await scene.run('read_file', { path: 'b.ts' }),
        'impossible: There is no file b.ts. Look for it with list_files or search.',
      );
      assert.equal(
        await scene.run('read_file', { path: 'src' }),
        'impossible: src is a folder. See what is in it with list_files.',
      );
      assert.equal(
        await scene.run('read_file', { path: '/dev/mem' }),
        'impossible: /dev/mem is no file that can be read.',
      );
      assert.match(await scene.run('read_file', { path: 'a.ipynb' }), /^! This is a notebook\./);
      assert.equal(await scene.run('read_file', { path: 'a.bin' }), '! This file is no text.');
    });

    it('is private for what is ignored or secret, and outside for what lies there', async () => {
      const scene = new Scene({ 'a.ts': 'a', '.env': 'A=b', 'dist/a.js': 'a', '/etc/passwd': 'x' });
      scene.workspace.ignored.add('dist/a.js');
      assert.equal(await subject(scene, 'read_file', { path: 'a.ts' }), 'readInside');
      assert.equal(await subject(scene, 'read_file', { path: '.env' }), 'readPrivate');
      assert.equal(await subject(scene, 'read_file', { path: 'dist/a.js' }), 'readPrivate');
      assert.equal(await subject(scene, 'read_file', { path: '/etc/passwd' }), 'readOutside');
    });
  });

  it('list_files names files, and says where there are more', async () => {
    const scene = new Scene(Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`f${n}`, 'x'])));
    const listed = await scene.run('list_files', {});
    assert.equal(listed.split('\n').length, 501);
    assert.match(listed, /\nf499\n\(There are more files: narrow it down\.\)$/);
    assert.equal(await new Scene().run('list_files', { glob: '*.x' }), 'No file matches.');
  });

  it('list_files and search say after how many files they stopped, and how to look further', async () => {
    const scene = new Scene({ 'a.ts': 'tide' });
    scene.workspace.found = [{ name: 'a.ts', line: 1, text: 'tide' }];
    scene.workspace.stoppedAfter = 2000;
    const note =
      '(This stopped after the first 2000 files of a folder, as this editor has no ripgrep: others were not looked at. ' +
      'Give a glob that begins with a folder, such as "src/**", to look only there.)';
    assert.equal(await scene.run('list_files', {}), `a.ts\n${note}`);
    assert.equal(await scene.run('search', { pattern: 'tide' }), `a.ts:1: tide\n${note}`);
    scene.workspace.found = [];
    scene.workspace.files.clear();
    assert.equal(await scene.run('list_files', {}), `No file matches.\n${note}`);
    assert.equal(await scene.run('search', { pattern: 'tide' }), `Nothing was found.\n${note}`);
  });

  it('names the files of no glob that would be tried in thousands of ways, and says so', async () => {
    const glob = `${'{a,b}'.repeat(6)}/${'**/*a*b/'.repeat(100)}`;
    const answer =
      'impossible: The input does not fit: glob has too many alternatives and parts: look for less at once.';
    assert.equal(await new Scene().run('list_files', { glob }), answer);
    assert.equal(await new Scene().run('search', { pattern: 'a', glob }), answer);
  });

  it('search hands on what is asked, and tells nothing of files of secrets', async () => {
    const scene = new Scene();
    scene.workspace.found = [
      { name: 'a.ts', line: 3, text: '  const tide = 1;  ' },
      { name: '.env', line: 1, text: 'KEY=x' },
    ];
    assert.equal(await scene.run('search', { pattern: 'tide', ignoreCase: true }), 'a.ts:3: const tide = 1;');
    assert.deepEqual(scene.workspace.queries, [{ pattern: 'tide', isRegex: false, ignoresCase: true, glob: null }]);
    const regex = { pattern: '(', isRegex: true };
    scene.workspace.found = 'noRegex';
    assert.match(await scene.run('search', regex), /^! The pattern is no regular expression\./);
    scene.workspace.found = 'noRegexHere';
    assert.match(await scene.run('search', regex), /^! This editor has no ripgrep, .* Leave isRegex out\.$/);
    scene.workspace.found = [];
    assert.equal(await scene.run('search', { pattern: 'x' }), 'Nothing was found.');
    scene.workspace.found = Array.from({ length: 300 }, (_, line) => ({ name: 'a', line, text: 'x'.repeat(1000) }));
    const many = await scene.run('search', { pattern: 'x' });
    assert.equal(many.length < 61_000, true);
  });

  it('search tells nothing of files that look like secrets by what they say', async () => {
    const scene = new Scene({ 'a.ts': 'const tide = 1;', 'key.txt': '-----BEGIN PRIVATE KEY-----\nabcd\n' });
    scene.workspace.found = [
      { name: 'a.ts', line: 1, text: 'const tide = 1;\n' },
      { name: 'key.txt', line: 2, text: 'abcd\n' },
    ];
    assert.equal(await scene.run('search', { pattern: 'a' }), 'a.ts:1: const tide = 1;');
  });

  it('problems are those of a file, or of all but secrets', async () => {
    const scene = new Scene({ 'a.ts': 'a' });
    assert.equal(await scene.run('problems', {}), 'No problems are reported.');
    scene.workspace.ignored.add('dist/a.js');
    scene.workspace.reported = ['/home/other/a.ts', '../b.ts', 'dist/a.js', '.env'].map((path) => ({
      ...{ path, severity: 0 },
      line: '1:1 error: private words',
    }));
    assert.equal(await scene.run('problems', {}), 'No problems are reported.');
    scene.workspace.reported = [
      { path: 'a.ts', severity: 0, line: '3:1 error' },
      { path: '.env', severity: 0, line: '1:1 KEY=x' },
    ];
    assert.equal(await scene.run('problems', {}), 'a.ts\n  3:1 error');
  });

  describe('edit_file', () => {
    it('shows the whole text before and after, and writes just that', async () => {
      const scene = new Scene({ 'a.ts': 'one two three' });
      const call = await scene.prepared('edit_file', {
        path: 'a.ts',
        edits: [
          { old: 'two', new: '2' },
          { old: '2 three', new: '2 3' },
        ],
      });
      assert.deepEqual(call.preview, {
        kind: 'changes',
        changes: [{ path: 'a.ts', before: 'one two three', after: 'one 2 3' }],
      });
      assert.equal(scene.workspace.files.get('a.ts'), 'one two three');
      assert.equal(textOf((await call.run(new AbortController().signal)).content), 'Changed a.ts.');
      assert.equal(scene.workspace.files.get('a.ts'), 'one 2 3');
    });

    it('does nothing where the file has changed since it was shown', async () => {
      const scene = new Scene({ 'a.ts': 'one' });
      const call = await scene.prepared('edit_file', { path: 'a.ts', edits: [{ old: 'one', new: '1' }] });
      scene.workspace.files.set('a.ts', 'one and only');
      assert.deepEqual(await call.run(new AbortController().signal), {
        isError: true,
        content: [{ kind: 'text', text: 'Nothing was done: somebody has changed the file meanwhile. Read it again.' }],
      });
      assert.equal(scene.workspace.files.get('a.ts'), 'one and only');
    });

    it('tells the model where its text does not fit', async () => {
      const scene = new Scene({ 'a.ts': 'a\nb\na\n' });
      const edit = (old: string, wanted: string) =>
        scene.run('edit_file', { path: 'a.ts', edits: [{ old, new: wanted }] });
      assert.equal(
        await edit('a', 'x'),
        '! Nothing was changed: edits.0.old stands there more than once, at lines 1, 3. Take lines around it along, or set everywhere.',
      );
      assert.equal(
        await edit('b\nc', 'x'),
        '! Nothing was changed: edits.0.old is not in the file. Its first line stands at line 2. Read the file again.',
      );
      assert.equal(await edit('b', 'b'), '! Nothing was changed: edits.0 makes no difference.');
      assert.equal(
        await scene.run('edit_file', { path: 'c.ts', edits: [{ old: 'a', new: 'b' }] }),
        'impossible: There is no file c.ts. Create it with write_file.',
      );
    });

    it('tells nothing of a file of secrets before the person was asked', async () => {
      const scene = new Scene({ '.env': 'KEY=abc' });
      for (const old of ['KEY=a', 'KEY=x', 'KEY=abc\nmore'])
        assert.notEqual(await subject(scene, 'edit_file', { path: '.env', edits: [{ old, new: old }] }), 'readInside');
      assert.equal(await subject(scene, 'write_file', { path: '.env', content: 'KEY=abc' }), 'readPrivate');
      assert.equal(await subject(scene, 'write_file', { path: '.env', content: 'KEY=abd' }), 'protectedEdit');
    });

    it('says which problems are new, and that the file was formatted', async () => {
      const scene = new Scene({ 'a.ts': 'one' });
      scene.workspace.reported = [{ path: 'a.ts', severity: 1, line: '7:1 unused' }];
      scene.workspace.reportedAfter = [
        { path: 'a.ts', severity: 1, line: '9:1 unused' },
        { path: 'a.ts', severity: 0, line: '9:3 no such name' },
      ];
      scene.workspace.format = (text) => `${text}\n`;
      assert.equal(
        await scene.run('edit_file', { path: 'a.ts', edits: [{ old: 'one', new: '1' }] }),
        'Changed a.ts. Saving it has formatted it: read it before you change it again.\nNew problems:\na.ts\n  9:3 no such name',
      );
    });

    it('is a concern where an editor holds unsaved changes, or where scripts run by themselves', async () => {
      const scene = new Scene({ 'a.ts': 'one', 'package.json': '{"scripts":{}}' });
      scene.workspace.dirty.add('a.ts');
      assert.equal(
        await subject(scene, 'edit_file', { path: 'a.ts', edits: [{ old: 'one', new: '1' }] }),
        'protectedEdit',
      );
      const scripts = (name: string) => ({
        path: 'package.json',
        content: JSON.stringify({ scripts: { [name]: 'x' } }),
      });
      assert.equal(await subject(scene, 'write_file', scripts('build')), 'edit');
      assert.equal(await subject(scene, 'write_file', scripts('postinstall')), 'protectedEdit');
    });
  });

  it('says how many lines of a file come and go with each change', async () => {
    const scene = new Scene({ 'a.ts': 'a\nb\nc\n' });
    const lines = async (name: string, input: JsonObject): Promise<unknown> => {
      const prepared = await scene.prepared(name, input);
      return (await prepared.run(new AbortController().signal)).lines;
    };
    const edits = [{ old: 'b', new: 'x\ny' }];
    assert.deepEqual(await lines('edit_file', { path: 'a.ts', edits }), { added: 2, removed: 1 });
    assert.deepEqual(await lines('write_file', { path: 'a.ts', content: 'a\n' }), { added: 0, removed: 3 });
    assert.deepEqual(await lines('write_file', { path: 'b.ts', content: 'a\nb' }), { added: 2, removed: 0 });
    assert.equal(await lines('rename_file', { from: 'b.ts', to: 'c.ts' }), undefined);
    assert.deepEqual(await lines('delete_file', { path: 'c.ts' }), { added: 0, removed: 2 });
  });

  it('write_file creates and replaces, but no notebook', async () => {
    const scene = new Scene({ 'a.ts': 'a' });
    assert.equal(await scene.run('write_file', { path: 'b.ts', content: 'b' }), 'Created b.ts.');
    assert.equal(await scene.run('write_file', { path: 'a.ts', content: 'b' }), 'Changed a.ts.');
    assert.equal(
      await scene.run('write_file', { path: 'a.ts', content: 'b' }),
      '! Nothing was changed: the file says this already.',
    );
    assert.match(
      await scene.run('write_file', { path: 'A.IPYNB', content: '{}' }),
      /^impossible: A\.IPYNB cannot be changed/,
    );
    scene.workspace.isWritable = false;
    assert.equal(
      await scene.run('write_file', { path: 'c.ts', content: 'c' }),
      '! Nothing was done: the file cannot be written.',
    );
  });

  it('delete_file and rename_file take files alone, as they were found', async () => {
    const scene = new Scene({ 'a.ts': 'a', 'b.ts': 'b', 'src/c.ts': 'c' });
    assert.equal(await scene.run('delete_file', { path: 'src' }), 'impossible: There is no file src.');
    assert.equal(await scene.run('rename_file', { from: 'a.ts', to: 'b.ts' }), 'impossible: b.ts is there already.');
    assert.equal(await scene.run('rename_file', { from: 'src', to: 'lib' }), 'impossible: There is no file src.');
    assert.equal(await subject(scene, 'rename_file', { from: 'a.ts', to: '.vscode/tasks.json' }), 'protectedEdit');
    assert.equal(await subject(scene, 'rename_file', { from: 'a.ts', to: 'c.ts' }), 'edit');
    const deleting = await scene.prepared('delete_file', { path: 'b.ts' });
    assert.deepEqual(deleting.preview, { kind: 'changes', changes: [{ path: 'b.ts', before: 'b', after: null }] });
    scene.workspace.files.set('b.ts', 'changed');
    assert.equal((await deleting.run(new AbortController().signal)).isError, true);
    assert.equal(await scene.run('rename_file', { from: 'a.ts', to: 'c.ts' }), 'Renamed a.ts to c.ts.');
    assert.equal(await scene.run('delete_file', { path: 'c.ts' }), 'Deleted c.ts.');
    assert.deepEqual([...scene.workspace.files.keys()], ['b.ts', 'src/c.ts']);
  });

  describe('run_command', () => {
    it('shows the whole line and its folder, and runs just that', async () => {
      const scene = new Scene();
      const call = await scene.prepared('run_command', { command: 'npm test; rm x', folder: 'a' });
      assert.deepEqual(call.preview, {
        ...{ kind: 'command', line: 'npm test; rm x', folder: '/w/a' },
        ...{ sends: null, outside: null },
      });
      assert.deepEqual(scene.ran, []);
      await call.run(new AbortController().signal);
      assert.deepEqual(scene.ran, ['npm test; rm x']);
      assert.equal(
        await scene.run('run_command', { command: 'ls', folder: 'gone' }),
        'impossible: There is no folder gone to run it in.',
      );
    });

    it('lies outside where a word of it leads there by a link, also as the value of an option', async () => {
      const scene = new Scene();
      const inside = async (command: string): Promise<unknown> => {
        const { action } = await scene.prepared('run_command', { command });
        return action.kind === 'command' ? action.liesInside : action.kind;
      };
      for (const command of [
        'cat away.txt',
        'cat a.txt | grep x away.txt',
        'grep --file=away.txt x',
        'grep -faway.txt x',
      ])
        assert.equal(await inside(command), false, command);
      for (const command of ['cat a.txt', 'away.txt x', 'npm test']) assert.equal(await inside(command), true, command);
      assert.equal(await inside(`cat ${Array.from({ length: 600 }, (_, index) => `f${index}`).join(' ')}`), false);
    });

    it('keeps the exit code beside what the model reads', async () => {
      const scene = new Scene();
      scene.end = { kind: 'exited', exitCode: 3, output: '' };
      const outcome = await (await scene.prepared('run_command', { command: 'ls' })).run(new AbortController().signal);
      assert.equal(outcome.exitCode, 3);
    });

    for (const [end, told] of [
      [{ kind: 'exited', exitCode: 0, output: '' }, 'Exit code 0. It said nothing.'],
      [{ kind: 'exited', exitCode: 1, output: '1 failing\n' }, 'Exit code 1.\n1 failing'],
      [{ kind: 'exited', exitCode: null, output: 'x' }, 'It ended; its exit code is unknown.\nx'],
      [{ kind: 'exited', exitCode: 2, output: null }, 'Exit code 2. Its output cannot be read here.'],
      [
        { kind: 'running', output: 'listening' },
        'It is still running, and has said nothing for a while. It was left alone.\nlistening',
      ],
      [{ kind: 'stopped', output: 'half' }, '! It was stopped.\nhalf'],
      [null, '! Not run: the folder or the shell is another one by now. Try again.'],
      [
        {
          kind: 'exited',
          exitCode: 0,
          output: '\u001b[32mgood\u001b[0m\r\n10 %\r50 %\r100 %\r\n\u001b]0;title\u0007x\u0000',
        },
        'Exit code 0.\ngood\n100 %\nx',
      ],
    ] as const) {
      it(`tells how it went: ${told.slice(0, 40)}`, async () => {
        const scene = new Scene();
        scene.end = end;
        assert.equal(await scene.run('run_command', { command: 'x' }), told);
      });
    }

    it('keeps beginning and end of a long output', async () => {
      const scene = new Scene();
      scene.end = { kind: 'exited', exitCode: 0, output: `first\n${'x\n'.repeat(50_000)}last` };
      const told = await scene.run('run_command', { command: 'x' });
      assert.equal(told.length < 20_200, true);
      assert.match(told, /^Exit code 0\.\nfirst\n[^]*characters are left out[^]*last$/);
    });
  });

  it('ask_person and update_plan touch nothing', async () => {
    const scene = new Scene();
    assert.equal(await subject(scene, 'ask_person', { question: 'Which?' }), 'show');
    assert.equal(await scene.run('ask_person', { question: 'Which?' }), 'They did not answer.');
    scene.answer = 'The second.';
    assert.equal(
      await scene.run('ask_person', { question: 'Which?', choices: ['a', 'b'] }),
      'They answer: The second.',
    );
    const items = [
      { text: 'Read', state: 'done' },
      { text: 'Edit', state: 'doing' },
    ] as const;
    assert.equal(await scene.run('update_plan', { items }), 'The person sees it.');
    assert.deepEqual(scene.plans, [items]);
    assert.equal(
      await scene.run('update_plan', { items: items.map(({ text }) => ({ text, state: 'doing' })) }),
      'impossible: At most one step is doing.',
    );
  });
});
