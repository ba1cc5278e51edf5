import type { PageStrings } from '../../../src/protocol/chat.ts';
import type { reviewWords } from '../../../src/protocol/review.ts';

export const reviewStrings: Pick<PageStrings, keyof typeof reviewWords> = {
  proposedChanges: '{0} proposed changes',
  proposedChange: '1 proposed change',
  acceptAllChanges: 'Accept All',
  discardAllChanges: 'Discard All',
  openChange: 'Show the change to {0}',
  acceptChange: 'Accept the change to {0}',
  discardChange: 'Discard the change to {0}',
  addedLine: '1 line added',
  addedLines: '{0} lines added',
  removedLine: '1 line removed',
  removedLines: '{0} lines removed',
  changedLines: '{0}, {1}',
  changeCreates: 'new file',
  changeDeletes: 'file is deleted',
};
