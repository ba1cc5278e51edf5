import type { JSX } from 'preact';
import type { ComposerView, PageStrings } from '../../../protocol/chat.ts';
import { pageLocale } from '../../page/page-root.ts';
import { Picker } from '../elements/picker.tsx';
import { usePage } from '../state/page-context.ts';
import { filled } from '../../page/page-context.ts';

type Model = ComposerView['models'][number];

/** The choice of the model, with what each can read and do. */
export function ModelPicker({
  composer: { models, modelId },
}: {
  readonly composer: ComposerView;
}): JSX.Element | null {
  const { strings, post } = usePage();
  if (models.length < 2) return null;
  return (
    <Picker
      listId="models"
      label={strings.model}
      title={strings.model}
      choices={models.map((model) => ({ id: model.id, name: model.name, detail: notesOf(model, strings) }))}
      chosenId={modelId}
      onChoose={(id) => post({ kind: 'chooseModel', id })}
    />
  );
}

function notesOf({ contextWindow, images, thinking, isLeftOut, cost }: Model, strings: PageStrings): string {
  const count = new Intl.NumberFormat(pageLocale(), { notation: 'compact', maximumFractionDigits: 1 });
  const notes = [
    contextWindow === null ? null : filled(strings.tokens, count.format(contextWindow)),
    images ? strings.modelImages : null,
    thinking ? strings.modelThinking : null,
    isLeftOut ? strings.modelLeftOut : null,
    cost === '' ? null : cost,
  ];
  return notes.filter((note) => note !== null).join(' · ');
}
