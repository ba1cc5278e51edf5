// A run of the agent for the page's tests and screenshots.
import type { AnswerTurn, HostMessage } from '../../src/protocol/chat.ts';
import type { CallView, ModeChoiceView, PlanItemView, QuestionView } from '../../src/protocol/run.ts';

const plain = { file: null, lines: null, failedWith: null, isSandboxed: false, detail: null } as const;

export const calls: readonly CallView[] = [
  { ...plain, block: 1, icon: 'checklist', verb: 'Plan the steps', object: '', state: 'done' },
  { ...plain, block: 2, icon: 'list-tree', verb: 'List', object: '', state: 'done' },
  {
    ...plain,
    block: 4,
    icon: 'terminal',
    verb: 'Run',
    object: 'npm test',
    state: 'done',
    failedWith: 1,
  },
  {
    ...plain,
    ...{
      block: 6,
      icon: 'edit',
      verb: 'Edit',
      object: 'src/deeply/nested/tides.js',
      file: 'src/deeply/nested/tides.js',
    },
    ...{ lines: { added: 3, removed: 1 }, state: 'waiting' },
  },
];

const use = (id: string): AnswerTurn['blocks'][number] => ({
  kind: 'toolUse',
  id,
  name: 'x',
  input: { kind: 'arriving', json: '' },
});

export const run: AnswerTurn = {
  kind: 'answer',
  id: 'run',
  blocks: [
    { kind: 'text', text: 'I look at what is here **first**.' },
    ...[use('a'), use('b')],
    { kind: 'text', text: 'I run the tests to see what fails.' },
    use('c'),
    { kind: 'text', text: 'One has to be taken from the other.' },
    use('d'),
  ],
  source: { payer: 'plan', provider: 'Tide', model: 'Tide Large' },
  notice: null,
  progress: { kind: 'streaming' },
  usage: null,
  seconds: null,
  run: { calls: [...calls], facts: [], words: [], isPlan: false },
};

export const asked: HostMessage = {
  kind: 'conversationShown',
  turns: [{ kind: 'prompt', id: 'p', text: 'Fix the test' }, run],
};

export const modes: HostMessage & { readonly choice: ModeChoiceView } = {
  kind: 'modesShown',
  choice: {
    mode: 'askAll',
    choices: [
      { mode: 'ask', name: 'Ask', detail: 'Answers in words', isOffered: true },
      { mode: 'askAll', name: 'Agent', detail: 'The agent asks before each change and command', isOffered: true },
      { mode: 'acceptEdits', name: 'Accept edits', detail: 'The agent changes files unasked', isOffered: true },
      {
        mode: 'sandbox',
        name: 'Run in the sandbox',
        shortName: 'Sandbox',
        detail: 'Not here: bubblewrap is not installed.',
        isOffered: false,
      },
    ],
    note: null,
  },
};

export const plan: readonly PlanItemView[] = [
  { text: 'See what fails', state: 'done' },
  { text: 'Mend it', state: 'doing' },
  { text: 'See it pass', state: 'open' },
];

export const command: QuestionView = {
  ...{
    kind: 'consent',
    id: 'q1',
    title: 'Run this command?',
    subject: 'npm test -- --grep "tides"',
    place: 'in /home/ada/shop',
  },
  files: [],
  reasons: ['It is outside this workspace.'],
  offers: ['This very command, for this conversation', 'All that begins with “npm test”, for this conversation'],
  ...{ offerNote: 'It covers code that the agent writes.', accept: 'Run', acceptInSandbox: '' },
};

export const outside: QuestionView = {
  ...command,
  title: 'Run this command outside the sandbox?',
  subject: 'npm ci',
  reasons: [
    'It runs with all your rights, and can use the network.',
    'The agent wants it outside: in the sandbox it ended with exit code 1.',
  ],
  offers: [],
  offerNote: '',
  accept: 'Run Outside',
  acceptInSandbox: 'Run in the Sandbox',
};

export const change: QuestionView = {
  ...{
    kind: 'consent',
    id: 'q2',
    title: 'Change src/deeply/nested/tides.js?',
    subject: '',
    place: '',
    accept: 'Accept',
    acceptInSandbox: '',
  },
  files: [{ name: 'src/deeply/nested/tides.js', lines: { added: 3, removed: 1 }, hasDiff: true }],
  ...{ reasons: [], offers: [], offerNote: '' },
};

export const side = (question: QuestionView | null, items: readonly PlanItemView[] = plan): HostMessage => ({
  kind: 'runSideShown',
  side: { question, plan: [...items], note: null, taken: null },
});

/** A run of so many steps that has ended, each with a sentence before it. */
export const longRun = (steps: number): AnswerTurn => ({
  ...run,
  blocks: Array.from({ length: steps }, (_, step) => [
    { kind: 'text' as const, text: `I look at the file of step ${step}.` },
    use(`use${step}`),
  ]).flat(),
  progress: { kind: 'done' },
  seconds: 900,
  run: {
    calls: Array.from({ length: steps }, (_, step) => ({
      ...plain,
      ...{ block: 2 * step + 1, icon: 'eye', verb: 'Read', object: `src/file${step}.ts`, state: 'done' },
    })),
    ...{ facts: [], words: [], isPlan: false },
  },
});

/** A run that heard of something while it went on, and was paused by its plan. */
export const paused: HostMessage = {
  kind: 'turnReplaced',
  turn: {
    ...run,
    progress: {
      kind: 'failed',
      notice: {
        tone: 'warning',
        text: 'The agent has paused, and what it did is kept. Your plan refused this prompt: 5-hour limit used up until 4:44 PM.',
        buttons: [
          { action: 'continueAnswer', label: 'Go On', primary: true },
          { action: 'answerWithKey', label: 'Go On with API Key', primary: false },
          { action: 'alwaysUseKey', label: 'Always Use API Key', primary: false },
        ],
      },
    },
    usage: { inputTokens: 1204, outputTokens: 311 },
    seconds: 41.5,
    run: {
      calls: [...calls],
      facts: [
        '3 steps',
        '1 file changed +3 −1',
        '2 commands',
        '18,400 tokens from the cache',
        '5-hour limit: 3% taken',
      ],
      words: [{ place: 4, text: 'Mind the tides of the north,\nthey come late.' }],
      isPlan: false,
    },
  },
};

/** A run that ended in a plan. */
export const planned: HostMessage = {
  kind: 'turnReplaced',
  turn: {
    ...run,
    progress: { kind: 'done' },
    seconds: 12,
    run: { calls: [...calls], facts: ['3 steps'], words: [], isPlan: true },
  },
};
