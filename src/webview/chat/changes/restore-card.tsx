// What would become of files that are restored, above the composer until the person has decided: files that somebody
// else has changed are restored only where they are chosen.
import type { JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { RestoreView } from '../../../protocol/restore.ts';
import { Icon, IconButton, TextButton } from '../../page/icon.tsx';
import { filled } from '../../page/page-context.ts';
import { useLeaving } from '../elements/leaving.ts';
import { usePage } from '../state/page-context.ts';
import type { Store } from '../state/store.ts';

interface RestoreCardProps {
  readonly store: Store;
  /** Takes the keyboard from a question that goes. */
  readonly onLeave: () => void;
}

export function RestoreCard({ store, onLeave }: RestoreCardProps): JSX.Element | null {
  const restore = store.restore.value;
  return restore === null ? null : <Card key={restore.id} restore={restore} onLeave={onLeave} />;
}

function Card({ restore, onLeave }: { readonly restore: RestoreView; readonly onLeave: () => void }): JSX.Element {
  const { strings } = usePage();
  const card = useLeaving<HTMLElement>(onLeave);
  // The person has asked for it: the next Tab is in it, and no key that was meant for something else decides.
  useLayoutEffect(() => card.current?.focus(), []);
  return (
    <section class="question" aria-label={strings.restoreQuestion} tabIndex={-1} ref={card}>
      <Choice restore={restore} />
    </section>
  );
}

function Choice({ restore: { id, title, rows, commands } }: { readonly restore: RestoreView }): JSX.Element {
  const { strings, post } = usePage();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(rows.flatMap(({ isChosen }, index) => (isChosen ? [index] : []))),
  );
  const choose = (index: number, isOn: boolean): void => {
    const next = new Set(chosen);
    if (isOn) next.add(index);
    else next.delete(index);
    setChosen(next);
  };
  return (
    <>
      <div class="question-body">
        <h2 dir="auto">{title}</h2>
        <ul class="question-files">
          {rows.map((row, index) => (
            <Row
              key={index}
              row={row}
              isChosen={chosen.has(index)}
              onChoose={(isOn) => choose(index, isOn)}
              onShow={() => post({ kind: 'showRestoredFile', id, row: index })}
            />
          ))}
        </ul>
        {commands.length > 0 && (
          <div class="question-reason">
            <Icon name="warning" />
            <div>
              {strings.restoreCommands}
              <pre class="question-subject" tabIndex={0}>
                {commands.join('\n')}
              </pre>
            </div>
          </div>
        )}
      </div>
      <div class="question-buttons">
        <button
          type="button"
          class="text-button primary"
          disabled={chosen.size === 0}
          onClick={() => post({ kind: 'replyToRestore', id, chosen: [...chosen].sort((one, other) => one - other) })}
        >
          {strings.restoreChosen}
        </button>
        <TextButton
          label={strings.restoreNothing}
          primary={false}
          onPress={() => post({ kind: 'replyToRestore', id, chosen: null })}
        />
      </div>
    </>
  );
}

interface RowProps {
  readonly row: RestoreView['rows'][number];
  readonly isChosen: boolean;
  readonly onChoose: (isOn: boolean) => void;
  readonly onShow: () => void;
}

const icons: Readonly<Record<RowProps['row']['does'], string>> = {
  change: 'diff',
  create: 'new-file',
  delete: 'trash',
  rename: 'arrow-right',
};

function Row({ row, isChosen, onChoose, onShow }: RowProps): JSX.Element {
  const { strings } = usePage();
  const { path, does, about, warnings, isPossible, hasDiff } = row;
  return (
    <li class="restore-row">
      <label>
        <input
          type="checkbox"
          checked={isChosen}
          disabled={!isPossible}
          onChange={({ currentTarget: { checked } }) => onChoose(checked)}
        />
        <Icon name={warnings.length > 0 ? 'warning' : icons[does]} />
        <span class="restore-words">
          <span class="run-object" dir="auto">
            {path}
          </span>{' '}
          <span class="question-place">{about}</span>
          {warnings.map((warning) => (
            <span class="restore-warning" key={warning}>
              {warning}
            </span>
          ))}
        </span>
      </label>
      {hasDiff && <IconButton icon="diff" label={filled(strings.showRestoredFile, path)} onPress={onShow} />}
    </li>
  );
}
