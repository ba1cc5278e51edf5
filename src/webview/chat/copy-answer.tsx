// Knows the action that copies a whole answer as markdown, and that it says so for a moment.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { IconButton } from './icon.tsx';
import { usePage } from './page-context.ts';
import { copiedFor } from './pressing.ts';

export function CopyAnswer({ text }: { readonly text: string }): JSX.Element {
  const { strings, post } = usePage();
  const copied = useSignal(false);
  useEffect(() => {
    if (!copied.value) return;
    const timer = setTimeout(() => (copied.value = false), copiedFor);
    return () => clearTimeout(timer);
  }, [copied.value]);
  return (
    <span class="answer-actions">
      <IconButton
        icon={copied.value ? 'check' : 'copy'}
        label={copied.value ? strings.copied : strings.copyAnswer}
        onPress={() => {
          post({ kind: 'copyText', text });
          copied.value = true;
        }}
      />
    </span>
  );
}
