/** What goes along as text. */
export const textAttachmentKinds = [
  'selection',
  'file',
  'listing',
  'openEditors',
  'problems',
  'instructions',
  'changes',
  'terminal',
] as const;
export type TextAttachmentKind = (typeof textAttachmentKinds)[number];

export const attachmentKinds = [...textAttachmentKinds, 'image'] as const;
