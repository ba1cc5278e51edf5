// A run as it is drawn: what the agent says and does in order, in parts that are drawn one by one.
import type { AnswerBlock } from '../../../protocol/chat.ts';
import type { CallView, RunView } from '../../../protocol/run.ts';

export type Piece =
  | { readonly kind: 'text' | 'thinking' | 'words'; readonly text: string }
  | { readonly kind: 'steps'; readonly calls: readonly CallView[] };

/** What follows one another; the same object for as long as nothing of it has changed. */
export type RunPart = readonly Piece[];

const piecesInPart = 24;

export function piecesOf(
  blocks: readonly AnswerBlock[],
  calls: readonly CallView[],
  words: RunView['words'],
): readonly Piece[] {
  const byBlock = new Map(calls.map((call) => [call.block, call]));
  const pieces: Piece[] = [];
  /** The calls of the last piece, where it is one of steps. */
  let together: CallView[] | null = null;
  const push = (piece: Piece): void => {
    together = null;
    pieces.push(piece);
  };
  let heard = 0;
  const pushWords = (before: number): void => {
    for (let next = words[heard]; next !== undefined && next.place <= before; next = words[heard]) {
      push({ kind: 'words', text: next.text });
      heard += 1;
    }
  };
  for (const [place, block] of blocks.entries()) {
    pushWords(place);
    if (block.kind === 'toolUse') {
      const call = byBlock.get(place);
      if (call === undefined) continue;
      if (together === null) {
        const begun = [call];
        push({ kind: 'steps', calls: begun });
        together = begun;
      } else together.push(call);
    } else if ((block.kind === 'text' || block.kind === 'thinking') && block.text.trim() !== '')
      push({ kind: block.kind, text: block.text });
  }
  pushWords(blocks.length);
  return pieces;
}

/**
 * The pieces in parts, counted from the beginning, so that a run that goes on leaves those before its end as they are.
 */
export function partsAfter(before: readonly RunPart[], pieces: readonly Piece[]): readonly RunPart[] {
  return Array.from({ length: Math.ceil(pieces.length / piecesInPart) }, (_, index) => {
    const part = pieces.slice(index * piecesInPart, (index + 1) * piecesInPart);
    const known = before[index];
    return known !== undefined && isSame(known, part, isSamePiece) ? known : part;
  });
}

function isSamePiece(one: Piece, other: Piece): boolean {
  if (one.kind === 'steps')
    return other.kind === 'steps' && isSame(one.calls, other.calls, (call, next) => call === next);
  return other.kind === one.kind && other.text === one.text;
}

function isSame<Item>(
  one: readonly Item[],
  other: readonly Item[],
  isSameItem: (one: Item, other: Item) => boolean,
): boolean {
  return (
    one.length === other.length &&
    one.every((item, index) => {
      const next = other[index];
      return next !== undefined && isSameItem(item, next);
    })
  );
}
