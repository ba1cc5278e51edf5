// The answers of the message endpoints: as events, as a whole, and from an upstream server.
import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createParser } from 'eventsource-parser';
import * as z from 'zod/mini';
import { scriptedAnswer } from '../../../src/demo/answers/answers.ts';
import { ask, closeDemos, control, question, refusal, signIn, startDemo } from './demo-client.ts';

const wireEvent = z.object({
  type: z.string(),
  index: z.optional(z.int()),
  content_block: z.optional(z.object({ type: z.string() })),
  delta: z.optional(
    z.object({
      type: z.optional(z.string()),
      text: z.optional(z.string()),
      thinking: z.optional(z.string()),
      signature: z.optional(z.string()),
      stop_reason: z.optional(z.string()),
    }),
  ),
  usage: z.optional(z.object({ output_tokens: z.int() })),
});
const messageBody = z.object({
  type: z.literal('message'),
  role: z.literal('assistant'),
  model: z.string(),
  content: z.array(z.object({ type: z.string(), text: z.optional(z.string()) })),
  stop_reason: z.string(),
  usage: z.object({ input_tokens: z.int(), output_tokens: z.int() }),
});
async function eventsOf(answer: Response): Promise<z.infer<typeof wireEvent>[]> {
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  const events: z.infer<typeof wireEvent>[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const parsed = wireEvent.parse(JSON.parse(data));
      assert.equal(parsed.type, event);
      events.push(parsed);
    },
  });
  parser.feed(await answer.text());
  return events;
}

/** The types of the events in order, repeated deltas once and pings left out. */
function outline(events: readonly z.infer<typeof wireEvent>[]): string[] {
  const names = events
    .filter(({ type }) => type !== 'ping')
    .map(({ type, delta, content_block }) => [type, content_block?.type ?? delta?.type].filter(Boolean).join(' '));
  return names.filter((name, place) => name !== names[place - 1]);
}

describe('a streamed answer', () => {
  afterEach(closeDemos);

  it('has the events of the interface in their order, and the whole text in small deltas', async () => {
    const demo = await startDemo();
    const { business } = await signIn(demo, 'subscriber');
    const events = await eventsOf(await ask(demo, business, question('Show me some code', { stream: true })));
    assert.deepEqual(outline(events), [
      'message_start',
      'content_block_start text',
      'content_block_delta text_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
    const texts = events.flatMap(({ delta }) => delta?.text ?? []);
    const { text } = scriptedAnswer({ question: 'Show me some code', turn: 1, thinks: false, images: 0 });
    assert.equal(texts.join(''), text);
    assert.ok(texts.every((piece) => piece.trim().length <= 12));
    const end = events.find(({ type }) => type === 'message_delta');
    assert.deepEqual([end?.delta?.stop_reason, end?.usage?.output_tokens], ['end_turn', Math.ceil(text.length / 4)]);
    assert.ok(events.some(({ type }) => type === 'ping'));
  });

  it('begins with a thinking block and its signature where thinking is asked for', async () => {
    const demo = await startDemo();
    const { business } = await signIn(demo, 'subscriber');
    const thinking = { type: 'enabled', budget_tokens: 1_024 };
    const events = await eventsOf(await ask(demo, business, question('think', { stream: true, thinking })));
    assert.deepEqual(outline(events), [
      'message_start',
      'content_block_start thinking',
      'content_block_delta thinking_delta',
      'content_block_delta signature_delta',
      'content_block_stop',
      'content_block_start text',
      'content_block_delta text_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
    assert.deepEqual([...new Set(events.flatMap(({ index }) => index ?? []))], [0, 1]);
  });

  it('goes on where an answer of its own broke off', async () => {
    const demo = await startDemo();
    const { business } = await signIn(demo, 'subscriber');
    const { text } = scriptedAnswer({ question: 'slow', turn: 1, thinks: false, images: 0 });
    const messages = [
      { role: 'user', content: 'slow' },
      { role: 'assistant', content: text.slice(0, 30) },
      { role: 'user', content: 'Continue exactly where you stopped.' },
    ];
    const events = await eventsOf(await ask(demo, business, question('', { stream: true, messages })));
    assert.equal(events.flatMap(({ delta }) => delta?.text ?? []).join(''), text.slice(30));
  });

  it('is remembered as it was written, with the time of each piece, until another begins', async () => {
    let now = 1000;
    const demo = await startDemo({ now: () => (now += 1) });
    const { business } = await signIn(demo, 'subscriber');
    const report = z.object({ newestAnswer: z.array(z.object({ at: z.number(), text: z.string() })) });
    for (const asked of ['Show me a table', 'Hello']) {
      const body = await (await ask(demo, business, question(asked, { stream: true }))).text();
      const { newestAnswer } = report.parse(await control(demo, 'GET', '/requests'));
      assert.equal(newestAnswer.map(({ text }) => text).join(''), body);
      assert.ok(newestAnswer.every(({ at }, index) => index === 0 || at > (newestAnswer[index - 1]?.at ?? Infinity)));
    }
  });

  it('stops being written when the client leaves', async () => {
    const demo = await startDemo({ pace: 20 });
    const { business } = await signIn(demo, 'subscriber');
    const leaving = new AbortController();
    const answer = await fetch(`${demo.description.apiUrl}/api/compat/v1/messages`, {
      method: 'POST',
      signal: leaving.signal,
      headers: { 'content-type': 'application/json', 'compat-version': '2023-06-01', 'x-api-key': business },
      body: JSON.stringify(question('long', { stream: true })),
    });
    await answer.body?.getReader().read();
    leaving.abort();
    const report = z.object({ answers: z.object({ open: z.int(), finished: z.int(), stopped: z.int() }) });
    const answers = async (): Promise<z.infer<typeof report>['answers']> =>
      report.parse(await control(demo, 'GET', '/requests')).answers;
    while ((await answers()).open > 0);
    assert.deepEqual(await answers(), { open: 0, finished: 0, stopped: 1 });
  });
});

describe('a whole answer', () => {
  afterEach(closeDemos);

  it('is the message with its content and usage', async () => {
    const demo = await startDemo();
    const { business } = await signIn(demo, 'subscriber');
    const answer = await ask(demo, business, question('Hello', { system: [{ type: 'text', text: 'Be brief.' }] }));
    const body = messageBody.parse(await answer.json());
    const { text } = scriptedAnswer({ question: 'Hello', turn: 1, thinks: false, images: 0 });
    assert.deepEqual(body.content, [{ type: 'text', text }]);
    assert.deepEqual(
      [body.model, body.stop_reason, body.usage.input_tokens, body.usage.output_tokens],
      ['tide-large', 'end_turn', Math.ceil('Be brief.Hello'.length / 4), Math.ceil(text.length / 4)],
    );
  });

  it('ends at max_tokens', async () => {
    const demo = await startDemo();
    const { business } = await signIn(demo, 'subscriber');
    const body = messageBody.parse(await (await ask(demo, business, question('long', { max_tokens: 10 }))).json());
    assert.equal(body.stop_reason, 'max_tokens');
    assert.equal(body.content[0]?.text?.length, 40);
    assert.equal(body.usage.output_tokens, 10);
  });
});

describe('an upstream server', () => {
  afterEach(closeDemos);

  it('gets the request word for word with the key, and its answer comes back as it is', async () => {
    const seen: { url: string | undefined; headers: IncomingHttpHeaders; body: string }[] = [];
    const upstream = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        seen.push({ url: request.url, headers: request.headers, body });
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end('event: ping\ndata: {"type":"ping"}\n\n');
      });
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    try {
      const address = upstream.address();
      assert.ok(address !== null && typeof address === 'object');
      const demo = await startDemo({ upstream: { url: `http://127.0.0.1:${address.port}/`, key: 'upstream-key' } });
      const { business } = await signIn(demo, 'subscriber');
      const sent = question('Hello', { model: 'local-model', stream: true });
      const answer = await ask(demo, business, sent);
      assert.equal(answer.headers.get('content-type'), 'text/event-stream');
      assert.equal(await answer.text(), 'event: ping\ndata: {"type":"ping"}\n\n');
      const [request] = seen;
      assert.deepEqual([request?.url, request?.body], ['/v1/messages', JSON.stringify(sent)]);
      assert.deepEqual(
        [request?.headers['x-api-key'], request?.headers.authorization, request?.headers['compat-version']],
        ['upstream-key', 'Bearer upstream-key', '2023-06-01'],
      );
    } finally {
      upstream.closeAllConnections();
      upstream.close();
    }
  });

  it('that cannot be reached is a 502, and one without http is refused at the start', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const address = closed.address();
    assert.ok(address !== null && typeof address === 'object');
    await new Promise((resolve) => closed.close(resolve));
    const demo = await startDemo({ upstream: { url: `http://127.0.0.1:${address.port}` } });
    const { business } = await signIn(demo, 'subscriber');
    assert.deepEqual(await refusal(await ask(demo, business, question('Hello'))), [502, 'api_error']);
    await assert.rejects(startDemo({ upstream: { url: 'file:///etc' } }), RangeError);
  });
});
