// The client's own reader with the conversation's reducer behind it, as a chat window uses them: after every event the
// whole answer so far is at hand, and `see` gets its text.
import { createAnswer, reduceAnswer } from '../../../src/core/chat/conversation/answer.ts';
import type { StreamReader } from '../stream-reader.ts';
import { tidemarkEvents } from './tidemark-stream.ts';
import { textOf } from '../../../src/core/chat/messages/blocks.ts';

export function tidemarkReading(see: (text: string) => void): StreamReader {
  return {
    async read(base) {
      let answer = createAnswer('answer-1', 0);
      for await (const event of tidemarkEvents(base)) {
        answer = reduceAnswer(answer, event, 0);
        if (event.kind === 'textAdded') see(textOf(answer.blocks));
      }
      if (answer.progress.kind !== 'done') throw new Error(`The stream ended as ${answer.progress.kind}.`);
      return { kind: 'text', text: textOf(answer.blocks) };
    },
  };
}
