// What host and page exchange about the agent, as parts of chat.ts.
import * as z from 'zod/mini';

export const answerModes = ['ask', 'askAll', 'acceptEdits', 'sandbox', 'plan'] as const;

const linesSchema = z.object({ added: z.number(), removed: z.number() });

/** A call of a tool as one line. */
export const callSchema = z.object({
  /** The place of its block in the answer. */
  block: z.number(),
  icon: z.enum([
    'eye',
    'list-tree',
    'search',
    'warning',
    'edit',
    'new-file',
    'trash',
    'arrow-right',
    'terminal',
    'question',
    'checklist',
    'tools',
  ]),
  /** What it does, and with what: a file, a command, a pattern. */
  verb: z.string(),
  object: z.string(),
  /** The file that it is about, by its path; null where it is about none. */
  file: z.nullable(z.string()),
  lines: z.nullable(linesSchema),
  /** Of a command that has ended with another than 0; null for all else. */
  failedWith: z.nullable(z.number()),
  /** Whether it is a command that runs in the sandbox, or ran there. */
  isSandboxed: z.boolean(),
  state: z.enum(['arriving', 'waiting', 'running', 'done', 'failed', 'rejected', 'notRun']),
  /** What it was given and what came of it; null until a person who unfolds it asks. */
  detail: z.nullable(z.string()),
});
export type CallView = z.infer<typeof callSchema>;

/** What an answer has that is the work of an agent. `facts` are said under it. */
export const runSchema = z.object({
  calls: z.array(callSchema),
  facts: z.array(z.string()),
  /** What the person wrote while it ran, each before the block of the answer at this place. */
  words: z.array(z.object({ place: z.number(), text: z.string() })),
  /** Whether it ended in a plan, of which nothing has been done yet. */
  isPlan: z.boolean(),
});
export type RunView = z.infer<typeof runSchema>;

const questionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('consent'),
    id: z.string(),
    title: z.string(),
    /** All of what is done: a command, the input of a tool. Empty where files say it. */
    subject: z.string(),
    /** Where it is done; empty where the title says so. */
    place: z.string(),
    files: z.array(z.object({ name: z.string(), lines: z.nullable(linesSchema), hasDiff: z.boolean() })),
    reasons: z.array(z.string()),
    /** What may be allowed for the conversation with it, each in words. */
    offers: z.array(z.string()),
    /** What those who allow it should know; empty where there is nothing. */
    offerNote: z.string(),
    accept: z.string(),
    /** What has a command run in the sandbox instead; empty where it cannot. */
    acceptInSandbox: z.string(),
  }),
  z.object({ kind: z.literal('choice'), id: z.string(), text: z.string(), choices: z.array(z.string()) }),
  z.object({ kind: z.literal('goOn'), id: z.string(), text: z.string() }),
]);
export type QuestionView = z.infer<typeof questionSchema>;

const planItemSchema = z.object({ text: z.string(), state: z.enum(['open', 'doing', 'done']) });
export type PlanItemView = z.infer<typeof planItemSchema>;

const sideSchema = z.object({
  question: z.nullable(questionSchema),
  plan: z.array(planItemSchema),
  /** Why the run does not go on just now; null where it does. */
  note: z.nullable(z.string()),
  /** What it took of the plan so far, and who says so; null where nobody can. */
  taken: z.nullable(z.object({ text: z.string(), detail: z.string() })),
});
export type RunSideView = z.infer<typeof sideSchema>;

const modeSchema = z.enum(answerModes);

/** How the next prompt is answered; `note` says why there is no choice, and is null where there is one. */
export const modeChoiceSchema = z.object({
  mode: modeSchema,
  /** One that is not offered says why in its `detail`. */
  choices: z.array(
    z.object({
      mode: modeSchema,
      name: z.string(),
      /** What its name is where there is little room; absent where it is short itself. */
      shortName: z.optional(z.string()),
      detail: z.string(),
      isOffered: z.boolean(),
    }),
  ),
  note: z.nullable(z.string()),
});
export type ModeChoiceView = z.infer<typeof modeChoiceSchema>;

export const runFacts = [
  z.object({ kind: z.literal('modesShown'), choice: modeChoiceSchema }),
  /** What the run of the shown conversation asks, and what it plans to do. */
  z.object({ kind: z.literal('runSideShown'), side: sideSchema }),
  /** More is known of a call, or it is new. */
  z.object({ kind: z.literal('callShown'), id: z.string(), call: callSchema }),
] as const;

const replySchema = z.discriminatedUnion('kind', [
  /** `offer` is the place of what is allowed among the offers; null for this once. */
  z.object({ kind: z.literal('accept'), offer: z.nullable(z.int().check(z.minimum(0))) }),
  z.object({ kind: z.literal('sandbox') }),
  z.object({ kind: z.literal('reject'), words: z.nullable(z.string()) }),
  z.object({ kind: z.literal('answer'), text: z.string() }),
  z.object({ kind: z.literal('goOn'), goesOn: z.boolean() }),
]);
export type ReplyView = z.infer<typeof replySchema>;

export const runRequests = [
  z.object({ kind: z.literal('chooseMode'), mode: modeSchema }),
  z.object({ kind: z.literal('replyToRun'), id: z.string(), reply: replySchema }),
  /** Shows what the open question is about as a diff; `file` is its place among the files. */
  z.object({ kind: z.literal('showRunChange'), id: z.string(), file: z.int().check(z.minimum(0)) }),
  z.object({ kind: z.literal('openRunFile'), file: z.string() }),
  /** Asks for the call at this place of an answer with its detail. */
  z.object({ kind: z.literal('showCallDetail'), turnId: z.string(), block: z.int().check(z.minimum(0)) }),
  /** The agent is to do what it has planned, and asks before everything. */
  z.object({ kind: z.literal('doPlan') }),
] as const;

/** The words of the agent; `{0}` marks a number or name. */
export const runWords = {
  answerMode: z.string(),
  plan: z.string(),
  /** What stands in its place once the run has ended; `{0}` and `{1}` are numbers. */
  planDone: z.string(),
  planEnded: z.string(),
  planItemOpen: z.string(),
  planItemDoing: z.string(),
  /** Of what was under way when the run ended. */
  planItemLeft: z.string(),
  planItemDone: z.string(),
  callArriving: z.string(),
  callWaiting: z.string(),
  callRunning: z.string(),
  callDone: z.string(),
  callFailed: z.string(),
  callRejected: z.string(),
  callNotRun: z.string(),
  /** `{0}` is a number. */
  callExitCode: z.string(),
  callSandboxed: z.string(),
  callRunningSandboxed: z.string(),
  /** `{0}` is a number above 1. */
  moreSteps: z.string(),
  /** `{0}` is the path of a file. */
  openRunFile: z.string(),
  runQuestion: z.string(),
  reject: z.string(),
  rejectWords: z.string(),
  allowOnce: z.string(),
  allowLabel: z.string(),
  /** `{0}` is the path of a file. */
  showRunDiff: z.string(),
  goOn: z.string(),
  endHere: z.string(),
  doPlan: z.string(),
  ownAnswer: z.string(),
  sendAnswer: z.string(),
  /** `{0}` is what is asked. */
  runAsksAnnouncement: z.string(),
  /** `{0}` is a step, in words. */
  stepAnnouncement: z.string(),
};
