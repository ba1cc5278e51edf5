// Knows the words of the composer as the page's tests read them.
import type { PageStrings } from '../../src/core/chat/panel-messages.ts';
import type { composerWords } from '../../src/core/chat/composer-messages.ts';

export const composerStrings: Pick<PageStrings, keyof typeof composerWords> = {
  attach: 'Attach',
  attachments: 'Attached',
  attachmentSelection: 'Selection',
  attachmentFile: 'File',
  attachmentListing: 'Folder',
  attachmentOpenEditors: 'Open editors',
  attachmentProblems: 'Problems',
  attachmentInstructions: 'Instructions',
  attachmentDetail: '{0}: {1}, about {2} tokens',
  attachmentDetailCut: '{0}: {1}, about {2} tokens (cut)',
  attachmentSizeCut: '{0}, cut',
  detach: 'Remove {0}',
  queue: 'Send after this answer',
  queuedPrompts: 'Waiting prompts',
  queuedNext: 'Next',
  sendQueued: 'Send now',
  editQueued: 'Edit',
  dropQueued: 'Remove',
  commands: 'Commands',
  model: 'Model',
  thinkingSwitch: 'Thinking',
  fill: '{0} of the window',
  fillDetail: 'About {0} of {1} tokens.',
  fillOver: 'Larger than the window.',
};
