import assert from 'node:assert/strict';
import { assistantText, userText } from '../../../../../src/core/chat/messages/message.ts';
import { type AnswerTurn, createAnswer } from '../../../../../src/core/chat/conversation/answer.ts';
import {
  type Conversation,
  messagesBefore,
  messagesToContinue,
  type PromptTurn,
} from '../../../../../src/core/chat/conversation/conversation.ts';
import { blocksOf } from '../../../../support/samples/answer-blocks.ts';

const prompt = (id: string, text: string): PromptTurn => ({ kind: 'prompt', id, text });
const answer = (id: string, text = ''): AnswerTurn => ({ ...createAnswer(id, 1000), blocks: blocksOf(text) });
const conversation = (...turns: Conversation['turns']): Conversation => ({ turns });

describe('the messages of a request', () => {
  it('is every turn up to the prompt before the answer', () => {
    const turns = conversation(
      prompt('p', 'One'),
      answer('a', 'First'),
      prompt('q', 'Two'),
      answer('b'),
      prompt('r', 'Three'),
      answer('c'),
    );
    assert.deepEqual(messagesBefore(turns, 'b'), [userText('One'), assistantText('First'), userText('Two')]);
    assert.deepEqual(messagesBefore(turns, 'a'), [userText('One')]);
  });

  it('leaves out prompts whose answer never came: they do not ride along with the next, only with their own retry', () => {
    const turns = conversation(prompt('p', 'One'), answer('a', ' \n'), prompt('q', 'Two'), answer('b'));
    assert.deepEqual(messagesBefore(turns, 'b'), [userText('Two')]);
    assert.deepEqual(messagesBefore(turns, 'a'), [userText('One')]);
  });

  it('leaves out prompts without text, and joins the answers around them', () => {
    const turns = conversation(
      prompt('p', 'One'),
      answer('a', 'First'),
      prompt('q', ' '),
      answer('b', 'Second'),
      prompt('r', 'Two'),
      answer('c'),
    );
    assert.deepEqual(messagesBefore(turns, 'c'), [userText('One'), assistantText('First\n\nSecond'), userText('Two')]);
  });

  it('is the whole conversation where the answer is not in it, and nothing where that is empty', () => {
    assert.deepEqual(messagesBefore(conversation(prompt('p', 'One')), 'x'), [userText('One')]);
    assert.deepEqual(messagesBefore(conversation(), 'x'), []);
  });

  it('to continue an answer is its text so far, and to go on from there', () => {
    const turns = conversation(prompt('p', 'One'), answer('a', 'Fir'));
    const messages = messagesToContinue(turns, 'a', 'Fir');
    assert.deepEqual(messages.slice(0, 2), [userText('One'), assistantText('Fir')]);
    assert.deepEqual(
      messages
        .slice(2)
        .map(({ role, content: [block] }) => [
          role,
          block?.kind === 'text' && block.text.startsWith('Continue exactly'),
        ]),
      [['user', true]],
    );
  });
});
