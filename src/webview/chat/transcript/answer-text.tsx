// Brings an answer's text from the state into its view: what is new is appended, another text is drawn afresh, and an
// old answer far from sight waits until the page has time.
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { drawWhenNear } from '../markdown/deferred-drawing.ts';
import { createPacedView, type PacedView } from '../markdown/paced-view.ts';
import type { AnswerWords } from '../markdown/elements/words.ts';
import { usePage } from '../state/page-context.ts';
import type { ShownAnswer } from '../state/shown-turns.ts';

interface AnswerTextProps {
  readonly text: string;
  readonly growth: ShownAnswer['growth'];
  readonly running: boolean;
  /** Whether it is far from what is seen first, and may be drawn later. */
  readonly deferred: boolean;
}

export function AnswerText({ text, growth, running, deferred }: AnswerTextProps): JSX.Element {
  const { strings, report } = usePage();
  const host = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing | null>(null);
  const latest = useRef(text);
  latest.current = text;
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const draw = (): void => {
      drawing.current = drawn(
        drawing.current,
        element,
        { text, growth, running },
        (fault) => {
          // Text that cannot be drawn is still shown: nothing received is lost.
          report(fault);
          element.textContent = latest.current;
        },
        strings,
      );
    };
    if (deferred && drawing.current === null && !running) return drawWhenNear(element, draw);
    draw();
    return undefined;
  }, [text, running]);
  useLayoutEffect(() => () => drawing.current?.view.stop(), []);
  return <div class={running ? 'markdown streaming' : 'markdown'} ref={host} />;
}

interface Drawing {
  readonly view: PacedView;
  readonly text: string;
  readonly ended: boolean;
}

type Wanted = Pick<AnswerTextProps, 'text' | 'growth' | 'running'>;

function drawn(
  before: Drawing | null,
  element: Element,
  wanted: Wanted,
  onFault: (fault: unknown) => void,
  words: AnswerWords,
): Drawing {
  const { text, running } = wanted;
  const added = before === null ? null : addedTo(before, wanted);
  if (before === null || added === null) {
    before?.view.stop();
    element.replaceChildren();
    return drawn(
      { view: createPacedView(element, words, onFault), text: '', ended: false },
      element,
      wanted,
      onFault,
      words,
    );
  }
  if (before.ended) return before;
  if (!running) before.view.end(added);
  else if (added !== '') before.view.append(added);
  return { view: before.view, text, ended: !running };
}

/** What follows the text that is drawn; null where it is another text. A known growth spares looking into the text. */
function addedTo({ text: before, ended }: Drawing, { text, growth, running }: Wanted): string | null {
  if (ended) return running || text !== before ? null : '';
  if (text.length === before.length) return text === before ? '' : null;
  if (growth?.from.length === before.length && growth.from === before) return growth.by;
  return text.startsWith(before) ? text.slice(before.length) : null;
}
