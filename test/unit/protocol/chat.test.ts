import assert from 'node:assert/strict';
import {
  type AnswerTurn,
  type HostMessage,
  type PageMessage,
  pageStringsSchema,
  parseHostMessage,
  parsePageMessage,
} from '../../../src/protocol/chat.ts';
import { thumbnailSample } from '../../support/samples/image-samples.ts';

const notice = {
  tone: 'warning',
  text: 'The plan refused.',
  buttons: [{ action: 'signIn', label: 'Sign In', primary: true }],
} as const;
const source = { payer: 'plan', provider: 'Service', model: 'model-1' } as const;
const turn: AnswerTurn = {
  kind: 'answer',
  id: 'a',
  blocks: [
    { kind: 'thinking', text: 'Hm', signature: '' },
    { kind: 'redactedThinking', data: '' },
    { kind: 'text', text: 'Hi' },
    { kind: 'toolUse', id: 't', name: 'read', input: { kind: 'arriving', json: '' } },
  ],
  source,
  notice: null,
  progress: { kind: 'streaming' },
  usage: null,
  seconds: null,
};

/** One of every kind; the type makes a forgotten kind a compile error. */
const hostMessages: { readonly [Kind in HostMessage['kind']]: HostMessage & { kind: Kind } } = {
  conversationShown: { kind: 'conversationShown', turns: [{ kind: 'prompt', id: 'p', text: 'Hello' }, turn] },
  draftShown: { kind: 'draftShown', text: 'And' },
  editorShown: { kind: 'editorShown', name: null },
  contextOpened: { kind: 'contextOpened' },
  placesFound: { kind: 'placesFound', places: [{ name: 'src/cart.ts:12', leadsTo: 'file' }] },
  changesShown: {
    kind: 'changesShown',
    changes: [
      { id: 'c', name: 'a.ts', folder: 'src', does: 'edit', lines: { added: 3, removed: 1 }, note: null },
      { id: 'd', name: 'b.ts', folder: '', does: 'delete', lines: null, note: 'It has changed.' },
    ],
  },
  restoreShown: {
    kind: 'restoreShown',
    restore: {
      id: 'r',
      title: 'Restore?',
      rows: [
        {
          ...{ path: 'src/a.ts', does: 'rename', about: 'is renamed back from b.ts', warnings: ['It has changed.'] },
          ...{ isChosen: false, isPossible: true, hasDiff: true },
        },
      ],
      commands: ['npm test'],
    },
  },
  changedFilesShown: {
    kind: 'changedFilesShown',
    files: [{ id: 'c', name: 'a.ts', folder: 'src', does: 'edit', lines: { added: 3, removed: 1 }, note: null }],
  },
  toastsShown: {
    kind: 'toastsShown',
    toasts: [{ id: 't', tone: 'warning', text: 'Deleted.', buttons: ['Undo'] }],
  },
  modesShown: {
    kind: 'modesShown',
    choice: {
      mode: 'ask',
      choices: [{ mode: 'ask', name: 'Ask', detail: 'In words', isOffered: true }],
      note: 'No folder.',
    },
  },
  runSideShown: {
    kind: 'runSideShown',
    side: {
      question: {
        ...{ kind: 'consent', id: 'q', title: 'Run?', subject: 'npm test', place: 'in /w', accept: 'Run' },
        files: [{ name: 'a.ts', lines: { added: 1, removed: 0 }, hasDiff: true }],
        ...{ reasons: ['It is outside.'], offers: ['This very command'], offerNote: '', acceptInSandbox: '' },
      },
      plan: [{ text: 'Look', state: 'doing' }],
      note: 'Waits for another run.',
      taken: { text: 'about 3%', detail: 'By estimate.' },
    },
  },
  callShown: {
    kind: 'callShown',
    id: 'a',
    call: {
      ...{
        block: 3,
        icon: 'eye',
        verb: 'Read',
        object: 'a.ts',
        file: 'a.ts',
        lines: null,
        failedWith: null,
        isSandboxed: false,
      },
      ...{ state: 'running', detail: null },
    },
  },
  olderTurnsShown: {
    kind: 'olderTurnsShown',
    before: 'p',
    turns: [{ kind: 'prompt', id: 'o', text: 'Before' }],
    older: 3,
  },
  branchShown: { kind: 'branchShown', after: null, turns: [{ ...turn, branch: { index: 1, count: 2 } }] },
  availabilityShown: {
    kind: 'availabilityShown',
    availability: {
      headline: 'Hello',
      text: '',
      buttons: [...notice.buttons],
      banner: { ...notice, buttons: [] },
      canAsk: true,
    },
  },
  turnAdded: { kind: 'turnAdded', turn },
  turnReplaced: {
    kind: 'turnReplaced',
    turn: { ...turn, progress: { kind: 'failed', notice: { ...notice, buttons: [] } } },
  },
  answerStarted: { kind: 'answerStarted', id: 'a', source },
  answerGrew: { kind: 'answerGrew', id: 'a', event: { kind: 'textAdded', index: 2, text: '<b>' } },
  answerEnded: {
    kind: 'answerEnded',
    id: 'a',
    progress: { kind: 'done' },
    usage: { inputTokens: 1, outputTokens: 2 },
    seconds: 1.5,
  },
  composerFocused: { kind: 'composerFocused' },
  contextFound: {
    kind: 'contextFound',
    offers: [{ id: 'file:a.ts', icon: 'file', label: 'a.ts', detail: 'src/a.ts', isAttached: false }],
  },
  imageRead: { kind: 'imageRead', id: 'image:a', mediaType: 'image/png', data: 'AAAA' },
  findOpened: { kind: 'findOpened' },
  turnsFound: { kind: 'turnsFound', text: 'tide', turnIds: ['p', 'a'] },
  composerShown: {
    kind: 'composerShown',
    composer: {
      attachments: [
        { id: 'file:a.ts', kind: 'file', label: 'a.ts', size: 12, isCut: false },
        {
          id: 'image:a',
          kind: 'image',
          label: 'a.png',
          size: 1600,
          isCut: false,
          image: { size: 3000, thumbnail: '' },
        },
      ],
      accompanying: [
        {
          attachment: { id: 'selection:a.ts:1', kind: 'selection', label: 'a.ts:1', size: 3, isCut: false },
          isOn: true,
        },
      ],
      queued: [{ id: 'q', text: 'Next', attachments: [] }],
      commands: [{ name: 'explain', description: 'Explain' }],
      models: [
        {
          id: 'model-1',
          name: 'Model',
          contextWindow: null,
          images: true,
          thinking: false,
          isLeftOut: false,
          cost: '',
        },
      ],
      modelId: 'model-1',
      thinking: null,
      contextUsage: { used: 12, size: 100, note: null },
      queueNote: null,
      promptCost: { text: 'about 1% of a limit', short: '1%', detail: 'From 1% to 2%.' },
      imagesNote: null,
      sendKey: 'enter',
    },
  },
};

const pageMessages: { readonly [Kind in PageMessage['kind']]: PageMessage & { kind: Kind } } = {
  ready: { kind: 'ready' },
  pageFocused: { kind: 'pageFocused' },
  pageBlurred: { kind: 'pageBlurred' },
  sendPrompt: { kind: 'sendPrompt', text: 'Hello' },
  postponePrompt: { kind: 'postponePrompt', text: 'Hello' },
  stopAnswer: { kind: 'stopAnswer' },
  showOlderTurns: { kind: 'showOlderTurns', before: 'p' },
  editPrompt: { kind: 'editPrompt', turnId: 'p', text: 'Hello again' },
  showBranch: { kind: 'showBranch', turnId: 'p', step: -1 },
  askAnew: { kind: 'askAnew', turnId: 'a' },
  removeTurn: { kind: 'removeTurn', turnId: 'p' },
  useSummary: { kind: 'useSummary', id: 's', used: false },
  pressButton: { kind: 'pressButton', action: 'retry', turnId: 'a' },
  openLink: { kind: 'openLink', href: 'https://a.example', text: 'a' },
  copyText: { kind: 'copyText', text: 'x' },
  copyCode: { kind: 'copyCode', text: 'x' },
  insertText: { kind: 'insertText', text: 'x' },
  openText: { kind: 'openText', text: 'x', language: 'ts' },
  applyText: { kind: 'applyText', text: 'x', info: 'ts a.ts', file: 'a.ts' },
  putIntoTerminal: { kind: 'putIntoTerminal', text: 'x' },
  saveDraft: { kind: 'saveDraft', text: '' },
  findText: { kind: 'findText', text: 'tide' },
  reportFault: { kind: 'reportFault', text: 'TypeError' },
  switchAccompanying: { kind: 'switchAccompanying', id: 'selection:a.ts:1', on: false },
  findPlaces: { kind: 'findPlaces', names: ['src/cart.ts:12'] },
  openPlace: { kind: 'openPlace', name: 'src/cart.ts:12' },
  findContext: { kind: 'findContext', letters: 'ca' },
  attachFound: { kind: 'attachFound', id: 'file:a.ts' },
  detachContext: { kind: 'detachContext', id: 'file:a.ts' },
  unqueuePrompt: { kind: 'unqueuePrompt', id: 'q', keepsAttachments: true },
  sendQueued: { kind: 'sendQueued' },
  joinRun: { kind: 'joinRun', id: 'q', joins: true },
  chooseModel: { kind: 'chooseModel', id: 'model-1' },
  switchThinking: { kind: 'switchThinking', on: true },
  attachFiles: { kind: 'attachFiles', uris: ['file:///a.ts'] },
  attachImage: { kind: 'attachImage', name: 'a.png', data: null },
  openChange: { kind: 'openChange', id: 'c' },
  acceptChange: { kind: 'acceptChange', id: 'c' },
  discardChange: { kind: 'discardChange', id: 'c' },
  acceptAllChanges: { kind: 'acceptAllChanges' },
  discardAllChanges: { kind: 'discardAllChanges' },
  restoreFiles: { kind: 'restoreFiles', turnId: 'p' },
  replyToRestore: { kind: 'replyToRestore', id: 'r', chosen: [0] },
  showRestoredFile: { kind: 'showRestoredFile', id: 'r', row: 0 },
  openChangedFile: { kind: 'openChangedFile', id: 'c' },
  keepChangedFile: { kind: 'keepChangedFile', id: 'c' },
  revertChangedFile: { kind: 'revertChangedFile', id: 'c' },
  keepAllChangedFiles: { kind: 'keepAllChangedFiles' },
  revertAllChangedFiles: { kind: 'revertAllChangedFiles' },
  chooseMode: { kind: 'chooseMode', mode: 'askAll' },
  replyToRun: { kind: 'replyToRun', id: 'q', reply: { kind: 'accept', offer: 0 } },
  showRunChange: { kind: 'showRunChange', id: 'q', file: 0 },
  openRunFile: { kind: 'openRunFile', file: 'a.ts' },
  showCallDetail: { kind: 'showCallDetail', turnId: 'a', block: 3 },
  doPlan: { kind: 'doPlan' },
  answerToast: { kind: 'answerToast', id: 't', button: null },
  thumbnailDrawn: { kind: 'thumbnailDrawn', id: 'image:a', thumbnail: thumbnailSample },
};

const foreign: readonly unknown[] = [
  undefined,
  null,
  'ready',
  5,
  [],
  {},
  { kind: 'unheardOf' },
  { kind: ['ready'] },
  { Kind: 'ready' },
];

describe('a message to the page', () => {
  for (const message of Object.values(hostMessages)) {
    it(`of kind ${message.kind} is read as it was sent`, () =>
      assert.deepEqual(parseHostMessage(structuredClone(message)), message));
  }

  it('that is none is refused', () => {
    for (const data of foreign) assert.equal(parseHostMessage(data), null);
    for (const message of Object.values(pageMessages)) assert.equal(parseHostMessage(message), null);
  });

  it('with one wrong field is refused whole', () => {
    const { answerEnded, availabilityShown, turnAdded } = hostMessages;
    const wrong: readonly unknown[] = [
      { ...answerEnded, id: 7 },
      { ...answerEnded, progress: { kind: 'failed' } },
      { ...answerEnded, usage: { inputTokens: '1', outputTokens: 2 } },
      { ...answerEnded, seconds: NaN },
      {
        ...availabilityShown,
        availability: { ...availabilityShown.availability, banner: { ...notice, tone: 'loud' } },
      },
      {
        ...availabilityShown,
        availability: { ...availabilityShown.availability, buttons: [{ action: 'format', label: 'x', primary: true }] },
      },
      { ...turnAdded, turn: { ...turn, kind: 'note' } },
      { ...turnAdded, turn: { ...turn, source: { ...source, payer: 'nobody' } } },
    ];
    for (const data of wrong) assert.equal(parseHostMessage(data), null, JSON.stringify(data));
  });
});

describe('a message from the page', () => {
  for (const message of Object.values(pageMessages)) {
    it(`of kind ${message.kind} is read as it was sent`, () =>
      assert.deepEqual(parsePageMessage(structuredClone(message)), message));
  }

  it('that is none is refused', () => {
    for (const data of foreign) assert.equal(parsePageMessage(data), null);
    for (const message of Object.values(hostMessages)) assert.equal(parsePageMessage(message), null);
  });

  it('with one wrong field is refused whole', () => {
    const wrong: readonly unknown[] = [
      { kind: 'sendPrompt' },
      { kind: 'sendPrompt', text: { toString: 'x' } },
      { kind: 'pressButton', action: 'workbench.action.quit', turnId: null },
      { kind: 'pressButton', action: 'retry' },
      { kind: 'pressButton', action: 'retry', turnId: 5 },
      { kind: 'openLink', href: 5, text: 'a' },
      { kind: 'openLink', href: 'https://a.example' },
      { kind: 'openText', text: 'x' },
    ];
    for (const data of wrong) assert.equal(parsePageMessage(data), null, JSON.stringify(data));
  });

  it('loses what nobody asked for', () => {
    assert.deepEqual(parsePageMessage({ kind: 'ready', command: 'workbench.action.quit', __proto__: null }), {
      kind: 'ready',
    });
  });
});

describe("the page's own words", () => {
  const names = Object.keys(pageStringsSchema.shape);

  it('are all there or none are taken', () => {
    const words = Object.fromEntries(names.map((name) => [name, name]));
    assert.deepEqual(pageStringsSchema.parse(words), words);
    for (const name of names) {
      assert.equal(pageStringsSchema.safeParse({ ...words, [name]: undefined }).success, false, name);
    }
  });
});
