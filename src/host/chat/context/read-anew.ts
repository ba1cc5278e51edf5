// Reads files that were attached a while ago once more, with nobody there who could be asked.
import * as vscode from 'vscode';
import { type Attachment, isText } from '../../../core/chat/attachments/attachment.ts';
import { reasonsToAsk } from './consent.ts';
import { fileSource } from './sources/sources.ts';

export interface ReadAnew {
  readonly attachments: readonly Attachment[];
  /** Those of them that hold something else than before. */
  readonly changed: readonly Attachment[];
  /** Files that are as they were: they are gone, or a person would have to be asked about what they hold now. */
  readonly kept: readonly Attachment[];
}

/** What is no whole file stays what it was: a selection, an image, a list. Never rejects. */
export async function readAnew(attachments: readonly Attachment[]): Promise<ReadAnew> {
  const read = await Promise.all(
    attachments.map(async (before) => ({ before, now: before.kind === 'file' ? await readFileAnew(before) : before })),
  );
  const found = read.map(({ before, now }) => ({ before, after: now ?? before, isKept: now === null }));
  return {
    attachments: found.map(({ after }) => after),
    changed: found.filter(({ before, after }) => textOf(before) !== textOf(after)).map(({ after }) => after),
    kept: found.filter(({ isKept }) => isKept).map(({ after }) => after),
  };
}

function textOf(attachment: Attachment): string {
  return isText(attachment) ? attachment.text : '';
}

async function readFileAnew({ label }: Attachment): Promise<Attachment | null> {
  const file = fileOf(label);
  if (file === null || !vscode.workspace.isTrusted) return null;
  const reading = await fileSource(file)
    .read()
    .catch(() => null);
  if (reading === null || typeof reading === 'string' || !isText(reading.attachment)) return null;
  const { attachment, origin } = reading;
  return (await reasonsToAsk(origin, attachment)).length === 0 ? attachment : null;
}

/** The file of the workspace that is called so; null where there is none. */
function fileOf(label: string): vscode.Uri | null {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const [first = '', ...rest] = label.split('/');
  const named = folders.flatMap(({ uri, name }) => [
    vscode.Uri.joinPath(uri, label),
    ...(name === first ? [vscode.Uri.joinPath(uri, ...rest)] : []),
  ]);
  return named.find((uri) => vscode.workspace.asRelativePath(uri) === label) ?? null;
}
