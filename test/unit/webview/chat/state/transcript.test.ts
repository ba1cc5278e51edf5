// What the page makes of an answer's events: the same blocks as everybody else, what they say together, and of every
// growth only what is new.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type AnswerTurn, type BlockEvent, blocksAfter, textOf, thinkingOf } from '../../../../../src/protocol/chat.ts';
import type { ShownAnswer } from '../../../../../src/webview/chat/state/shown-turns.ts';
import { emptyPage, pageAfter, type PageState } from '../../../../../src/webview/chat/state/transcript.ts';
import { blocksOf, textAdded, textStarted, thinkingAdded } from '../../../../support/samples/answer-blocks.ts';

const streaming: AnswerTurn = {
  kind: 'answer',
  id: 'a',
  blocks: [],
  source: null,
  notice: null,
  progress: { kind: 'streaming' },
  usage: null,
  seconds: null,
};

const shown = (turn: AnswerTurn): PageState => pageAfter(emptyPage, { kind: 'turnAdded', turn });
const grown = (page: PageState, event: BlockEvent): PageState =>
  pageAfter(page, { kind: 'answerGrew', id: 'a', event });
function answerIn({ turns }: PageState): ShownAnswer {
  const turn = turns.at(-1);
  assert.ok(turn?.kind === 'answer');
  return turn;
}

describe('an answer in the page', () => {
  it('says what its blocks say, thinking apart', () => {
    const { text, thinking, growth } = answerIn(shown({ ...streaming, blocks: blocksOf('One', 'Hm') }));
    assert.deepEqual([text, thinking, growth], ['One', 'Hm', undefined]);
  });

  it('that grows at its end says by what, across blocks and over thinking', () => {
    let page = shown(streaming);
    const growths = [textStarted(0), textAdded(0, 'One'), textStarted(1), textAdded(1, ' two')].map((event) => {
      page = grown(page, event);
      return answerIn(page).growth;
    });
    const [first, second] = [
      { from: '', by: 'One' },
      { from: 'One', by: ' two' },
    ];
    assert.deepEqual(growths, [undefined, first, first, second]);
    assert.deepEqual(answerIn(grown(page, thinkingAdded(2, 'Hm'))).growth, second);
  });

  it('that grows before its end is another text', () => {
    const page = [textAdded(0, 'One'), textStarted(1), textAdded(1, ' two'), textAdded(0, ' and')].reduce(
      grown,
      shown(streaming),
    );
    assert.deepEqual([answerIn(page).text, answerIn(page).growth], ['One and two', undefined]);
  });

  it('says nothing of what a tool is given', () => {
    const before = shown({ ...streaming, blocks: blocksOf('One') });
    const page = grown(before, { kind: 'blockStarted', index: 1, block: { kind: 'toolUse', id: 't', name: 'read' } });
    const { text, thinking, blocks } = answerIn(page);
    assert.deepEqual([text, thinking, blocks.length], ['One', '', 2]);
  });

  it('holds what everybody else does, and is drawn whole by its growths', () => {
    const index = fc.integer({ min: 0, max: 4 });
    const text = fc.string();
    const event: fc.Arbitrary<BlockEvent> = fc.oneof(
      fc.record({
        kind: fc.constant('blockStarted' as const),
        index,
        block: fc.constantFrom({ kind: 'text' as const }, { kind: 'thinking' as const }),
      }),
      fc.record({ kind: fc.constantFrom('textAdded' as const, 'thinkingAdded' as const), index, text }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        let [page, drawn] = [shown(streaming), ''];
        for (const each of events) {
          page = grown(page, each);
          const { text: whole, growth } = answerIn(page);
          drawn = growth?.from === drawn ? drawn + growth.by : whole;
          assert.equal(drawn, whole);
        }
        const blocks = events.reduce(blocksAfter, streaming.blocks);
        const answer = answerIn(page);
        assert.deepEqual([answer.blocks, answer.text, answer.thinking], [blocks, textOf(blocks), thinkingOf(blocks)]);
      }),
    );
  });
});
