// All stored conversations, in the folders they are stored in. The files are the only truth; whatever is remembered
// here can be read again from them.
import type { Clock, StoredFile, WriteRefusal } from '../../ports.ts';
import type { ImageAttachment } from '../attachments/attachment.ts';
import type { ConversationTree } from '../conversation/tree.ts';
import { copyOwner } from './copies.ts';
import { HistoryImages, imageOwner } from './images.ts';
import { HistoryIndex, stateOf, type Summary, summaryOf } from './index.ts';
import type { HistoryRecord } from '../conversation/records.ts';
import type { Place, PlaceName } from './place.ts';
import { ConversationReader, type ReadTrouble } from './reader.ts';
import { conversationOf } from './segment.ts';
import { SegmentWriter } from './writer.ts';

export interface StoredConversation {
  readonly tree: ConversationTree;
  readonly place: PlaceName;
}

/** A conversation as a list shows it. */
export interface ListedConversation extends Pick<Summary, 'title' | 'pinned' | 'changedAt'> {
  readonly id: string;
  readonly place: PlaceName;
  /** The same as long as nothing was written to the conversation. */
  readonly state: string;
  readonly files: readonly StoredFile[];
}

/** Something about the files that a person should know. */
export type StoreTrouble =
  /** Writing fails: what is new is in memory only, and tried again. */
  | { readonly kind: 'notSaved'; readonly refusal: WriteRefusal; readonly place: PlaceName }
  | { readonly kind: 'savedAgain' }
  | ReadTrouble;

/** How long a deleted conversation can still be had back, in milliseconds. */
const keptAfterDeletion = 24 * 60 * 60_000;

export class ConversationStore {
  readonly #places: readonly Place[];
  readonly #writer: string;
  readonly #clock: Clock;
  readonly #onTrouble: (trouble: StoreTrouble) => void;
  readonly #writers = new Map<string, SegmentWriter>();
  readonly #reader: ConversationReader;
  readonly #indexes: ReadonlyMap<PlaceName, HistoryIndex>;
  readonly #images: ReadonlyMap<PlaceName, HistoryImages>;
  /** What cannot be written right now, by the key of its writer. */
  readonly #unsaved = new Set<string>();

  /**
   * @param writer names this window's segments
   * @param onTrouble is told once a file and kind; that nothing can be saved, once until it can again
   */
  constructor(places: readonly Place[], writer: string, clock: Clock, onTrouble: (trouble: StoreTrouble) => void) {
    this.#places = places;
    this.#writer = writer;
    this.#clock = clock;
    this.#onTrouble = onTrouble;
    this.#reader = new ConversationReader(onTrouble);
    this.#indexes = new Map(places.map(({ name, files }) => [name, new HistoryIndex(files)]));
    this.#images = new Map(
      places.map(({ name, files }) => [
        name,
        new HistoryImages(files, clock, (refusal) => this.#writingTrouble(`${name} images`, name, refusal)),
      ]),
    );
  }

  /**
   * Everything that is kept and not deleted, latest first. Reads only what has changed since, and deletes nothing.
   * Never rejects.
   */
  async list(): Promise<ListedConversation[]> {
    await this.flush();
    const all = await Promise.all(this.#places.map((place) => this.#listPlace(place)));
    return all.flat().sort((left, right) => right.changedAt - left.changedAt);
  }

  async #listPlace(place: Place): Promise<ListedConversation[]> {
    const listed: ListedConversation[] = [];
    const present = segmentsByConversation(await this.#reader.filesIn(place));
    for (const [id, files] of present) {
      const state = stateOf(files);
      const { title, pinned, changedAt, deletedAt, isEmpty } = await this.#summary(place, id, state, files);
      if (deletedAt === null && !isEmpty)
        listed.push({ id, place: place.name, title, pinned, changedAt, state, files });
    }
    await this.#indexes.get(place.name)?.save(new Set(present.keys()));
    return listed;
  }

  /** Deletes the files of conversations that were deleted a day ago. Never rejects. */
  async purge(): Promise<void> {
    await this.flush();
    await Promise.all(this.#places.map((place) => this.#purgePlace(place)));
  }

  async #purgePlace(place: Place): Promise<void> {
    const stored = await this.#reader.filesIn(place);
    const present = segmentsByConversation(stored);
    for (const [id, files] of present) {
      const { deletedAt } = await this.#summary(place, id, stateOf(files), files);
      if (deletedAt !== null && this.#isOver(deletedAt) && (await this.#purge(place, id, stored))) present.delete(id);
    }
    await this.#indexes.get(place.name)?.save(new Set(present.keys()));
  }

  /**
   * The files are to be deleted: nothing that waits is written any more, and what is recorded then begins anew. Never
   * rejects.
   */
  async forget(): Promise<void> {
    const kept = [...this.#images.values(), ...this.#writers.values(), ...this.#indexes.values()];
    this.#writers.clear();
    this.#unsaved.clear();
    await Promise.all(kept.map((each) => each.forget()));
  }

  async #summary(place: Place, id: string, state: string, files: readonly StoredFile[]): Promise<Summary> {
    const index = this.#indexes.get(place.name);
    const known = await index?.find(id, state);
    if (known !== undefined && known !== null) return known;
    const { tree, isWhole } = await this.#reader.read(place, id, files);
    const summary = summaryOf(tree);
    if (isWhole) await index?.remember(id, state, summary);
    return summary;
  }

  /** One conversation, for the caller alone, who may change it; null where there is none. Never rejects. */
  async open(id: string): Promise<StoredConversation | null> {
    await this.flush();
    for (const place of this.#places) {
      const files = segmentsByConversation(await this.#reader.filesIn(place)).get(id);
      if (files === undefined) continue;
      const { tree } = await this.#reader.read(place, id, files);
      if (tree.deletedAt === null && !tree.isEmpty) return { tree, place: place.name };
    }
    return null;
  }

  /** All that one of the list holds: for who searches in every one. Never rejects. */
  async read({ id, place: name, files }: ListedConversation): Promise<ConversationTree> {
    return (await this.#reader.read(this.#place(name), id, files)).tree;
  }

  /** Appends to a conversation, and so begins one. Never throws: `onTrouble`. `at` is of what is imported; else now. */
  record(id: string, place: PlaceName, record: HistoryRecord, at?: number): void {
    const key = `${place} ${id}`;
    const writer = this.#writers.get(key) ?? this.#createWriter(id, place);
    this.#writers.set(key, writer);
    writer.add(record, at);
  }

  /** Keeps an image of a conversation. Never throws; see `onTrouble`. `data` is base64. */
  keepImage(id: string, place: PlaceName, image: ImageAttachment, data: string): void {
    this.#images.get(this.#place(place).name)?.keep(id, image, data);
  }

  /** An image of a conversation as base64; null where it is not there any more. Never rejects. */
  async readImage(id: string, place: PlaceName, image: ImageAttachment): Promise<string | null> {
    return (await this.#images.get(this.#place(place).name)?.read(id, image)) ?? null;
  }

  /** Resolves when all that was recorded is on disk, or has failed to get there: then with false. */
  async flush(): Promise<boolean> {
    await Promise.all([...this.#images.values(), ...this.#writers.values()].map((writer) => writer.flush()));
    return this.#unsaved.size === 0;
  }

  #createWriter(id: string, name: PlaceName): SegmentWriter {
    const place = this.#place(name);
    const key = `${name} ${id}`;
    return new SegmentWriter(id, this.#writer, place.files, this.#clock, (refusal) =>
      this.#writingTrouble(key, place.name, refusal),
    );
  }

  /** Writing begins to fail, or works again, for one of many that write: reported once for all of them. */
  #writingTrouble(key: string, place: PlaceName, refusal: WriteRefusal | null): void {
    const wasSaved = this.#unsaved.size === 0;
    if (refusal === null) this.#unsaved.delete(key);
    else this.#unsaved.add(key);
    if (wasSaved && refusal !== null) this.#onTrouble({ kind: 'notSaved', refusal, place });
    if (!wasSaved && this.#unsaved.size === 0) this.#onTrouble({ kind: 'savedAgain' });
  }

  /** The place of that name; without a workspace everything is kept for the person. */
  #place(name: PlaceName): Place {
    const place = this.#places.find((known) => known.name === name) ?? this.#places[0];
    if (place === undefined) throw new Error('There is no place to keep a conversation in.');
    return place;
  }

  /** Whether it cannot be had back any more. A deletion that is dated in the future is no reason to keep anything. */
  #isOver(deletedAt: number): boolean {
    return Math.abs(this.#clock.now() - deletedAt) >= keptAfterDeletion;
  }

  /** False where something is left: the segments, which say that it is deleted, go last, so it is tried again. */
  async #purge({ name: place, files }: Place, id: string, stored: readonly StoredFile[]): Promise<boolean> {
    const key = `${place} ${id}`;
    await this.#writers.get(key)?.forget();
    this.#writers.delete(key);
    const beside = stored.filter(({ name }) => (imageOwner(name) ?? copyOwner(name)) === id);
    const segments = stored.filter(({ name }) => conversationOf(name) === id);
    for (const { name } of [...beside, ...segments]) {
      const isGone = await files.delete(name).then(
        () => true,
        () => false,
      );
      if (!isGone) return false;
    }
    return true;
  }
}

function segmentsByConversation(files: readonly StoredFile[]): Map<string, readonly StoredFile[]> {
  const found = new Map<string, StoredFile[]>();
  for (const file of files) {
    const id = conversationOf(file.name);
    if (id === null) continue;
    const segments = found.get(id);
    if (segments === undefined) found.set(id, [file]);
    else segments.push(file);
  }
  return found;
}
