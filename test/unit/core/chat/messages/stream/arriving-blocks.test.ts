// And that an answer is the same in one piece as in a stream.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createAnswer, reduceAnswer } from '../../../../../../src/core/chat/conversation/answer.ts';
import {
  type AnswerBlock,
  type BlockEvent,
  mostBlocks,
  textOf,
} from '../../../../../../src/core/chat/messages/blocks.ts';
import type { AnswerEvent } from '../../../../../../src/core/chat/messages/stream/stream.ts';
import { wholeMessage } from '../../../../../../src/core/chat/messages/whole.ts';
import { largestText } from '../../../../../../src/core/service/stored-fields.ts';
import { FakeClock } from '../../../../../support/fakes/fake-clock.ts';
import { connectTo, profileOf } from '../../../../../support/fakes/service-connection.ts';
import {
  blockEnded,
  blocksOf,
  textAdded,
  textStarted,
  thinkingAdded,
  thinkingStarted,
} from '../../../../../support/samples/answer-blocks.ts';
import { collect, credential, readChunks, request } from '../../../../../support/servers/message-chunks.ts';
import { messageStart, messageStop, wireEvent } from '../../../../../support/servers/message-stream.ts';

type Fields = Readonly<Record<string, unknown>>;
const start = (index: number, block: Fields): string =>
  wireEvent('content_block_start', { index, content_block: block });
const delta = (index: number, fields: Fields): string => wireEvent('content_block_delta', { index, delta: fields });
const stop = (index: number): string => wireEvent('content_block_stop', { index });
const text = (index: number, words: string): string => delta(index, { type: 'text_delta', text: words });
const input = (index: number, json: string): string => delta(index, { type: 'input_json_delta', partial_json: json });
const tool = (id: string, given: unknown = {}): Fields => ({ type: 'tool_use', id, name: 'read_file', input: given });

const blocksIn = (events: readonly AnswerEvent[]): readonly AnswerBlock[] =>
  events.reduce((before, event) => reduceAnswer(before, event, 0), createAnswer('a', 0)).blocks;
async function blockEvents(...wire: readonly string[]): Promise<BlockEvent[]> {
  const events = await readChunks([messageStart, ...wire, messageStop]);
  assert.equal(events.at(-1)?.kind, 'done');
  return events.filter((event) => 'index' in event);
}
const toolUse = (id: string, value: Fields): AnswerBlock => ({
  kind: 'toolUse',
  id,
  name: 'read_file',
  input: { kind: 'read', value },
});

describe('blocks that arrive', () => {
  it('have places without gaps, where some are of a kind that nobody knows', async () => {
    const events = await blockEvents(
      start(0, { type: 'hologram', light: 'beam' }),
      input(0, '{"a":1}'),
      stop(0),
      start(1, { type: 'thinking', thinking: 'H', signature: '' }),
      delta(1, { type: 'thinking_delta', thinking: 'm' }),
      delta(1, { type: 'hologram_delta', light: 'beam' }),
      stop(1),
      start(7, { type: 'text', text: '' }),
      text(7, 'One'),
      stop(7),
    );
    assert.deepEqual(events, [
      thinkingStarted(0),
      thinkingAdded(0, 'H'),
      thinkingAdded(0, 'm'),
      blockEnded(0),
      textStarted(1),
      textAdded(1, 'One'),
      blockEnded(1),
    ]);
  });

  it('may all have the same number', async () => {
    const events = await blockEvents(
      start(0, { type: 'text' }),
      text(0, 'One'),
      start(0, tool('t')),
      input(0, '{"a":1}'),
    );
    assert.deepEqual(blocksIn(events), [...blocksOf('One'), toolUse('t', { a: 1 })]);
  });

  it('may arrive side by side', async () => {
    const events = await blockEvents(
      start(1, tool('t')),
      start(2, tool('u')),
      input(2, '{"b"'),
      input(1, '{"a":'),
      input(2, ':2}'),
      input(1, '1}'),
      stop(2),
      stop(1),
    );
    assert.deepEqual(blocksIn(events), [toolUse('t', { a: 1 }), toolUse('u', { b: 2 })]);
  });

  it('lose no text that was never begun, or that names a block of another kind', async () => {
    const events = await blockEvents(
      text(3, 'One'),
      text(3, ' two'),
      start(0, tool('t')),
      text(0, ' three'),
      input(0, '{"a":1}'),
      text(0, ' four'),
    );
    assert.deepEqual(blocksIn(events), [...blocksOf('One two'), toolUse('t', { a: 1 }), ...blocksOf(' three four')]);
    assert.deepEqual(
      events.filter(({ kind }) => kind === 'blockEnded').map(({ index }) => index),
      [0, 1, 2],
    );
  });

  it('take the input that came with a tool use where no other follows', async () => {
    const events = await blockEvents(
      start(0, tool('t', { a: 1 })),
      stop(0),
      start(1, tool('u', { a: 1 })),
      input(1, '{"b":2}'),
      stop(1),
      start(2, tool('v', null)),
    );
    assert.deepEqual(blocksIn(events), [toolUse('t', { a: 1 }), toolUse('u', { b: 2 }), toolUse('v', {})]);
  });

  it('keep what came of a tool use that was cut, unread', async () => {
    const events = await readChunks([messageStart, start(0, tool('t')), input(0, '{"a":1')]);
    assert.equal(events.at(-1)?.kind, 'failed');
    assert.deepEqual(blocksIn(events), [
      { kind: 'toolUse', id: 't', name: 'read_file', input: { kind: 'arriving', json: '{"a":1' } },
    ]);
  });

  it('are not read on where they are more than any answer has, or where a tool is given more than any takes', async () => {
    const many = Array.from({ length: mostBlocks + 1 }, (_, index) => start(index, { type: 'text', text: 'x' }));
    const piece = 'x'.repeat(1024 * 1024);
    const long = [
      start(0, tool('t')),
      ...Array.from({ length: largestText / piece.length + 1 }, () => input(0, piece)),
    ];
    for (const wire of [many, long]) {
      const events = await readChunks([messageStart, ...wire, messageStop]);
      const end = events.at(-1);
      assert.deepEqual(end?.kind === 'failed' ? end.failure : end, { kind: 'unexpectedAnswer', what: 'tooBig' });
    }
  });
});

describe('an answer', () => {
  const words = fc.string({ unit: 'grapheme' });
  const value = fc.dictionary(words, fc.jsonValue(), { maxKeys: 4 });
  const block = fc.oneof(
    fc.record({ type: fc.constant('text'), text: words }),
    fc.record({ type: fc.constant('thinking'), thinking: words, signature: words }),
    fc.record({ type: fc.constant('redacted_thinking'), data: words }),
    fc.record({ type: fc.constant('tool_use'), id: fc.uuid(), name: fc.constant('read_file'), input: value }),
    fc.record({ type: fc.constant('hologram'), text: words }),
  );
  type WireBlock = typeof block extends fc.Arbitrary<infer T> ? T : never;

  const halves = (all: string): string[] => {
    const middle = Math.floor(all.length / 2);
    return [all.slice(0, middle), all.slice(middle)];
  };
  function streamed(one: WireBlock, index: number): string {
    const deltas = (all: string, fields: (piece: string) => Fields): string =>
      halves(all)
        .map((piece) => delta(index, fields(piece)))
        .join('');
    if ('input' in one)
      return (
        start(index, { ...one, input: {} }) +
        deltas(JSON.stringify(one.input, null, 1), (json) => ({ type: 'input_json_delta', partial_json: json })) +
        stop(index)
      );
    if ('thinking' in one)
      return (
        start(index, { ...one, thinking: '', signature: '' }) +
        deltas(one.thinking, (thinking) => ({ type: 'thinking_delta', thinking })) +
        deltas(one.signature, (signature) => ({ type: 'signature_delta', signature })) +
        stop(index)
      );
    if ('data' in one || one.type === 'hologram') return start(index, one) + stop(index);
    return (
      start(index, { ...one, text: '' }) +
      deltas(one.text, (piece) => ({ type: 'text_delta', text: piece })) +
      stop(index)
    );
  }

  it('in one piece has the same blocks as in a stream', async () => {
    const base = 'https://base.example';
    const whole = async (content: readonly WireBlock[]): Promise<readonly AnswerBlock[]> => {
      const connection = connectTo(profileOf(base), new FakeClock());
      const body: unknown = JSON.parse(JSON.stringify({ content }));
      const http = {
        ...connection.http,
        json: () => Promise.resolve({ status: 200, body, failure: null, retryAt: null }),
      };
      const running = new AbortController().signal;
      return blocksIn(await collect(wholeMessage({ ...connection, http }, { base, credential }, request, running)));
    };
    await fc.assert(
      fc.asyncProperty(fc.array(block, { maxLength: 5 }), async (content) => {
        const events = await readChunks([messageStart, ...content.map(streamed), messageStop]);
        const blocks = blocksIn(events);
        assert.deepEqual(blocks, await whole(content));
        assert.equal(
          textOf(blocks),
          content.map((one) => (one.type === 'text' && 'text' in one ? one.text : '')).join(''),
        );
      }),
      { numRuns: 300 },
    );
  });
});
