import { useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ComposerView } from '../../../protocol/chat.ts';
import type { Draft } from './draft.ts';
import { optionId, OptionList, optionReachedBy } from '../elements/option-list.tsx';
import { usePage } from '../state/page-context.ts';
import type { Store } from '../state/store.ts';

type Command = ComposerView['commands'][number];

export const commandListId = 'commands';

export interface CommandCompletion {
  readonly listed: readonly Command[];
  /** The element that the text names as active; undefined while nothing is listed. */
  readonly activeId: string | undefined;
  readonly active: number;
  readonly choose: (command: Command) => void;
  /** Whether the key was for the list. */
  takeKey(event: KeyboardEvent): boolean;
  /** Opens the list anew once it was closed. */
  typed(): void;
}

export function useCommandCompletion(store: Store, draft: Draft): CommandCompletion {
  const active = useSignal(0);
  const closed = useSignal(false);
  const listed = useComputed(() => {
    const begun = /^\/([\w.-]*)$/.exec(draft.text.value)?.[1]?.toLowerCase();
    const commands = store.composer.value?.commands ?? [];
    return begun === undefined || closed.value ? [] : commands.filter(({ name }) => name.startsWith(begun));
  });
  const marked = Math.min(active.value, listed.value.length - 1);
  const choose = ({ name }: Command): void => {
    draft.write(`/${name} `);
  };
  return {
    listed: listed.value,
    active: marked,
    activeId: marked < 0 ? undefined : optionId(commandListId, marked),
    choose,
    typed() {
      active.value = 0;
      closed.value = false;
    },
    takeKey(event) {
      const command = listed.value[marked];
      if (command === undefined || event.shiftKey) return false;
      const reached = optionReachedBy(event.key, marked, listed.value.length);
      if (reached !== null) active.value = reached;
      else if (event.key === 'Escape') closed.value = true;
      // A name that is typed in full is a prompt: Enter sends it.
      else if (event.key === 'Tab' || (event.key === 'Enter' && draft.text.peek() !== `/${command.name}`))
        choose(command);
      else return false;
      event.preventDefault();
      return true;
    },
  };
}

export function CommandList({ completion }: { readonly completion: CommandCompletion }): JSX.Element | null {
  const { strings } = usePage();
  if (completion.listed.length === 0) return null;
  return (
    <OptionList
      id={commandListId}
      label={strings.commands}
      options={completion.listed}
      active={completion.active}
      keyOf={({ name }) => name}
      choose={completion.choose}
      draw={({ name, description }) => (
        <>
          <span class="command-name">/{name}</span>
          <span class="option-detail" dir="auto">
            {description}
          </span>
        </>
      )}
    />
  );
}
