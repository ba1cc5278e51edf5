import assert from 'node:assert/strict';
import type { AnswerBlock } from '../../../../../src/core/chat/messages/blocks.ts';
import {
  assistantText,
  type Message,
  type MessageRequest,
  type Tool,
  userText,
} from '../../../../../src/core/chat/messages/message.ts';
import { requestBody } from '../../../../../src/core/chat/messages/request-body.ts';

const thought: AnswerBlock = { kind: 'thinking', text: 'Hm.', signature: 'sig==' };
const redacted: AnswerBlock = { kind: 'redactedThinking', data: 'cipher' };
const use = (id: string, name = 'read'): AnswerBlock => ({
  kind: 'toolUse',
  id,
  name,
  input: { kind: 'read', value: { path: 'a' } },
});
const wireUse = (id: string, name = 'read'): unknown => ({ type: 'tool_use', id, name, input: { path: 'a' } });
const result = (
  useId: string,
  text: string,
  isError = false,
): Extract<Message, { role: 'user' }>['content'][number] => ({
  kind: 'toolResult',
  useId,
  isError,
  content: [{ kind: 'text', text }],
});
const wireResult = (id: string, text: string): unknown => ({
  type: 'tool_result',
  tool_use_id: id,
  content: [{ type: 'text', text }],
});
const wireText = (text: string): unknown => ({ type: 'text', text });
const interrupted = {
  type: 'tool_result',
  tool_use_id: 't1',
  is_error: true,
  content: [wireText('This tool was interrupted: it has no result.')],
};
const tool: Tool = { name: 'read', description: 'Reads', inputSchema: { properties: { path: { type: 'string' } } } };

function body(messages: readonly Message[], changes: Partial<MessageRequest> = {}, isCached = false): unknown {
  return requestBody({ model: 'm', maxTokens: 10, messages, ...changes }, isCached);
}

/** The messages as they are written, each as its role and its content. */
function written(messages: readonly Message[], changes: Partial<MessageRequest> = {}): unknown {
  const sent = requestBody({ model: 'm', maxTokens: 10, messages, ...changes }, false);
  const { messages: turns } = sent;
  assert.ok(Array.isArray(turns));
  return turns.map(({ role, content }: { role: unknown; content: unknown }) => [role, content]);
}

describe('the body of a message request', () => {
  it('carries tools, the choice among them, stop sequences and top_p', () => {
    const changes = { tools: [tool], stopSequences: ['END'], topP: 0.5 } as const;
    assert.deepEqual(body([userText('Hi')], { ...changes, toolChoice: { kind: 'tool', name: 'read' } }), {
      model: 'm',
      max_tokens: 10,
      stream: true,
      tools: [
        {
          name: 'read',
          description: 'Reads',
          input_schema: { type: 'object', properties: { path: { type: 'string' } } },
        },
      ],
      tool_choice: { type: 'tool', name: 'read' },
      top_p: 0.5,
      stop_sequences: ['END'],
      messages: [{ role: 'user', content: [wireText('Hi')] }],
    });
  });

  it('names no choice where there is no tool', () => {
    assert.deepEqual(body([userText('Hi')], { toolChoice: { kind: 'any' } }), body([userText('Hi')]));
  });

  it('writes a tool turn with its thinking unchanged, and results with text, images and errors', () => {
    const image = { kind: 'image', mediaType: 'image/png', data: 'AAAA' } as const;
    assert.deepEqual(
      written(
        [
          userText('Look'),
          { role: 'assistant', content: [thought, redacted, use('t1'), use('t2')] },
          {
            role: 'user',
            content: [
              { kind: 'toolResult', useId: 't1', isError: false, content: [{ kind: 'text', text: 'ok' }, image] },
              result('t2', 'no', true),
            ],
          },
        ],
        { thinkingBudget: 5 },
      ),
      [
        ['user', [wireText('Look')]],
        [
          'assistant',
          [
            { type: 'thinking', thinking: 'Hm.', signature: 'sig==' },
            { type: 'redacted_thinking', data: 'cipher' },
            wireUse('t1'),
            wireUse('t2'),
          ],
        ],
        [
          'user',
          [
            {
              type: 'tool_result',
              tool_use_id: 't1',
              content: [
                wireText('ok'),
                { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
              ],
            },
            { type: 'tool_result', tool_use_id: 't2', is_error: true, content: [wireText('no')] },
          ],
        ],
      ],
    );
  });

  it('does not ask for thinking in a tool turn whose thinking is gone, nor where a tool must be called', () => {
    const turn: readonly Message[] = [
      userText('Look'),
      { role: 'assistant', content: [use('t1')] },
      { role: 'user', content: [result('t1', 'ok')] },
    ];
    const thinking = (messages: readonly Message[], changes: Partial<MessageRequest> = {}): unknown =>
      requestBody({ model: 'm', maxTokens: 10, messages, thinkingBudget: 5, tools: [tool], ...changes }, false)[
        'thinking'
      ];
    assert.equal(thinking(turn), undefined);
    assert.deepEqual(thinking([...turn, assistantText('Done'), userText('And?')]), {
      type: 'enabled',
      budget_tokens: 5,
    });
    assert.equal(thinking([userText('Hi')], { toolChoice: { kind: 'any' } }), undefined);
    assert.deepEqual(thinking([userText('Hi')], { toolChoice: { kind: 'auto' } }), {
      type: 'enabled',
      budget_tokens: 5,
    });
  });

  it('takes no thinking back to a model that does not think on, nor the turn that held nothing else', () => {
    assert.deepEqual(written([userText('A'), { role: 'assistant', content: [thought] }, userText('B')]), [
      ['user', [wireText('A'), wireText('B')]],
    ]);
  });

  it('sends neither temperature nor top_p to a model that thinks', () => {
    const changes = { temperature: 1, topP: 0.2 };
    assert.deepEqual(
      body([userText('Hi')], { ...changes, thinkingBudget: 5 }),
      body([userText('Hi')], { thinkingBudget: 5 }),
    );
  });

  it('sets breakpoints of the prompt cache behind the tools, the system text and the last two turns of the user', () => {
    const cache = { cache_control: { type: 'ephemeral' } };
    assert.deepEqual(
      body(
        [userText('1'), assistantText('a'), userText('2'), assistantText('b'), userText('3')],
        { tools: [{ ...tool, name: 'first' }, tool], system: ['S', 'T'] },
        true,
      ),
      {
        model: 'm',
        max_tokens: 10,
        stream: true,
        tools: ['first', 'read'].map((name) => ({
          name,
          description: 'Reads',
          input_schema: { type: 'object', properties: { path: { type: 'string' } } },
          ...(name === 'read' ? cache : {}),
        })),
        system: [wireText('S'), { type: 'text', text: 'T', ...cache }],
        messages: [
          { role: 'user', content: [wireText('1')] },
          { role: 'assistant', content: [wireText('a')] },
          { role: 'user', content: [{ type: 'text', text: '2', ...cache }] },
          { role: 'assistant', content: [wireText('b')] },
          { role: 'user', content: [{ type: 'text', text: '3', ...cache }] },
        ],
      },
    );
  });
});

describe('messages that the interface would refuse', () => {
  const turn = (...content: AnswerBlock[]): Message => ({ role: 'assistant', content });

  it('become one message where neighbours have one role, and begin and end with the user', () => {
    assert.deepEqual(written([assistantText('a'), userText('1'), userText('2'), assistantText('b')]), [
      ['user', [wireText('(What came before is left out.)')]],
      ['assistant', [wireText('a')]],
      ['user', [wireText('1'), wireText('2')]],
      ['assistant', [wireText('b')]],
      ['user', [wireText('Continue.')]],
    ]);
  });

  it('get a result for a tool that was interrupted, before what the person says', () => {
    assert.deepEqual(written([userText('1'), turn(use('t1')), userText('Stop')]), [
      ['user', [wireText('1')]],
      ['assistant', [wireUse('t1')]],
      ['user', [interrupted, wireText('Stop')]],
    ]);
    assert.deepEqual(written([userText('1'), turn(use('t1'))]), [
      ['user', [wireText('1')]],
      ['assistant', [wireUse('t1')]],
      ['user', [interrupted]],
    ]);
  });

  it('keep what a result says whose use is not right before it, as text', () => {
    assert.deepEqual(written([{ role: 'user', content: [result('t9', 'lost')] }]), [['user', [wireText('lost')]]]);
    assert.deepEqual(
      written([userText('1'), turn(use('t1')), { role: 'user', content: [result('t9', 'lost'), result('t1', 'ok')] }]),
      [
        ['user', [wireText('1')]],
        ['assistant', [wireUse('t1')]],
        ['user', [wireResult('t1', 'ok'), wireText('lost')]],
      ],
    );
  });

  it('give every use an id of its own, in the characters that the interface takes', () => {
    const again: readonly Message[] = [turn(use('a|b', 'my tool')), { role: 'user', content: [result('a|b', 'ok')] }];
    assert.deepEqual(written([userText('1'), ...again, ...again]), [
      ['user', [wireText('1')]],
      ['assistant', [wireUse('a_b', 'my_tool')]],
      ['user', [wireResult('a_b', 'ok')]],
      ['assistant', [wireUse('a_b-2', 'my_tool')]],
      ['user', [wireResult('a_b-2', 'ok')]],
    ]);
  });

  it('lose what is blank, and thinking that nobody signed', () => {
    assert.deepEqual(
      written(
        [
          userText('1'),
          turn({ kind: 'thinking', text: 'x', signature: '' }, { kind: 'text', text: ' \n' }, thought, {
            kind: 'text',
            text: 'a',
          }),
          {
            role: 'user',
            content: [
              { kind: 'text', text: '' },
              { kind: 'text', text: '2' },
            ],
          },
        ],
        { thinkingBudget: 5 },
      ),
      [
        ['user', [wireText('1')]],
        ['assistant', [{ type: 'thinking', thinking: 'Hm.', signature: 'sig==' }, wireText('a')]],
        ['user', [wireText('2')]],
      ],
    );
  });

  it('say an input that broke off as an empty one', () => {
    const cut: AnswerBlock = { kind: 'toolUse', id: 't1', name: 'read', input: { kind: 'arriving', json: '{"pa' } };
    assert.deepEqual(written([userText('1'), turn(cut), { role: 'user', content: [result('t1', 'bad', true)] }]), [
      ['user', [wireText('1')]],
      ['assistant', [{ type: 'tool_use', id: 't1', name: 'read', input: {} }]],
      ['user', [{ ...Object(wireResult('t1', 'bad')), is_error: true }]],
    ]);
  });
});
