// What VS Code's chat and other extensions hand over as a conversation arrives at the service whole: mapped to the wire
// and back it is the same, and the strict rules of the interface take it, however ill it was kept.
import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import {
  type CallerPart,
  type CallerTurn,
  messagesOfCaller,
} from '../../../src/core/chat/language-model/caller-turns.ts';
import { ThinkingMemory } from '../../../src/core/chat/language-model/thinking-memory.ts';
import { requestBody } from '../../../src/core/chat/messages/request-body.ts';
import { brokenRule } from '../../../src/demo/wire/message-rules.ts';
import {
  blocksOf,
  type ContentBlock,
  type MessageRequest,
  messageRequestSchema,
  resultBlocks,
} from '../../../src/demo/wire/message-request.ts';
import { signatureOf } from '../../../src/demo/wire/thinking-signature.ts';

const said = fc
  .oneof(fc.string({ maxLength: 12, unit: 'grapheme' }), fc.constantFrom('Grüße 🌊', 'two\nlines'))
  .filter((text) => text.trim() !== '');
const text = said.map((one): CallerPart => ({ kind: 'text', text: one }));
const image = fc
  .uint8Array({ maxLength: 20 })
  .map((rest): CallerPart => ({ kind: 'data', mimeType: 'image/gif', bytes: Uint8Array.from([...gif, ...rest]) }));
const gif = Buffer.from('GIF89a');
const json = fc.jsonValue({ maxDepth: 1 }).map(
  (value): CallerPart => ({
    kind: 'data',
    mimeType: 'application/json',
    bytes: new TextEncoder().encode(JSON.stringify(value)),
  }),
);
const input = fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), {
  maxKeys: 3,
  noNullPrototype: true,
});
const name = fc.constantFrom('read_file', 'mcp_server_tool', 'x');
const shown = fc.oneof(text, image, json);
const thinking: fc.Arbitrary<CallerPart> = fc.oneof(
  said.map((one): CallerPart => ({ kind: 'thinking', text: one, signature: signatureOf(one), redacted: '' })),
  said.map((one): CallerPart => ({ kind: 'thinking', text: '', signature: '', redacted: one })),
);

/** A question, an answer with thinking, words and calls, and what came of the calls. */
const exchange = fc.record({
  question: fc.array(shown, { minLength: 1, maxLength: 3 }),
  thinking,
  words: fc.array(text, { maxLength: 2 }),
  calls: fc.array(fc.record({ name, input, isError: fc.boolean(), content: fc.array(shown, { maxLength: 3 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
});
const system = fc.array(said, { maxLength: 2 });

type Exchange = typeof exchange extends fc.Arbitrary<infer Value> ? Value : never;

/** As VS Code hands it over, with ids that no other call has. */
function turnsOf(exchanges: readonly Exchange[]): CallerTurn[] {
  return exchanges.flatMap(({ question, thinking: thought, words, calls }, index): CallerTurn[] => {
    const called = calls.map((call, at) => ({ id: `call_${index}-${at}`, ...call }));
    return [
      { role: 'user', parts: question },
      {
        role: 'assistant',
        parts: [
          thought,
          ...words,
          ...called.map(
            ({ id, name: tool, input: given }): CallerPart => ({ kind: 'toolCall', id, name: tool, input: given }),
          ),
        ],
      },
      {
        role: 'user',
        parts: called.map(({ id, isError, content }): CallerPart => ({ kind: 'toolResult', id, isError, content })),
      },
    ];
  });
}

function written(turns: readonly CallerTurn[], memory: ThinkingMemory): MessageRequest {
  const { system: texts, messages } = messagesOfCaller(turns, true, memory);
  const body = requestBody({ model: 'm', maxTokens: 2000, thinkingBudget: 1024, system: texts, messages }, true);
  const parsed = messageRequestSchema.safeParse(JSON.parse(JSON.stringify(body)));
  assert.ok(parsed.success, JSON.stringify(parsed.error?.issues));
  assert.equal(brokenRule(parsed.data), null);
  return parsed.data;
}

type Said = readonly [role: string, part: CallerPart];

/** Part by part, since neighbours of one role are one message on the wire. */
const partsOf = (turns: readonly CallerTurn[]): Said[] =>
  turns.flatMap(({ role, parts }) => parts.map((part): Said => [role, asRead(part)]));

/** Data that are text are read as text. */
function asRead(part: CallerPart): CallerPart {
  if (part.kind === 'toolResult') return { ...part, content: part.content.map(asRead) };
  return part.kind === 'data' && part.mimeType === 'application/json'
    ? { kind: 'text', text: new TextDecoder().decode(part.bytes) }
    : part;
}

const readBack = ({ messages }: MessageRequest): Said[] =>
  messages.flatMap((message) => blocksOf(message).map((block): Said => [message.role, partIn(block)]));

function partIn(block: ContentBlock): CallerPart {
  switch (block.type) {
    case 'text':
      return { kind: 'text', text: block.text };
    case 'image': {
      const { media_type: mimeType, data } = block.source;
      return { kind: 'data', mimeType, bytes: Uint8Array.from(Buffer.from(data, 'base64')) };
    }
    case 'thinking':
      return { kind: 'thinking', text: block.thinking, signature: block.signature, redacted: '' };
    case 'redacted_thinking':
      return { kind: 'thinking', text: '', signature: '', redacted: block.data };
    case 'tool_use':
      return { kind: 'toolCall', id: block.id, name: block.name, input: block.input };
    case 'tool_result':
      return {
        ...{ kind: 'toolResult', id: block.tool_use_id, isError: block.is_error === true },
        content: resultBlocks(block).map(partIn),
      };
  }
}

describe('a conversation that VS Code hands over', () => {
  it('is the same on the wire, part by part: texts, images, data, calls, results, thinking, the system’s words', () => {
    fc.assert(
      fc.property(system, fc.array(exchange, { minLength: 1, maxLength: 3 }), (texts, exchanges) => {
        const turns = turnsOf(exchanges);
        const begun = texts.map((one): CallerTurn => ({ role: 'system', parts: [{ kind: 'text', text: one }] }));
        const request = written([...begun, ...turns], new ThinkingMemory());
        assert.deepEqual(readBack(request), partsOf(turns));
        assert.deepEqual(
          typeof request.system === 'string' ? [] : (request.system ?? []).map(({ text: one }) => one),
          texts,
        );
      }),
      { numRuns: 500, seed: 14 },
    );
  });

  it('is the same where VS Code has dropped the thinking, which is put back by the calls', () => {
    fc.assert(
      fc.property(fc.array(exchange, { minLength: 1, maxLength: 3 }), (exchanges) => {
        const turns = turnsOf(exchanges);
        const memory = new ThinkingMemory();
        for (const { role, content } of messagesOfCaller(turns, true, new ThinkingMemory()).messages)
          if (role === 'assistant') memory.keep(content);
        const dropped = turns.map(({ role, parts }) => ({
          role,
          parts: parts.filter(({ kind }) => kind !== 'thinking'),
        }));
        assert.deepEqual(readBack(written(dropped, memory)), partsOf(turns));
      }),
      { numRuns: 500, seed: 14 },
    );
  });

  it('is taken by the strict rules however ill it was kept (1,000 conversations)', () => {
    const id = fc.constantFrom('t1', 't2', 'call|3', '');
    const part: fc.Arbitrary<CallerPart> = fc.oneof(
      shown,
      fc.constant<CallerPart>({ kind: 'text', text: ' \n' }),
      thinking,
      fc.record({
        kind: fc.constant('toolCall' as const),
        id,
        name: fc.constantFrom('read', 'my tool', ''),
        input: fc.anything(),
      }),
      fc.record({
        ...{ kind: fc.constant('toolResult' as const), id, isError: fc.boolean() },
        content: fc.array(shown, { maxLength: 2 }),
      }),
    );
    const turn = fc.record({
      role: fc.constantFrom('system' as const, 'user' as const, 'assistant' as const),
      parts: fc.array(part, { maxLength: 4 }),
    });
    const question: CallerTurn = { role: 'user', parts: [{ kind: 'text', text: 'And?' }] };
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 8 }), (turns) => {
        written([...turns, question], new ThinkingMemory());
      }),
      { numRuns: 1000, seed: 14 },
    );
  });
});
