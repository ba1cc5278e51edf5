// Knows the row under the prompt: what is attached with, which model answers, whether it thinks, how full its window is,
// and the buttons that send and stop.
import type { JSX } from 'preact';
import type { ComposerView } from '../../core/chat/panel-messages.ts';
import { Icon, IconButton } from '../page/icon.tsx';
import { pageLocale } from '../page/locale.ts';
import { filled, usePage } from './page-context.ts';

interface BarProps {
  readonly composer: ComposerView | null;
  readonly answering: boolean;
  readonly canSend: boolean;
  readonly onSend: () => void;
  readonly onStop: () => void;
}

export function ComposerBar({ composer, answering, canSend, onSend, onStop }: BarProps): JSX.Element {
  const { strings, post } = usePage();
  return (
    <div class="composer-bar">
      <IconButton icon="add" label={strings.attach} onPress={() => post({ kind: 'attachContext' })} />
      {composer !== null && <ModelPicker composer={composer} />}
      {composer !== null && <ThinkingSwitch on={composer.thinking} />}
      <span class="composer-space" />
      {composer !== null && <WindowFill fill={composer.fill} />}
      {answering && canSend && <IconButton className="queue" icon="arrow-up" label={strings.queue} onPress={onSend} />}
      {answering ? (
        <IconButton key="stop" className="stop" icon="debug-stop" label={strings.stop} onPress={onStop} />
      ) : (
        <IconButton key="send" className="send" icon="arrow-up" label={strings.send} disabled={!canSend} onPress={onSend} />
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

/** A ring of the circumference 100, so that a length on it is a percentage. */
const radius = 100 / (2 * Math.PI);

function WindowFill({ fill }: { readonly fill: ComposerView['fill'] }): JSX.Element | null {
  const { strings } = usePage();
  if (fill === null) return null;
  const { used, size } = fill;
  const locale = pageLocale();
  const count = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const share = new Intl.NumberFormat(locale, { style: 'percent' }).format(used / size);
  const percent = Math.min(100, Math.round((used / size) * 100));
  return (
    <span
      class={used > size ? 'fill over' : 'fill'}
      role="meter"
      aria-label={filled(strings.fill, share)}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      title={filled(strings.fillDetail, count.format(used), count.format(size))}
    >
      <svg viewBox="0 0 40 40" width="14" height="14" aria-hidden="true">
        <circle class="fill-track" cx="20" cy="20" r={radius} />
        <circle class="fill-used" cx="20" cy="20" r={radius} stroke-dasharray={`${percent} 100`} transform="rotate(-90 20 20)" />
      </svg>
      {share}
    </span>
  );
}

/** Said in words once the next prompt cannot fit. */
export function FillWarning({ fill }: { readonly fill: ComposerView['fill'] }): JSX.Element | null {
  const { strings } = usePage();
  if (fill === null || fill.used <= fill.size) return null;
  return (
    <p class="composer-warning">
      <Icon name="warning" /> {strings.fillOver}
    </p>
  );
}
