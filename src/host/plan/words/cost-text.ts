// The words for what a prompt is expected to take of the plan.
import { env, l10n } from 'vscode';
import type { ExpectedShare } from '../../../core/plan/cost/plan-costs.ts';
import { inertName } from '../../display/names.ts';
import { windowName } from './plan-text.ts';

export interface CostText {
  /** `about 0.8% of 5-hour limit` */
  readonly text: string;
  /** The same where there is little room: `≈0.8%`. */
  readonly short: string;
  /** Of every limit, with its range and what it rests on, in sentences. */
  readonly detail: string;
}

/** @param isStep whether it is a step of an agent. @returns null where nothing can be said. */
export function costText(expected: readonly ExpectedShare[], isStep: boolean): CostText | null {
  const [first] = expected;
  if (first === undefined) return null;
  const about = shareText(first.share.about);
  const name = nameOf(first);
  const ranges = expected.map((one) => rangeText(one));
  const basis = isStep
    ? l10n.t('For each step of the agent. An estimate, learned from {0} answers of this model here.', first.answers)
    : l10n.t('An estimate, learned from {0} answers of this model here.', first.answers);
  return {
    text: isStep ? l10n.t('about {0} of {1} a step', about, name) : l10n.t('about {0} of {1}', about, name),
    short: l10n.t('≈{0}', about),
    detail: [...ranges, basis].join(' '),
  };
}

export interface RunCostText {
  /** `about 3% of 5-hour limit so far, by estimate` */
  readonly text: string;
  /** Of every limit, with its range and what it rests on, in sentences. */
  readonly detail: string;
}

/** What a run is reckoned to have taken. @returns null where nothing can be said. */
export function runCostText(taken: readonly ExpectedShare[]): RunCostText | null {
  const [first] = taken;
  if (first === undefined) return null;
  const ranges = taken.map((one) => rangeText(one));
  const basis = l10n.t('Estimated here from the tokens of its answers, not counted by the service.');
  return {
    text: l10n.t('about {0} of {1} so far, by estimate', shareText(first.share.about), nameOf(first)),
    detail: [...ranges, basis].join(' '),
  };
}

/** `about 3 × Tide Small`; the other way round `about 0.3 × Tide Large`, and not half. */
export function timesText(times: number, base: string): string {
  const inHalves = Math.round(times * 2) / 2;
  const rounded = times >= 2.5 ? Math.round(times) : times < 0.75 ? Number(times.toPrecision(1)) : inHalves;
  const name = inertName(base);
  return rounded === 1
    ? l10n.t('takes about as much as {0}', name)
    : l10n.t('takes about {0} × {1}', new Intl.NumberFormat(env.language).format(rounded), name);
}

function rangeText({ share: { about, low, high }, ...one }: ExpectedShare): string {
  return l10n.t('{0}: about {1}, probably {2} to {3}.', nameOf(one), shareText(about), shareText(low), shareText(high));
}

function nameOf({ window }: Pick<ExpectedShare, 'window'>): string {
  return inertName(windowName(window));
}

const finest = 0.01;

/** To two digits: more is never known. */
function shareText(percent: number): string {
  const written = (value: number): string =>
    new Intl.NumberFormat(env.language, { maximumSignificantDigits: percent < 1 ? 1 : 2 }).format(value);
  return percent < finest ? l10n.t('under {0}%', written(finest)) : l10n.t('{0}%', written(percent));
}
