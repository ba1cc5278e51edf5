import assert from 'node:assert/strict';
import { ConversationStore } from '../../../../../src/core/chat/history/history.ts';
import { FakeClock } from '../../../../support/fakes/fake-clock.ts';
import { memoryFiles } from '../../../../support/fakes/memory-files.ts';
import { blocksOf } from '../../../../support/samples/answer-blocks.ts';

describe('the index of conversations', () => {
  const setUp = async () => {
    const files = memoryFiles();
    const clock = new FakeClock();
    const reads: string[] = [];
    const read = files.read.bind(files);
    files.read = (name) => {
      reads.push(name);
      return read(name);
    };
    const open = (writer: string): ConversationStore =>
      new ConversationStore([{ name: 'person', files }], writer, clock, ({ kind }) => assert.fail(kind));
    const history = open('w1');
    for (const id of ['a', 'b', 'c']) {
      clock.advance(10);
      history.record(id, 'person', { kind: 'prompt', id: `${id}-p`, parent: null, text: `About ${id}` });
    }
    await history.list();
    reads.length = 0;
    const titles = async (writer = 'reader'): Promise<string[]> =>
      (await open(writer).list()).map(({ title }) => title);
    return { files, reads, open, history, titles };
  };

  it('spares every conversation whose files are as they were', async () => {
    const { reads, titles } = await setUp();
    assert.deepEqual(await titles(), ['About c', 'About b', 'About a']);
    assert.deepEqual(reads, ['index.json']);
  });

  it('gives way to what another window has written since, and is right again afterwards', async () => {
    const { reads, open, titles } = await setUp();
    const other = open('w2');
    other.record('b', 'person', { kind: 'titled', title: 'Moons' });
    await other.flush();
    assert.deepEqual(await titles(), ['About c', 'Moons', 'About a']);
    assert.deepEqual(reads, ['index.json', 'b.w1.jsonl', 'b.w2.jsonl']);
    reads.length = 0;
    assert.deepEqual(await titles(), ['About c', 'Moons', 'About a']);
    assert.deepEqual(reads, ['index.json']);
  });

  for (const [what, bytes] of [
    ['missing', null],
    ['cut in the middle', '{"tidemark":"index","version":1,"entries":[{"id":"a","sta'],
    ['something else', '{"tidemark":"index","version":1,"entries":[{"id":7}]}'],
    ['written by a newer Tidemark', '{"tidemark":"index","version":2,"entries":[]}'],
  ] as const) {
    it(`is made anew from the conversations where it is ${what}`, async () => {
      const { files, reads, titles } = await setUp();
      const before = files.contents.get('index.json');
      if (bytes === null) files.contents.delete('index.json');
      else files.contents.set('index.json', new TextEncoder().encode(bytes));
      assert.deepEqual(await titles(), ['About c', 'About b', 'About a']);
      assert.deepEqual(reads, ['index.json', 'a.w1.jsonl', 'b.w1.jsonl', 'c.w1.jsonl']);
      assert.deepEqual(files.contents.get('index.json'), before);
    });
  }

  it('forgets what is gone, and keeps no word that was asked or answered but for the titles', async () => {
    const { files, history, titles } = await setUp();
    history.record('a', 'person', {
      kind: 'answer',
      id: 'a-a',
      parent: 'a-p',
      replaces: null,
      blocks: blocksOf('High and low.'),
    });
    await history.list();
    files.contents.delete('b.w1.jsonl');
    assert.deepEqual(await titles(), ['About a', 'About c']);
    const index = new TextDecoder().decode(files.contents.get('index.json'));
    assert.doesNotMatch(index, /High|b\.w1|About b/);
  });

  it('is done without where it cannot be written', async () => {
    const { files, reads, titles } = await setUp();
    files.contents.delete('index.json');
    files.replace = () => Promise.reject(new Error('EROFS'));
    assert.deepEqual(await titles(), ['About c', 'About b', 'About a']);
    assert.deepEqual(await titles(), ['About c', 'About b', 'About a']);
    assert.equal(reads.filter((name) => name === 'a.w1.jsonl').length, 2);
  });

  it('remembers nothing of a conversation that could not be read whole', async () => {
    const { files } = await setUp();
    files.contents.set(
      'd.w.jsonl',
      new TextEncoder().encode('{"tidemark":"conversation","version":9,"conversation":"d"}\n'),
    );
    const troubles: string[] = [];
    for (const writer of ['one', 'two']) {
      await new ConversationStore([{ name: 'person', files }], writer, new FakeClock(), ({ kind }) =>
        troubles.push(kind),
      ).list();
    }
    assert.deepEqual(troubles, ['newer', 'newer']);
  });
});
