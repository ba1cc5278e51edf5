// The client's own reader with the conversation's reducer behind it, as a chat window uses them: after every event the
// whole answer so far is at hand, and its text is taken.
import { createAnswer, reduceAnswer } from '../../../src/core/chat/conversation.ts';
import type { StreamReader } from '../stream-reader.ts';
import { tidemarkEvents } from './tidemark-stream.ts';

export const reader: StreamReader = {
  async read(base) {
    let answer = createAnswer('answer-1', 0);
    let taken = '';
    let seen = 0;
    for await (const event of tidemarkEvents(base)) {
      answer = reduceAnswer(answer, event, 0);
      taken = answer.text;
      seen += taken.length;
    }
    if (answer.progress.kind !== 'done' || seen === 0) throw new Error(`The stream ended as ${answer.progress.kind}.`);
    return { kind: 'text', text: taken };
  },
};
