// How a run is cut into parts: all that it says and does, in order, and nothing anew that stays as it is.
import assert from 'node:assert/strict';
import type { AnswerBlock } from '../../../../../src/protocol/chat.ts';
import type { CallView } from '../../../../../src/protocol/run.ts';
import { partsAfter, piecesOf } from '../../../../../src/webview/chat/state/run-parts.ts';

const text = (words: string): AnswerBlock => ({ kind: 'text', text: words });
const use = (id: string): AnswerBlock => ({ kind: 'toolUse', id, name: 'x', input: { kind: 'arriving', json: '' } });
const call = (block: number, state: CallView['state'] = 'done'): CallView => ({
  ...{
    block,
    icon: 'eye',
    verb: 'Read',
    object: '',
    file: null,
    lines: null,
    failedWith: null,
    isSandboxed: false,
    state,
    detail: null,
  },
});
const stepsOf = (count: number): { blocks: AnswerBlock[]; calls: CallView[] } => ({
  blocks: Array.from({ length: count }, (_, step) => [text(`step ${step}`), use(`u${step}`)]).flat(),
  calls: Array.from({ length: count }, (_, step) => call(2 * step + 1)),
});

describe('a run as it is drawn', () => {
  it('has what was said and heard where it was, and calls together that nothing was said between', () => {
    const blocks = [text('One'), use('a'), use('b'), text('  '), use('c'), text('Two'), use('unknown')];
    const words = [
      { place: 5, text: 'Mind this.' },
      { place: 7, text: 'And that.' },
    ];
    const calls = [call(1), call(2), call(4)];
    assert.deepEqual(piecesOf(blocks, calls, words), [
      { kind: 'text', text: 'One' },
      { kind: 'steps', calls },
      { kind: 'words', text: 'Mind this.' },
      { kind: 'text', text: 'Two' },
      { kind: 'words', text: 'And that.' },
    ]);
  });

  it('holds every piece once, in parts of the same size but for the last', () => {
    const { blocks, calls } = stepsOf(31);
    const pieces = piecesOf(blocks, calls, []);
    const parts = partsAfter([], pieces);
    assert.deepEqual(parts.flat(), pieces);
    assert.deepEqual(
      parts.map(({ length }) => length),
      [24, 24, 14],
    );
  });

  it('that goes on leaves the parts before its end as they are', () => {
    const before = stepsOf(31);
    const known = partsAfter([], piecesOf(before.blocks, before.calls, []));
    const grown = [...before.blocks, text('and')];
    const after = partsAfter(known, piecesOf(grown, [...before.calls], []));
    assert.deepEqual(
      after.map((part, index) => part === known[index]),
      [true, true, false],
    );
    const changed = partsAfter(known, piecesOf(before.blocks, before.calls.with(0, call(1, 'failed')), []));
    assert.deepEqual(
      changed.map((part, index) => part === known[index]),
      [false, true, true],
    );
  });
});
