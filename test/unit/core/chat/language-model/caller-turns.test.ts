import assert from 'node:assert/strict';
import { type CallerPart, messagesOfCaller } from '../../../../../src/core/chat/language-model/caller-turns.ts';
import { ThinkingMemory } from '../../../../../src/core/chat/language-model/thinking-memory.ts';
import type { AnswerBlock } from '../../../../../src/core/chat/messages/blocks.ts';

const text = (said: string): CallerPart => ({ kind: 'text', text: said });
const data = (mimeType: string, ...bytes: number[]): CallerPart => ({
  kind: 'data',
  mimeType,
  bytes: Uint8Array.from(bytes),
});
const call = (id: string): CallerPart => ({ kind: 'toolCall', id, name: 'read', input: { path: 'a' } });
const use = (id: string): AnswerBlock => ({
  kind: 'toolUse',
  id,
  name: 'read',
  input: { kind: 'read', value: { path: 'a' } },
});
const thought: AnswerBlock = { kind: 'thinking', text: 'Hm', signature: 'sig' };
const gif = [0x47, 0x49, 0x46, 0x38, 0x39, 0x61];

describe('a conversation of another program', () => {
  it('becomes texts of the system and messages, with tools, results and images', () => {
    assert.deepEqual(
      messagesOfCaller(
        [
          { role: 'system', parts: [text('Be brief.'), text('Be kind.')] },
          { role: 'user', parts: [text('Look'), data('image/gif', ...gif)] },
          { role: 'assistant', parts: [text('I read.'), call('t1')] },
          {
            role: 'user',
            parts: [
              { kind: 'toolResult', id: 't1', isError: true, content: [text('no'), data('image/gif', ...gif)] },
              text('And?'),
            ],
          },
        ],
        true,
        new ThinkingMemory(),
      ),
      {
        system: ['Be brief.\nBe kind.'],
        messages: [
          {
            role: 'user',
            content: [
              { kind: 'text', text: 'Look' },
              { kind: 'image', mediaType: 'image/gif', data: 'R0lGODlh' },
            ],
          },
          { role: 'assistant', content: [{ kind: 'text', text: 'I read.' }, use('t1')] },
          {
            role: 'user',
            content: [
              {
                kind: 'toolResult',
                useId: 't1',
                isError: true,
                content: [
                  { kind: 'text', text: 'no' },
                  { kind: 'image', mediaType: 'image/gif', data: 'R0lGODlh' },
                ],
              },
              { kind: 'text', text: 'And?' },
            ],
          },
        ],
      },
    );
  });

  it('keeps data as text where they are text, names what cannot be sent, and leaves out what is not meant for a model', () => {
    const { messages } = messagesOfCaller(
      [
        {
          role: 'user',
          parts: [
            data('application/json', 0x7b, 0x7d),
            data('image/gif', ...gif),
            data('application/pdf', 1, 2, 3),
            data('cache_control', 1),
          ],
        },
      ],
      false,
      new ThinkingMemory(),
    );
    assert.deepEqual(messages, [
      {
        role: 'user',
        content: [
          { kind: 'text', text: '{}' },
          { kind: 'text', text: '(Data of the type image/gif, 6 bytes, was here. It is left out.)' },
          { kind: 'text', text: '(Data of the type application/pdf, 3 bytes, was here. It is left out.)' },
        ],
      },
    ]);
  });

  it('gets its thinking back before the tool that it led to, where whoever kept it dropped it', () => {
    const memory = new ThinkingMemory();
    memory.keep([thought, { kind: 'text', text: 'I read.' }, use('t1'), use('t2')]);
    memory.keep([{ kind: 'text', text: 'No tools.' }]);
    const messagesOf = (id: string): unknown =>
      messagesOfCaller([{ role: 'assistant', parts: [text('I read.'), call(id)] }], true, memory).messages;
    assert.deepEqual(messagesOf('t1'), [
      { role: 'assistant', content: [thought, { kind: 'text', text: 'I read.' }, use('t1')] },
    ]);
    assert.deepEqual(messagesOf('t9'), [
      { role: 'assistant', content: [{ kind: 'text', text: 'I read.' }, use('t9')] },
    ]);
  });

  it('gets the oldest thinking back no more where there was more than is kept', () => {
    const memory = new ThinkingMemory();
    for (const id of ['t1', 't2', 't3']) memory.keep([{ ...thought, text: id.repeat(900_000) }, use(id)]);
    const has = (id: string): boolean => memory.putBack([use(id)]).length === 2;
    assert.deepEqual([has('t1'), has('t2'), has('t3')], [false, true, true]);
  });
});
