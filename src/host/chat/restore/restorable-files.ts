// Writes files as they were: as edits of the workspace, so that editors follow and Undo takes them back; what an edit
// does not bring back to the byte, such as line ends of two kinds, is written behind it.
import * as vscode from 'vscode';
import type { FileAddress } from '../../../core/chat/conversation/files/file-records.ts';
import { type FileWritten, type RestorableFiles, writtenExactly } from '../../../core/chat/restore/restoring.ts';
import { bytesOfFile } from '../agent/file-bytes.ts';
import { moveFile, replaceText } from '../agent/file-changes.ts';
import { placedAt, type Placed } from '../agent/places.ts';
import { createFile, deleteFile, type Written } from '../editor/review/write-change.ts';

export const restorableFiles: RestorableFiles = {
  create: (file, bytes) =>
    touched(file, 'missing', async (place) => {
      const written = fileWritten(await createFile(place.uri, bytes));
      return written === 'done' ? await exactly(file, place, bytes) : written;
    }),
  change: (file, bytes) => touched(file, 'file', (place) => changed(file, place, bytes)),
  remove: (file) => touched(file, 'file', async ({ uri }) => fileWritten(await deleteFile(uri))),
  rename: (from, to) =>
    touched(from, 'file', ({ uri: source }) =>
      touched(to, 'missing', async ({ uri: target }) => ((await moveFile(source, target)) ? 'done' : 'refused')),
    ),
};

/** Only where the file is what it was judged as, at the place that it was judged at. */
async function touched(
  file: FileAddress,
  is: Placed['is'],
  act: (place: Placed) => Promise<FileWritten>,
): Promise<FileWritten> {
  try {
    const place = await placedAt(file);
    return place?.is === is ? await act(place) : 'refused';
  } catch {
    return 'refused';
  }
}

async function changed(file: FileAddress, place: Placed, bytes: Uint8Array): Promise<FileWritten> {
  const document = await documentAt(place.uri);
  if (document === null) return await exactly(file, place, bytes);
  const text = await vscode.workspace.decode(bytes, { encoding: document.encoding });
  const wasDirty = document.isDirty;
  if (document.getText() !== text && !(await replaceText(document, text))) return 'refused';
  if (wasDirty) return 'done';
  return (await document.save()) ? await exactly(file, place, bytes) : 'unsaved';
}

/** Null for what is no text. */
async function documentAt(uri: vscode.Uri): Promise<vscode.TextDocument | null> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return null;
  }
}

function exactly(file: FileAddress, { uri }: Placed, bytes: Uint8Array): Promise<FileWritten> {
  return writtenExactly(bytes, {
    read: () => bytesOfFile(file),
    isSamePlace: async () => (await placedAt(file))?.is === 'file',
    write: async (exact) => vscode.workspace.fs.writeFile(uri, exact),
  });
}

function fileWritten(written: Written): FileWritten {
  return written === 'saved' || written === 'leftUnsaved' ? 'done' : written;
}
