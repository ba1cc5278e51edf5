// Where the quota went: of one time at a time, told apart in one way at a time.
import { Fragment, type JSX } from 'preact';
import { type PlanStrings, type UseAspect, useAspects, type UsedIn } from '../../protocol/plan.ts';
import { TextButton } from '../page/icon.tsx';
import { Choice } from './choice.tsx';
import { usePage } from './page-context.ts';
import { Part, Table } from './tables.tsx';

/** What of it is looked at. */
export interface UseChoice {
  /** The key of a time; the first one where there is none of this key. */
  readonly time: string;
  readonly by: UseAspect;
}

interface UseProps {
  readonly use: readonly UsedIn[];
  readonly choice: UseChoice;
  readonly choose: (choice: UseChoice) => void;
}

export function Use({ use, choice, choose }: UseProps): JSX.Element | null {
  const { strings, press } = usePage();
  const shown = use.find(({ key }) => key === choice.time) ?? use[0];
  if (shown === undefined) return null;
  const rows = shown.lists.find(({ aspect }) => aspect === choice.by)?.rows ?? [];
  const times = use.map(({ key, label }) => ({ key, label }));
  const ways = useAspects.map((key) => ({ key, label: nameOf(key, strings) }));
  return (
    <section class="use" aria-label={strings.use}>
      <div class="use-head">
        <h2>{strings.use}</h2>
        <TextButton label={strings.exportUse} primary={false} onPress={() => press('exportUse')} />
      </div>
      <Choice
        label={strings.useTime}
        options={times}
        chosen={shown.key}
        choose={(time) => choose({ ...choice, time })}
      />
      <p class="use-summary">{shown.summary}</p>
      <Table
        caption={strings.serviceCounted}
        columns={[strings.source, strings.amount, strings.share]}
        rows={shown.parts.map(({ name, amount, ...part }) => [name, amount, <Part key="part" {...part} />])}
      />
      <Choice label={strings.useBy} options={ways} chosen={choice.by} choose={(by) => choose({ ...choice, by })} />
      {rows.length === 0 ? (
        <p class="details">{strings.nothingAsked}</p>
      ) : (
        <Rows caption={nameOf(choice.by, strings)} rows={rows} />
      )}
      <ul class="details">
        {shown.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  );
}

function Rows({
  caption,
  rows,
}: {
  readonly caption: string;
  readonly rows: UsedIn['lists'][number]['rows'];
}): JSX.Element {
  const { strings, openConversation } = usePage();
  const head = (name: string, id: string | null): JSX.Element =>
    id === null ? (
      <span>{name}</span>
    ) : (
      <button type="button" class="link" onClick={() => openConversation(id)}>
        {name}
      </button>
    );
  return (
    <Table
      caption={strings.fromHere}
      columns={[caption, strings.countedHere, strings.serviceCounted]}
      rows={rows.map(({ name, tokens, amount, conversation, ...part }) => [
        head(name, conversation),
        tokens,
        <Fragment key="counted">
          {amount} <Part {...part} />
        </Fragment>,
      ])}
    />
  );
}

function nameOf(aspect: UseAspect, strings: PlanStrings): string {
  switch (aspect) {
    case 'model':
      return strings.useByModel;
    case 'conversation':
      return strings.useByConversation;
    case 'workspace':
      return strings.useByWorkspace;
    case 'origin':
      return strings.useByOrigin;
  }
}
