// Knows the list of commands that completes a prompt beginning with a slash: which are listed, which is marked, and how it
// looks. The focus stays in the text, as assistive technology expects of such a list.
import { useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ComposerView } from '../../core/chat/panel-messages.ts';
import type { Draft } from './draft.ts';
import { usePage } from './page-context.ts';
import type { Store } from './store.ts';

type Command = ComposerView['commands'][number];

export const commandListId = 'commands';

export interface CommandCompletion {
  readonly listed: readonly Command[];
  /** The element that the text names as active; undefined while nothing is listed. */
  readonly activeId: string | undefined;
  readonly active: number;
  choose(name: string): void;
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
  const choose = (name: string): void => {
    draft.write(`/${name} `);
  };
  return {
    listed: listed.value,
    active: marked,
    activeId: marked < 0 ? undefined : optionId(marked),
    choose,
    typed() {
      active.value = 0;
      closed.value = false;
    },
    takeKey(event) {
      const command = listed.value[marked];
      if (command === undefined || event.shiftKey) return false;
      const { length } = listed.value;
      if (event.key === 'ArrowDown') active.value = (marked + 1) % length;
      else if (event.key === 'ArrowUp') active.value = (marked + length - 1) % length;
      else if (event.key === 'Escape') closed.value = true;
      // A name that stands there in full is a prompt: Enter sends it.
      else if (event.key === 'Tab' || (event.key === 'Enter' && draft.text.peek() !== `/${command.name}`)) choose(command.name);
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
    <ul class="commands" role="listbox" id={commandListId} aria-label={strings.commands}>
      {completion.listed.map(({ name, description }, index) => (
        <li
          key={name}
          id={optionId(index)}
          role="option"
          aria-selected={index === completion.active}
          ref={(element) => {
            if (index === completion.active) element?.scrollIntoView({ block: 'nearest' });
          }}
          // The text keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => completion.choose(name)}
        >
          <span class="command-name">/{name}</span>
          <span class="command-description" dir="auto">
            {description}
          </span>
        </li>
      ))}
    </ul>
  );
}

const optionId = (index: number): string => `command-${index}`;
