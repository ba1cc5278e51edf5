// Knows how each event changes an answer, and what a model is told of the turns before.
import assert from 'node:assert/strict';
import {
  type AnswerTurn,
  type Conversation,
  createAnswer,
  messagesBefore,
  messagesToContinue,
  canContinue,
  type PromptTurn,
  reduceAnswer,
} from '../../../../src/core/chat/conversation.ts';
import type { MessageEvent } from '../../../../src/core/chat/messages.ts';
import { noUsage } from '../../../../src/core/chat/stream-event.ts';

const prompt = (id: string, text: string): PromptTurn => ({ kind: 'prompt', id, text });
const answer = (id: string, text = ''): AnswerTurn => ({ ...createAnswer(id, 1000), text });
const conversation = (...turns: Conversation['turns']): Conversation => ({ turns });
const usage = { ...noUsage, outputTokens: 7 };

describe('an answer', () => {
  it('begins waiting, with nothing known', () => {
    assert.deepEqual(createAnswer('a', 1000), {
      kind: 'answer',
      id: 'a',
      text: '',
      thinking: '',
      source: null,
      planRefusal: null,
      progress: { kind: 'waiting' },
      usage: noUsage,
      startedAt: 1000,
      endedAt: null,
    });
  });

  const begun: AnswerTurn = { ...createAnswer('a', 1000), source: { payer: 'plan', model: 'asked' }, text: 'one', thinking: 'hm' };
  const cases: readonly (readonly [sentence: string, event: MessageEvent, change: Partial<AnswerTurn>])[] = [
    ['streams once started, and names the model that answers', { kind: 'started', model: 'real' }, { progress: { kind: 'streaming' }, source: { payer: 'plan', model: 'real' } }],
    ['keeps the model asked for where none is named', { kind: 'started', model: null }, { progress: { kind: 'streaming' } }],
    ['grows by text', { kind: 'textAdded', text: ' two' }, { text: 'one two' }],
    ['grows by thinking, apart from its text', { kind: 'thinkingAdded', text: 'm' }, { thinking: 'hmm' }],
    ['ends done', { kind: 'done', stopReason: 'end_turn', usage }, { progress: { kind: 'done', stopReason: 'end_turn' }, usage, endedAt: 2000 }],
    ['ends failed, and keeps its text', { kind: 'failed', failure: { kind: 'cut' }, usage }, { progress: { kind: 'failed', failure: { kind: 'cut' } }, usage, endedAt: 2000 }],
    ['ends stopped, and keeps its text', { kind: 'stopped', usage }, { progress: { kind: 'stopped' }, usage, endedAt: 2000 }],
    ['is not changed by the start of a block', { kind: 'blockStarted', index: 0, block: 'text' }, {}],
    ['is not changed by the end of a block', { kind: 'blockStopped', index: 0 }, {}],
    ['is not changed by tool input', { kind: 'toolInputAdded', index: 2, json: '{' }, {}],
  ];
  for (const [sentence, event, change] of cases) {
    it(sentence, () => {
      const before = structuredClone(begun);
      assert.deepEqual(reduceAnswer(begun, event, 2000), { ...begun, ...change });
      assert.deepEqual(begun, before);
    });
  }

  it('has no source to name where none was chosen', () => {
    assert.equal(reduceAnswer(createAnswer('a', 1000), { kind: 'started', model: 'real' }, 2000).source, null);
  });
});

describe('what a model is told', () => {
  it('is every turn up to the prompt before the answer', () => {
    const turns = conversation(prompt('p', 'One'), answer('a', 'First'), prompt('q', 'Two'), answer('b'), prompt('r', 'Three'), answer('c'));
    assert.deepEqual(messagesBefore(turns, 'b'), [
      { role: 'user', text: 'One' },
      { role: 'assistant', text: 'First' },
      { role: 'user', text: 'Two' },
    ]);
    assert.deepEqual(messagesBefore(turns, 'a'), [{ role: 'user', text: 'One' }]);
  });

  it('joins prompts whose answer never came, since roles must alternate', () => {
    const turns = conversation(prompt('p', 'One'), answer('a', ' \n'), prompt('q', 'Two'), answer('b'));
    assert.deepEqual(messagesBefore(turns, 'b'), [{ role: 'user', text: 'One\n\nTwo' }]);
  });

  it('leaves out prompts without text, and joins the answers around them', () => {
    const turns = conversation(prompt('p', 'One'), answer('a', 'First'), prompt('q', ' '), answer('b', 'Second'), prompt('r', 'Two'), answer('c'));
    assert.deepEqual(messagesBefore(turns, 'c'), [
      { role: 'user', text: 'One' },
      { role: 'assistant', text: 'First\n\nSecond' },
      { role: 'user', text: 'Two' },
    ]);
  });

  it('is the whole conversation where the answer is not in it, and nothing where that is empty', () => {
    assert.deepEqual(messagesBefore(conversation(prompt('p', 'One')), 'x'), [{ role: 'user', text: 'One' }]);
    assert.deepEqual(messagesBefore(conversation(), 'x'), []);
  });

  it('to continue an answer is its text so far, and to go on from there', () => {
    const turns = conversation(prompt('p', 'One'), answer('a', 'Fir'));
    const messages = messagesToContinue(turns, 'a', 'Fir');
    assert.deepEqual(messages.slice(0, 2), [
      { role: 'user', text: 'One' },
      { role: 'assistant', text: 'Fir' },
    ]);
    assert.deepEqual(messages.slice(2).map(({ role, text }) => [role, text.startsWith('Continue exactly')]), [['user', true]]);
  });
});

describe('an answer that can be continued', () => {
  const ended = (progress: AnswerTurn['progress'], text = 'so far'): boolean => canContinue({ ...answer('a', text), progress });

  it('is one that was cut, with something received', () => {
    assert.equal(ended({ kind: 'interrupted' }), true);
    assert.equal(ended({ kind: 'stopped' }), true);
    assert.equal(ended({ kind: 'failed', failure: { kind: 'cut' } }), true);
    assert.equal(ended({ kind: 'done', stopReason: 'max_tokens' }), true);
  });

  it('is neither whole, nor running, nor empty', () => {
    assert.equal(ended({ kind: 'done', stopReason: 'end_turn' }), false);
    assert.equal(ended({ kind: 'streaming' }), false);
    assert.equal(ended({ kind: 'interrupted' }, ' '), false);
  });
});
