// Every message that the extension host and the chat page exchange; both sides parse what they receive. Host → page
// messages are facts, page → host messages are requests.
import * as z from 'zod/mini';
import { blockEventSchema } from '../core/chat/messages/block-schema.ts';
import { composerFacts, composerRequests, composerWords } from './composer.ts';
import { actionSchema, buttonSchema, noticeSchema } from './notices.ts';
import { placeFacts, placeRequests, placeWords } from './places.ts';
import { fileFacts, fileRequests, fileWords } from './restore.ts';
import { runFacts, runRequests, runSchema, runWords } from './run.ts';
import { summaryRequests } from './summaries.ts';
import { toastFacts, toastRequests, toastWords } from './toasts.ts';
import { progressSchema, sourceSchema, turnSchema, usageSchema } from './turn.ts';

export type { AttachmentView, ComposerView, OfferView, SendKey } from './composer.ts';
export type { Action, Button, Notice } from './notices.ts';
export { type FoundPlace, type LeadsTo, mostNames } from './places.ts';
export type { ChangeView } from './review.ts';
export type { AnswerTurn, Progress, Source, Turn, UsageView } from './turn.ts';
export { type AnswerBlock, type BlockEvent, blocksAfter, textOf, thinkingOf } from '../core/chat/messages/blocks.ts';
export { linkTarget } from '../core/service/address/browser-address.ts';
export { namedFile } from '../core/chat/edits/named-file.ts';
export { namedPlace, namedPlaceAt, placesInWords } from '../core/chat/edits/named-place.ts';
export { characterName, codePointOf } from '../core/chat/code/hidden-characters.ts';
export { furthestBack, mayHide, textPieces, undecidedFrom } from '../core/service/characters.ts';
export {
  isThumbnail,
  largestImage,
  largestPixels,
  largestThumbnail,
  pixelsIn,
} from '../core/chat/attachments/image.ts';

/** What an empty transcript shows, and what is above the composer: both follow from sign-in and plan. */
const availabilitySchema = z.object({
  headline: z.string(),
  text: z.string(),
  buttons: z.array(buttonSchema),
  /** Shown above the composer, but not over an empty transcript that offers buttons already; null when all is well. */
  banner: z.nullable(noticeSchema),
  /** False only where no provider could take a prompt at all. */
  canAsk: z.boolean(),
});
export type Availability = z.infer<typeof availabilitySchema>;

const hostMessageSchema = z.discriminatedUnion('kind', [
  /** The last turns of a conversation; there may be `older` ones, which the page asks for. */
  z.object({ kind: z.literal('conversationShown'), turns: z.array(turnSchema), older: z.optional(z.number()) }),
  /** What was typed and not sent, for a page that is new or while it is typed in another place. */
  z.object({ kind: z.literal('draftShown'), text: z.string() }),
  /** Turns that belong right before those shown, of which `older` are still to be asked for. */
  z.object({ kind: z.literal('olderTurnsShown'), before: z.string(), turns: z.array(turnSchema), older: z.number() }),
  /** Another branch: whatever is behind the turn `after` is replaced; null, or a turn not shown, means everything. */
  z.object({ kind: z.literal('branchShown'), after: z.nullable(z.string()), turns: z.array(turnSchema) }),
  z.object({ kind: z.literal('availabilityShown'), availability: availabilitySchema }),
  z.object({ kind: z.literal('turnAdded'), turn: turnSchema }),
  /** Another try at the same answer: what was drawn for this id is replaced. */
  z.object({ kind: z.literal('turnReplaced'), turn: turnSchema }),
  z.object({ kind: z.literal('answerStarted'), id: z.string(), source: sourceSchema }),
  z.object({ kind: z.literal('answerGrew'), id: z.string(), event: blockEventSchema }),
  z.object({
    kind: z.literal('answerEnded'),
    id: z.string(),
    progress: progressSchema,
    usage: z.nullable(usageSchema),
    seconds: z.number(),
    run: z.optional(runSchema),
  }),
  z.object({ kind: z.literal('composerFocused') }),
  z.object({ kind: z.literal('findOpened') }),
  /** The name of the file that code of an answer goes into where it names none; null where none is open. */
  z.object({ kind: z.literal('editorShown'), name: z.nullable(z.string()) }),
  /**
   * The turns of the whole conversation that may hold this text, first to last; what is drawn of them has the last
   * word.
   */
  z.object({ kind: z.literal('turnsFound'), text: z.string(), turnIds: z.array(z.string()) }),
  ...composerFacts,
  ...placeFacts,
  ...fileFacts,
  ...runFacts,
  ...toastFacts,
]);
export type HostMessage = z.infer<typeof hostMessageSchema>;

const pageMessageSchema = z.discriminatedUnion('kind', [
  /** The page has loaded and knows nothing: the host answers with all there is to show. */
  z.object({ kind: z.literal('ready') }),
  /** The person is in this page now, which matters where there are two. */
  z.object({ kind: z.literal('pageFocused') }),
  z.object({ kind: z.literal('pageBlurred') }),
  z.object({ kind: z.literal('sendPrompt'), text: z.string() }),
  /** As `sendPrompt`, when the plan has something left again. */
  z.object({ kind: z.literal('postponePrompt'), text: z.string() }),
  z.object({ kind: z.literal('stopAnswer') }),
  /** Asks for turns that came before the first one shown. */
  z.object({ kind: z.literal('showOlderTurns'), before: z.string() }),
  z.object({ kind: z.literal('editPrompt'), turnId: z.string(), text: z.string() }),
  z.object({ kind: z.literal('showBranch'), turnId: z.string(), step: z.literal([1, -1]) }),
  z.object({ kind: z.literal('askAnew'), turnId: z.string() }),
  z.object({ kind: z.literal('removeTurn'), turnId: z.string() }),
  /** `turnId` names the answer whose notice carried the button; null for the availability's buttons. */
  z.object({
    kind: z.literal('pressButton'),
    action: actionSchema,
    turnId: z.nullable(z.string()),
    account: z.optional(z.string()),
  }),
  /** `text` is what the link is shown as. */
  z.object({ kind: z.literal('openLink'), href: z.string(), text: z.string() }),
  z.object({ kind: z.literal('copyText'), text: z.string() }),
  z.object({ kind: z.literal('copyCode'), text: z.string() }),
  z.object({ kind: z.literal('insertText'), text: z.string() }),
  z.object({ kind: z.literal('openText'), text: z.string(), language: z.string() }),
  /**
   * Code for a file: the host finds the place and shows the change as a diff first. `info` is what stands behind the
   * fence, `file` the path that the block names; null means the file in the editor.
   */
  z.object({ kind: z.literal('applyText'), text: z.string(), info: z.string(), file: z.nullable(z.string()) }),
  /** Code for a shell, which the host runs in no case: the person does. */
  z.object({ kind: z.literal('putIntoTerminal'), text: z.string() }),
  z.object({ kind: z.literal('saveDraft'), text: z.string() }),
  z.object({ kind: z.literal('findText'), text: z.string() }),
  /** Something threw in the page: the host logs it, since nobody reads a webview's console. */
  z.object({ kind: z.literal('reportFault'), text: z.string() }),
  ...composerRequests,
  ...placeRequests,
  ...fileRequests,
  ...runRequests,
  ...summaryRequests,
  ...toastRequests,
]);
export type PageMessage = z.infer<typeof pageMessageSchema>;

/** The page's own words, localised by the host and placed in the document as JSON. `{0}` marks a number or name. */
export const pageStringsSchema = z.object({
  transcriptLabel: z.string(),
  composerLabel: z.string(),
  /** `{0}` is the key that sends. */
  composerPlaceholder: z.string(),
  send: z.string(),
  stop: z.string(),
  copy: z.string(),
  wrapLines: z.string(),
  copied: z.string(),
  insertAtCursor: z.string(),
  openAsFile: z.string(),
  applyToFile: z.string(),
  putIntoTerminal: z.string(),
  /** Why code can be neither inserted nor applied. */
  noEditor: z.string(),
  /** `{0}` is the name of a file. */
  applyToNamed: z.string(),
  copyAnswer: z.string(),
  jumpToEnd: z.string(),
  yourPrompt: z.string(),
  answer: z.string(),
  thinking: z.string(),
  /** `{0}` is a count of characters. */
  thoughts: z.string(),
  /** `{0}` is a number of seconds. */
  thoughtFor: z.string(),
  waiting: z.string(),
  stopped: z.string(),
  stoppedEmpty: z.string(),
  truncated: z.string(),
  interrupted: z.string(),
  interruptedEmpty: z.string(),
  continueAnswer: z.string(),
  askAnew: z.string(),
  editPrompt: z.string(),
  copyPrompt: z.string(),
  removeTurn: z.string(),
  sendEdited: z.string(),
  cancelEdit: z.string(),
  editedPromptLabel: z.string(),
  previousBranch: z.string(),
  nextBranch: z.string(),
  /** `{0}` is a number, `{1}` how many there are. */
  branchPlace: z.string(),
  /** `{0}` is a count of tokens. */
  tokens: z.string(),
  /** `{0}` is a number of seconds. */
  seconds: z.string(),
  /** `{0}` are whole minutes, `{1}` the seconds beyond them. */
  minutes: z.string(),
  payerPlan: z.string(),
  /** `{0}` is the name of an account. */
  payerPlanOf: z.string(),
  payerApiKey: z.string(),
  answerStartedAnnouncement: z.string(),
  answerFinishedAnnouncement: z.string(),
  /** `{0}` is why. */
  answerFailedAnnouncement: z.string(),
  answerStoppedAnnouncement: z.string(),
  imageOmitted: z.string(),
  /** What a screen reader says for the box before a task list's item. */
  taskDone: z.string(),
  taskOpen: z.string(),
  codeLanguagePlain: z.string(),
  /** Stands where the rest of a block is not formatted. */
  shownPlain: z.string(),
  /** In place of what a block of code holds behind more hidden characters than are marked. */
  hiddenRest: z.string(),
  findLabel: z.string(),
  /** `{0}` is which place is shown, `{1}` how many there are. */
  findPlace: z.string(),
  findNone: z.string(),
  findPrevious: z.string(),
  findNext: z.string(),
  findClose: z.string(),
  ...composerWords,
  ...placeWords,
  ...fileWords,
  ...runWords,
  ...toastWords,
});
export type PageStrings = z.infer<typeof pageStringsSchema>;

/** Reads a message that arrived in the page; null for anything that is not one. */
export function parseHostMessage(data: unknown): HostMessage | null {
  const parsed = hostMessageSchema.safeParse(data);
  return parsed.success ? parsed.data : null;
}

/** Reads a message that arrived in the extension host; null for anything that is not one. */
export function parsePageMessage(data: unknown): PageMessage | null {
  const parsed = pageMessageSchema.safeParse(data);
  return parsed.success ? parsed.data : null;
}
