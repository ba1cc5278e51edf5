// Asks the host what names in an answer lead to: gathered, each once, and only after its block has been drawn for good.
import { type FoundPlace, type LeadsTo, mostNames, type PageMessage } from '../../../../protocol/chat.ts';

export type ShowPlace = (leadsTo: LeadsTo) => void;

/** Names come in bursts while an answer arrives. */
const gatherMilliseconds = 150;
/** A page that has seen more begins anew. */
const mostKnown = 5_000;

const known = new Map<string, LeadsTo>();
const waiting = new Map<string, ShowPlace[]>();
/** Files that can be created, which may have been since. */
const missing = new Map<string, ShowPlace[]>();
let post: ((message: PageMessage) => void) | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** From now on the host can be asked. */
export function connectPlaces(toHost: (message: PageMessage) => void): void {
  post = toHost;
}

/** Calls `show` once it is known what the name leads to; for a file that is not there, again when it is. */
export function lookUpPlace(name: string, show: ShowPlace): void {
  if (post === null) return;
  const leadsTo = known.get(name);
  if (leadsTo !== undefined) tell(name, leadsTo, [show]);
  else wait(name, [show]);
}

export function placesFound(places: readonly FoundPlace[]): void {
  for (const { name, leadsTo } of places) {
    if (known.size >= mostKnown) known.clear();
    known.set(name, leadsTo);
    const shows = waiting.get(name) ?? [];
    waiting.delete(name);
    tell(name, leadsTo, shows);
  }
}

/** Something may have been created. */
export function lookForMissing(): void {
  for (const [name, shows] of missing) {
    known.delete(name);
    wait(name, shows);
  }
  missing.clear();
}

function tell(name: string, leadsTo: LeadsTo, shows: readonly ShowPlace[]): void {
  if (leadsTo === 'newFile') missing.set(name, [...(missing.get(name) ?? []), ...shows]);
  for (const show of shows) show(leadsTo);
}

function wait(name: string, shows: readonly ShowPlace[]): void {
  const isAsked = waiting.has(name);
  waiting.set(name, [...(waiting.get(name) ?? []), ...shows]);
  if (isAsked) return;
  asked.push(name);
  timer ??= setTimeout(ask, gatherMilliseconds);
}

const asked: string[] = [];

function ask(): void {
  timer = undefined;
  const names = asked.splice(0, mostNames);
  if (names.length > 0) post?.({ kind: 'findPlaces', names });
  if (asked.length > 0) timer = setTimeout(ask, gatherMilliseconds);
}
