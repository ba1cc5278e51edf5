// An answer that an agent works for: what it says, and between that what it does, in order. A long run is drawn in
// parts, of which those far from sight wait, and those that stay as they are cost nothing while it goes on.
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { drawWhenNear } from '../markdown/deferred-drawing.ts';
import { StepLines } from '../run/step-line.tsx';
import { drawnAtOnce } from '../state/drawn-at-once.ts';
import { usePage } from '../state/page-context.ts';
import { partsAfter, type Piece, piecesOf, type RunPart } from '../state/run-parts.ts';
import type { ShownAnswer } from '../state/shown-turns.ts';
import { AnswerText } from './answer-text.tsx';
import { ThinkingView } from './thinking-view.tsx';

/** So many of the last parts are drawn at once. */
const partsAtOnce = 2;

interface RunProps {
  readonly turn: ShownAnswer;
  readonly running: boolean;
  readonly deferred: boolean;
}

export function RunBody({ turn, running, deferred }: RunProps): JSX.Element {
  const { id, blocks, run } = turn;
  const before = useRef<readonly RunPart[]>([]);
  before.current = useMemo(
    () => partsAfter(before.current, piecesOf(blocks, run?.calls ?? [], run?.words ?? [])),
    [blocks, run?.calls, run?.words],
  );
  const parts = before.current;
  return (
    <>
      {parts.map((part, index) => (
        <Part
          key={index}
          part={part}
          turnId={id}
          running={running && index === parts.length - 1}
          deferred={deferred || index < parts.length - partsAtOnce}
        />
      ))}
    </>
  );
}

interface PartProps {
  readonly part: RunPart;
  readonly turnId: string;
  readonly running: boolean;
  readonly deferred: boolean;
}

function Part({ part, turnId, running, deferred }: PartProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const [isDrawn, setDrawn] = useState(!deferred);
  useLayoutEffect(() => {
    if (isDrawn || host.current === null) return undefined;
    return drawWhenNear(host.current, () => drawnAtOnce(() => setDrawn(true)));
  }, [isDrawn]);
  const pieces = useMemo(
    () =>
      part.map((piece, index) => (
        <PieceView key={index} piece={piece} turnId={turnId} running={running && index === part.length - 1} />
      )),
    [part, turnId, running],
  );
  return (
    <div class="run-part" ref={host}>
      {isDrawn && pieces}
    </div>
  );
}

interface PieceProps {
  readonly piece: Piece;
  readonly turnId: string;
  readonly running: boolean;
}

function PieceView({ piece, turnId, running }: PieceProps): JSX.Element {
  switch (piece.kind) {
    case 'text':
      return <AnswerText text={piece.text} growth={undefined} running={running} deferred={false} />;
    case 'thinking':
      return <ThinkingView text={piece.text} running={running} />;
    case 'words':
      return <Words text={piece.text} />;
    case 'steps':
      return <StepLines turnId={turnId} calls={piece.calls} />;
  }
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
