import assert from 'node:assert/strict';
import {
  type AnswerBlock,
  type BlockEvent,
  blocksAfter,
  eventsOfBlock,
} from '../../../../../src/core/chat/messages/blocks.ts';
import { type MessageRequest, userText } from '../../../../../src/core/chat/messages/message.ts';
import type { AnswerEvent } from '../../../../../src/core/chat/messages/stream/stream.ts';
import { noUsage, type StopReason } from '../../../../../src/core/chat/messages/stream/stream-event.ts';
import { throughPauses } from '../../../../../src/core/chat/providers/paused-turns.ts';

const request: MessageRequest = { model: 'm', maxTokens: 100, messages: [userText('Hello')] };
const started: AnswerEvent = { kind: 'started', model: 'm' };
const text = (said: string): AnswerBlock => ({ kind: 'text', text: said });
const piece = (blocks: readonly AnswerBlock[], stopReason: StopReason, tokens: number): AnswerEvent[] => [
  started,
  ...blocks.flatMap(eventsOfBlock),
  { kind: 'done', stopReason, usage: { ...noUsage, inputTokens: tokens, outputTokens: 1 } },
];

describe('a turn that the service pauses', () => {
  let asked: MessageRequest[];
  const answer = async (pieces: readonly AnswerEvent[][]): Promise<AnswerEvent[]> => {
    asked = [];
    const provider = throughPauses({
      payer: 'plan',
      async *answer(sent) {
        asked.push(sent);
        await Promise.resolve();
        yield* pieces[asked.length - 1] ?? pieces.at(-1) ?? [];
      },
    });
    const events: AnswerEvent[] = [];
    for await (const event of provider.answer(request, new AbortController().signal)) events.push(event);
    return events;
  };
  const isOfBlock = (event: AnswerEvent): event is BlockEvent => 'index' in event;
  const blocksIn = (events: readonly AnswerEvent[]): readonly AnswerBlock[] =>
    events.filter(isOfBlock).reduce<readonly AnswerBlock[]>(blocksAfter, []);

  it('goes on with what it has said, and is one answer with the tokens of all', async () => {
    const events = await answer([
      piece([text('one'), text('two')], 'pause_turn', 10),
      piece([text('three')], 'pause_turn', 20),
      piece([text('four')], 'end_turn', 30),
    ]);
    assert.deepEqual(blocksIn(events), ['one', 'two', 'three', 'four'].map(text));
    assert.deepEqual(
      asked.map(({ messages }) => messages.slice(1)),
      [
        [],
        [{ role: 'assistant', content: [text('one'), text('two')] }],
        [{ role: 'assistant', content: [text('one'), text('two'), text('three')] }],
      ],
    );
    assert.deepEqual(
      events.filter((event) => !isOfBlock(event)),
      [started, { kind: 'done', stopReason: 'end_turn', usage: { ...noUsage, inputTokens: 60, outputTokens: 3 } }],
    );
  });

  it('ends as its last piece does', async () => {
    const failed: AnswerEvent = { kind: 'failed', failure: { kind: 'cut' }, usage: noUsage };
    const events = await answer([piece([text('one')], 'pause_turn', 10), [started, failed]]);
    assert.deepEqual(events.at(-1), { ...failed, usage: { ...noUsage, inputTokens: 10, outputTokens: 1 } });
    assert.equal(asked.length, 2);
  });

  it('ends where nothing was said, or where it has paused ten times', async () => {
    const [empty] = [await answer([piece([], 'pause_turn', 1)])];
    assert.deepEqual([asked.length, empty.at(-1)?.kind], [1, 'done']);
    const events = await answer([piece([text('x')], 'pause_turn', 1)]);
    assert.deepEqual([asked.length, blocksIn(events).length], [11, 11]);
    assert.deepEqual(events.at(-1), {
      kind: 'done',
      stopReason: 'pause_turn',
      usage: { ...noUsage, inputTokens: 11, outputTokens: 11 },
    });
    assert.equal(events.filter(({ kind }) => kind === 'done').length, 1);
  });
});
