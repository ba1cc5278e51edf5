import assert from 'node:assert/strict';
import { WrittenBox } from '../../../../src/host/language-model/commit/written-box.ts';

describe('a box that a message is written into', () => {
  const open = (value = ''): { box: { value: string }; written: WrittenBox } => {
    const box = { value };
    return { box, written: new WrittenBox(box) };
  };

  it('shows what has come, not more often than is of use, and all of it in the end', () => {
    const { box, written } = open('a hint');
    assert.equal(written.show('Add', 1000), true);
    assert.equal(written.show('Add a', 1050), true);
    assert.equal(box.value, 'Add');
    assert.equal(written.show('Add a te', 1120), true);
    assert.equal(box.value, 'Add a te');
    written.end('Add a test');
    assert.deepEqual([box.value, written.before], ['Add a test', 'a hint']);
  });

  it('leaves what a person types meanwhile, and says that they do', () => {
    const { box, written } = open();
    written.show('Add', 1000);
    box.value = 'Mine';
    assert.equal(written.show('Add a test', 2000), false);
    written.end('Add a test');
    assert.deepEqual([box.value, written.before], ['Mine', '']);
  });

  it('gives back what a person typed where a text that was on its way has come over it', () => {
    const { box, written } = open();
    written.show('Add', 1000);
    box.value = 'Add of mine';
    assert.equal(written.isOurs, false);
    box.value = 'Add';
    assert.equal(written.show('Add a test', 2000), false);
    written.giveBack();
    assert.equal(box.value, 'Add of mine');
  });

  it('lets stand what a person has typed since', () => {
    const { box, written } = open();
    written.show('Add', 1000);
    box.value = 'Add of mine';
    assert.equal(written.isOurs, false);
    box.value = 'Add of yours';
    written.giveBack();
    assert.equal(box.value, 'Add of yours');
  });

  it('keeps what stood there where nothing came', () => {
    const { box, written } = open('a hint');
    assert.equal(written.show('', 1000), true);
    written.end('');
    assert.deepEqual([box.value, written.before], ['a hint', null]);
  });
});
