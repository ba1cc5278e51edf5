// What a file says, as its editor shows it.
import * as vscode from 'vscode';
import { imageTypeOf, largestImage, readImage } from '../../../core/chat/attachments/image.ts';
import type { Entry, FileContent } from '../../../core/chat/tools/calls/workspace.ts';
import { longestFile } from '../../../core/chat/tools/calls/replacement.ts';
import { readFile } from '../context/sources/file-reading.ts';
import { openDocument, placedAgain, type Placed } from './places.ts';

/** Bytes: no text that is changed or read can take more. */
const largestFile = longestFile * 4;

/** Rejects where the path leads elsewhere than when it was judged. */
export async function contentOf(entry: Entry, takesImages: boolean): Promise<FileContent> {
  const place = await placedAgain(entry);
  if (place?.is !== 'file') throw vscode.FileSystemError.FileNotFound();
  return await contentAt(place, takesImages);
}

async function contentAt({ uri, found }: Placed, takesImages: boolean): Promise<FileContent> {
  const isNotebook =
    uri.path.toLowerCase().endsWith('.ipynb') ||
    vscode.workspace.notebookDocuments.some((notebook) => notebook.uri.toString() === uri.toString());
  if (isNotebook) return { kind: 'notebook' };
  const open = openDocument(uri);
  if (open !== undefined) return { kind: 'text', text: open.getText() };
  const reading = await readFile(uri, Math.max(largestFile, largestImage));
  if (reading.kind === 'tooLarge') return { kind: 'tooLarge' };
  // What was opened is what was judged.
  if (reading.kind !== 'file' || reading.origin.realPath !== found.realPath)
    throw vscode.FileSystemError.FileNotFound();
  const { bytes } = reading;
  if (imageTypeOf(bytes) !== null) return imageIn(bytes, takesImages);
  if (bytes.includes(0) || bytes.length > largestFile) return { kind: bytes.includes(0) ? 'binary' : 'tooLarge' };
  // An editor knows its encoding and its line ends, and changes are made there.
  return { kind: 'text', text: (await vscode.workspace.openTextDocument(uri)).getText() };
}

function imageIn(bytes: Uint8Array, takesImages: boolean): FileContent {
  const image = takesImages ? readImage(Buffer.from(bytes).toString('base64')) : 'notAnImage';
  if (typeof image === 'string') return { kind: 'binary' };
  return { kind: 'image', image: { kind: 'image', mediaType: image.mediaType, data: image.data } };
}

/** Null for what is no text. */
export async function textOf(place: Placed): Promise<string | null> {
  const content = await contentAt(place, false);
  return content.kind === 'text' ? content.text : null;
}
