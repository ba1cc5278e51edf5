import type { FileRecord } from '../../conversation/files/file-records.ts';
import type { FileKeeper } from '../../restore/file-keeper.ts';
import type { FileChanges } from '../../tools/runs/agent-run.ts';

/** What becomes of files, as records of the answer with this id: kept before a change, looked at after it. */
export function recordedFiles(id: string, keeper: FileKeeper, record: (record: FileRecord) => void): FileChanges {
  return {
    began: async (files) => record({ kind: 'fileChangeBegan', id, files: await keeper.keep(files) }),
    ended: async (files) => record({ kind: 'fileChangeEnded', id, files: await keeper.look(files) }),
  };
}
