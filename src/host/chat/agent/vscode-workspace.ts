// The folders that are open in this window, as the agent's tools see them.
import type { Problem } from '../../../core/chat/attachments/problem-list.ts';
import type { Entry, Workspace } from '../../../core/chat/tools/calls/workspace.ts';
import { removeFile, renameFile, writeText } from './file-changes.ts';
import { contentOf } from './file-content.ts';
import { listNames, searchLines, wholeText } from './file-search.ts';
import { placed, placedAgain } from './places.ts';
import { problemsAfterChange, problemsNow, problemsOfAll } from './problems.ts';

/** @param takesImages whether the model that is asked does */
export function vscodeWorkspace(takesImages: () => boolean): Workspace {
  return {
    find: placed,
    read: (entry) => contentOf(entry, takesImages()),
    list: listNames,
    search: searchLines,
    wholeText,
    problems: problemsOf,
    problemsOfAll,
    problemsAfterChange: async (entry, signal) => {
      const place = await placedAgain(entry);
      return place === null ? [] : problemsAfterChange(place.uri, signal);
    },
    write: writeText,
    remove: removeFile,
    rename: renameFile,
  };
}

async function problemsOf(entry: Entry): Promise<readonly Problem[]> {
  const place = await placedAgain(entry);
  return place === null ? [] : problemsNow(place.uri);
}
