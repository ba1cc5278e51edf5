// Copies of what files held before they were changed in a conversation: each a file beside the conversation's segments,
// named by the hash of its bytes and written once. There is room for so much: what is wanted last gives way first, and
// a conversation that fills it gives way itself.
import type { Files, StoredFile } from '../../ports.ts';
import type { Place, PlaceName } from './place.ts';

const suffix = 'copy';

/** Bytes. */
const roomForCopies = 200 * 1024 * 1024;
/** Bytes of one file: a larger one would take the place of too many others. */
export const largestCopy = 32 * 1024 * 1024;

export class HistoryCopies {
  readonly #places: readonly Place[];
  readonly #room: number;

  /** @param room bytes for all copies of these places together */
  constructor(places: readonly Place[], room = roomForCopies) {
    this.#places = places;
    this.#room = room;
  }

  /**
   * Resolves with the hash of the bytes when they are on disk, or are more than there is room for. Rejects where they
   * cannot get there.
   *
   * @param needed hashes of the conversation's copies that do not give way to this one
   */
  async keep(conversation: string, place: PlaceName, bytes: Uint8Array, needed: ReadonlySet<string>): Promise<string> {
    const hash = await hashOf(bytes);
    const name = copyName(conversation, hash);
    const files = this.#filesOf(place);
    const all = await this.#all();
    if (all.some((copy) => copy.name === name && copy.files === files && copy.size === bytes.length)) return hash;
    if (bytes.length > Math.min(this.#room, largestCopy)) return hash;
    const isNeeded = (copy: Copy): boolean => copy.owner === conversation && needed.has(copy.hash);
    const going = givingWay(all, conversation, bytes.length, this.#room, isNeeded);
    if (going === null) return hash;
    for (const copy of going) await copy.files.delete(copy.name);
    await files.replace(name, bytes);
    return hash;
  }

  /** Null where the copy is gone, or is not what it was. Never rejects. */
  async read(conversation: string, place: PlaceName, hash: string): Promise<Uint8Array | null> {
    try {
      const bytes = await this.#filesOf(place).read(copyName(conversation, hash));
      return (await hashOf(bytes)) === hash ? bytes : null;
    } catch {
      return null;
    }
  }

  async #all(): Promise<readonly Copy[]> {
    const found = await Promise.all(
      this.#places.map(async ({ files }) =>
        (await files.list()).flatMap((file): Copy[] => {
          const owner = copyOwner(file.name);
          return owner === null ? [] : [{ ...file, files, owner, hash: file.name.split('.')[1] ?? '' }];
        }),
      ),
    );
    return found.flat();
  }

  /** Without a workspace everything is kept for the person. */
  #filesOf(name: PlaceName): Files {
    const place = this.#places.find((known) => known.name === name) ?? this.#places[0];
    if (place === undefined) throw new Error('There is no place to keep a copy in.');
    return place.files;
  }
}

interface Copy extends StoredFile {
  readonly files: Files;
  readonly owner: string;
  readonly hash: string;
}

/**
 * What has to go so that `size` more bytes fit into `room`; null where that does not make enough of it. A conversation
 * that has taken half of the room gives way before others do; of those the one goes first that was at work longest ago.
 */
function givingWay(
  all: readonly Copy[],
  current: string,
  size: number,
  room: number,
  isNeeded: (copy: Copy) => boolean,
): readonly Copy[] | null {
  const isOwn = ({ owner }: Copy): boolean => owner === current;
  const own = all.filter((copy) => isOwn(copy) && !isNeeded(copy)).toSorted(byTime);
  const beyondShare = firstOf(own, sizeOf(all.filter(isOwn)) + size - room / 2);
  const workedAt = new Map<string, number>();
  for (const { owner, changedAt } of all) workedAt.set(owner, Math.max(changedAt, workedAt.get(owner) ?? 0));
  const ageOf = ({ owner }: Copy): number => workedAt.get(owner) ?? 0;
  const others = all
    .filter((copy) => !isOwn(copy))
    .toSorted((one, other) => compared(ageOf(one), ageOf(other)) || byTime(one, other));
  const missing = sizeOf(all) + size - room;
  const going = firstOf([...beyondShare, ...others, ...own.slice(beyondShare.length)], missing);
  return sizeOf(going) >= missing ? going : null;
}

/** As many, from the first on, as have this size together; all of them where they have less. */
function firstOf(copies: readonly Copy[], size: number): readonly Copy[] {
  let taken = 0;
  const end = copies.findIndex((copy) => {
    if (taken >= size) return true;
    taken += copy.size;
    return false;
  });
  return end === -1 ? copies : copies.slice(0, end);
}

function sizeOf(copies: readonly Copy[]): number {
  return copies.reduce((sum, { size }) => sum + size, 0);
}

function byTime(one: Copy, other: Copy): number {
  return one.changedAt - other.changedAt;
}

function compared(one: number, other: number): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/** The conversation that a file is a copy of, also one that was never written to its end; null for any other file. */
export function copyOwner(name: string): string | null {
  const [owner, , kind] = name.split('.');
  return kind === suffix ? (owner ?? null) : null;
}

/** Neither the id, which is our own or was checked as it was read, nor the hash holds a dot or a slash. */
function copyName(conversation: string, hash: string): string {
  return `${conversation}.${hash}.${suffix}`;
}

export async function hashOf(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
