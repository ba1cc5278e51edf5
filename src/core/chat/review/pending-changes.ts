// The proposed changes of a window that nobody has decided on yet, stored over a reload; one a file at most.
import * as z from 'zod/mini';
import type { PersistedText } from '../../ports.ts';
import { parseJson } from '../../service/json.ts';
import { goodOnes, idSchema, nameSchema } from '../../service/stored-fields.ts';
import { isSameText, linesOf } from './line-changes.ts';
import type { ProposedChange } from './change-status.ts';
import { threeWayMerge } from './three-way-merge.ts';

export interface PendingChange extends ProposedChange {
  readonly id: string;
}

/** What became of a proposal. */
export type Proposal =
  | { readonly kind: 'added'; readonly id: string }
  /** Both this and what was proposed for the file before are in it now. */
  | { readonly kind: 'joined'; readonly id: string }
  /** What was proposed for the file before is in other words for the same lines: it gave way. */
  | { readonly kind: 'replaced'; readonly id: string }
  | { readonly kind: 'refused'; readonly reason: 'nothingToDo' | 'tooLong' | 'tooMany' };

/** Characters of a file. */
const largestText = 2_000_000;
/** Characters of them all, as they were and as they become. */
const largestTotal = 16_000_000;
const most = 200;

const fileText = z.nullable(z.string().check(z.maxLength(largestText)));
const storedSchema = goodOnes(z.object({ id: idSchema, uri: nameSchema, original: fileText, proposed: fileText }));

export class PendingChanges {
  readonly #text: PersistedText;
  /** In the order in which they were proposed. */
  readonly #changes: Map<string, PendingChange>;

  /** A text that cannot be read counts as empty. */
  constructor(text: PersistedText) {
    this.#text = text;
    const stored = storedSchema.safeParse(parseJson(text.text)).data ?? [];
    const sound = stored.filter(({ original, proposed }) => original !== null || proposed !== null);
    this.#changes = new Map(sound.slice(0, most).map((change) => [change.id, change]));
  }

  all(): readonly PendingChange[] {
    return [...this.#changes.values()];
  }

  find(id: string): PendingChange | undefined {
    return this.#changes.get(id);
  }

  /** @param id of the change, where it is the first one for its file. */
  propose(change: ProposedChange, id: string): Proposal {
    const fresh = { ...change, original: withoutMark(change.original), proposed: withoutMark(change.proposed) };
    if (isNothing(fresh)) return { kind: 'refused', reason: 'nothingToDo' };
    const before = this.all().find(({ uri }) => uri === fresh.uri);
    const joined = before === undefined ? null : joinedChange(before, fresh);
    const next = { ...(joined ?? fresh), id: before?.id ?? id };
    const reason = this.#refusalOf(next);
    if (reason !== null) return { kind: 'refused', reason };
    this.#put(next);
    if (before === undefined) return { kind: 'added', id };
    return { kind: joined === null ? 'replaced' : 'joined', id: before.id };
  }

  #refusalOf({ id, original, proposed }: PendingChange): 'tooLong' | 'tooMany' | null {
    if (Math.max(original?.length ?? 0, proposed?.length ?? 0) > largestText) return 'tooLong';
    const others = this.all().filter((other) => other.id !== id);
    const total = [{ original, proposed }, ...others].reduce(
      (sum, each) => sum + (each.original?.length ?? 0) + (each.proposed?.length ?? 0),
      0,
    );
    return others.length >= most || total > largestTotal ? 'tooMany' : null;
  }

  /** A person has changed what is proposed for the file as it is now. False where that is too long to be stored. */
  rewrite(id: string, original: string | null, proposed: string): boolean {
    const change = this.#changes.get(id);
    if (change === undefined) return false;
    const next = { ...change, original, proposed };
    if (this.#refusalOf(next) !== null) return false;
    this.#put(next);
    return true;
  }

  drop(id: string): void {
    if (this.#changes.delete(id)) this.#write();
  }

  clear(): void {
    this.#changes.clear();
    this.#write();
  }

  #put(change: PendingChange): void {
    this.#changes.set(change.id, change);
    this.#write();
  }

  #write(): void {
    this.#text.write(this.#changes.size === 0 ? '' : JSON.stringify(this.all()));
  }
}

function isNothing({ original, proposed }: ProposedChange): boolean {
  if (original === null || proposed === null) return original === proposed;
  return isSameText(original, proposed);
}

/** The two as one, from the text that the first was about; null where they cannot both be. */
function joinedChange(before: ProposedChange, fresh: ProposedChange): ProposedChange | null {
  if (before.original === null || before.proposed === null || fresh.original === null || fresh.proposed === null)
    return null;
  const first = threeWayMerge(linesOf(before.original), linesOf(fresh.original), linesOf(before.proposed));
  if (first === null) return null;
  const both = threeWayMerge(linesOf(fresh.original), first, linesOf(fresh.proposed));
  return both === null ? null : { ...fresh, proposed: both.join(fresh.proposed.includes('\r\n') ? '\r\n' : '\n') };
}

/** An editor takes the byte order mark of a file apart from its text. */
function withoutMark(text: string | null): string | null {
  return text?.startsWith('\u{FEFF}') === true ? text.slice(1) : text;
}
