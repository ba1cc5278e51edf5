// Knows how full the model's window is shown to be, and where it is said what that means; the words for what would be left
// out are the host's.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ComposerView } from '../../core/chat/panel-messages.ts';
import { pageLocale } from '../page/locale.ts';
import { filled, usePage } from './page-context.ts';

/** A ring of the circumference 100, so that a length on it is a percentage. */
const radius = 100 / (2 * Math.PI);

const detailId = 'fill-detail';

/** Hover and focus open the words; Escape puts them away. */
export function WindowFill({ fill }: { readonly fill: ComposerView['fill'] }): JSX.Element | null {
  const { strings } = usePage();
  const dismissed = useSignal(false);
  if (fill === null) return null;
  const { used, size, note } = fill;
  const count = new Intl.NumberFormat(pageLocale(), { notation: 'compact', maximumFractionDigits: 1 });
  const share = new Intl.NumberFormat(pageLocale(), { style: 'percent' }).format(used / size);
  const percent = Math.min(100, Math.round((used / size) * 100));
  const again = (): void => {
    dismissed.value = false;
  };
  return (
    <span
      class="fill-frame"
      onMouseEnter={again}
      onFocusIn={again}
      onKeyDown={({ key }) => {
        if (key === 'Escape') dismissed.value = true;
      }}
    >
      <span
        class={used > size ? 'fill over' : 'fill'}
        role="meter"
        tabIndex={0}
        aria-label={filled(strings.fill, share)}
        aria-describedby={detailId}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <svg viewBox="0 0 40 40" width="14" height="14" aria-hidden="true">
          <circle class="fill-track" cx="20" cy="20" r={radius} />
          <circle class="fill-used" cx="20" cy="20" r={radius} stroke-dasharray={`${percent} 100`} transform="rotate(-90 20 20)" />
        </svg>
        {share}
      </span>
      <span class={dismissed.value ? 'fill-detail dismissed' : 'fill-detail'} role="tooltip" id={detailId}>
        {filled(strings.fillDetail, count.format(used), count.format(size))} {note ?? strings.fillWhole}
      </span>
    </span>
  );
}
