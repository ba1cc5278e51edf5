// What can be attached to a prompt, how it is written into the message and how large it is.
import type { TextAttachmentKind } from './attachment-kinds.ts';
import type { ImageType } from './image-size.ts';
import { type ImageContent, tokensOfImage } from './image.ts';
import { estimatedTokens } from './text-tokens.ts';

export interface TextAttachment {
  /** Names what is attached, so that attaching the same again replaces it. */
  readonly id: string;
  readonly kind: TextAttachmentKind;
  /** Where it comes from: a path within the workspace, with lines where it is a part of a file. Untrusted text. */
  readonly label: string;
  readonly text: string;
  /** VS Code's name of the language; empty where there is none. */
  readonly language: string;
  /** Whether `text` was cut at `largestAttachment`. */
  readonly isCut: boolean;
}

/** An image, without the image: that lies in a file of its own, so that a conversation's own files stay small. */
export interface ImageAttachment {
  readonly id: string;
  readonly kind: 'image';
  /** A file's path or name. Untrusted text. */
  readonly label: string;
  readonly mediaType: ImageType;
  /** Bytes. */
  readonly size: number;
  /** Names the file, and is part of its name. */
  readonly fileId: string;
  /** A small WebP image as base64; empty where none could be drawn. */
  readonly thumbnail: string;
}

export type Attachment = TextAttachment | ImageAttachment;

/** An image that is not kept yet. */
export interface PendingImage extends ImageAttachment {
  /** Base64. */
  readonly data: string;
}

/** An attachment of the next prompt. */
export type PendingAttachment = TextAttachment | PendingImage;

/** Characters: beyond this a file fills any model's window by itself. */
export const largestAttachment = 400_000;

export function createAttachment(kind: TextAttachmentKind, label: string, text: string, language = ''): TextAttachment {
  const isCut = text.length > largestAttachment;
  return {
    id: `${kind}:${label}`,
    kind,
    label,
    text: isCut ? text.slice(0, largestAttachment) : text,
    language,
    isCut,
  };
}

/** @param fileId letters, digits and hyphens, unlike any other. */
export function createImage(id: string, label: string, content: ImageContent, fileId: string): PendingImage {
  return { id, kind: 'image', label, ...content, fileId, thumbnail: '' };
}

/** The attachment as a conversation remembers it. */
export function keptAttachment(pending: PendingAttachment): Attachment {
  if (pending.kind !== 'image') return pending;
  const { id, kind, label, mediaType, size, fileId, thumbnail } = pending;
  return { id, kind, label, mediaType, size, fileId, thumbnail };
}

export function isImage<A extends Attachment>(attachment: A): attachment is Extract<A, { kind: 'image' }> {
  return attachment.kind === 'image';
}

export function isText(attachment: Attachment): attachment is TextAttachment {
  return attachment.kind !== 'image';
}

/** The list with one more attachment, in the place of the one of the same id. */
export function withAttachment<A extends Attachment>(attachments: readonly A[], added: A): readonly A[] {
  const index = attachments.findIndex(({ id }) => id === added.id);
  return index === -1 ? [...attachments, added] : attachments.with(index, added);
}

/** The name, with a number where one of these has it: everything that is pasted comes under one name. */
export function nameUnlike(attachments: readonly Attachment[], name: string): string {
  const labels = new Set(attachments.map(({ label }) => label));
  let found = name;
  for (let number = 2; labels.has(found); number += 1) found = `${name} (${number})`;
  return found;
}

/** The heading of each kind in the message, for the model to read. */
const headings: Readonly<Record<TextAttachmentKind, string>> = {
  selection: 'Selected in',
  file: 'File',
  listing: 'Files in the folder',
  openEditors: 'Open editors',
  problems: 'Problems that the editor reports in',
  instructions: 'Instructions from',
  changes: 'Changes since the last commit in',
  terminal: 'The last commands in the terminal',
};

/**
 * The attachment as one text block of the message: a line that names it, then its text in a fence that it cannot end.
 */
export function attachmentBlock({ kind, label, text, language, isCut }: TextAttachment): string {
  // Not as arguments of one call: a text may hold more runs than a call takes.
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const fence = '`'.repeat(longest + 1);
  const heading = kind === 'openEditors' ? `${headings[kind]}:` : `${headings[kind]} ${asCode(label)}:`;
  return `${heading}\n${fence}${language}\n${text}\n${fence}${isCut ? '\n(The rest is left out.)' : ''}`;
}

/** What the model reads in the place of an image that it cannot be given. */
export function missingImageBlock({ label }: ImageAttachment): string {
  return `(The image ${asCode(label)} was here. It is left out.)`;
}

/** A name between backticks that it cannot end. */
export function asCode(name: string): string {
  return `\`${name.replaceAll(/[\p{Cc}`]/gu, ' ')}\``;
}

/** Roughly how many tokens an attachment takes; of an image, the most that it can. */
export function attachmentTokens(attachment: Attachment): number {
  if (!isText(attachment)) return tokensOfImage;
  const tokens = estimates.get(attachment) ?? estimatedTokens(attachmentBlock(attachment));
  estimates.set(attachment, tokens);
  return tokens;
}

/** It is asked for at every letter that is typed, and a large file takes long to be read through. */
const estimates = new WeakMap<TextAttachment, number>();
