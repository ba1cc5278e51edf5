import assert from 'node:assert/strict';
import { FileLog } from '../../../../../../src/core/chat/conversation/files/file-log.ts';
import type { FileAsFound, FileState } from '../../../../../../src/core/chat/conversation/files/file-records.ts';
import { encodeEntry, type HistoryRecord, parseEntry } from '../../../../../../src/core/chat/conversation/records.ts';
import { ConversationTree } from '../../../../../../src/core/chat/conversation/tree.ts';

const held = (digit: string): FileState => ({ kind: 'bytes', hash: digit.repeat(64), size: 1 });
const found = (name: string, state: FileState): FileAsFound => ({
  scheme: 'file',
  path: `/w/${name}`,
  realPath: `/w/${name}`,
  state,
});

describe('the files that were changed in a conversation', () => {
  let log: FileLog;
  const change = (id: string | null, name: string, before: FileState, after: FileState): void => {
    log.take({ kind: 'fileChangeBegan', id, files: [found(name, before)] });
    log.take({ kind: 'fileChangeEnded', id, files: [found(name, after)] });
  };
  const undecided = (): string[] => log.undecided.map(({ id, file }) => `${id ?? 'person'} ${file.path}`);

  beforeEach(() => {
    log = new FileLog();
  });

  it('are undecided until the person wants them to stay, each by itself', () => {
    change('a', 'one', held('0'), held('1'));
    change('a', 'two', held('0'), held('1'));
    log.take({ kind: 'fileChangesKept', files: [found('one', held('1'))] });
    assert.deepEqual(undecided(), ['a /w/two']);
    change('b', 'one', held('1'), held('2'));
    assert.deepEqual(undecided(), ['a /w/two', 'b /w/one']);
  });

  it('are decided where only the person has changed them since', () => {
    change('a', 'one', held('0'), held('1'));
    log.take({ kind: 'fileChangesKept', files: [found('one', held('1'))] });
    change(null, 'one', held('1'), held('0'));
    assert.deepEqual(undecided(), []);
    change('b', 'one', held('0'), held('2'));
    change(null, 'one', held('2'), held('0'));
    assert.deepEqual(undecided(), ['b /w/one', 'person /w/one']);
  });

  it('are in an unknown state until a change has ended', () => {
    log.take({ kind: 'fileChangeBegan', id: 'a', files: [found('one', held('0'))] });
    log.take({ kind: 'fileChangeEnded', id: 'a', files: [found('two', held('1'))] });
    assert.deepEqual(
      log.changes.map(({ after }) => after),
      [{ kind: 'unknown' }],
    );
  });

  it('are read back one by one: one that is no file takes none of the others along', () => {
    const record: HistoryRecord = { kind: 'fileChangeBegan', id: 'a', files: [found('one', held('0'))] };
    const line = encodeEntry(0, 1, record);
    const damaged = line.replace(
      '"files":[',
      '"files":[{"scheme":"file","path":7},{"state":{"kind":"bytes","hash":".."}},',
    );
    for (const text of [line, damaged]) assert.deepEqual(parseEntry(text), { n: 0, at: 1, ...record });
  });

  it('are of this machine alone: no export tells of them', () => {
    const tree = new ConversationTree('c');
    tree.take({ kind: 'prompt', id: 'p', parent: null, text: 'Do it' }, 1);
    tree.take({ kind: 'answer', id: 'a', parent: 'p', replaces: null, blocks: [] }, 2);
    tree.take({ kind: 'fileChangeBegan', id: 'a', files: [found('one', held('0'))] }, 3);
    assert.equal(tree.files.changes.length, 1);
    assert.equal(JSON.stringify(tree.records()).includes('/w/one'), false);
  });
});
