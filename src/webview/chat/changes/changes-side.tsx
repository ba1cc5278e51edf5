import type { JSX } from 'preact';
import type { Store } from '../state/store.ts';
import { ChangedFileList, ChangeList } from './change-list.tsx';
import { RestoreCard } from './restore-card.tsx';

interface ChangesSideProps {
  readonly store: Store;
  /** Takes the keyboard from a question that goes. */
  readonly onLeave: () => void;
}

/** What is to be decided about files, above the composer. */
export function ChangesSide({ store, onLeave }: ChangesSideProps): JSX.Element {
  return (
    <>
      <ChangeList store={store} />
      <ChangedFileList store={store} />
      <RestoreCard store={store} onLeave={onLeave} />
    </>
  );
}
