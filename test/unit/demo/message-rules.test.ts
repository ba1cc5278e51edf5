// What the demo refuses of requests whose every block has its shape, as the compatible interface does.
import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { brokenRule } from '../../../src/demo/wire/message-rules.ts';
import { messageRequestSchema } from '../../../src/demo/wire/message-request.ts';
import { signatureOf } from '../../../src/demo/wire/thinking-signature.ts';
import { ask, closeDemos, failureBody, question, signIn, startDemo } from './demo-client.ts';

const said = (text: string): unknown => ({ role: 'user', content: text });
const answered = (...content: unknown[]): unknown => ({ role: 'assistant', content });
const results = (...ids: string[]): unknown => ({
  role: 'user',
  content: ids.map((id) => ({ type: 'tool_result', tool_use_id: id })),
});
const use = (id: string): unknown => ({ type: 'tool_use', id, name: 'read', input: {} });
const thought = (thinking: string, signature = signatureOf(thinking)): unknown => ({
  type: 'thinking',
  thinking,
  signature,
});
const text = (words: string, isBreakpoint = false): unknown => ({
  type: 'text',
  text: words,
  ...(isBreakpoint ? { cache_control: { type: 'ephemeral' } } : {}),
});
const read = { name: 'read', input_schema: { type: 'object' } };
const thinking = { type: 'enabled', budget_tokens: 5 };

const count = z.int();
const usageBody = z.object({
  usage: z.object({ input_tokens: count, cache_creation_input_tokens: count, cache_read_input_tokens: count }),
});

const ruleBrokenBy = (changes: Readonly<Record<string, unknown>>): string | null =>
  brokenRule(messageRequestSchema.parse({ model: 'tide-large', max_tokens: 10, tools: [read], ...changes }));

describe('a message request of the right shape', () => {
  const broken: readonly (readonly [sentence: string, changes: Readonly<Record<string, unknown>>, rule: string])[] = [
    [
      'begins with an answer',
      { messages: [answered(text('Hi'))] },
      'messages: the first message must be of the role user.',
    ],
    [
      'has two turns of one role',
      { messages: [said('1'), said('2')] },
      'messages.1: roles must alternate between user and assistant.',
    ],
    [
      'has a blank text',
      { messages: [{ role: 'user', content: [text(' \n')] }] },
      'messages.0.content: text blocks must not be blank.',
    ],
    [
      'has a blank system text',
      { messages: [said('1')], system: [text(' ')] },
      'system: text blocks must not be blank.',
    ],
    [
      'has a tool use of the user',
      { messages: [{ role: 'user', content: [use('t1')] }] },
      'messages.0.content: the role user has no tool_use blocks.',
    ],
    [
      'has a tool use without its result right behind it',
      { messages: [said('1'), answered(use('t1')), said('2')] },
      'messages.2.content: tool_use t1 was found without its tool_result right behind it.',
    ],
    [
      'ends with a tool use',
      { messages: [said('1'), answered(use('t1'))] },
      'messages: tool_use t1 was found without its tool_result.',
    ],
    [
      'has a result without its use',
      { messages: [said('1'), answered(text('a')), results('t1')] },
      'messages.2.content: unexpected tool_result t1: no tool_use of this id is right before it.',
    ],
    [
      'has two results of one use',
      { messages: [said('1'), answered(use('t1')), results('t1', 't1')] },
      'messages.2.content: each tool_use has a single result.',
    ],
    [
      'has a text before a result',
      {
        messages: [
          said('1'),
          answered(use('t1')),
          { role: 'user', content: [text('x'), { type: 'tool_result', tool_use_id: 't1' }] },
        ],
      },
      'messages.2.content: tool_result blocks must come first.',
    ],
    [
      'uses one id twice',
      { messages: [said('1'), answered(use('t1')), results('t1'), answered(use('t1')), results('t1')] },
      'messages.3.content: tool_use ids must be unique.',
    ],
    [
      'has tool uses and no tools',
      { tools: undefined, messages: [said('1'), answered(use('t1')), results('t1')] },
      'tools: must be given where messages have tool_use or tool_result.',
    ],
    ['has two tools of one name', { tools: [read, read], messages: [said('1')] }, 'tools: tool names must be unique.'],
    [
      'chooses a tool that is not there',
      { tool_choice: { type: 'tool', name: 'write' }, messages: [said('1')] },
      'tool_choice: there is no tool write.',
    ],
    [
      'thinks on from a tool use without thinking before it',
      { thinking, messages: [said('1'), answered(use('t1')), results('t1')] },
      'messages.1.content.0: expected thinking before tool_use where thinking is enabled.',
    ],
    [
      'brings thinking back changed',
      { messages: [said('1'), answered(thought('Hm', signatureOf('Ah')), text('a')), said('2')] },
      'messages.1.content: invalid signature in a thinking block.',
    ],
    [
      'must call a tool and think',
      { thinking, tool_choice: { type: 'any' }, messages: [said('1')] },
      'tool_choice: thinking cannot be forced to use a tool.',
    ],
    [
      'thinks at another temperature',
      { thinking, temperature: 0.5, messages: [said('1')] },
      'temperature: must be 1 where thinking is enabled.',
    ],
    [
      'thinks with a low top_p',
      { thinking, top_p: 0.5, messages: [said('1')] },
      'top_p: must be 0.95 or more where thinking is enabled.',
    ],
    [
      'has five breakpoints',
      { messages: [{ role: 'user', content: ['1', '2', '3', '4', '5'].map((word) => text(word, true)) }] },
      'cache_control: at most 4 breakpoints are allowed.',
    ],
  ];
  for (const [sentence, changes, rule] of broken) {
    it(`is refused where it ${sentence}`, () => assert.equal(ruleBrokenBy(changes), rule));
  }

  it('is taken with tool turns, thinking and four breakpoints', () => {
    assert.equal(
      ruleBrokenBy({
        thinking,
        system: [text('S', true)],
        tools: [{ ...read, cache_control: { type: 'ephemeral' } }],
        messages: [
          { role: 'user', content: [text('1', true)] },
          answered(thought('Hm'), text('a'), use('t1'), use('t2')),
          results('t2', 't1'),
          answered({ type: 'redacted_thinking', data: 'x' }, use('t3')),
          {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: 't3', is_error: true, content: 'no' }, text('!', true)],
          },
        ],
      }),
      null,
    );
  });
});

describe('the demo', () => {
  afterEach(closeDemos);

  it('refuses with the error of the service', async () => {
    const demo = await startDemo();
    const { business } = await signIn(demo, 'subscriber');
    const answer = await ask(demo, business, question('x', { messages: [said('1'), said('2')] }));
    assert.equal(answer.status, 400);
    assert.deepEqual(failureBody.parse(await answer.json()), {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: 'messages.1: roles must alternate between user and assistant.',
      },
    });
  });

  it('counts what a breakpoint has kept as read from the cache, for the same payer and model only', async () => {
    const demo = await startDemo();
    const { business } = await signIn(demo, 'subscriber');
    const long = 'word '.repeat(2000);
    const counts = async (ending: string, changes: Readonly<Record<string, unknown>> = {}): Promise<unknown> => {
      const body = question('x', {
        system: [text(long, true)],
        messages: [said(ending)],
        stream: false,
        ...changes,
      });
      const { usage } = usageBody.parse(await (await ask(demo, business, body)).json());
      return [usage.input_tokens, usage.cache_creation_input_tokens, usage.cache_read_input_tokens];
    };
    assert.deepEqual(await counts('one!'), [1, 2500, 0]);
    assert.deepEqual(await counts('four'), [1, 0, 2500]);
    assert.deepEqual(await counts('four', { system: [text(long)] }), [1, 0, 2500]);
    assert.deepEqual(await counts('four', { model: 'tide-small' }), [1, 2500, 0]);
  });
});
