// Instants and durations in words, in the language of VS Code and the time zone of the machine.
import * as vscode from 'vscode';

const { l10n } = vscode;
const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * A clock time, with the weekday or date in front where it is not today: `14:20`, `Tue 14:20`, `3 Aug, 14:20`, as the
 * language writes it.
 */
export function clockTime(time: number, now: number = Date.now()): string {
  const sameDay = new Date(time).toDateString() === new Date(now).toDateString();
  const dayPart: Intl.DateTimeFormatOptions = sameDay
    ? {}
    : Math.abs(time - now) < 6 * day
      ? { weekday: 'short' }
      : { day: 'numeric', month: 'short' };
  return new Intl.DateTimeFormat(vscode.env.language, { ...dayPart, hour: 'numeric', minute: '2-digit' }).format(time);
}

/** A span in at most two units: `4 d 3 h`, `2 h 5 min`, `12 min`; never less than a minute. */
export function spanText(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / minute));
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor((minutes % 1440) / 60);
  const rest = minutes % 60;
  if (days > 0) return hours > 0 ? l10n.t('{0} d {1} h', days, hours) : l10n.t('{0} d', days);
  if (hours > 0) return rest > 0 ? l10n.t('{0} h {1} min', hours, rest) : l10n.t('{0} h', hours);
  return l10n.t('{0} min', rest);
}
