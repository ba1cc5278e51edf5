import type { PageStrings } from '../../../src/protocol/chat.ts';
import type { restoreWords } from '../../../src/protocol/restore.ts';

export const restoreStrings: Pick<PageStrings, keyof typeof restoreWords> = {
  restoreFiles: 'Restore files to before this prompt',
  restoreQuestion: 'Restore files',
  restoreChosen: 'Restore',
  restoreNothing: 'Cancel',
  restoreCommands: 'Commands ran since. What they changed is not taken back:',
  showRestoredFile: 'Show what becomes of {0}',
  changedFiles: '{0} files changed by the agent',
  changedFile: '1 file changed by the agent',
  keepAllChangedFiles: 'Keep all',
  revertAllChangedFiles: 'Revert all',
  openChangedFile: 'Show what the agent changed in {0}',
  keepChangedFile: 'Keep {0} as it is',
  revertChangedFile: 'Revert {0}',
};
