// Knows how a model's thinking is shown: folded, with its length, as plain text.
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { pageLocale } from '../page/locale.ts';
import { filled, usePage } from './page-context.ts';

interface ThinkingProps {
  readonly text: string;
  /** Whether the model is still thinking, which ends where its answer begins. */
  readonly running: boolean;
}

export function ThinkingView({ text, running }: ThinkingProps): JSX.Element {
  const { strings } = usePage();
  const length = useMemo(() => lengthOf(text), [text.length]);
  return (
    <details class="thinking">
      <summary>{running ? strings.thinking : filled(strings.thoughts, length)}</summary>
      <div class="thinking-text" dir="auto">
        {text}
      </div>
    </details>
  );
}

function lengthOf({ length }: string): string {
  return new Intl.NumberFormat(pageLocale()).format(length);
}
