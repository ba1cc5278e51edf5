import { l10n } from 'vscode';
import type { QuotaWindow } from '../../../core/plan/quota-window.ts';
import { clockTime } from '../../words/time-text.ts';
import { shareWords } from './plan-text.ts';

/** `34% used, resets 14:20`, where there is room for little; empty where nothing is known. */
export function quotaNote(window: QuotaWindow | null, shown: 'used' | 'left', now: number): string {
  if (window === null) return '';
  const { usedPercent, resetsAt } = window;
  const share = shareWords(usedPercent, shown);
  return resetsAt === null || resetsAt <= now ? share : l10n.t('{0}, resets {1}', share, clockTime(resetsAt, now));
}
