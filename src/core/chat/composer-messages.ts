// Knows what host and page exchange about the composer, as parts of panel-messages.ts; not how anything is drawn.
import * as z from 'zod/mini';
import { imageTypes } from './attachments/image-size.ts';
import { isThumbnail } from './image.ts';

/** What an image is shown by; its bytes stay where they are. */
const imageSchema = z.object({
  /** Bytes. */
  size: z.number(),
  /** A small WebP image as base64; empty where there is none. */
  thumbnail: z.string(),
});

/** An attachment as the page shows it: what it is called and how large it is, never what it says. */
export const attachmentSchema = z.object({
  id: z.string(),
  kind: z.enum(['selection', 'file', 'listing', 'openEditors', 'problems', 'instructions', 'image']),
  label: z.string(),
  /** Tokens, estimated. */
  size: z.number(),
  isCut: z.boolean(),
  /** There where `kind` is `image`. */
  image: z.optional(imageSchema),
});
export type AttachmentView = z.infer<typeof attachmentSchema>;

/** What Enter does: it sends, or Ctrl+Enter and Cmd+Enter do and Enter breaks the line. */
export const sendKeySchema = z.enum(['enter', 'ctrlEnter']);
export type SendKey = z.infer<typeof sendKeySchema>;

const composerSchema = z.object({
  /** Goes with the next prompt. */
  attachments: z.array(attachmentSchema),
  /** Waits for the running answer to end. */
  queued: z.array(z.object({ id: z.string(), text: z.string(), attachments: z.array(attachmentSchema) })),
  commands: z.array(z.object({ name: z.string(), description: z.string() })),
  models: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Null until a service is known. */
  modelId: z.nullable(z.string()),
  /** Whether the model is to think; null where it cannot. */
  thinking: z.nullable(z.boolean()),
  /**
   * How full the model's window is, in tokens, estimated; null where its size is unknown. `note` says in words what would be
   * left out; null where nothing would.
   */
  fill: z.nullable(z.object({ used: z.number(), size: z.number(), note: z.nullable(z.string()) })),
  /** That the chosen model takes no images and some are there, in words; null where all is well. */
  imagesNote: z.nullable(z.string()),
  sendKey: sendKeySchema,
});
export type ComposerView = z.infer<typeof composerSchema>;

export const composerFacts = [
  z.object({ kind: z.literal('composerShown'), composer: composerSchema }),
  /** An image lies ready: the page alone can draw it small, and answers with its thumbnail. */
  z.object({ kind: z.literal('imageRead'), id: z.string(), mediaType: z.enum(imageTypes), data: z.string() }),
] as const;

export const composerRequests = [
  /** Asks the person what to attach. */
  z.object({ kind: z.literal('attachContext') }),
  z.object({ kind: z.literal('detachContext'), id: z.string() }),
  /** Takes a waiting prompt out; to edit it, the page has its text and its attachments lie ready again. */
  z.object({ kind: z.literal('unqueuePrompt'), id: z.string(), keepsAttachments: z.boolean() }),
  /** Sends the first waiting prompt, which a stop or a failure has left waiting. */
  z.object({ kind: z.literal('sendQueued') }),
  z.object({ kind: z.literal('chooseModel'), id: z.string() }),
  z.object({ kind: z.literal('switchThinking'), on: z.boolean() }),
  /** Files that were dropped, as their addresses. */
  z.object({ kind: z.literal('attachFiles'), uris: z.array(z.string()) }),
  /** A file that was pasted, or dropped without an address, as base64; null where it is larger than any image may be. */
  z.object({ kind: z.literal('attachImage'), name: z.string(), data: z.nullable(z.string()) }),
  /** How an image that lies ready looks in small. */
  z.object({ kind: z.literal('thumbnailDrawn'), id: z.string(), thumbnail: z.string().check(z.refine(isThumbnail)) }),
] as const;

/** The composer's own words; `{0}` marks a number or name. */
export const composerWords = {
  attach: z.string(),
  attachments: z.string(),
  attachmentSelection: z.string(),
  attachmentFile: z.string(),
  attachmentListing: z.string(),
  attachmentOpenEditors: z.string(),
  attachmentProblems: z.string(),
  attachmentInstructions: z.string(),
  attachmentImage: z.string(),
  /** `{0}` is the kind, `{1}` the label, `{2}` a count of tokens. */
  attachmentDetail: z.string(),
  /** The same of one that was cut. */
  attachmentDetailCut: z.string(),
  /** `{0}` is the kind, `{1}` the label, `{2}` a size in bytes, `{3}` a count of tokens. */
  attachmentDetailImage: z.string(),
  /** `{0}` is a count of tokens. */
  attachmentSizeCut: z.string(),
  /** `{0}` is a label. */
  detach: z.string(),
  /** `{0}` is a key, as in `send`. */
  queue: z.string(),
  queuedPrompts: z.string(),
  queuedNext: z.string(),
  sendQueued: z.string(),
  editQueued: z.string(),
  dropQueued: z.string(),
  commands: z.string(),
  model: z.string(),
  thinkingSwitch: z.string(),
  /** `{0}` is a percentage. */
  fill: z.string(),
  /** `{0}` is what is used, `{1}` the size, both in tokens. */
  fillDetail: z.string(),
  fillWhole: z.string(),
  /** The keys that send, for `send`, `queue` and the placeholder. */
  enterKey: z.string(),
  ctrlEnterKey: z.string(),
  cmdEnterKey: z.string(),
};
