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
  changedLines: '{0} lines added, {1} lines removed',
  changeCreates: 'new file',
  changeDeletes: 'file is deleted',
};
