// Knows when a record reaches the disk, and that a disk which fails loses none.
import assert from 'node:assert/strict';
import { SegmentWriter } from '../../../../src/core/chat/history-writer.ts';
import { readSegment } from '../../../../src/core/chat/history-segment.ts';
import type { WriteRefusal } from '../../../../src/core/ports.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { memoryFiles } from '../../../support/memory-files.ts';

describe('what one window writes of a conversation', () => {
  const setUp = () => {
    const files = memoryFiles();
    const clock = new FakeClock();
    const troubles: (WriteRefusal | null)[] = [];
    const writer = new SegmentWriter('c', 'w', { files, clock, onTrouble: (refusal) => troubles.push(refusal) });
    const onDisk = (): string[] => {
      const reading = readSegment(files.contents.get('c.w.jsonl') ?? new Uint8Array());
      return reading.kind === 'read' ? reading.entries.map((entry) => (entry.kind === 'text' ? entry.text : entry.kind)) : [];
    };
    return { files, clock, troubles, writer, onDisk };
  };
  const settled = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('is there at once, but for pieces of text, which are joined for at most a twentieth of a second', async () => {
    const { clock, writer, onDisk } = setUp();
    writer.add({ kind: 'prompt', id: 'p', parent: null, text: 'Hello' });
    await settled();
    assert.deepEqual(onDisk(), ['prompt']);
    writer.add({ kind: 'text', id: 'a', text: 'one ' });
    clock.advance(49);
    writer.add({ kind: 'text', id: 'a', text: 'two' });
    await settled();
    assert.deepEqual(onDisk(), ['prompt']);
    clock.advance(1);
    await settled();
    assert.deepEqual(onDisk(), ['prompt', 'one two']);
    assert.equal(clock.waiting, 0);
  });

  it('keeps its order where text and other records alternate', async () => {
    const { writer, onDisk } = setUp();
    writer.add({ kind: 'text', id: 'a', text: 'one' });
    writer.add({ kind: 'thinking', id: 'a', text: 'hm' });
    writer.add({ kind: 'text', id: 'a', text: 'two' });
    writer.add({ kind: 'stopped', id: 'a', usage: { inputTokens: null, outputTokens: null, cacheReadTokens: null, cacheWriteTokens: null } });
    await writer.flush();
    assert.deepEqual(onDisk(), ['one', 'thinking', 'two', 'stopped']);
  });

  for (const roomLeft of [0, 1, 60, 90, 120, 200]) {
    it(`loses nothing on a disk that is full after ${roomLeft} bytes, and says so once`, async () => {
      const { files, clock, troubles, writer, onDisk } = setUp();
      files.roomLeft = roomLeft;
      writer.add({ kind: 'prompt', id: 'p', parent: null, text: 'Hello' });
      await settled();
      writer.add({ kind: 'pinned', pinned: true });
      await settled();
      files.roomLeft = null;
      clock.advance(2000);
      await settled();
      assert.deepEqual(onDisk(), ['prompt', 'pinned']);
      assert.deepEqual(troubles, ['diskFull', null]);
    });
  }

  it('never goes back in time, though the clock does', async () => {
    const { files, writer } = setUp();
    writer.add({ kind: 'pinned', pinned: true }, 5000);
    writer.add({ kind: 'pinned', pinned: false }, 4000);
    await writer.flush();
    const reading = readSegment(files.contents.get('c.w.jsonl') ?? new Uint8Array());
    assert.ok(reading.kind === 'read');
    assert.deepEqual(reading.entries.map(({ at }) => at), [5000, 5000]);
  });
});
