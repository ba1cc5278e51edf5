// Knows what every part of the plan page may use: its words, a way to ask the host, and how times are written.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { PlanAction, PlanStrings } from '../../core/plan/view-messages.ts';

export interface PageContext {
  readonly strings: PlanStrings;
  readonly press: (action: PlanAction) => void;
  readonly times: Times;
}

/** Instants as the person's language and time zone write them. */
export interface Times {
  /** `14:20` */
  readonly clock: (time: number) => string;
  /** `14:00`, or `2 PM` where that is how hours are written. */
  readonly hour: (time: number) => string;
  /** `Tue` */
  readonly weekday: (time: number) => string;
  /** `3 Aug` */
  readonly date: (time: number) => string;
  /** `3 Aug, 14:20` */
  readonly full: (time: number) => string;
}

export function createTimes(locale: string): Times {
  const format = (options: Intl.DateTimeFormatOptions): ((time: number) => string) => {
    const formatter = new Intl.DateTimeFormat(locale, options);
    return (time) => formatter.format(time);
  };
  const clock = { hour: 'numeric', minute: '2-digit' } as const;
  const date = { day: 'numeric', month: 'short' } as const;
  return {
    clock: format(clock),
    hour: new Intl.DateTimeFormat(locale, clock).resolvedOptions().hour12 === true ? format({ hour: 'numeric' }) : format(clock),
    weekday: format({ weekday: 'short' }),
    date: format(date),
    full: format({ ...date, ...clock }),
  };
}

const context = createContext<PageContext | null>(null);
export const PageProvider = context.Provider;

export function usePage(): PageContext {
  const page = useContext(context);
  if (page === null) throw new Error('A part of the page was drawn outside the page.');
  return page;
}

/** Puts a value into a localised sentence at `{0}`. */
export function filled(sentence: string, value: string): string {
  return sentence.replaceAll('{0}', () => value);
}
