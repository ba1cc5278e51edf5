// A model's thinking: folded, with its length, as plain text.
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { pageLocale } from '../../page/page-root.ts';
import { useSeconds } from '../elements/seconds.ts';
import { usePage } from '../state/page-context.ts';
import { filled } from '../../page/page-context.ts';

interface ThinkingProps {
  readonly text: string;
  /** Whether the model is still thinking, which ends where its answer begins. */
  readonly running: boolean;
}

export function ThinkingView({ text, running }: ThinkingProps): JSX.Element {
  const { strings } = usePage();
  const seconds = useSeconds(running);
  const length = useMemo(() => lengthOf(text), [text.length]);
  const thoughts =
    seconds === null ? filled(strings.thoughts, length) : filled(strings.thoughtFor, String(Math.max(1, seconds)));
  return (
    <details class="thinking">
      <summary>{running ? strings.thinking : thoughts}</summary>
      <div class="thinking-text" dir="auto">
        {text}
      </div>
    </details>
  );
}

function lengthOf({ length }: string): string {
  return new Intl.NumberFormat(pageLocale()).format(length);
}
