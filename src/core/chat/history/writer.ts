// How one window appends to one conversation: pieces of text are joined for a moment, everything else is written at
// once, and what could not be written is retried.
import { type Clock, type Files, WriteError, type WriteRefusal } from '../../ports.ts';
import { largestText } from '../../service/stored-fields.ts';
import { encodeEntry, encodeHeader, type HistoryRecord } from '../conversation/records.ts';
import { type BlockDelta, eventsOfBlock, isMoreOfBlock, writtenLength } from '../messages/blocks.ts';
import { segmentName } from './segment.ts';

/**
 * How long received text may wait for its line, in milliseconds: with the writing itself, also on a busy machine, it
 * stays under 250.
 */
const deltaMilliseconds = 50;
const retryMilliseconds = 2000;
/**
 * Characters: a segment that is longer is followed by another, so that none comes near the size that is read at most.
 */
const longestSegment = 12 * 1024 * 1024;

type Delta = HistoryRecord & BlockDelta;

export class SegmentWriter {
  readonly #conversation: string;
  readonly #writer: string;
  readonly #files: Files;
  readonly #clock: Clock;
  readonly #onTrouble: (refusal: WriteRefusal | null) => void;
  #name: string;
  #segments = 1;
  #length = 0;
  /** Lines that are not on disk yet. */
  #lines: string[];
  #delta: { record: Delta; readonly at: number } | null = null;
  #count = 0;
  #lastAt = 0;
  /** Nothing in the segment that is written now is dated before. */
  #leastAt = 0;
  #isForgotten = false;
  #cancelTimer: (() => void) | null = null;
  #writing: Promise<void> | null = null;
  #failing = false;

  /** @param onTrouble is told when writing begins to fail, with the reason, and with null when it works again */
  constructor(
    conversation: string,
    writer: string,
    files: Files,
    clock: Clock,
    onTrouble: (refusal: WriteRefusal | null) => void,
  ) {
    this.#conversation = conversation;
    this.#writer = writer;
    this.#files = files;
    this.#clock = clock;
    this.#onTrouble = onTrouble;
    this.#name = segmentName(conversation, writer);
    this.#lines = [encodeHeader(conversation)];
  }

  /** Takes a record in; never throws, and never waits for the disk. `at` is now, but for what is imported. */
  add(record: HistoryRecord, at = this.#clock.now()): void {
    if (this.#isForgotten) return;
    // A clock that is set back must not reorder what this window did.
    this.#lastAt = Math.max(this.#lastAt, at);
    if (isDelta(record)) this.#addDelta(record);
    else {
      this.#endDelta();
      this.#encode(this.#lastAt, record);
      void this.flush();
    }
  }

  /**
   * Its file is to be deleted: from now on nothing is written to it. Resolves when nothing is being written. Never
   * rejects.
   */
  async forget(): Promise<void> {
    this.#isForgotten = true;
    this.#delta = null;
    this.#lines = [];
    while (this.#writing !== null) await this.#writing;
    // What could not be written was put back.
    this.#lines = [];
    this.#stopTimer();
  }

  #stopTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }

  /** Resolves when what was added is on disk, or has failed to get there; never rejects. */
  async flush(): Promise<void> {
    this.#stopTimer();
    this.#endDelta();
    while (this.#writing !== null) await this.#writing;
    if (this.#lines.length === 0) return;
    this.#writing = this.#write();
    await this.#writing;
  }

  #addDelta(record: Delta): void {
    if (this.#delta !== null && this.#delta.record.id === record.id && isMoreOfBlock(this.#delta.record, record)) {
      this.#delta.record = { ...record, text: this.#delta.record.text + record.text };
    } else {
      this.#endDelta();
      this.#delta = { record, at: this.#lastAt };
    }
    this.#cancelTimer ??= this.#clock.after(deltaMilliseconds, () => void this.flush());
  }

  #endDelta(): void {
    if (this.#delta !== null) this.#encode(this.#delta.at, this.#delta.record);
    this.#delta = null;
  }

  #encode(at: number, record: HistoryRecord): void {
    if (this.#length > longestSegment && this.#lines.length === 0 && this.#writing === null) this.#beginSegment();
    for (const piece of piecesOf(record)) {
      const line = encodeEntry(this.#count, Math.max(at, this.#leastAt), piece);
      this.#lines.push(line);
      this.#count += 1;
      this.#length += line.length;
    }
  }

  #beginSegment(): void {
    this.#segments += 1;
    this.#name = segmentName(this.#conversation, `${this.#writer}-${String(this.#segments)}`);
    this.#lines = [encodeHeader(this.#conversation)];
    this.#count = 0;
    this.#length = 0;
    // What is in the segment before comes first, also where both are written in one instant.
    this.#leastAt = this.#lastAt + 1;
    this.#lastAt = this.#leastAt;
  }

  async #write(): Promise<void> {
    const lines = this.#lines;
    this.#lines = [];
    // A write that failed may have left a torn line behind: a line break keeps it from spoiling the next one.
    const text = (this.#failing ? '\n' : '') + lines.join('');
    try {
      await this.#files.append(this.#name, text);
      if (this.#failing) this.#onTrouble(null);
      this.#failing = false;
    } catch (error) {
      this.#lines = [...lines, ...this.#lines];
      if (!this.#failing) this.#onTrouble(error instanceof WriteError ? error.refusal : 'unknown');
      this.#failing = true;
      this.#cancelTimer ??= this.#clock.after(retryMilliseconds, () => void this.flush());
    } finally {
      this.#writing = null;
    }
  }
}

function isDelta(record: HistoryRecord): record is Delta {
  return 'index' in record && 'text' in record;
}

/** The record in lines that can be read back: a text that is too long for one goes into several. */
function piecesOf(record: HistoryRecord): HistoryRecord[] {
  if (isDelta(record)) {
    const count = Math.max(1, Math.ceil(record.text.length / largestText));
    return Array.from({ length: count }, (_, index) => ({
      ...record,
      text: record.text.slice(index * largestText, (index + 1) * largestText),
    }));
  }
  if (record.kind !== 'answer' || writtenLength(record.blocks) <= largestText) return [record];
  const { id, blocks } = record;
  const events = blocks.flatMap((block, index) => eventsOfBlock(block, index));
  return [{ ...record, blocks: [] }, ...events.flatMap((event) => piecesOf({ id, ...event }))];
}
