// What an agent did to files is taken back to the byte, from what the conversation's file and the copies beside it
// hold.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { FileRecord, FileState } from '../../../../../src/core/chat/conversation/files/file-records.ts';
import { encodeEntry, type HistoryRecord, parseEntry } from '../../../../../src/core/chat/conversation/records.ts';
import { ConversationTree } from '../../../../../src/core/chat/conversation/tree.ts';
import { FileKeeper } from '../../../../../src/core/chat/restore/file-keeper.ts';
import {
  canRestore,
  changesSince,
  commandsSince,
  filesIn,
  planRestore,
  type RestoreStep,
  wantedHashes,
} from '../../../../../src/core/chat/restore/restore-plan.ts';
import { fileKey } from '../../../../../src/core/chat/conversation/files/file-records.ts';
import { type Restored, restoreFile } from '../../../../../src/core/chat/restore/restoring.ts';
import { addressOf, MemoryDisk } from '../../../../support/fakes/memory-disk.ts';

/** A conversation whose agent works on a disk; everything that is known afterwards went through its file. */
class Scene {
  readonly disk: MemoryDisk;
  readonly lines: string[] = [];
  keeper: FileKeeper;
  #turns = 0;

  /** @param room bytes for all copies */
  constructor(texts: Readonly<Record<string, string | Uint8Array>> = {}, room?: number) {
    this.disk = new MemoryDisk(texts, room);
    this.disk.needed = () => this.tree.files.firstHashes;
    this.keeper = new FileKeeper(this.disk);
  }

  record(record: HistoryRecord): void {
    this.lines.push(encodeEntry(this.lines.length, this.lines.length, record));
  }

  /** As any window reads it. */
  get tree(): ConversationTree {
    const tree = new ConversationTree('c');
    for (const line of this.lines) {
      const entry = parseEntry(line) ?? assert.fail(line);
      tree.take(entry, entry.at);
    }
    return tree;
  }

  /** Asks something, which an agent works for; `p1` and `a1` are the first prompt and its answer. */
  ask(): string {
    const parent = this.#turns === 0 ? null : `a${String(this.#turns)}`;
    this.#turns += 1;
    const [prompt, answer] = [`p${String(this.#turns)}`, `a${String(this.#turns)}`];
    this.record({ kind: 'prompt', id: prompt, parent, text: 'Do it' });
    this.record({ kind: 'answer', id: answer, parent: prompt, replaces: null, blocks: [] });
    this.keeper = new FileKeeper(this.disk);
    return prompt;
  }

  async change(paths: readonly string[], act: () => unknown): Promise<void> {
    const id = `a${String(this.#turns)}`;
    this.record({ kind: 'fileChangeBegan', id, files: await this.keeper.keep(paths.map(addressOf)) });
    act();
    this.record({ kind: 'fileChangeEnded', id, files: await this.keeper.look(paths.map(addressOf)) });
  }

  write(path: string, content: string | Uint8Array): Promise<void> {
    return this.change([path], () => this.disk.put(path, content));
  }

  remove(path: string): Promise<void> {
    return this.change([path], () => this.disk.files.delete(path));
  }

  rename(from: string, to: string): Promise<void> {
    return this.change([from, to], () => {
      this.disk.put(to, this.disk.files.get(from) ?? assert.fail(from));
      this.disk.files.delete(from);
    });
  }

  async plan(prompt: string): Promise<{ steps: readonly RestoreStep[]; seen: Map<string, FileState> }> {
    const changes = changesSince(this.tree, prompt);
    const found = await new FileKeeper(this.disk).look(filesIn(changes));
    const seen = new Map(found.map((file) => [fileKey(file), file.state]));
    return { steps: planRestore(changes, seen), seen };
  }

  /** Each step in words, foreign ones with an `!`. */
  async planned(prompt: string): Promise<string[]> {
    return (await this.plan(prompt)).steps.map(({ does, file, from, isForeign }) =>
      [`${isForeign ? '!' : ''}${does}`, ...(from === null ? [] : [from.path]), file.path].join(' '),
    );
  }

  async restore(prompt: string): Promise<Restored[]> {
    const { steps, seen } = await this.plan(prompt);
    return await this.take(steps, seen);
  }

  async take(steps: readonly RestoreStep[], seen: ReadonlyMap<string, FileState>): Promise<Restored[]> {
    const keeper = new FileKeeper(this.disk);
    const record = (one: FileRecord): Promise<void> => {
      this.record(one);
      return Promise.resolve();
    };
    this.disk.needed = () => new Set([...this.tree.files.firstHashes, ...wantedHashes(steps)]);
    const ends: Restored[] = [];
    for (const step of steps)
      ends.push(await restoreFile(step, seen, { keeper, copy: this.disk.copy, record, files: this.disk }));
    return ends;
  }
}

describe('restoring files to before a prompt', () => {
  it('brings back what was changed, created, deleted and renamed', async () => {
    const scene = new Scene({ '/w/a': 'one\r\n', '/w/b': 'two', '/w/c': 'three' });
    const before = new Map(scene.disk.files);
    const prompt = scene.ask();
    await scene.write('/w/a', 'ONE\r\n');
    await scene.write('/w/new', 'fresh');
    await scene.remove('/w/b');
    await scene.rename('/w/c', '/w/d');
    await scene.write('/w/d', 'THREE');
    assert.deepEqual(await scene.planned(prompt), ['change /w/a', 'delete /w/new', 'create /w/b', 'rename /w/d /w/c']);
    assert.deepEqual(await scene.restore(prompt), ['done', 'done', 'done', 'done']);
    assert.deepEqual(new Map([...scene.disk.files].sort()), new Map([...before].sort()));
    assert.deepEqual(await scene.planned(prompt), []);
  });

  it('has the copies that it needs, however much it keeps itself', async () => {
    const scene = new Scene({ '/w/a': 'first' }, 100);
    const first = scene.ask();
    await scene.write('/w/a', 'second');
    const second = scene.ask();
    for (let at = 0; at < 9; at += 1) await scene.write(`/w/scratch${String(at)}`, String(at).repeat(40));
    await scene.write('/w/a', 'ruined');
    assert.equal((await scene.restore(second)).at(-1), 'done');
    assert.equal(scene.disk.text('/w/a'), 'second');
    for (let at = 0; at < 9; at += 1) await scene.write(`/w/scratch${String(at)}`, String(at).repeat(40));
    assert.equal((await scene.restore(first))[0], 'done');
    assert.equal(scene.disk.text('/w/a'), 'first');
  });

  it('goes back to one prompt of several, and further back after that', async () => {
    const scene = new Scene({ '/w/a': '0' });
    const first = scene.ask();
    await scene.write('/w/a', '1');
    const second = scene.ask();
    await scene.write('/w/a', '2');
    await scene.restore(second);
    assert.equal(scene.disk.text('/w/a'), '1');
    assert.deepEqual([canRestore(scene.tree, first), canRestore(scene.tree, second)], [true, false]);
    assert.deepEqual(await scene.planned(first), ['change /w/a']);
    await scene.restore(first);
    assert.equal(scene.disk.text('/w/a'), '0');
    assert.equal(canRestore(scene.tree, first), false);
  });

  it('takes back what another branch has done since', async () => {
    const scene = new Scene({ '/w/a': '0', '/w/b': '0' });
    const prompt = scene.ask();
    await scene.write('/w/a', '1');
    scene.record({ kind: 'answer', id: 'again', parent: prompt, replaces: null, blocks: [] });
    const files = [addressOf('/w/b')];
    scene.record({ kind: 'fileChangeBegan', id: 'again', files: await scene.keeper.keep(files) });
    scene.disk.put('/w/b', '1');
    scene.record({ kind: 'fileChangeEnded', id: 'again', files: await scene.keeper.look(files) });
    assert.deepEqual(await scene.planned(prompt), ['change /w/a', 'change /w/b']);
  });

  it('names a file that somebody else has changed since, or in between, or while it broke off', async () => {
    const scene = new Scene({ '/w/since': '0', '/w/between': '0', '/w/torn': '0', '/w/mine': '0' });
    const prompt = scene.ask();
    for (const name of ['since', 'between', 'mine']) await scene.write(`/w/${name}`, '1');
    scene.disk.put('/w/between', 'theirs');
    await scene.write('/w/between', '2');
    scene.disk.put('/w/since', 'theirs');
    const files = await scene.keeper.keep([addressOf('/w/torn')]);
    scene.record({ kind: 'fileChangeBegan', id: 'a1', files });
    scene.disk.put('/w/torn', '1');
    assert.deepEqual(await scene.planned(prompt), [
      '!change /w/since',
      '!change /w/between',
      'change /w/mine',
      '!change /w/torn',
    ]);
  });

  it('leaves a file alone that is not as the person saw it when they decided', async () => {
    const scene = new Scene({ '/w/a': '0' });
    const prompt = scene.ask();
    await scene.write('/w/a', '1');
    const { steps, seen } = await scene.plan(prompt);
    scene.disk.put('/w/a', 'theirs');
    assert.deepEqual(await scene.take(steps, seen), ['changedMeanwhile']);
    assert.equal(scene.disk.text('/w/a'), 'theirs');
  });

  it('says where a copy is gone or the disk refuses, and does the rest', async () => {
    const scene = new Scene({ '/w/a': '0', '/w/b': '0' });
    const prompt = scene.ask();
    await scene.write('/w/a', '1');
    await scene.write('/w/b', '1');
    const { steps, seen } = await scene.plan(prompt);
    const [first = assert.fail(), second = assert.fail()] = steps;
    const gone: RestoreStep = { ...first, wanted: { kind: 'bytes', hash: '0'.repeat(64), size: 1 } };
    assert.deepEqual(await scene.take([gone, second], seen), ['noCopy', 'done']);
    scene.disk.isWritable = false;
    assert.deepEqual(await scene.restore(prompt), ['refused']);
    assert.deepEqual([scene.disk.text('/w/a'), scene.disk.text('/w/b')], ['1', '0']);
  });

  it('keeps what a restore takes away, so that it can be had back', async () => {
    const scene = new Scene({ '/w/a': '0' });
    const prompt = scene.ask();
    await scene.write('/w/a', '1');
    scene.disk.put('/w/a', 'theirs');
    await scene.restore(prompt);
    assert.equal(scene.disk.text('/w/a'), '0');
    const last = scene.tree.files.changes.at(-1);
    assert.ok(last?.id === null && last.before.kind === 'bytes');
    assert.deepEqual(await scene.disk.copy(last.before.hash), new TextEncoder().encode('theirs'));
  });

  it('names each command that ran since the prompt once, and none that did not', () => {
    const scene = new Scene();
    const prompt = scene.ask();
    const call = (index: number, id: string, command: string): void => {
      const json = JSON.stringify({ command });
      scene.record({ kind: 'blockStarted', id: 'a1', index, block: { kind: 'toolUse', id, name: 'run_command' } });
      scene.record({ kind: 'toolInputAdded', id: 'a1', index, text: json });
      scene.record({ kind: 'blockEnded', id: 'a1', index });
    };
    scene.record({ kind: 'answerBegan', id: 'a1' });
    call(0, 'x', 'npm test');
    call(1, 'y', 'npm test');
    call(2, 'z', 'make');
    scene.record({ kind: 'callStarted', id: 'a1', block: 0 });
    scene.record({ kind: 'callStarted', id: 'a1', block: 1 });
    assert.deepEqual(commandsSince(scene.tree, prompt), ['npm test']);
  });

  it('brings every byte back after 50 mixed edits', async () => {
    const content = fc.oneof(
      fc.constantFrom('', 'a\r\nb\r\n', '\u{FEFF}mark\n', 'mixed\r\nends\n', 'tide\n'),
      fc.uint8Array({ maxLength: 40 }),
    );
    const edit = fc.record({
      does: fc.constantFrom('write', 'write', 'write', 'remove', 'rename', 'prompt'),
      at: fc.nat(5),
      to: fc.nat(5),
      content,
    });
    const start = fc.array(content, { minLength: 6, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(start, fc.array(edit, { minLength: 50, maxLength: 50 }), async (contents, edits) => {
        const scene = new Scene(Object.fromEntries(contents.slice(0, 4).map((one, at) => [`/w/${String(at)}`, one])));
        const states = new Map([[scene.ask(), new Map(scene.disk.files)]]);
        for (const { does, at, to, content: fresh } of edits) {
          const [path, other] = [`/w/${String(at)}`, `/w/${String(to)}`];
          const isThere = scene.disk.files.has(path);
          if (does === 'prompt') states.set(scene.ask(), new Map(scene.disk.files));
          else if (does === 'write') await scene.write(path, fresh);
          else if (isThere && does === 'remove') await scene.remove(path);
          else if (isThere && !scene.disk.files.has(other)) await scene.rename(path, other);
        }
        // From the newest prompt back to the first.
        for (const [prompt, state] of [...states].reverse()) {
          const planned = await scene.planned(prompt);
          assert.deepEqual(
            planned.filter((step) => step.startsWith('!')),
            [],
          );
          const ends = await scene.restore(prompt);
          assert.deepEqual(
            ends.filter((end) => end !== 'done'),
            [],
          );
          assert.deepEqual(sorted(scene.disk.files), sorted(state));
        }
      }),
      { numRuns: 60 },
    );
  });
});

function sorted(files: ReadonlyMap<string, Uint8Array>): [string, string][] {
  return [...files].map(([path, bytes]): [string, string] => [path, Buffer.from(bytes).toString('hex')]).sort();
}
