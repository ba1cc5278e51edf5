import type { JSX } from 'preact';
import { filled } from '../../page/page-context.ts';
import { usePage } from '../state/page-context.ts';

interface CountsProps {
  readonly added: number;
  readonly removed: number;
}

/** How many lines a change adds and removes. */
export function LineCounts({ added, removed }: CountsProps): JSX.Element {
  const { strings } = usePage();
  const spoken = filled(
    strings.changedLines,
    added === 1 ? strings.addedLine : filled(strings.addedLines, String(added)),
    removed === 1 ? strings.removedLine : filled(strings.removedLines, String(removed)),
  );
  return (
    <span class="change-counts" title={spoken}>
      <span class="visually-hidden">{spoken}</span>
      <span class="change-added" aria-hidden="true">{`+${String(added)}`}</span>
      <span class="change-removed" aria-hidden="true">{`−${String(removed)}`}</span>
    </span>
  );
}
