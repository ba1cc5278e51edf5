// Files that an agent has changed, for the page's tests and screenshots.
import type { ChangeView, HostMessage } from '../../src/protocol/chat.ts';
import type { RestoreView } from '../../src/protocol/restore.ts';
import { run } from './run-samples.ts';

const plain = { warnings: [], isChosen: true, isPossible: true, hasDiff: true };

export const restore: RestoreView = {
  id: 'r1',
  title: 'Restore files to before “Fix the test”?',
  rows: [
    { ...plain, path: 'src/deeply/nested/tides.js', does: 'change', about: 'goes back to what it held before' },
    { ...plain, path: 'src/range.js', does: 'delete', about: 'is deleted: it was not there before' },
    { ...plain, path: 'src/old.js', does: 'rename', about: 'is renamed back from src/new.js' },
    {
      ...{ path: 'README.md', does: 'change', about: 'goes back to what it held before' },
      warnings: ['Somebody else has changed it since. Restoring it takes that away.'],
      ...{ isChosen: false, isPossible: true, hasDiff: true },
    },
    {
      ...{ path: 'media/chart.bin', does: 'create', about: 'is created again' },
      warnings: ['What it held before is not kept any more.'],
      ...{ isChosen: false, isPossible: false, hasDiff: false },
    },
  ],
  commands: ['npm test', 'npm run build -- --mode production'],
};

export const changedFiles: ChangeView[] = [
  { id: 'a', name: 'tides.js', folder: 'src/deeply/nested', does: 'edit', lines: { added: 3, removed: 1 }, note: null },
  { id: 'b', name: 'range.js', folder: 'src', does: 'create', lines: { added: 12, removed: 0 }, note: null },
];

export const restoring: readonly HostMessage[] = [
  {
    kind: 'conversationShown',
    turns: [{ kind: 'prompt', id: 'p', text: 'Fix the test', restorable: true }, run],
  },
  { kind: 'changedFilesShown', files: changedFiles },
];
