// Changes of files above the composer, until the person has decided about each: those that are proposed, and those that
// the agent has made.
import type { JSX } from 'preact';
import type { ChangeView, PageMessage } from '../../../protocol/chat.ts';
import { Icon, IconButton } from '../../page/icon.tsx';
import { filled } from '../../page/page-context.ts';
import { LineCounts } from '../elements/line-counts.tsx';
import { usePage } from '../state/page-context.ts';
import type { Store } from '../state/store.ts';

/** What can be done about a change, or all of them; `{0}` marks the name of a file in a label. */
interface Decision {
  readonly label: string;
  readonly icon: string;
  readonly request: (id: string) => PageMessage;
  readonly allLabel: string;
  readonly allRequest: PageMessage;
}

interface ListWords {
  /** `{0}` marks a number above 1. */
  readonly several: string;
  readonly one: string;
  readonly open: string;
  readonly openRequest: (id: string) => PageMessage;
  readonly yes: Decision;
  readonly no: Decision;
}

export function ChangeList({ store }: { readonly store: Store }): JSX.Element | null {
  const { strings } = usePage();
  const words: ListWords = {
    several: strings.proposedChanges,
    one: strings.proposedChange,
    open: strings.openChange,
    openRequest: (id) => ({ kind: 'openChange', id }),
    yes: {
      label: strings.acceptChange,
      icon: 'check',
      request: (id) => ({ kind: 'acceptChange', id }),
      allLabel: strings.acceptAllChanges,
      allRequest: { kind: 'acceptAllChanges' },
    },
    no: {
      label: strings.discardChange,
      icon: 'discard',
      request: (id) => ({ kind: 'discardChange', id }),
      allLabel: strings.discardAllChanges,
      allRequest: { kind: 'discardAllChanges' },
    },
  };
  return <Changes changes={store.changes.value} words={words} />;
}

export function ChangedFileList({ store }: { readonly store: Store }): JSX.Element | null {
  const { strings } = usePage();
  const words: ListWords = {
    several: strings.changedFiles,
    one: strings.changedFile,
    open: strings.openChangedFile,
    openRequest: (id) => ({ kind: 'openChangedFile', id }),
    yes: {
      label: strings.keepChangedFile,
      icon: 'check',
      request: (id) => ({ kind: 'keepChangedFile', id }),
      allLabel: strings.keepAllChangedFiles,
      allRequest: { kind: 'keepAllChangedFiles' },
    },
    no: {
      label: strings.revertChangedFile,
      icon: 'discard',
      request: (id) => ({ kind: 'revertChangedFile', id }),
      allLabel: strings.revertAllChangedFiles,
      allRequest: { kind: 'revertAllChangedFiles' },
    },
  };
  return <Changes changes={store.changedFiles.value} words={words} />;
}

interface ChangesProps {
  readonly changes: readonly ChangeView[];
  readonly words: ListWords;
}

function Changes({ changes, words }: ChangesProps): JSX.Element | null {
  const { post } = usePage();
  if (changes.length === 0) return null;
  const { several, one, yes, no } = words;
  const title = changes.length === 1 ? one : filled(several, String(changes.length));
  const sums = changes.reduce(
    (sum, { lines }) => ({ added: sum.added + (lines?.added ?? 0), removed: sum.removed + (lines?.removed ?? 0) }),
    { added: 0, removed: 0 },
  );
  return (
    <section class="changes" aria-label={title}>
      <div class="changes-head">
        <span class="changes-title">{title}</span>
        {changes.length > 1 && <LineCounts {...sums} />}
        {changes.length > 1 && (
          <span class="changes-all">
            <button type="button" class="text-button" onClick={() => post(no.allRequest)}>
              {no.allLabel}
            </button>
            <button type="button" class="text-button primary" onClick={() => post(yes.allRequest)}>
              {yes.allLabel}
            </button>
          </span>
        )}
      </div>
      <ul>
        {changes.map((change) => (
          <ChangeRow key={change.id} change={change} words={words} />
        ))}
      </ul>
    </section>
  );
}

const icons: Readonly<Record<ChangeView['does'], string>> = { edit: 'diff', create: 'new-file', delete: 'trash' };

interface ChangeRowProps {
  readonly change: ChangeView;
  readonly words: ListWords;
}

function ChangeRow({ change, words: { open, openRequest, yes, no } }: ChangeRowProps): JSX.Element {
  const { strings, post } = usePage();
  const { id, name, folder, does, lines, note } = change;
  const path = folder === '' ? name : `${folder}/${name}`;
  const about = { edit: null, create: strings.changeCreates, delete: strings.changeDeletes }[does];
  const words = [about, note].filter((word) => word !== null).join(' · ');
  return (
    <li>
      <button
        type="button"
        class="change-file"
        title={`${filled(open, path)}${words === '' ? '' : ` · ${words}`}`}
        onClick={() => post(openRequest(id))}
      >
        <Icon name={lines === null ? 'warning' : icons[does]} />
        <span class="change-name">{name}</span>
        <span class="change-about">{words === '' ? folder : words}</span>
      </button>
      {lines !== null && <LineCounts {...lines} />}
      {[yes, no].map(({ icon, label, request }) => (
        <IconButton key={icon} icon={icon} label={filled(label, name)} onPress={() => post(request(id))} />
      ))}
    </li>
  );
}
