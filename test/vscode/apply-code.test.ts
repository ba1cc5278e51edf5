// Which change follows from code of an answer: in the file that it names, inside the workspace and nowhere else.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { changesFor } from '../../src/host/chat/editor/apply/apply-code.ts';
import { namedTarget } from '../../src/host/chat/editor/apply/named-target.ts';
import { openPlace } from '../../src/host/chat/editor/places/open-place.ts';
import { lookUpPlaces } from '../../src/host/chat/editor/places/place-lookup.ts';
import { HeardVoice } from '../support/fakes/heard-voice.ts';

const text = 'function one() {\n  return 1;\n}\n\nfunction two() {\n  return 2;\n}\n';
const code = 'function two() {\n  return 22;\n}';
const changed = text.replace('return 2;', 'return 22;');

describe('code of an answer', () => {
  let workspace: string;
  let folder: string;
  let outside: string;
  let voice: HeardVoice;
  const relative = (name: string): string => `${path.basename(folder)}/${name}`;

  before(function () {
    const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    if (root === undefined) this.skip();
    workspace = root;
  });
  beforeEach(() => {
    voice = new HeardVoice();
    folder = mkdtempSync(path.join(workspace, 'apply-'));
    outside = mkdtempSync(path.join(tmpdir(), 'tidemark-'));
    writeFileSync(path.join(folder, 'numbers.js'), text);
    writeFileSync(path.join(outside, 'secret.js'), text);
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const each of [folder, outside]) rmSync(each, { recursive: true, force: true });
  });

  it('becomes a change to the file that it names', async () => {
    const uri = vscode.Uri.file(path.join(folder, 'numbers.js')).toString();
    assert.deepEqual(await changesFor({ code, info: 'js', file: relative('numbers.js') }, voice), [
      { uri, original: text, proposed: changed },
    ]);
  });

  it('becomes a change to the file in the editor where it names none', async () => {
    const uri = vscode.Uri.file(path.join(folder, 'numbers.js'));
    await vscode.window.showTextDocument(uri);
    assert.deepEqual(await changesFor({ code, info: 'js', file: null }, voice), [
      { uri: uri.toString(), original: text, proposed: changed },
    ]);
  });

  it('creates the file that it names and that is not there', async () => {
    const uri = vscode.Uri.file(path.join(folder, 'new', 'numbers.js')).toString();
    assert.deepEqual(await changesFor({ code, info: 'js', file: relative('new/numbers.js') }, voice), [
      { uri, original: null, proposed: `${code}\n` },
    ]);
  });

  it('changes every file that a diff of several names', async () => {
    writeFileSync(path.join(folder, 'b.js'), 'b();\n');
    const diff = [relative('numbers.js'), relative('b.js')]
      .map(
        (name, index) =>
          `--- a/${name}\n+++ b/${name}\n@@\n${index === 0 ? '-  return 2;\n+  return 22;' : '-b();\n+c();'}`,
      )
      .join('\n');
    const changes = await changesFor({ code: diff, info: 'diff', file: null }, voice);
    assert.deepEqual(
      changes.map(({ proposed }) => proposed),
      [changed, 'c();\n'],
    );
  });

  it('changes no file of a diff of more than a person reviews at once', async () => {
    const diffOf = (count: number): string =>
      Array.from(
        { length: count },
        (_, index) => `--- /dev/null\n+++ b/${relative(`new-${index}.js`)}\n@@\n+x();\n`,
      ).join('');
    const count = async (files: number): Promise<number> =>
      (await changesFor({ code: diffOf(files), info: 'diff', file: null }, voice)).length;
    assert.deepEqual([await count(50), voice.heard], [50, []]);
    assert.equal(await count(51), 0);
    assert.deepEqual(voice.heard, [
      'This code is for 51 files, and at most 50 are changed at once. Nothing was changed.',
    ]);
  });

  it('finds a file by the end of its path', async () => {
    mkdirSync(path.join(folder, 'deep'));
    writeFileSync(path.join(folder, 'deep', 'only-here-9f3.js'), text);
    const target = await namedTarget('deep/only-here-9f3.js');
    assert.equal(target.kind === 'file' && target.uri.path.endsWith('/deep/only-here-9f3.js'), true);
  });

  for (const [what, name] of [
    ['a path that climbs out', () => '../../../../../../../../etc/hosts.txt'],
    ['a whole path', () => path.join(outside, 'secret.js')],
  ] as const) {
    it(`reaches nothing outside the workspace by ${what}`, async () => {
      assert.deepEqual(await namedTarget(name()), { kind: 'outside' });
      assert.deepEqual(await changesFor({ code, info: 'js', file: name() }, voice), []);
      assert.match(voice.heard.join('\n'), /^.+ is outside the workspace\. Nothing was changed\.$/);
    });
  }

  it('is known as a place of the workspace, one that could be made, or nothing', async () => {
    symlinkSync(outside, path.join(folder, 'link'));
    const names = [
      `${relative('numbers.js')}:6`,
      relative('new.js'),
      relative('link/secret.js'),
      '../../../etc/hosts.txt',
      path.join(outside, 'secret.js'),
    ];
    assert.deepEqual(
      (await lookUpPlaces(names)).map(({ leadsTo }) => leadsTo),
      ['file', 'newFile', 'nothing', 'nothing', 'nothing'],
    );
  });

  it('opens at the line that is named, looked for anew', async () => {
    await openPlace(`${relative('numbers.js')}:6`, voice.inform);
    const editor = vscode.window.activeTextEditor;
    assert.deepEqual([editor?.document.uri.path.endsWith('/numbers.js'), editor?.selection.active.line], [true, 5]);
    rmSync(path.join(folder, 'numbers.js'));
    assert.deepEqual(await lookUpPlaces([`${relative('numbers.js')}:6`]), [
      { name: `${relative('numbers.js')}:6`, leadsTo: 'newFile' },
    ]);
  });

  it('opens a symbol where a language knows it', async () => {
    const uri = vscode.Uri.file(path.join(folder, 'numbers.js'));
    const provider = vscode.languages.registerWorkspaceSymbolProvider({
      provideWorkspaceSymbols: () => [
        new vscode.SymbolInformation(
          'two()',
          vscode.SymbolKind.Function,
          'Numbers',
          new vscode.Location(uri, new vscode.Position(4, 9)),
        ),
      ],
    });
    try {
      const found = await lookUpPlaces(['two()', 'Numbers.two', 'Others.two', 'three']);
      assert.deepEqual(
        found.map(({ leadsTo }) => leadsTo),
        ['symbol', 'symbol', 'nothing', 'nothing'],
      );
      await openPlace('Numbers.two', voice.inform);
      assert.equal(vscode.window.activeTextEditor?.selection.active.line, 4);
    } finally {
      provider.dispose();
    }
  });

  it('reaches nothing outside the workspace by a link in it, nor a new file behind one', async () => {
    symlinkSync(outside, path.join(folder, 'link'));
    assert.deepEqual(await namedTarget(relative('link/secret.js')), { kind: 'outside' });
    assert.deepEqual(await namedTarget(relative('link/new.js')), { kind: 'outside' });
  });
});
