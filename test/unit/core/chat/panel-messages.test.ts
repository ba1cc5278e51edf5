// Knows every message between host and page, and that neither side believes anything else.
import assert from 'node:assert/strict';
import {
  type AnswerTurn,
  type HostMessage,
  type PageMessage,
  pageStringsSchema,
  parseHostMessage,
  parsePageMessage,
} from '../../../../src/core/chat/panel-messages.ts';
import { thumbnailSample } from '../../../support/image-samples.ts';

const notice = { tone: 'warning', text: 'The plan refused.', buttons: [{ action: 'signIn', label: 'Sign In', primary: true }] } as const;
const source = { payer: 'plan', provider: 'Service', model: 'model-1' } as const;
const turn: AnswerTurn = {
  kind: 'answer',
  id: 'a',
  text: 'Hi',
  thinking: '',
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
  olderTurnsShown: { kind: 'olderTurnsShown', before: 'p', turns: [{ kind: 'prompt', id: 'o', text: 'Before' }], older: 3 },
  branchShown: { kind: 'branchShown', after: null, turns: [{ ...turn, branch: { index: 1, count: 2 } }] },
  standingShown: {
    kind: 'standingShown',
    standing: { headline: 'Hello', text: '', buttons: [...notice.buttons], banner: { ...notice, buttons: [] }, canAsk: true },
  },
  turnAdded: { kind: 'turnAdded', turn },
  turnReplaced: { kind: 'turnReplaced', turn: { ...turn, progress: { kind: 'failed', notice: { ...notice, buttons: [] } } } },
  answerStarted: { kind: 'answerStarted', id: 'a', source },
  textAppended: { kind: 'textAppended', id: 'a', text: '<b>' },
  thinkingAppended: { kind: 'thinkingAppended', id: 'a', text: 'Hm' },
  answerEnded: { kind: 'answerEnded', id: 'a', progress: { kind: 'done' }, usage: { inputTokens: 1, outputTokens: 2 }, seconds: 1.5 },
  composerFocused: { kind: 'composerFocused' },
  imageRead: { kind: 'imageRead', id: 'image:a', mediaType: 'image/png', data: 'AAAA' },
  findOpened: { kind: 'findOpened' },
  turnsFound: { kind: 'turnsFound', text: 'tide', turnIds: ['p', 'a'] },
  composerShown: {
    kind: 'composerShown',
    composer: {
      attachments: [
        { id: 'file:a.ts', kind: 'file', label: 'a.ts', size: 12, isCut: false },
        { id: 'image:a', kind: 'image', label: 'a.png', size: 1600, isCut: false, image: { size: 3000, thumbnail: '' } },
      ],
      queued: [{ id: 'q', text: 'Next', attachments: [] }],
      commands: [{ name: 'explain', description: 'Explain' }],
      models: [{ id: 'model-1', name: 'Model' }],
      modelId: 'model-1',
      thinking: null,
      fill: { used: 12, size: 100, note: null },
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
  stopAnswer: { kind: 'stopAnswer' },
  showOlderTurns: { kind: 'showOlderTurns', before: 'p' },
  editPrompt: { kind: 'editPrompt', turnId: 'p', text: 'Hello again' },
  showBranch: { kind: 'showBranch', turnId: 'p', step: -1 },
  askAnew: { kind: 'askAnew', turnId: 'a' },
  removeTurn: { kind: 'removeTurn', turnId: 'p' },
  pressButton: { kind: 'pressButton', action: 'retry', turnId: 'a' },
  openLink: { kind: 'openLink', href: 'https://a.example' },
  copyText: { kind: 'copyText', text: 'x' },
  insertText: { kind: 'insertText', text: 'x' },
  openText: { kind: 'openText', text: 'x', language: 'ts' },
  applyText: { kind: 'applyText', text: 'x' },
  saveDraft: { kind: 'saveDraft', text: '' },
  findText: { kind: 'findText', text: 'tide' },
  reportFault: { kind: 'reportFault', text: 'TypeError' },
  attachContext: { kind: 'attachContext' },
  detachContext: { kind: 'detachContext', id: 'file:a.ts' },
  unqueuePrompt: { kind: 'unqueuePrompt', id: 'q', keepsAttachments: true },
  sendQueued: { kind: 'sendQueued' },
  chooseModel: { kind: 'chooseModel', id: 'model-1' },
  switchThinking: { kind: 'switchThinking', on: true },
  attachFiles: { kind: 'attachFiles', uris: ['file:///a.ts'] },
  attachImage: { kind: 'attachImage', name: 'a.png', data: null },
  thumbnailDrawn: { kind: 'thumbnailDrawn', id: 'image:a', thumbnail: thumbnailSample },
};

const foreign: readonly unknown[] = [undefined, null, 'ready', 5, [], {}, { kind: 'unheardOf' }, { kind: ['ready'] }, { Kind: 'ready' }];

describe('a message to the page', () => {
  for (const message of Object.values(hostMessages)) {
    it(`of kind ${message.kind} is read as it was sent`, () => assert.deepEqual(parseHostMessage(structuredClone(message)), message));
  }

  it('that is none is refused', () => {
    for (const data of foreign) assert.equal(parseHostMessage(data), null);
    for (const message of Object.values(pageMessages)) assert.equal(parseHostMessage(message), null);
  });

  it('with one wrong field is refused whole', () => {
    const { answerEnded, standingShown, turnAdded } = hostMessages;
    const wrong: readonly unknown[] = [
      { ...answerEnded, id: 7 },
      { ...answerEnded, progress: { kind: 'failed' } },
      { ...answerEnded, usage: { inputTokens: '1', outputTokens: 2 } },
      { ...answerEnded, seconds: NaN },
      { ...standingShown, standing: { ...standingShown.standing, banner: { ...notice, tone: 'loud' } } },
      { ...standingShown, standing: { ...standingShown.standing, buttons: [{ action: 'format', label: 'x', primary: true }] } },
      { ...turnAdded, turn: { ...turn, kind: 'note' } },
      { ...turnAdded, turn: { ...turn, source: { ...source, payer: 'nobody' } } },
    ];
    for (const data of wrong) assert.equal(parseHostMessage(data), null, JSON.stringify(data));
  });
});

describe('a message from the page', () => {
  for (const message of Object.values(pageMessages)) {
    it(`of kind ${message.kind} is read as it was sent`, () => assert.deepEqual(parsePageMessage(structuredClone(message)), message));
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
      { kind: 'openLink', href: 5 },
      { kind: 'openText', text: 'x' },
    ];
    for (const data of wrong) assert.equal(parsePageMessage(data), null, JSON.stringify(data));
  });

  it('loses what nobody asked for', () => {
    assert.deepEqual(parsePageMessage({ kind: 'ready', command: 'workbench.action.quit', __proto__: null }), { kind: 'ready' });
  });
});

describe('the page\'s own words', () => {
  const names = Object.keys(pageStringsSchema.shape);

  it('are all there or none are taken', () => {
    const words = Object.fromEntries(names.map((name) => [name, name]));
    assert.deepEqual(pageStringsSchema.parse(words), words);
    for (const name of names) {
      assert.equal(pageStringsSchema.safeParse({ ...words, [name]: undefined }).success, false, name);
    }
  });
});
