// Serves an answer whose deltas are numbered, and notes when each was sent.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface StampedStream extends AsyncDisposable {
  readonly origin: string;
  /** When each delta was sent, in milliseconds since the epoch, by its number. Numbers go on from answer to answer. */
  readonly sentAt: readonly number[];
}

/** A paragraph ends with each of these numbers. */
const wordsInParagraph = 40;

/**
 * @param count deltas in an answer
 * @param gap mean milliseconds between two; they vary by half of that, so that no delta keeps step with a screen's
 * frames
 */
export async function serveStamped(count: number, gap: number): Promise<StampedStream> {
  const sentAt: number[] = [];
  const server = createServer((request, response) => {
    request.resume();
    if (request.method === 'POST') void answer(response).catch(() => response.destroy());
    else response.writeHead(404).end();
  });
  const answer = async (response: ServerResponse): Promise<void> => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    const send = (type: string, data: object): boolean =>
      response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
    const usage = { input_tokens: 1, output_tokens: 1 };
    send('message_start', {
      message: {
        id: 'm',
        type: 'message',
        role: 'assistant',
        content: [],
        model: 'bench',
        stop_reason: null,
        stop_sequence: null,
        usage,
      },
    });
    send('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
    await pause(500);
    for (const end = sentAt.length + count; sentAt.length < end; ) {
      await pause(gap * (0.5 + Math.random()));
      const number = sentAt.push(performance.timeOrigin + performance.now()) - 1;
      const space = number % wordsInParagraph === wordsInParagraph - 1 ? '.\n\n' : ' ';
      send('content_block_delta', { index: 0, delta: { type: 'text_delta', text: `word ${number}${space}` } });
    }
    await pause(500);
    send('content_block_stop', { index: 0 });
    send('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage });
    send('message_stop', {});
    response.end();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The stream has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    sentAt,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
