// Knows what lies ready for which conversation, and that it is there again when the kept text is read anew.
import assert from 'node:assert/strict';
import { createAttachment, createImage } from '../../../../src/core/chat/attachment.ts';
import { pngOf } from '../../../support/image-samples.ts';
import { type Ready, ReadyShelf } from '../../../../src/core/chat/ready-shelf.ts';

const file = createAttachment('file', 'a.ts', 'let a;', 'typescript');
const data = pngOf(2, 1).toString('base64');
const image = { ...createImage('image:a.png', 'a.png', { mediaType: 'image/png', size: 33, data }, 'f-1'), data };
const nothing: Ready = { attachments: [], queue: [] };
const waiting = (text: string): Ready => ({ attachments: [], queue: [{ id: text, text, attachments: [] }] });
const begun = (id: string) => ({ id, isEmpty: false });
const empty = (id: string) => ({ id, isEmpty: true });

describe('what lies ready', () => {
  it('belongs to its conversation, and to no other', () => {
    const shelf = new ReadyShelf({ text: '' });
    shelf.put(begun('a'), waiting('One'));
    shelf.put(begun('b'), waiting('Two'));
    assert.deepEqual([shelf.of(begun('a')), shelf.of(begun('b')), shelf.of(begun('c'))], [waiting('One'), waiting('Two'), nothing]);
  });

  it('is there again, with files and images, for whoever reads the kept text', () => {
    const kept = { text: '' };
    const ready: Ready = { attachments: [image], queue: [{ id: 'q', text: 'And this?', attachments: [file, image] }] };
    new ReadyShelf(kept).put(begun('a'), ready);
    assert.deepEqual(new ReadyShelf(kept).of(begun('a')), ready);
  });

  it('goes with a conversation that begins, and until then with any that has not begun', () => {
    const kept = { text: '' };
    const shelf = new ReadyShelf(kept);
    shelf.put(empty('a'), waiting('One'));
    assert.deepEqual(new ReadyShelf(kept).of(empty('another')), waiting('One'));
    shelf.begun('a');
    assert.deepEqual([shelf.of(begun('a')), shelf.of(empty('b'))], [waiting('One'), nothing]);
    assert.deepEqual(new ReadyShelf(kept).of(begun('a')), waiting('One'));
  });

  it('leaves nothing behind when nothing lies ready any more', () => {
    const kept = { text: '' };
    const shelf = new ReadyShelf(kept);
    shelf.put(begun('a'), waiting('One'));
    shelf.put(begun('a'), nothing);
    assert.equal(kept.text, '');
  });

  it('is nothing where the kept text is torn or of something else', () => {
    for (const text of ['', '{', 'null', '[{"conversation":1}]', '[{"conversation":"a","attachments":[],"queue":[{"text":"One"}]}]']) {
      assert.deepEqual(new ReadyShelf({ text }).of(begun('a')), nothing);
    }
  });

  it('is kept for the fifty conversations that were changed last', () => {
    const shelf = new ReadyShelf({ text: '' });
    for (let number = 0; number < 51; number += 1) shelf.put(begun(String(number)), waiting('One'));
    assert.deepEqual([shelf.of(begun('0')), shelf.of(begun('1')), shelf.of(begun('50'))], [nothing, waiting('One'), waiting('One')]);
  });
});
