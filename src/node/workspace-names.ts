// What VS Code's workspaces are called, as it writes down itself beside what extensions keep for each of them.
import path from 'node:path';
import * as z from 'zod/mini';
import { parseJson } from '../core/service/json.ts';
import { readShared } from './shared-files.ts';

const fileSchema = z.object({ folder: z.optional(z.string()), workspace: z.optional(z.string()) });

/**
 * The last part of a workspace's folder or file; null where VS Code does not say, or not any more. Never rejects.
 *
 * @param storages the folder with a folder for each workspace, by its id. Absolute.
 */
export async function workspaceNameOf(storages: string, id: string): Promise<string | null> {
  const text = (await readShared(path.join(storages, id, 'workspace.json'))) ?? '';
  const { data } = fileSchema.safeParse(parseJson(text));
  const address = data?.folder ?? data?.workspace;
  if (address === undefined) return null;
  const last = address.split('/').findLast((part) => part !== '') ?? '';
  return decoded(last).replace(/\.code-workspace$/, '') || null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
