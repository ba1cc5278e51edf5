// An answer that an agent works for: what it says, and between that what it does, in order.
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { AnswerBlock } from '../../../protocol/chat.ts';
import type { CallView, RunView } from '../../../protocol/run.ts';
import { StepLines } from '../run/step-line.tsx';
import { usePage } from '../state/page-context.ts';
import type { ShownAnswer } from '../state/shown-turns.ts';
import { AnswerText } from './answer-text.tsx';
import { ThinkingView } from './thinking-view.tsx';

interface RunProps {
  readonly turn: ShownAnswer;
  readonly running: boolean;
  readonly deferred: boolean;
}

export function RunBody({ turn, running, deferred }: RunProps): JSX.Element {
  const { blocks, run } = turn;
  const calls = run?.calls ?? [];
  const words = run?.words ?? [];
  const pieces = useMemo(() => piecesOf(blocks, calls, words), [blocks, calls, words]);
  return (
    <>
      {pieces.map((piece, index) => {
        const isLast = running && index === pieces.length - 1;
        switch (piece.kind) {
          case 'text':
            return (
              <AnswerText key={piece.place} text={piece.text} growth={undefined} running={isLast} deferred={deferred} />
            );
          case 'thinking':
            return <ThinkingView key={piece.place} text={piece.text} running={isLast} />;
          case 'words':
            return <Words key={`words ${index}`} text={piece.text} />;
          case 'steps':
            return <StepLines key={piece.place} calls={piece.calls} />;
        }
      })}
    </>
  );
}

/** `place` is that of its first block. */
type Piece = { readonly place: number } & (
  | { readonly kind: 'text' | 'thinking' | 'words'; readonly text: string }
  | { readonly kind: 'steps'; readonly calls: readonly CallView[] }
);

function piecesOf(
  blocks: readonly AnswerBlock[],
  calls: readonly CallView[],
  words: RunView['words'],
): readonly Piece[] {
  const byBlock = new Map(calls.map((call) => [call.block, call]));
  const pieces: Piece[] = [];
  const waiting = [...words];
  const pushWords = (before: number): void => {
    for (let next = waiting[0]; next !== undefined && next.place <= before; next = waiting[0]) {
      pieces.push({ kind: 'words', place: next.place, text: next.text });
      waiting.shift();
    }
  };
  for (const [place, block] of blocks.entries()) {
    pushWords(place);
    const last = pieces.at(-1);
    if (block.kind === 'toolUse') {
      const call = byBlock.get(place);
      if (call === undefined) continue;
      if (last?.kind === 'steps') pieces.splice(-1, 1, { ...last, calls: [...last.calls, call] });
      else pieces.push({ kind: 'steps', place, calls: [call] });
    } else if ((block.kind === 'text' || block.kind === 'thinking') && block.text.trim() !== '')
      pieces.push({ kind: block.kind, place, text: block.text });
  }
  pushWords(blocks.length);
  return pieces;
}

/** What the person said in between, as they say everything. */
function Words({ text }: { readonly text: string }): JSX.Element {
  const { strings } = usePage();
  return (
    <p class="run-words" dir="auto">
      <span class="visually-hidden">{strings.yourPrompt}: </span>
      {text}
    </p>
  );
}
