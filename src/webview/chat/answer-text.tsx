// Knows how an answer's text gets from the state into its view: what is new is appended, another text is drawn afresh,
// and an old answer far from sight waits until the page has time. How text becomes elements, the view knows.
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { drawWhenNear } from './deferred-drawing.ts';
import { createAnswerView, type AnswerView } from './markdown/answer-view.ts';
import type { AnswerWords } from './markdown/words.ts';
import { usePage } from './page-context.ts';

interface AnswerTextProps {
  readonly text: string;
  readonly running: boolean;
  /** Whether it is far from what is seen first, and may be drawn later. */
  readonly deferred: boolean;
}

export function AnswerText({ text, running, deferred }: AnswerTextProps): JSX.Element {
  const { strings, report } = usePage();
  const host = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing | null>(null);
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const draw = (): void => {
      try {
        drawing.current = drawn(drawing.current, element, text, running, strings);
      } catch (fault) {
        // Text that cannot be drawn is still shown: nothing received is lost.
        report(fault);
        element.textContent = text;
      }
    };
    if (deferred && drawing.current === null && !running) return drawWhenNear(element, draw);
    draw();
    return undefined;
  }, [text, running]);
  return <div class={running ? 'markdown streaming' : 'markdown'} ref={host} />;
}

interface Drawing {
  readonly view: AnswerView;
  readonly text: string;
  readonly ended: boolean;
}

function drawn(before: Drawing | null, element: Element, text: string, running: boolean, words: AnswerWords): Drawing {
  if (before === null || !text.startsWith(before.text) || (before.ended && (running || text !== before.text))) {
    element.replaceChildren();
    return drawn({ view: createAnswerView(element, words), text: '', ended: false }, element, text, running, words);
  }
  if (before.ended) return before;
  const added = text.slice(before.text.length);
  if (!running) before.view.end(added);
  else if (added !== '') before.view.append(added);
  return { view: before.view, text, ended: !running };
}
