// Knows the small switch between the versions of a turn; which versions there are, the host knows.
import type { JSX } from 'preact';
import type { Turn } from '../../core/chat/panel-messages.ts';
import { IconButton } from '../page/icon.tsx';
import { filled, usePage } from './page-context.ts';

export function BranchSwitch({ turn: { id, branch } }: { readonly turn: Turn }): JSX.Element | null {
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
