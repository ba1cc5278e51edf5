// Whatever a conversation holds, the demo's strict reading of the interface takes the request that is made of it, and
// nothing that was said is missing there.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AnswerBlock, TextBlock } from '../../../src/core/chat/messages/blocks.ts';
import type { Message, ToolChoice, UserBlock } from '../../../src/core/chat/messages/message.ts';
import { requestBody } from '../../../src/core/chat/messages/request-body.ts';
import { wellFormed } from '../../../src/core/chat/messages/well-formed.ts';
import { brokenRule } from '../../../src/demo/wire/message-rules.ts';
import {
  blocksOf,
  type ContentBlock,
  messageRequestSchema,
  resultBlocks,
} from '../../../src/demo/wire/message-request.ts';
import { signatureOf } from '../../../src/demo/wire/thinking-signature.ts';

const words = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('', ' \n', 'a', 'Grüße 🌊'));
const text = words.map((said): TextBlock => ({ kind: 'text', text: said }));
/** Few ids, so that they meet, repeat and miss one another. */
const id = fc.constantFrom('t1', 't2', 't3', 'call|4', '', 'x'.repeat(300));
const name = fc.constantFrom('read', 'my tool', 'mcp.server/x', '');
const image = fc.constant({ kind: 'image', mediaType: 'image/png', data: 'AAAA' } as const);

const answerBlock: fc.Arbitrary<AnswerBlock> = fc.oneof(
  text,
  words.map((thought): AnswerBlock => ({ kind: 'thinking', text: thought, signature: signatureOf(thought) })),
  words.map((thought): AnswerBlock => ({ kind: 'thinking', text: thought, signature: '' })),
  words.map((data): AnswerBlock => ({ kind: 'redactedThinking', data })),
  fc
    .tuple(id, name, fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2 }))
    .map(
      ([use, tool, value]): AnswerBlock => ({ kind: 'toolUse', id: use, name: tool, input: { kind: 'read', value } }),
    ),
  fc.tuple(id, name).map(
    ([use, tool]): AnswerBlock => ({
      kind: 'toolUse',
      id: use,
      name: tool,
      input: { kind: 'arriving', json: '{"a' },
    }),
  ),
);
const userBlock: fc.Arbitrary<UserBlock> = fc.oneof(
  text,
  image,
  fc
    .tuple(id, fc.boolean(), fc.array(fc.oneof(text, image), { maxLength: 3 }))
    .map(([useId, isError, content]): UserBlock => ({ kind: 'toolResult', useId, isError, content })),
);
const message: fc.Arbitrary<Message> = fc.oneof(
  fc.array(userBlock, { maxLength: 4 }).map((content): Message => ({ role: 'user', content })),
  fc.array(answerBlock, { maxLength: 4 }).map((content): Message => ({ role: 'assistant', content })),
);
/** With something in it: of nothing no request is made. */
const conversation = fc
  .array(message, { minLength: 1, maxLength: 8 })
  .filter((messages) => wellFormed(messages).length > 0);

const choice: fc.Arbitrary<ToolChoice> = fc.oneof(
  fc.constantFrom({ kind: 'auto' } as const, { kind: 'any' } as const, { kind: 'none' } as const),
  fc.constant({ kind: 'tool', name: 'read' } as const),
);
const options = fc.record(
  {
    system: fc.array(words, { maxLength: 3 }),
    tools: fc.constantFrom([], [{ name: 'read', description: 'Reads', inputSchema: {} }]),
    toolChoice: choice,
    stopSequences: fc.constantFrom([], ['END']),
    temperature: fc.constantFrom(0, 1),
    topP: fc.constantFrom(0.1, 1),
    thinkingBudget: fc.constantFrom(5, 100),
  },
  { requiredKeys: [] },
);

describe('a request that is made of any conversation', () => {
  it('is never refused by the strict rules of the interface (1,000 conversations)', () => {
    fc.assert(
      fc.property(conversation, options, fc.boolean(), (messages, chosen, isCached) => {
        const body = requestBody({ model: 'm', maxTokens: 200, messages, ...chosen }, isCached);
        const parsed = messageRequestSchema.safeParse(JSON.parse(JSON.stringify(body)));
        assert.ok(parsed.success, JSON.stringify(parsed.error?.issues));
        assert.equal(brokenRule(parsed.data), null);
      }),
      { numRuns: 1000, seed: 14 },
    );
  });

  it('loses none of its texts and images', () => {
    fc.assert(
      fc.property(conversation, (messages) => {
        const body = messageRequestSchema.parse(requestBody({ model: 'm', maxTokens: 200, messages }, false));
        const sent = body.messages
          .flatMap(blocksOf)
          .flatMap((block): readonly ContentBlock[] => (block.type === 'tool_result' ? resultBlocks(block) : [block]))
          .map(sayingOf);
        for (const said of messages.flatMap(sayings)) {
          const at = sent.indexOf(said);
          assert.notEqual(at, -1, `${JSON.stringify(said)} is not in ${JSON.stringify(sent)}`);
          sent.splice(at, 1);
        }
      }),
      { numRuns: 1000, seed: 14 },
    );
  });

  it('is the same where it is made of what was made already', () => {
    fc.assert(
      fc.property(conversation, (messages) => {
        const once = wellFormed(messages);
        assert.deepEqual(wellFormed(once), once);
      }),
      { numRuns: 500, seed: 14 },
    );
  });
});

function sayingOf(block: ContentBlock): string {
  return block.type === 'text' ? block.text : block.type;
}

/** Every text that is not blank, and `image` for every image. */
function sayings({ content }: Message): string[] {
  return content
    .flatMap((block): readonly (AnswerBlock | UserBlock)[] => (block.kind === 'toolResult' ? block.content : [block]))
    .flatMap((block) => {
      if (block.kind === 'image') return ['image'];
      return block.kind === 'text' && block.text.trim() !== '' ? [block.text] : [];
    });
}
