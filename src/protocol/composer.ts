// What host and page exchange about the composer, as parts of chat.ts.
import * as z from 'zod/mini';
import { attachmentKinds } from '../core/chat/attachments/attachment-kinds.ts';
import { imageTypes } from '../core/chat/attachments/image-size.ts';
import { isThumbnail } from '../core/chat/attachments/image.ts';

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
  kind: z.enum(attachmentKinds),
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
  /** Goes with the next prompt by itself, unless it is switched off. */
  accompanying: z.array(z.object({ attachment: attachmentSchema, isOn: z.boolean() })),
  /** Waits for the running answer to end. */
  queued: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      attachments: z.array(attachmentSchema),
      /** Whether the agent that runs hears of it behind its next result; absent where it cannot. */
      joinsRun: z.optional(z.boolean()),
    }),
  ),
  /** Why they wait for more than the running answer, in words; null where they do not. */
  queueNote: z.nullable(z.string()),
  commands: z.array(z.object({ name: z.string(), description: z.string() })),
  models: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Tokens; null where it is unknown. */
      contextWindow: z.nullable(z.number()),
      images: z.boolean(),
      thinking: z.boolean(),
      /** Whether the plan names other models, and not this one. */
      isLeftOut: z.boolean(),
      /** What it takes of the plan beside the others, in words; empty where that is not known. */
      cost: z.string(),
    }),
  ),
  /** Null until a service is known. */
  modelId: z.nullable(z.string()),
  /** Whether the model is to think; null where it cannot. */
  thinking: z.nullable(z.boolean()),
  /**
   * How full the model's window is, in tokens, estimated; null where its size is unknown. `note` says in words what
   * would be left out; null where nothing would. `summarised` says what goes as a summary; absent where nothing does.
   */
  contextUsage: z.nullable(
    z.object({
      used: z.number(),
      size: z.number(),
      note: z.nullable(z.string()),
      summarised: z.optional(z.string()),
    }),
  ),
  /**
   * What the prompt is expected to take of the plan, in words, and the same where there is little room; null where
   * nothing can be said.
   */
  promptCost: z.nullable(z.object({ text: z.string(), short: z.string(), detail: z.string() })),
  /** That the chosen model takes no images and some are there, in words; null where all is well. */
  imagesNote: z.nullable(z.string()),
  sendKey: sendKeySchema,
});
export type ComposerView = z.infer<typeof composerSchema>;

/** What an offer is, by the icon that VS Code gives it. */
const offerIconSchema = z.enum([
  'selection',
  'file-code',
  'warning',
  'checklist',
  'layers',
  'file',
  'folder',
  'symbol-method',
  'git-compare',
  'terminal',
  'file-media',
]);
export type OfferIcon = z.infer<typeof offerIconSchema>;

const offerSchema = z.object({
  id: z.string(),
  icon: offerIconSchema,
  label: z.string(),
  /** Where it is. */
  detail: z.string(),
  isAttached: z.boolean(),
});
export type OfferView = z.infer<typeof offerSchema>;

export const composerFacts = [
  /**
   * What can be attached by the letters behind an @ that were asked for last. `note` says in words that there are files
   * that were not looked at; absent where there are none.
   */
  z.object({ kind: z.literal('contextFound'), offers: z.array(offerSchema), note: z.optional(z.string()) }),
  /** The list of what can be attached is wanted, as if an @ had been typed. */
  z.object({ kind: z.literal('contextOpened') }),
  z.object({ kind: z.literal('composerShown'), composer: composerSchema }),
  /** An image was attached: the page alone can draw it small, and answers with its thumbnail. */
  z.object({ kind: z.literal('imageRead'), id: z.string(), mediaType: z.enum(imageTypes), data: z.string() }),
] as const;

export const composerRequests = [
  /** Asks what can be attached by the letters behind an @. */
  z.object({ kind: z.literal('findContext'), letters: z.string() }),
  /** By the id of an offer. */
  z.object({ kind: z.literal('attachFound'), id: z.string() }),
  z.object({ kind: z.literal('detachContext'), id: z.string() }),
  /** Something that goes along by itself, by the id of its attachment. */
  z.object({ kind: z.literal('switchAccompanying'), id: z.string(), on: z.boolean() }),
  /** Takes a waiting prompt out; to edit it, the page has its text and its attachments are pending again. */
  z.object({ kind: z.literal('unqueuePrompt'), id: z.string(), keepsAttachments: z.boolean() }),
  /** Sends the first waiting prompt, which a stop or a failure has left waiting. */
  z.object({ kind: z.literal('sendQueued') }),
  /** Whether the agent that runs hears of a waiting prompt behind its next result. */
  z.object({ kind: z.literal('joinRun'), id: z.string(), joins: z.boolean() }),
  z.object({ kind: z.literal('chooseModel'), id: z.string() }),
  z.object({ kind: z.literal('switchThinking'), on: z.boolean() }),
  /** Files that were dropped, as their addresses. */
  z.object({ kind: z.literal('attachFiles'), uris: z.array(z.string()) }),
  /**
   * A file that was pasted, or dropped without an address, as base64; null where it is larger than any image may be.
   */
  z.object({ kind: z.literal('attachImage'), name: z.string(), data: z.nullable(z.string()) }),
  /** The thumbnail of a pending image. */
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
  attachmentChanges: z.string(),
  attachmentTerminal: z.string(),
  /** `{0}` is what goes along by itself. */
  accompanyingOn: z.string(),
  accompanyingOff: z.string(),
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
  /** In place of `queuedNext`, where the agent hears of it before. */
  queuedJoins: z.string(),
  joinRun: z.string(),
  leaveRun: z.string(),
  sendQueued: z.string(),
  editQueued: z.string(),
  dropQueued: z.string(),
  commands: z.string(),
  /** What the list at an @ is called, what it says where it is empty, and of what goes along already. */
  offers: z.string(),
  offersNone: z.string(),
  offerAttached: z.string(),
  /** How files are dropped. */
  dropHint: z.string(),
  model: z.string(),
  /** What a model can do, and that the plan does not name it. */
  modelImages: z.string(),
  modelThinking: z.string(),
  modelLeftOut: z.string(),
  thinkingSwitch: z.string(),
  /** `{0}` is a percentage. */
  contextUsage: z.string(),
  /** `{0}` is what is used, `{1}` the size, both in tokens. */
  contextUsageDetail: z.string(),
  contextUsageNone: z.string(),
  /** The keys that send, for `send`, `queue` and the placeholder. */
  enterKey: z.string(),
  ctrlEnterKey: z.string(),
  cmdEnterKey: z.string(),
};
