import assert from 'node:assert/strict';
import { createAnswer } from '../../../../../src/core/chat/conversation/answer.ts';
import type { Turn } from '../../../../../src/core/chat/conversation/conversation.ts';
import { turnsHolding } from '../../../../../src/core/chat/search/transcript.ts';
import { blocksOf } from '../../../../support/samples/answer-blocks.ts';

const prompt = (id: string, text: string): Turn => ({ kind: 'prompt', id, text });
const answer = (id: string, text: string, thinking = ''): Turn => ({
  ...createAnswer(id, 0),
  blocks: blocksOf(text, thinking),
});

const turns: readonly Turn[] = [
  prompt('p1', 'How do TIDES work?'),
  answer('a1', 'The **moon** pulls, and [see](https://a.example/tide) the rest.\nSo `x => x`.', 'Perhaps the sun too'),
  prompt('p2', 'Ça va, 海?'),
  answer('a2', 'half**wa**y \\*\\*'),
];
const held = (wanted: string): string[] => turnsHolding({ turns }, wanted);

describe('the turns that may hold a text', () => {
  it('are named in order, whatever the capitals', () => assert.deepEqual(held('tide'), ['p1', 'a1']));

  it('are found through the markup of an answer, within a word and between words', () => {
    assert.deepEqual(held('moon pulls,'), ['a1']);
    assert.deepEqual(held('see the rest'), ['a1']);
    assert.deepEqual(held('halfway'), ['a2']);
  });

  it('are found by what was thought', () => assert.deepEqual(held('sun'), ['a1']));

  it('are found by signs that are no letters, and by letters of any script', () => {
    assert.deepEqual(held('=>'), ['a1']);
    assert.deepEqual(held('**'), ['a1', 'a2']);
    assert.deepEqual(held('ça'), ['p2']);
    assert.deepEqual(held('海'), ['p2']);
  });

  it('are none where a word is missing, or nothing is looked for', () => {
    assert.deepEqual(held('moon sail'), []);
    assert.deepEqual(held('  \n'), []);
  });
});
