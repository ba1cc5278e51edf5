// What every part of the plan page uses: its strings, a way to ask the host, and how times are written.
import type { PlanAction, PlanStrings } from '../../protocol/plan.ts';
import { createPageContext } from '../page/page-context.ts';

export interface PageContext {
  readonly strings: PlanStrings;
  readonly press: (action: PlanAction) => void;
  /** By its id. */
  readonly openConversation: (id: string) => void;
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
    hour:
      new Intl.DateTimeFormat(locale, clock).resolvedOptions().hour12 === true
        ? format({ hour: 'numeric' })
        : format(clock),
    weekday: format({ weekday: 'short' }),
    date: format(date),
    full: format({ ...date, ...clock }),
  };
}

export const { PageProvider, usePage } = createPageContext<PageContext>();
