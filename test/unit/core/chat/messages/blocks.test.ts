import assert from 'node:assert/strict';
import process from 'node:process';
import fc from 'fast-check';
import {
  type AnswerBlock,
  type BlockEvent,
  blocksAfter,
  eventsOfBlock,
  holdNothing,
  placedBehind,
  readToolInput,
  textOf,
  thinkingOf,
  type ToolInput,
  toolInputJson,
  unnamedBlock,
  writtenLength,
} from '../../../../../src/core/chat/messages/blocks.ts';
import {
  blockEnded,
  blocksOf,
  textAdded,
  textStarted,
  thinkingAdded,
} from '../../../../support/samples/answer-blocks.ts';

const after = (events: readonly BlockEvent[], begun: readonly AnswerBlock[] = []): readonly AnswerBlock[] =>
  events.reduce(blocksAfter, begun);
const toolStarted = (index: number): BlockEvent => ({
  kind: 'blockStarted',
  index,
  block: { kind: 'toolUse', id: 't', name: 'read_file' },
});
const inputAdded = (index: number, text: string): BlockEvent => ({ kind: 'toolInputAdded', index, text });
const toolUse = (input: ToolInput): AnswerBlock => ({ kind: 'toolUse', id: 't', name: 'read_file', input });

describe("an answer's blocks", () => {
  it('begin one behind the other, and each takes its own', () => {
    const events: readonly BlockEvent[] = [
      { kind: 'blockStarted', index: 0, block: { kind: 'thinking' } },
      thinkingAdded(0, 'H'),
      { kind: 'signatureAdded', index: 0, text: 'si' },
      { kind: 'blockStarted', index: 1, block: { kind: 'redactedThinking', data: 'QQ==' } },
      textStarted(2),
      textAdded(2, 'One'),
      thinkingAdded(0, 'm'),
      { kind: 'signatureAdded', index: 0, text: 'g' },
      textAdded(2, ' two'),
      blockEnded(2),
    ];
    assert.deepEqual(after(events), [
      { kind: 'thinking', text: 'Hm', signature: 'sig' },
      { kind: 'redactedThinking', data: 'QQ==' },
      { kind: 'text', text: 'One two' },
    ]);
  });

  it('leave those before an event as they were', () => {
    const before = blocksOf('One', 'Hm');
    const copy = structuredClone(before);
    assert.notEqual(after([textAdded(1, ' two')], before), before);
    assert.deepEqual(before, copy);
  });

  it('read the input of a tool once it has come to its end', () => {
    const begun = [toolStarted(0), inputAdded(0, '{"path":'), inputAdded(0, '"a.ts"}')];
    assert.deepEqual(after(begun), [toolUse({ kind: 'arriving', json: '{"path":"a.ts"}' })]);
    const read = toolUse({ kind: 'read', value: { path: 'a.ts' } });
    assert.deepEqual(after([...begun, blockEnded(0)]), [read]);
    assert.deepEqual(after([...begun, blockEnded(0), blockEnded(0), inputAdded(0, 'more')]), [read]);
  });

  for (const json of ['', '{"path":', '["a"]', 'null', '"a.ts"', `${'{"a":'.repeat(300)}1${'}'.repeat(300)}`])
    it(`keep the input of a tool as it came where it is no object: ${json.slice(0, 20)}`, () => {
      assert.deepEqual(after([toolStarted(0), inputAdded(0, json), blockEnded(0)]), [
        toolUse({ kind: 'arriving', json }),
      ]);
    });

  it('take no signature and no input that is not theirs', () => {
    const blocks = blocksOf('One');
    assert.equal(after([{ kind: 'signatureAdded', index: 0, text: 's' }], blocks), blocks);
    assert.equal(after([inputAdded(0, '{}'), inputAdded(7, '{}'), blockEnded(7)], blocks), blocks);
  });

  it('lose no text that names another block, or none', () => {
    const fromPieces = [
      thinkingAdded(unnamedBlock, 'H'),
      thinkingAdded(unnamedBlock, 'm'),
      textAdded(unnamedBlock, 'One'),
    ];
    assert.deepEqual(after(fromPieces), blocksOf('One', 'Hm'));
    assert.deepEqual(after([textAdded(5, 'One'), textAdded(5, ' two')]), blocksOf('One two'));
    assert.deepEqual(after([toolStarted(0), textAdded(0, 'One')]).at(-1), { kind: 'text', text: 'One' });
  });

  it('hold all text in the order of its blocks, whatever events come', () => {
    const index = fc.integer({ min: -1, max: 4 });
    const text = fc.string();
    const event: fc.Arbitrary<BlockEvent> = fc.oneof(
      fc.record({
        kind: fc.constant('blockStarted' as const),
        index,
        block: fc.constantFrom<(BlockEvent & { kind: 'blockStarted' })['block']>(
          { kind: 'text' },
          { kind: 'thinking' },
          { kind: 'toolUse', id: 't', name: 'n' },
        ),
      }),
      fc.record({
        kind: fc.constantFrom('textAdded', 'thinkingAdded', 'signatureAdded', 'toolInputAdded'),
        index,
        text,
      }),
      fc.record({ kind: fc.constant('blockEnded' as const), index }),
    );
    const lettersOf = (all: string): string => Array.from(all).sort().join('');
    const added = (events: readonly BlockEvent[], kind: 'textAdded' | 'thinkingAdded'): string =>
      events.map((each) => (each.kind === kind ? each.text : '')).join('');
    fc.assert(
      fc.property(fc.array(event, { maxLength: 20 }), (events) => {
        const blocks = after(events);
        assert.equal(lettersOf(textOf(blocks)), lettersOf(added(events, 'textAdded')));
        assert.equal(lettersOf(thinkingOf(blocks)), lettersOf(added(events, 'thinkingAdded')));
      }),
    );
  });

  it('are made again by their own events', () => {
    const blocks = [
      ...blocksOf('One', 'Hm'),
      { kind: 'redactedThinking', data: 'QQ==' },
      { kind: 'toolUse', id: 't', name: 'n', input: { kind: 'read', value: { a: [1] } } },
      { kind: 'toolUse', id: 'u', name: 'n', input: { kind: 'arriving', json: '{"a' } },
    ] satisfies AnswerBlock[];
    assert.deepEqual(after(blocks.flatMap((block, index) => eventsOfBlock(block, index))), blocks);
  });

  it('of a stream that goes on with an answer come behind those it had', () => {
    const events = [textStarted(0), textAdded(0, ' two')].map((event) => placedBehind(1, event));
    assert.deepEqual(after(events, blocksOf('One')), [...blocksOf('One'), ...blocksOf(' two')]);
    assert.deepEqual(placedBehind(1, { kind: 'started', model: null }), { kind: 'started', model: null });
  });

  it('grow by a hundred thousand deltas in linear time', () => {
    const grow = (count: number): number => {
      const began = process.cpuUsage();
      let blocks = after([toolStarted(0), textStarted(1)]);
      for (let at = 0; at < count; at += 1) {
        blocks = blocksAfter(blocks, inputAdded(0, 'xxxxxxxxxxxxxxxx'));
        blocks = blocksAfter(blocks, textAdded(1, 'yyyyyyyyyyyyyyyy'));
      }
      assert.equal(writtenLength(blocks), 32 * count);
      const { user, system } = process.cpuUsage(began);
      return user + system;
    };
    grow(20_000);
    assert.ok(grow(200_000) < 40 * Math.max(grow(20_000), 1000));
  });
});

describe('what blocks say', () => {
  const blocks: readonly AnswerBlock[] = [
    { kind: 'thinking', text: 'Hm', signature: 'sig' },
    { kind: 'text', text: 'One' },
    { kind: 'redactedThinking', data: 'QQ==' },
    { kind: 'toolUse', id: 't', name: 'n', input: { kind: 'read', value: { a: 1 } } },
    { kind: 'thinking', text: ', well', signature: '' },
    { kind: 'text', text: ' two' },
  ];

  it('is told apart from what they think, and all that was written is counted', () => {
    assert.deepEqual([textOf(blocks), thinkingOf(blocks)], ['One two', 'Hm, well']);
    assert.equal(writtenLength(blocks), 7 + 8 + 4 + 7);
  });

  it('is nothing where none has more than begun', () => {
    assert.equal(holdNothing([]), true);
    assert.equal(
      holdNothing(after([textStarted(0), { kind: 'blockStarted', index: 1, block: { kind: 'thinking' } }])),
      true,
    );
    for (const block of blocks) assert.equal(holdNothing([block]), false);
  });

  it('of the input of a tool is its JSON', () => {
    for (const json of ['{"a":[1,{"b":null}]}', '{"a', '']) assert.equal(toolInputJson(readToolInput(json)), json);
  });
});
