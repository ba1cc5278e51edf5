import assert from 'node:assert/strict';
import type { AnswerBlock } from '../../../../../../src/core/chat/messages/blocks.ts';
import {
  noUsage,
  parseStreamEvent,
  type StreamEvent,
} from '../../../../../../src/core/chat/messages/stream/stream-event.ts';
import { failureOf } from '../../../../../../src/core/service/failure/errors.ts';

function read(data: unknown, event?: string): StreamEvent {
  return parseStreamEvent({ id: undefined, event, data: typeof data === 'string' ? data : JSON.stringify(data) });
}
const skipped: StreamEvent = { kind: 'skipped' };
const delta = (fields: Readonly<Record<string, unknown>>): unknown => ({
  type: 'content_block_delta',
  index: 1,
  delta: fields,
});

const blockStart = (index: number, block: Readonly<Record<string, unknown>>): unknown => ({
  type: 'content_block_start',
  index,
  content_block: block,
});
const begun = (number: number, block: AnswerBlock | null): StreamEvent => ({ kind: 'blockBegun', number, block });

describe('an event of the message stream', () => {
  const usage = { input_tokens: 9, output_tokens: 2, cache_read_input_tokens: 3, cache_creation_input_tokens: 4 };
  const allCounts = { inputTokens: 9, outputTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 4 };
  const cases: readonly (readonly [sentence: string, data: unknown, event: StreamEvent])[] = [
    [
      'message_start names model and usage [6 message_start]',
      { type: 'message_start', message: { model: 'm', usage } },
      { kind: 'started', model: 'm', usage: allCounts },
    ],
    [
      'message_start may name neither',
      { type: 'message_start', message: {} },
      { kind: 'started', model: null, usage: {} },
    ],
    [
      'message_start survives counts that are none',
      { type: 'message_start', message: { model: 7, usage: { input_tokens: 'x', output_tokens: -1 } } },
      { kind: 'started', model: null, usage: {} },
    ],
    [
      'content_block_start begins a text block [6 content_block_start]',
      blockStart(0, { type: 'text', text: '' }),
      begun(0, { kind: 'text', text: '' }),
    ],
    [
      'content_block_start may bring text along',
      blockStart(0, { type: 'text', text: 'Hi' }),
      begun(0, { kind: 'text', text: 'Hi' }),
    ],
    [
      'content_block_start may bring thinking along',
      blockStart(0, { type: 'thinking', thinking: 'Hm', signature: 's' }),
      begun(0, { kind: 'thinking', text: 'Hm', signature: 's' }),
    ],
    [
      'content_block_start begins a thinking block',
      blockStart(0, { type: 'thinking', thinking: '' }),
      begun(0, { kind: 'thinking', text: '', signature: '' }),
    ],
    [
      'content_block_start brings thinking that only the service can read',
      blockStart(3, { type: 'redacted_thinking', data: 'QQ==' }),
      begun(3, { kind: 'redactedThinking', data: 'QQ==' }),
    ],
    [
      'content_block_start begins a tool use',
      blockStart(2, { type: 'tool_use', id: 't', name: 'n', input: {} }),
      begun(2, { kind: 'toolUse', id: 't', name: 'n', input: { kind: 'read', value: {} } }),
    ],
    [
      'content_block_start of a tool use that nobody could answer begins nothing',
      blockStart(2, { type: 'tool_use', id: 't\n', name: 'n', input: {} }),
      begun(2, null),
    ],
    [
      'content_block_start of a type that nobody knows begins nothing',
      blockStart(2, { type: 'hologram', text: 5 }),
      begun(2, null),
    ],
    [
      'text_delta adds text [6 content_block_delta]',
      delta({ type: 'text_delta', text: 'Hi' }),
      { kind: 'textAdded', index: 1, text: 'Hi' },
    ],
    [
      'thinking_delta adds thinking',
      delta({ type: 'thinking_delta', thinking: 'Hm' }),
      { kind: 'thinkingAdded', index: 1, text: 'Hm' },
    ],
    [
      'input_json_delta adds tool input',
      delta({ type: 'input_json_delta', partial_json: '{"a"' }),
      { kind: 'toolInputAdded', index: 1, text: '{"a"' },
    ],
    [
      'signature_delta adds to a signature',
      delta({ type: 'signature_delta', signature: 's' }),
      { kind: 'signatureAdded', index: 1, text: 's' },
    ],
    ['a delta of a type that nobody knows is skipped', delta({ type: 'hologram_delta' }), skipped],
    [
      'content_block_stop ends a block [6 content_block_stop]',
      { type: 'content_block_stop', index: 3 },
      { kind: 'blockStopped', number: 3 },
    ],
    [
      'message_delta names stop reason and usage [6 message_delta]',
      { type: 'message_delta', delta: { stop_reason: 'max_tokens' }, usage },
      { kind: 'usageReported', stopReason: 'max_tokens', usage: allCounts },
    ],
    [
      'message_delta may name neither',
      { type: 'message_delta', delta: null, usage: null },
      { kind: 'usageReported', stopReason: null, usage: {} },
    ],
    ['message_stop ends the message [6 message_stop]', { type: 'message_stop' }, { kind: 'messageStopped' }],
    [
      'error names its failure [6 error][7.2 type]',
      { type: 'error', error: { type: 'overload_error', message: 'x' } },
      { kind: 'errorReported', failure: { kind: 'overloaded', retryAt: null } },
    ],
    [
      'error with code 1113 as number is an exhausted balance',
      { type: 'error', error: { type: 'rate_limit_error', code: 1113 } },
      { kind: 'errorReported', failure: { kind: 'balanceExhausted' } },
    ],
    [
      'error with code 1113 as text is an exhausted balance',
      { type: 'error', error: { type: 'rate_limit_error', code: '1113' } },
      { kind: 'errorReported', failure: { kind: 'balanceExhausted' } },
    ],
    ['ping is skipped', { type: 'ping' }, skipped],
    ['an event of a type that nobody knows is skipped', { type: 'hologram', anything: [1] }, skipped],
    ['an event without any type is skipped', { anything: 1 }, skipped],
  ];
  for (const [sentence, data, event] of cases) {
    it(sentence, () => assert.deepEqual(read(data), event));
  }

  it('is what its type says, where its name says something else [6 event and type]', () => {
    assert.deepEqual(read({ type: 'message_stop' }, 'ping'), { kind: 'messageStopped' });
    assert.deepEqual(read({ type: 'ping' }, 'message_stop'), skipped);
  });

  it('is what its name says, where it has no type', () => {
    assert.deepEqual(read({}, 'message_stop'), { kind: 'messageStopped' });
    assert.deepEqual(read({ index: 0, delta: { type: 'text_delta', text: 'Hi' } }, 'content_block_delta'), {
      kind: 'textAdded',
      index: 0,
      text: 'Hi',
    });
  });

  it('of a name that nobody knows may carry whatever it likes', () => {
    for (const data of ['', 'beat', '[1]', '5']) assert.deepEqual(read(data, 'heartbeat'), skipped);
    assert.deepEqual(read('', 'ping'), skipped);
  });
});

describe('an event that cannot be read', () => {
  const refuses = (data: unknown, what: string, event?: string): void => {
    assert.throws(
      () => read(data, event),
      (error: unknown) => {
        assert.deepEqual(failureOf(error), { kind: 'unexpectedAnswer', what });
        return true;
      },
    );
  };

  it('is no JSON', () => {
    refuses('{"type":', 'invalidJson');
    refuses('', 'invalidJson');
    refuses('{"type":', 'invalidJson', 'content_block_delta');
  });

  it('is JSON but no object', () => {
    for (const data of ['[]', 'null', '5', '"message_stop"']) refuses(data, 'schema');
  });

  const wrong: readonly unknown[] = [
    { type: 'message_start' },
    { type: 'content_block_start', index: 0 },
    { type: 'content_block_start', content_block: { type: 'text' } },
    { type: 'content_block_stop' },
    { type: 'content_block_delta', index: 0 },
    { type: 'content_block_delta', delta: { type: 'text_delta', text: 'x' } },
    { type: 'content_block_delta', index: 0, delta: ['text_delta'] },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 5 } },
    { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: {} } },
    { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta' } },
    { type: 'error' },
    { type: 'error', error: 'overload_error' },
  ];
  for (const data of wrong) {
    it(`has a known type and another shape: ${JSON.stringify(data)}`, () => refuses(data, 'schema'));
  }
});

describe('usage', () => {
  it('begins unknown, not zero', () => {
    assert.deepEqual(noUsage, { inputTokens: null, outputTokens: null, cacheReadTokens: null, cacheWriteTokens: null });
  });
});
