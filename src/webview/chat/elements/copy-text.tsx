// The action that copies a whole turn as it was written, and says so for a moment.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { IconButton } from '../../page/icon.tsx';
import { usePage } from '../state/page-context.ts';
import { copiedFor } from './pressing.ts';

export function CopyText({ text, label }: { readonly text: string; readonly label: string }): JSX.Element {
  const { strings, post } = usePage();
  const copied = useSignal(false);
  useEffect(() => {
    if (!copied.value) return;
    const timer = setTimeout(() => (copied.value = false), copiedFor);
    return () => clearTimeout(timer);
  }, [copied.value]);
  return (
    <IconButton
      icon={copied.value ? 'check' : 'copy'}
      label={copied.value ? strings.copied : label}
      onPress={() => {
        post({ kind: 'copyText', text });
        copied.value = true;
      }}
    />
  );
}
