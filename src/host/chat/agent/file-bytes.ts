import * as vscode from 'vscode';
import type { FileAddress } from '../../../core/chat/conversation/files/file-records.ts';
import { largestCopy } from '../../../core/chat/history/copies.ts';
import type { FileBytes } from '../../../core/chat/restore/file-keeper.ts';
import { readFile } from '../context/sources/file-reading.ts';
import { openDocument, placedAt, type Placed } from './places.ts';

/** What a file holds, to the byte. Never rejects. */
export async function bytesOfFile(file: FileAddress): Promise<FileBytes> {
  try {
    const place = await placedAt(file);
    return place === null ? { kind: 'unknown' } : await bytesAt(place);
  } catch {
    return { kind: 'unknown' };
  }
}

async function bytesAt({ uri, is, found }: Placed): Promise<FileBytes> {
  if (is === 'missing') return { kind: 'absent' };
  const open = openDocument(uri);
  if (open?.isDirty === true) {
    const bytes = await vscode.workspace.encode(open.getText(), { encoding: open.encoding });
    return { kind: 'bytes', bytes };
  }
  const reading = await readFile(uri, largestCopy);
  // What was opened is what was judged.
  const isSame = reading.kind === 'file' && reading.origin.realPath === found.realPath;
  return isSame ? { kind: 'bytes', bytes: reading.bytes } : { kind: 'unknown' };
}
