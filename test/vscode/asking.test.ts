// What is attached from editors, files and diagnostics in a real VS Code, and what the composer makes of it. The page
// and the questions that a person is asked are tested elsewhere.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { isImage, isText, type PendingImage, type TextAttachment } from '../../src/core/chat/attachments/attachment.ts';
import {
  type ContextSource,
  fileSource,
  openEditorsSource,
  problemsSource,
  rangeSource,
  selectionSource,
  workspaceProblemsSource,
} from '../../src/host/chat/context/sources/sources.ts';
import { gifOf, pngOf } from '../support/samples/image-samples.ts';
import { sourcesAtProblem, sourcesInExplorer } from '../../src/host/chat/context/ask-about.ts';

describe('what is attached', () => {
  let folder: string;
  let file: vscode.Uri;
  let diagnostics: vscode.DiagnosticCollection;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'asking-'));
    file = vscode.Uri.file(path.join(folder, 'a.js'));
    await writeFile(file.fsPath, Array.from({ length: 30 }, (_, index) => `line${index + 1}();`).join('\n'));
    diagnostics = vscode.languages.createDiagnosticCollection('asking');
  });
  afterEach(async () => {
    diagnostics.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(folder, { recursive: true, force: true });
  });

  /** What a source gives where it is text. */
  const textOf = async (source: ContextSource | null | undefined): Promise<TextAttachment> => {
    const reading = await source?.read();
    return typeof reading === 'object' && isText(reading.attachment)
      ? reading.attachment
      : assert.fail(`It gave ${JSON.stringify(reading)}.`);
  };
  const readImage = async (uri: vscode.Uri): Promise<Partial<PendingImage>> => {
    const reading = await fileSource(uri).read();
    return typeof reading === 'object' && isImage(reading.attachment) ? reading.attachment : assert.fail();
  };
  const openEditor = async (): Promise<vscode.TextEditor> =>
    vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file));
  const report = (line: number, message: string, severity = vscode.DiagnosticSeverity.Error): vscode.Diagnostic => {
    const problem = new vscode.Diagnostic(new vscode.Range(line, 0, line, 4), message, severity);
    problem.source = 'lint';
    return problem;
  };

  it('is the selection with its lines, or nothing where nothing is selected', async () => {
    const editor = await openEditor();
    assert.equal(selectionSource(editor), null);
    editor.selection = new vscode.Selection(1, 0, 3, 0);
    const source = selectionSource(editor);
    assert.deepEqual(await textOf(source), {
      id: `selection:${file.fsPath}:2-3`,
      kind: 'selection',
      label: `${file.fsPath}:2-3`,
      text: 'line2();\nline3();\n',
      language: 'javascript',
      isCut: false,
    });
  });

  it('is no selection of blanks alone', async () => {
    const document = await vscode.workspace.openTextDocument({ content: '  \n\n' });
    assert.equal(await rangeSource(document, new vscode.Range(0, 0, 2, 0)).read(), 'unreadable');
  });

  it('is a file as its editor shows it, with what is not saved yet', async () => {
    const editor = await openEditor();
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '// new\n'));
    assert.match((await textOf(fileSource(file))).text, /^\/\/ new\nline1/);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('is a file that is not open, but not one that is no text or too large', async () => {
    assert.match((await textOf(fileSource(file))).text, /^line1/);
    const binary = vscode.Uri.file(path.join(folder, 'a.bin'));
    await writeFile(binary.fsPath, new Uint8Array([1, 0, 2]));
    assert.equal(await fileSource(binary).read(), 'unreadable');
    const large = vscode.Uri.file(path.join(folder, 'large.txt'));
    await writeFile(large.fsPath, 'x'.repeat(2_000_000));
    assert.equal(await fileSource(large).read(), 'unreadable');
  });

  it('is a folder as the list of what is in it, without what was installed there', async () => {
    await mkdir(path.join(folder, 'node_modules', 'x'), { recursive: true });
    await mkdir(path.join(folder, 'sub'));
    await writeFile(path.join(folder, 'sub', 'b.js'), '');
    const [source] = sourcesInExplorer([vscode.Uri.file(folder), undefined]);
    const listing = await textOf(source);
    assert.equal(listing.kind, 'listing');
    assert.deepEqual([listing.text.split('\n'), listing.isCut], [['a.js', 'node_modules/', 'sub/', 'sub/b.js'], false]);
  });

  it('is the problems of a file, or of a part of it', async () => {
    diagnostics.set(file, [report(2, 'Three'), report(20, 'Twenty-one', vscode.DiagnosticSeverity.Warning)]);
    assert.equal((await textOf(problemsSource(file))).text, '3:1 error (lint): Three\n21:1 warning (lint): Twenty-one');
    assert.equal((await textOf(problemsSource(file, new vscode.Range(2, 0, 2, 0)))).text, '3:1 error (lint): Three');
    assert.equal(problemsSource(file, new vscode.Range(5, 0, 6, 0)), null);
  });

  it('is the problems of all files, the worst first, and says how many of them', async () => {
    const other = vscode.Uri.file(path.join(folder, 'b.js'));
    // What a language found in a file of an earlier test goes a moment after the file.
    while (workspaceProblemsSource() !== null)
      await new Promise<void>((resolve) => {
        const listening = vscode.languages.onDidChangeDiagnostics(() => {
          listening.dispose();
          resolve();
        });
      });
    diagnostics.set(file, [report(1, 'Two', vscode.DiagnosticSeverity.Warning), report(2, 'Three')]);
    diagnostics.set(other, [report(0, 'One', vscode.DiagnosticSeverity.Warning)]);
    const whole = await textOf(workspaceProblemsSource());
    assert.deepEqual([whole.label, whole.isCut], ['Workspace (3)', false]);
    assert.equal(
      whole.text,
      [
        file.fsPath,
        '  3:1 error (lint): Three',
        '  2:1 warning (lint): Two',
        other.fsPath,
        '  1:1 warning (lint): One',
      ].join('\n'),
    );
    diagnostics.set(
      other,
      Array.from({ length: 300 }, (_, line) => report(line, 'x', vscode.DiagnosticSeverity.Hint)),
    );
    const cut = await textOf(workspaceProblemsSource());
    assert.deepEqual([cut.label, cut.isCut, cut.id], ['Workspace (200 of 302)', true, whole.id]);
    diagnostics.clear();
    assert.equal(workspaceProblemsSource(), null);
  });

  it('is an image as it is, recognised by its bytes, but not one that is too large', async () => {
    const image = vscode.Uri.file(path.join(folder, 'tide.txt'));
    const bytes = gifOf(2, 1);
    await writeFile(image.fsPath, bytes);
    const { fileId = '', ...reading } = await readImage(image);
    assert.match(fileId, /^[\da-f-]{36}$/);
    assert.deepEqual(reading, {
      id: `image:${image.fsPath}`,
      kind: 'image',
      label: image.fsPath,
      mediaType: 'image/gif',
      size: bytes.length,
      thumbnail: '',
      data: bytes.toString('base64'),
    });
    const large = vscode.Uri.file(path.join(folder, 'large.png'));
    await writeFile(large.fsPath, Buffer.alloc(3_750_001));
    assert.equal(await fileSource(large).read(), 'imageTooLarge');
    const vast = vscode.Uri.file(path.join(folder, 'vast.png'));
    await writeFile(vast.fsPath, pngOf(65_500, 65_500));
    assert.equal(await fileSource(vast).read(), 'tooManyPixels');
  });

  it('is the names of the open editors, or nothing where none is open', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    assert.equal(openEditorsSource(), null);
    await openEditor();
    assert.equal((await textOf(openEditorsSource())).text, file.fsPath);
  });

  it('is, at a problem, the lines around it and what is said of them', async () => {
    diagnostics.set(file, [report(14, 'Fifteen')]);
    const attached = await Promise.all((await sourcesAtProblem([file, new vscode.Range(14, 0, 14, 4)])).map(textOf));
    assert.deepEqual(
      attached.map((attachment) => [attachment.kind, attachment.label]),
      [
        ['selection', `${file.fsPath}:5-25`],
        ['problems', file.fsPath],
      ],
    );
  });

  it('is, at the cursor of an editor without problem or selection, the whole file', async () => {
    await openEditor();
    const attached = await Promise.all((await sourcesAtProblem([])).map(textOf));
    assert.deepEqual(
      attached.map((attachment) => attachment.kind),
      ['file'],
    );
  });
});

describe('the lightbulb', () => {
  /** A file, since what an untitled document holds is brought back by VS Code from one of the same name before it. */
  let folder: string;
  let document: vscode.TextDocument;
  let diagnostics: vscode.DiagnosticCollection;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'lightbulb-'));
    const file = path.join(folder, 'a.txt');
    await writeFile(file, 'one\ntwo\nthree');
    document = await vscode.workspace.openTextDocument(vscode.Uri.file(file));
    await vscode.window.showTextDocument(document);
    diagnostics = vscode.languages.createDiagnosticCollection('lightbulb');
  });
  afterEach(async () => {
    diagnostics.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(folder, { recursive: true, force: true });
  });

  const titlesAt = async (range: vscode.Range): Promise<string[]> => {
    const actions = await vscode.commands.executeCommand<readonly vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      range,
    );
    return actions
      .map(({ title }) => title)
      .filter((title) => title.includes('Tidemark'))
      .sort();
  };
  /**
   * VS Code takes nothing from anybody where an extension that has just started registers actions of its own meanwhile,
   * and asks anew.
   */
  const firstTitlesAt = async (range: vscode.Range): Promise<string[]> => {
    const patienceEnds = Date.now() + 10_000;
    for (;;) {
      const titles = await titlesAt(range);
      if (titles.length > 0 || Date.now() > patienceEnds) return titles;
    }
  };

  it('offers to fix and explain a problem, to ask about a selection, and nothing where there is neither', async () => {
    diagnostics.set(document.uri, [new vscode.Diagnostic(new vscode.Range(0, 0, 0, 3), 'No')]);
    assert.deepEqual(await firstTitlesAt(new vscode.Range(0, 1, 0, 1)), ['Explain with Tidemark', 'Fix with Tidemark']);
    assert.deepEqual(
      await firstTitlesAt(new vscode.Range(1, 0, 1, 3)),
      ['Ask Tidemark', 'Explain with Tidemark'],
      `of the text ${JSON.stringify(document.getText())}`,
    );
    assert.deepEqual(await titlesAt(new vscode.Range(2, 1, 2, 1)), []);
  });
});
