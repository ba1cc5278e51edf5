import assert from 'node:assert/strict';
import type { ImageAttachment } from '../../../../../src/core/chat/attachments/attachment.ts';
import { encodeExport, imagesIn, parseExport } from '../../../../../src/core/chat/conversation/conversation-export.ts';
import { parseEntry } from '../../../../../src/core/chat/conversation/records.ts';
import { ConversationStore, type StoreTrouble } from '../../../../../src/core/chat/history/history.ts';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';
import { thumbnailSample } from '../../../../support/samples/image-samples.ts';
import { memoryFiles } from '../../../../support/fakes/memory-files.ts';

const image: ImageAttachment = {
  id: 'image:a',
  kind: 'image',
  label: 'a.png',
  mediaType: 'image/png',
  size: 3,
  fileId: 'f-1',
  thumbnail: thumbnailSample,
};
const prompt = { kind: 'prompt' as const, id: 'p', parent: null, text: 'What is this?', attachments: [image] };

describe('an image of a conversation', () => {
  const setUp = () => {
    const files = memoryFiles();
    const clock = new FakeClock();
    const troubles: StoreTrouble[] = [];
    const open = (writer: string): ConversationStore =>
      new ConversationStore([{ name: 'person', files }], writer, clock, (trouble) => troubles.push(trouble));
    return { files, clock, troubles, open };
  };
  const ask = (history: ConversationStore): void => {
    history.keepImage('c', 'person', image, 'b2xk');
    history.record('c', 'person', prompt);
  };
  const read = (history: ConversationStore): Promise<string | null> => history.readImage('c', 'person', image);

  it("is there for another window, and no part of the conversation's own file", async () => {
    const { files, open } = setUp();
    const history = open('w1');
    ask(history);
    await history.flush();
    assert.deepEqual([...files.contents.keys()].sort(), ['c.f-1.image', 'c.w1.jsonl']);
    assert.equal(new TextDecoder().decode(files.contents.get('c.w1.jsonl')).includes('b2xk'), false);
    const other = open('w2');
    assert.equal(await read(other), 'b2xk');
    assert.deepEqual((await other.open('c'))?.tree.turn('p'), {
      kind: 'prompt',
      id: 'p',
      text: prompt.text,
      attachments: [image],
    });
  });

  it('stays in memory while the disk is full, is said once, and is whole on disk afterwards', async () => {
    const { files, clock, troubles, open } = setUp();
    const history = open('w1');
    files.roomLeft = 2;
    history.keepImage('c', 'person', image, 'b2xk');
    await history.flush();
    assert.equal(await read(history), 'b2xk');
    assert.equal(await read(open('w2')), null);
    files.roomLeft = null;
    clock.advance(2000);
    while (troubles.length < 2) await Promise.resolve();
    assert.equal(await read(open('w2')), 'b2xk');
    assert.deepEqual(troubles, [{ kind: 'notSaved', refusal: 'diskFull', place: 'person' }, { kind: 'savedAgain' }]);
  });

  it('is none where its file is torn or gone', async () => {
    const { files, open } = setUp();
    assert.equal(await read(open('w')), null);
    files.contents.set('c.f-1.image', new TextEncoder().encode('b2x'));
    assert.equal(await read(open('w')), null);
  });

  it('is removed with its conversation, a day after that was deleted, and no other is', async () => {
    const { files, clock, open } = setUp();
    const history = open('w1');
    ask(history);
    history.keepImage('d', 'person', image, 'b2xk');
    history.record('d', 'person', { ...prompt, id: 'q' });
    history.record('c', 'person', { kind: 'deleted', deleted: true });
    clock.advance(24 * 60 * 60_000);
    await history.purge();
    assert.deepEqual([...files.contents.keys()].sort(), ['d.f-1.image', 'd.w1.jsonl', 'index.json']);
  });

  it('goes out and comes back with an export', () => {
    const records = [{ at: 1, ...prompt }];
    assert.deepEqual(imagesIn(records), [image]);
    const images = new Map([['f-1', 'b2xk']]);
    assert.deepEqual(parseExport(encodeExport({ records, images })), { records, images });
    assert.equal(encodeExport({ records: [], images: new Map() }).includes('images'), false);
  });

  it('never names a file outside, whoever wrote the record', () => {
    for (const fileId of ['../x', 'a/b', 'a.b', '', 'x'.repeat(65)]) {
      const record = { ...prompt, attachments: [{ ...image, fileId }] };
      const without = { ...prompt, attachments: [] };
      assert.deepEqual(parseEntry(JSON.stringify({ n: 0, at: 0, ...record })), { n: 0, at: 0, ...without }, fileId);
      const exported = parseExport(
        JSON.stringify({ tidemark: 'conversationExport', version: 1, records: [{ at: 0, ...record }] }),
      );
      assert.deepEqual(exported?.records, [{ at: 0, ...without }], fileId);
    }
  });
});
