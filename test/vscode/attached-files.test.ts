// Where files really lie that a workspace offers, in a real VS Code, and what becomes of those that are none. Dialogs
// are refused here, so that whatever would be asked about is not attached.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { readAllowed } from '../../src/host/chat/context/attaching.ts';
import { droppedSources, fileSource, rangeSource } from '../../src/host/chat/context/sources/sources.ts';
import { PromptFiles } from '../../src/host/chat/context/prompt-files.ts';

describe('a file of the workspace', () => {
  const [{ uri: root } = assert.fail()] = vscode.workspace.workspaceFolders ?? [];
  const at = (...names: string[]): string => path.join(root.fsPath, 'attached', ...names);
  let outside: string;
  beforeEach(async () => {
    outside = await mkdtemp(path.join(tmpdir(), 'outside-'));
    await mkdir(at(), { recursive: true });
    await writeFile(path.join(outside, 'diary.txt'), 'dear diary');
    await writeFile(at('a.txt'), 'words');
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(at(), { recursive: true, force: true });
    await rm(path.join(root.fsPath, '.github'), { recursive: true, force: true });
    await rm(outside, { recursive: true, force: true });
  });

  const quiet = { info: () => undefined, warn: () => undefined };
  const lies = async (file: string): Promise<string | undefined> => {
    const reading = await fileSource(vscode.Uri.file(file)).read();
    return typeof reading === 'string' ? reading : reading.origin?.lies;
  };
  const isAttached = async (file: string): Promise<boolean> =>
    (await readAllowed(fileSource(vscode.Uri.file(file)), quiet, () => undefined)) !== null;

  it('lies where its links lead, as a folder does, and is asked about where that is outside', async () => {
    await symlink(path.join(outside, 'diary.txt'), at('notes.txt'));
    await symlink(outside, at('docs'));
    await symlink('a.txt', at('within.txt'));
    const found = await Promise.all(
      ['a.txt', 'within.txt', 'notes.txt', 'docs', path.join('docs', 'diary.txt')].map((name) => lies(at(name))),
    );
    assert.deepEqual(found, ['inside', 'inside', 'outside', 'outside', 'outside']);
    assert.deepEqual(
      [await isAttached(at('within.txt')), await isAttached(at('notes.txt')), await isAttached(at('docs'))],
      [true, false, false],
    );
  });

  it('is judged the same way in an editor, whose text a link has brought', async () => {
    await symlink(path.join(outside, 'diary.txt'), at('notes.txt'));
    const { document } = await vscode.window.showTextDocument(vscode.Uri.file(at('notes.txt')));
    const reading = await rangeSource(document, new vscode.Range(0, 0, 0, 4)).read();
    assert.equal(typeof reading === 'string' ? reading : reading.origin?.lies, 'outside');
    assert.equal(await lies(at('notes.txt')), 'outside');
  });

  it('is one that a person opened from elsewhere without being asked, while they see it', async () => {
    const diary = path.join(outside, 'diary.txt');
    assert.equal(await lies(diary), 'outside');
    await vscode.window.showTextDocument(vscode.Uri.file(diary));
    assert.equal(await lies(diary), 'inside');
  });

  it('is one that was dropped, wherever its address climbs', async () => {
    const [source] = droppedSources(
      `${vscode.Uri.file(at()).toString()}/${path.relative(at(), path.join(outside, 'diary.txt'))}`,
    );
    const reading = await source?.read();
    assert.equal(typeof reading === 'object' ? reading.origin?.realPath : reading, path.join(outside, 'diary.txt'));
    assert.equal(typeof reading === 'object' ? reading.origin?.lies : reading, 'outside');
    assert.deepEqual(['words', 'a.txt', 'file:////a', 'a b://c'].flatMap(droppedSources), []);
  });

  it('is no pipe and no device, whatever it is called', async () => {
    execFileSync('mkfifo', [at('pipe.txt')]);
    await symlink('/dev/zero', at('zero.txt'));
    await symlink('/proc/self/environ', at('environ.txt'));
    assert.deepEqual(await Promise.all(['pipe.txt', 'zero.txt', 'environ.txt'].map((name) => lies(at(name)))), [
      'unreadable',
      'unreadable',
      'unreadable',
    ]);
  });

  describe('that is a prompt', () => {
    const prompts = (...names: string[]): string => path.join(root.fsPath, '.github', 'prompts', ...names);
    const offered = async (): Promise<PromptFiles['all']> => {
      const files = new PromptFiles();
      await files.reload();
      files.dispose();
      return files.all;
    };
    beforeEach(() => mkdir(prompts(), { recursive: true }));

    it('is a command up to 256 KB, and no pipe or device is one', async () => {
      await writeFile(prompts('exact.prompt.md'), 'x'.repeat(256 * 1024));
      await writeFile(prompts('large.prompt.md'), 'x'.repeat(256 * 1024 + 1));
      await symlink('large.prompt.md', prompts('small.prompt.md'));
      await symlink('/dev/zero', prompts('zero.prompt.md'));
      execFileSync('mkfifo', [prompts('pipe.prompt.md')]);
      assert.deepEqual(
        (await offered()).map(({ name }) => name),
        ['exact'],
      );
    });

    it('is asked about when it is used, for where it lies then and for what it says then', async () => {
      for (const name of ['one', 'two', 'three']) await writeFile(prompts(`${name}.prompt.md`), 'Be brief.');
      const commands = await offered();
      await rm(prompts('two.prompt.md'));
      await symlink(path.join(outside, 'diary.txt'), prompts('two.prompt.md'));
      await writeFile(prompts('three.prompt.md'), `Use npm_${'aB3'.repeat(12)}.`);
      const attached = await Promise.all(
        commands.map(async ({ name, source }) => [name, (await readAllowed(source, quiet, () => undefined)) !== null]),
      );
      assert.deepEqual(attached, [
        ['one', true],
        ['three', false],
        ['two', false],
      ]);
    });
  });
});
