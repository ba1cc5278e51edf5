// Reads conversations from their files, and tells of each file, once, what is wrong with it.
import type { Files, StoredFile } from '../../ports.ts';
import { type HistoryEntry, largestFile } from '../conversation/records.ts';
import { ConversationTree } from '../conversation/tree.ts';
import type { Place, PlaceName } from './place.ts';
import { mergeSegments, readSegment } from './segment.ts';

export type ReadTrouble =
  | { readonly kind: 'placeUnread'; readonly place: PlaceName }
  /** `name` is a file's. */
  | { readonly kind: 'newer' | 'damaged' | 'setAside' | 'unread' | 'tooLarge'; readonly name: string };

export interface Reading {
  readonly tree: ConversationTree;
  /** Whether every file could be read to its end: only then what it says may be remembered. */
  readonly isWhole: boolean;
}

interface Segment {
  readonly entries: readonly HistoryEntry[];
  readonly isWhole: boolean;
}

export class ConversationReader {
  readonly #onTrouble: (trouble: ReadTrouble) => void;
  readonly #reported = new Set<string>();

  constructor(onTrouble: (trouble: ReadTrouble) => void) {
    this.#onTrouble = onTrouble;
  }

  /** Empty where the place cannot be read. Never rejects. */
  async filesIn({ name, files }: Place): Promise<readonly StoredFile[]> {
    try {
      return await files.list();
    } catch {
      this.#tellOnce({ kind: 'placeUnread', place: name });
      return [];
    }
  }

  /** Never rejects. */
  async read(place: Place, id: string, files: readonly StoredFile[]): Promise<Reading> {
    const segments = await Promise.all(files.map((file) => this.#readSegment(place, file)));
    const tree = new ConversationTree(id);
    for (const entry of mergeSegments(segments.map(({ entries }) => entries))) tree.take(entry, entry.at);
    return { tree, isWhole: segments.every(({ isWhole }) => isWhole) };
  }

  async #readSegment({ files }: Place, { name, size }: StoredFile): Promise<Segment> {
    if (size > largestFile) {
      this.#tellOnce({ kind: 'tooLarge', name });
      return { entries: [], isWhole: false };
    }
    const reading = await files.read(name).then(readSegment, () => ({ kind: 'unread' as const }));
    switch (reading.kind) {
      case 'read':
        if (reading.damaged) this.#tellOnce({ kind: 'damaged', name });
        return { entries: reading.entries, isWhole: !reading.damaged };
      case 'empty':
        return { entries: [], isWhole: true };
      case 'newer':
      case 'unread':
        // It stays where a newer version, or a better moment, finds it.
        this.#tellOnce({ kind: reading.kind, name });
        return { entries: [], isWhole: false };
      case 'unreadable':
        await this.#setAside(files, name);
        return { entries: [], isWhole: false };
    }
  }

  async #setAside(files: Files, name: string): Promise<void> {
    const newName = `${name}.unreadable`;
    const isMoved = await files.rename(name, newName).then(
      () => true,
      () => false,
    );
    this.#tellOnce(isMoved ? { kind: 'setAside', name: newName } : { kind: 'unread', name });
  }

  #tellOnce(trouble: ReadTrouble): void {
    const key = `${trouble.kind} ${'name' in trouble ? trouble.name : trouble.place}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.#onTrouble(trouble);
  }
}
