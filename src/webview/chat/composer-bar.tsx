// Knows the row under the prompt: what is attached with, which model answers, whether it thinks, how full its window is,
// and the buttons that send and stop.
import type { JSX } from 'preact';
import type { ComposerView } from '../../core/chat/panel-messages.ts';
import { Icon, IconButton } from '../page/icon.tsx';
import { filled, usePage } from './page-context.ts';
import { sendKeyName } from './send-key.ts';
import { WindowFill } from './window-fill.tsx';

interface BarProps {
  readonly composer: ComposerView | null;
  readonly answering: boolean;
  readonly canSend: boolean;
  readonly onSend: () => void;
  readonly onStop: () => void;
}

export function ComposerBar({ composer, answering, canSend, onSend, onStop }: BarProps): JSX.Element {
  const { strings, post, sendKey } = usePage();
  const key = sendKeyName(sendKey.value, strings);
  return (
    <div class="composer-bar">
      <IconButton icon="add" label={strings.attach} onPress={() => post({ kind: 'attachContext' })} />
      {composer !== null && <ModelPicker composer={composer} />}
      {composer !== null && <ThinkingSwitch on={composer.thinking} />}
      <span class="composer-space" />
      {composer !== null && <WindowFill fill={composer.fill} />}
      {answering && canSend && <IconButton className="queue" icon="arrow-up" label={filled(strings.queue, key)} onPress={onSend} />}
      {answering ? (
        <IconButton key="stop" className="stop" icon="debug-stop" label={strings.stop} onPress={onStop} />
      ) : (
        <IconButton key="send" className="send" icon="arrow-up" label={filled(strings.send, key)} disabled={!canSend} onPress={onSend} />
      )}
    </div>
  );
}

function ModelPicker({ composer: { models, modelId } }: { readonly composer: ComposerView }): JSX.Element | null {
  const { strings, post } = usePage();
  if (models.length < 2) return null;
  return (
    <span class="model-picker">
      <select
        aria-label={strings.model}
        title={strings.model}
        value={modelId ?? ''}
        onChange={(event) => post({ kind: 'chooseModel', id: event.currentTarget.value })}
      >
        {models.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" />
    </span>
  );
}

function ThinkingSwitch({ on }: { readonly on: ComposerView['thinking'] }): JSX.Element | null {
  const { strings, post } = usePage();
  if (on === null) return null;
  return (
    <button type="button" class="switch" aria-pressed={on} title={strings.thinkingSwitch} onClick={() => post({ kind: 'switchThinking', on: !on })}>
      <Icon name="lightbulb" />
      <span class="switch-label">{strings.thinkingSwitch}</span>
    </button>
  );
}
