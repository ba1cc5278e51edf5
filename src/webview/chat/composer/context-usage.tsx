// The ring that shows how full the model's context window is, and the text that explains it.
import type { JSX } from 'preact';
import type { ComposerView } from '../../../protocol/chat.ts';
import { pageLocale } from '../../page/page-root.ts';
import { usePage } from '../state/page-context.ts';
import { filled } from '../../page/page-context.ts';
import { Explained } from './explained.tsx';

/** A ring of the circumference 100, so that a length on it is a percentage. */
const radius = 100 / (2 * Math.PI);

const detailId = 'context-usage-detail';

export function ContextUsage({ usage }: { readonly usage: ComposerView['contextUsage'] }): JSX.Element | null {
  const { strings } = usePage();
  if (usage === null) return null;
  const { used, size, note, summarised } = usage;
  const count = new Intl.NumberFormat(pageLocale(), { notation: 'compact', maximumFractionDigits: 1 });
  const share = new Intl.NumberFormat(pageLocale(), { style: 'percent' }).format(used / size);
  const percent = Math.min(100, Math.round((used / size) * 100));
  const counted = filled(strings.contextUsageDetail, count.format(used), count.format(size));
  const told = [summarised, note].filter((text) => typeof text === 'string').join(' ');
  return (
    <Explained id={detailId} words={`${counted} ${told === '' ? strings.contextUsageNone : told}`}>
      <span
        class={used > size ? 'context-usage over' : 'context-usage'}
        role="meter"
        tabIndex={0}
        aria-label={filled(strings.contextUsage, share)}
        aria-describedby={detailId}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <svg viewBox="0 0 40 40" width="14" height="14" aria-hidden="true">
          <circle class="context-usage-track" cx="20" cy="20" r={radius} />
          <circle
            class="context-usage-used"
            cx="20"
            cy="20"
            r={radius}
            stroke-dasharray={`${percent} 100`}
            transform="rotate(-90 20 20)"
          />
        </svg>
        <span class="context-usage-share">{share}</span>
      </span>
    </Explained>
  );
}
