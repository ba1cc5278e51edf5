// Knows what can be attached to a prompt, how it is written into the message and how large it is; not where it is read
// from or how it is drawn.

export type AttachmentKind = 'selection' | 'file' | 'listing' | 'openEditors' | 'problems' | 'instructions';

export interface Attachment {
  /** Names what is attached, so that attaching the same again replaces it. */
  readonly id: string;
  readonly kind: AttachmentKind;
  /** Where it comes from: a path within the workspace, with lines where it is a part of a file. Untrusted text. */
  readonly label: string;
  readonly text: string;
  /** VS Code's name of the language; empty where there is none. */
  readonly language: string;
  /** Whether `text` was cut at `largestAttachment`. */
  readonly isCut: boolean;
}

/** Characters: beyond this a file fills any model's window by itself. */
export const largestAttachment = 400_000;

export function createAttachment(kind: AttachmentKind, label: string, text: string, language = ''): Attachment {
  const isCut = text.length > largestAttachment;
  return { id: `${kind}:${label}`, kind, label, text: isCut ? text.slice(0, largestAttachment) : text, language, isCut };
}

/** The list with one more attachment, in the place of the one of the same id. */
export function withAttachment(attachments: readonly Attachment[], added: Attachment): readonly Attachment[] {
  const index = attachments.findIndex(({ id }) => id === added.id);
  return index === -1 ? [...attachments, added] : attachments.with(index, added);
}

/** What stands above each kind in the message, for the model to read. */
const headings: Readonly<Record<AttachmentKind, string>> = {
  selection: 'Selected in',
  file: 'File',
  listing: 'Files in the folder',
  openEditors: 'Open editors',
  problems: 'Problems that the editor reports in',
  instructions: 'Instructions from',
};

/** The attachment as one text block of the message: a line that names it, then its text in a fence that it cannot end. */
export function attachmentBlock({ kind, label, text, language, isCut }: Attachment): string {
  const runs = text.match(/`{3,}/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  const name = label.replaceAll(/[\p{Cc}`]/gu, ' ');
  const heading = kind === 'openEditors' ? `${headings[kind]}:` : `${headings[kind]} \`${name}\`:`;
  return `${heading}\n${fence}${language}\n${text}\n${fence}${isCut ? '\n(The rest is left out.)' : ''}`;
}

/**
 * Roughly how many tokens a text takes: four characters each, but one each in scripts that write words in a character or
 * two. An estimate, to be shown as one.
 */
export function estimatedTokens(text: string): number {
  let quarters = 0;
  for (const character of text) quarters += (character.codePointAt(0) ?? 0) >= 0x2e80 ? 4 : character.length;
  return Math.ceil(quarters / 4);
}
