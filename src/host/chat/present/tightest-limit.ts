import { l10n } from 'vscode';
import { clockTime } from '../../words/time-text.ts';

/**
 * The limit of the plan that stops a prompt first; its name is untrusted text, `resetsAt` in milliseconds since the
 * epoch.
 */
export interface TightestLimit {
  readonly name: string;
  readonly isUsedUp: boolean;
  readonly resetsAt: number | null;
  /** An account that is not in use and is known to have something left, with a name that is inert; null for none. */
  readonly elsewhere: { readonly account: string; readonly name: string } | null;
}

/** For instance `5-hour limit used up until 4:44 PM`; no whole sentence. */
export function usedUpText({ name, resetsAt }: TightestLimit): string {
  return resetsAt === null ? l10n.t('{0} used up', name) : l10n.t('{0} used up until {1}', name, clockTime(resetsAt));
}

/** Null where something is left of it. */
export function usedUpOf(limit: TightestLimit | null): TightestLimit | null {
  return limit?.isUsedUp === true ? limit : null;
}
