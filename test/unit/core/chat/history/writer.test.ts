import assert from 'node:assert/strict';
import { SegmentWriter } from '../../../../../src/core/chat/history/writer.ts';
import { mergeSegments, readSegment } from '../../../../../src/core/chat/history/segment.ts';
import type { WriteRefusal } from '../../../../../src/core/ports.ts';
import { largestText } from '../../../../../src/core/service/stored-fields.ts';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';
import { memoryFiles } from '../../../../support/fakes/memory-files.ts';
import { blocksOf, textRecord } from '../../../../support/samples/answer-blocks.ts';
import { ConversationTree } from '../../../../../src/core/chat/conversation/tree.ts';

describe('what one window writes of a conversation', () => {
  const setUp = () => {
    const files = memoryFiles();
    const clock = new FakeClock();
    const troubles: (WriteRefusal | null)[] = [];
    const writer = new SegmentWriter('c', 'w', files, clock, (refusal) => troubles.push(refusal));
    const onDisk = (): string[] => {
      const reading = readSegment(files.contents.get('c.w.jsonl') ?? new Uint8Array());
      return reading.kind === 'read'
        ? reading.entries.map((entry) => (entry.kind === 'textAdded' ? entry.text : entry.kind))
        : [];
    };
    return { files, clock, troubles, writer, onDisk };
  };
  const settled = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('is there at once, but for pieces of text, which are joined for at most a twentieth of a second', async () => {
    const { clock, writer, onDisk } = setUp();
    writer.add({ kind: 'prompt', id: 'p', parent: null, text: 'Hello' });
    await settled();
    assert.deepEqual(onDisk(), ['prompt']);
    writer.add(textRecord('a', 'one '));
    clock.advance(49);
    writer.add(textRecord('a', 'two'));
    await settled();
    assert.deepEqual(onDisk(), ['prompt']);
    clock.advance(1);
    await settled();
    assert.deepEqual(onDisk(), ['prompt', 'one two']);
    assert.equal(clock.waiting, 0);
  });

  it('keeps its order where text and other records alternate', async () => {
    const { writer, onDisk } = setUp();
    writer.add(textRecord('a', 'one'));
    writer.add({ kind: 'thinkingAdded', id: 'a', index: 1, text: 'hm' });
    writer.add(textRecord('a', 'two'));
    writer.add({
      kind: 'stopped',
      id: 'a',
      usage: { inputTokens: null, outputTokens: null, cacheReadTokens: null, cacheWriteTokens: null },
    });
    await writer.flush();
    assert.deepEqual(onDisk(), ['one', 'thinkingAdded', 'two', 'stopped']);
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
    assert.deepEqual(
      reading.entries.map(({ at }) => at),
      [5000, 5000],
    );
  });

  it('goes on in another file where one grows long, and both are read as one', async () => {
    const { files, writer } = setUp();
    const piece = 'x'.repeat(5 * 1024 * 1024);
    writer.add({ kind: 'prompt', id: 'p', parent: null, text: 'Hello' });
    writer.add({ kind: 'answer', id: 'a', parent: 'p', replaces: null, blocks: [] });
    for (const letter of ['1', '2', '3', '4']) {
      writer.add(textRecord('a', `${letter}${piece}`));
      await writer.flush();
    }
    assert.deepEqual([...files.contents.keys()].sort(), ['c.w-2.jsonl', 'c.w.jsonl']);
    const segments = [...files.contents.values()].reverse().map((bytes) => {
      const reading = readSegment(bytes);
      assert.ok(reading.kind === 'read' && !reading.damaged);
      return reading.entries;
    });
    const texts = mergeSegments(segments).flatMap((entry) =>
      entry.kind === 'textAdded' ? [entry.text.charAt(0)] : [],
    );
    assert.deepEqual(texts, ['1', '2', '3', '4']);
  });

  it('puts a text that is too long for one line into several', async () => {
    const { files, writer } = setUp();
    const long = 'y'.repeat(largestText + 5);
    writer.add({ kind: 'answer', id: 'a', parent: null, replaces: null, blocks: blocksOf(long, 'hm') });
    await writer.flush();
    const reading = readSegment(files.contents.get('c.w.jsonl') ?? new Uint8Array());
    assert.ok(reading.kind === 'read' && !reading.damaged);
    assert.deepEqual(
      reading.entries.flatMap((entry) =>
        'text' in entry && entry.text !== '' ? [[entry.kind, entry.text.length]] : [],
      ),
      [
        ['thinkingAdded', 2],
        ['textAdded', largestText],
        ['textAdded', 5],
      ],
    );
    const tree = new ConversationTree('c');
    for (const entry of reading.entries) tree.take(entry, entry.at);
    const turn = tree.turn('a');
    assert.deepEqual(turn?.kind === 'answer' ? turn.blocks : null, blocksOf(long, 'hm'));
  });
});
