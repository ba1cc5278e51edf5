// The switch between the versions of a turn.
import type { JSX } from 'preact';
import { IconButton } from '../../page/icon.tsx';
import { usePage } from '../state/page-context.ts';
import { filled } from '../../page/page-context.ts';
import type { ShownTurn } from '../state/shown-turns.ts';

export function BranchSwitch({ turn: { id, branch } }: { readonly turn: ShownTurn }): JSX.Element | null {
  const { strings, post } = usePage();
  if (branch === undefined) return null;
  const { index, count } = branch;
  const show = (step: 1 | -1) => () => post({ kind: 'showBranch', turnId: id, step });
  return (
    <span class="branch-switch">
      <IconButton icon="chevron-left" label={strings.previousBranch} disabled={index === 0} onPress={show(-1)} />
      <span>{filled(strings.branchPlace, String(index + 1), String(count))}</span>
      <IconButton icon="chevron-right" label={strings.nextBranch} disabled={index === count - 1} onPress={show(1)} />
    </span>
  );
}
