// Which proposed changes wait for a decision, and what of that is there again after a reload.
import assert from 'node:assert/strict';
import { PendingChanges } from '../../../../../src/core/chat/review/pending-changes.ts';
import type { PersistedText } from '../../../../../src/core/ports.ts';
import { memoryText } from '../../../../support/fakes/memory-files.ts';

const uri = 'file:///a.txt';

describe('the pending changes', () => {
  let text: PersistedText;
  let pending: PendingChanges;
  beforeEach(() => {
    text = memoryText();
    pending = new PendingChanges(text);
  });

  const afterReload = (): PendingChanges => new PendingChanges(text);

  it('are there again after a reload until they are dropped', () => {
    const change = { uri, original: 'a\n', proposed: 'b\n' };
    assert.deepEqual(pending.propose(change, '1'), { kind: 'added', id: '1' });
    pending.propose({ uri: 'file:///new.txt', original: null, proposed: 'n' }, '2');
    pending.propose({ uri: 'file:///old.txt', original: 'o', proposed: null }, '3');
    assert.deepEqual(
      afterReload()
        .all()
        .map(({ id, original, proposed }) => [id, original, proposed]),
      [
        ['1', 'a\n', 'b\n'],
        ['2', null, 'n'],
        ['3', 'o', null],
      ],
    );
    for (const id of ['1', '2', '3']) pending.drop(id);
    assert.deepEqual([text.text, afterReload().all()], ['', []]);
  });

  it('are refused where nothing would change', () => {
    const nothing = { kind: 'refused', reason: 'nothingToDo' };
    assert.deepEqual(pending.propose({ uri, original: 'a\r\n', proposed: 'a\n' }, '1'), nothing);
    assert.deepEqual(pending.propose({ uri, original: '\u{FEFF}a', proposed: 'a' }, '1'), nothing);
    assert.deepEqual(pending.propose({ uri, original: null, proposed: null }, '1'), nothing);
    assert.deepEqual(pending.all(), []);
  });

  it('are one for a file: what is proposed next joins it', () => {
    pending.propose({ uri, original: 'a\nb\nc\n', proposed: 'A\nb\nc\n' }, '1');
    const next = { uri, original: 'a\nb\nc\nd\n', proposed: 'a\nb\nC\nd\n' };
    assert.deepEqual(pending.propose(next, '2'), { kind: 'joined', id: '1' });
    assert.deepEqual(pending.all(), [{ id: '1', uri, original: 'a\nb\nc\nd\n', proposed: 'A\nb\nC\nd\n' }]);
  });

  it('give way to what is proposed next for the same lines', () => {
    pending.propose({ uri, original: 'a\n', proposed: 'b\n' }, '1');
    assert.deepEqual(pending.propose({ uri, original: 'a\n', proposed: 'c\n' }, '2'), { kind: 'replaced', id: '1' });
    assert.deepEqual(
      pending.all().map(({ id, proposed }) => [id, proposed]),
      [['1', 'c\n']],
    );
  });

  it('take what a person has made of one, and no other', () => {
    pending.propose({ uri, original: 'a\nb\n', proposed: 'A\nB\n' }, '1');
    assert.equal(pending.rewrite('1', 'a\nb\n', 'A\nb\n'), true);
    assert.equal(pending.rewrite('2', 'a\n', 'b\n'), false);
    assert.equal(pending.rewrite('1', 'a\n', 'x'.repeat(2_000_001)), false);
    assert.deepEqual(
      afterReload()
        .all()
        .map(({ proposed }) => proposed),
      ['A\nb\n'],
    );
  });

  it('are bounded: a file, their number, and all of them together', () => {
    const propose = (name: string, length: number): string => {
      const proposal = pending.propose({ uri: `file:///${name}`, original: '', proposed: 'x'.repeat(length) }, name);
      return proposal.kind === 'refused' ? proposal.reason : proposal.kind;
    };
    assert.equal(propose('long', 2_000_001), 'tooLong');
    for (let index = 0; index < 8; index += 1) assert.equal(propose(`large-${String(index)}`, 2_000_000), 'added');
    assert.equal(propose('one-more', 1), 'tooMany');
    pending.clear();
    for (let index = 0; index < 200; index += 1) assert.equal(propose(`small-${String(index)}`, 1), 'added');
    assert.equal(propose('one-more', 1), 'tooMany');
  });

  it('are empty where what is stored is no list of them, and leave out those that mean nothing', () => {
    for (const stored of ['{', '{}', '7']) {
      text.write(stored);
      assert.deepEqual(afterReload().all(), []);
    }
    const good = { id: '1', uri, original: null, proposed: 'a' };
    const bad = [{ ...good, id: '../x' }, { ...good, proposed: null }, { ...good, uri: 7 }, null];
    text.write(JSON.stringify([...bad, good]));
    assert.deepEqual(afterReload().all(), [good]);
  });
});
