// The row under the prompt: attach, model, thinking, context usage, and the buttons that send and stop.
import type { JSX } from 'preact';
import type { ComposerView } from '../../../protocol/chat.ts';
import { Icon, IconButton } from '../../page/icon.tsx';
import { usePage } from '../state/page-context.ts';
import { filled } from '../../page/page-context.ts';
import { sendKeyName } from '../elements/send-key.ts';
import { ModePicker } from '../run/mode-picker.tsx';
import type { Store } from '../state/store.ts';
import { ContextUsage } from './context-usage.tsx';
import { ModelPicker } from './model-picker.tsx';
import { PromptCost } from './prompt-cost.tsx';

interface BarProps {
  readonly store: Store;
  readonly answering: boolean;
  readonly canSend: boolean;
  readonly onAttach: () => void;
  readonly onSend: () => void;
  readonly onStop: () => void;
}

export function ComposerBar({ store, answering, canSend, onAttach, onSend, onStop }: BarProps): JSX.Element {
  const { strings, sendKey } = usePage();
  const composer = store.composer.value;
  const key = sendKeyName(sendKey.value, strings);
  return (
    <div class="composer-bar">
      <IconButton icon="add" label={strings.attach} onPress={onAttach} />
      <ModePicker store={store} />
      {composer !== null && <ModelPicker composer={composer} />}
      {composer !== null && <ThinkingSwitch on={composer.thinking} />}
      <span class="composer-space" />
      {composer !== null && <PromptCost cost={composer.promptCost} />}
      {composer !== null && <ContextUsage usage={composer.contextUsage} />}
      {answering && canSend && (
        <IconButton className="queue" icon="arrow-up" label={filled(strings.queue, key)} onPress={onSend} />
      )}
      {answering ? (
        <IconButton key="stop" className="stop" icon="stop-circle" label={strings.stop} onPress={onStop} />
      ) : (
        <IconButton
          key="send"
          className="send"
          icon="arrow-up"
          label={filled(strings.send, key)}
          disabled={!canSend}
          onPress={onSend}
        />
      )}
    </div>
  );
}

function ThinkingSwitch({ on }: { readonly on: ComposerView['thinking'] }): JSX.Element | null {
  const { strings, post } = usePage();
  if (on === null) return null;
  return (
    <button
      type="button"
      class="switch"
      aria-pressed={on}
      title={strings.thinkingSwitch}
      onClick={() => post({ kind: 'switchThinking', on: !on })}
    >
      <Icon name="lightbulb" />
      <span class="switch-label">{strings.thinkingSwitch}</span>
    </button>
  );
}
