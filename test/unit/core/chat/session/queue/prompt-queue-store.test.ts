import assert from 'node:assert/strict';
import { createAttachment, createImage } from '../../../../../../src/core/chat/attachments/attachment.ts';
import { pngOf } from '../../../../../support/samples/image-samples.ts';
import { memoryText } from '../../../../../support/fakes/memory-files.ts';
import {
  type PendingInput,
  PromptQueueStore,
} from '../../../../../../src/core/chat/session/queue/prompt-queue-store.ts';

const file = createAttachment('file', 'a.ts', 'let a;', 'typescript');
const data = pngOf(2, 1).toString('base64');
const image = { ...createImage('image:a.png', 'a.png', { mediaType: 'image/png', size: 33, data }, 'f-1'), data };
const nothing: PendingInput = { attachments: [], queue: [] };
const waiting = (text: string): PendingInput => ({ attachments: [], queue: [{ id: text, text, attachments: [] }] });
const begun = (id: string) => ({ id, isEmpty: false });
const empty = (id: string) => ({ id, isEmpty: true });

describe('what is pending', () => {
  it('belongs to its conversation, and to no other', () => {
    const store = new PromptQueueStore(memoryText());
    store.put(begun('a'), waiting('One'));
    store.put(begun('b'), waiting('Two'));
    assert.deepEqual(
      [store.of(begun('a')), store.of(begun('b')), store.of(begun('c'))],
      [waiting('One'), waiting('Two'), nothing],
    );
  });

  it('is there again, with files and images, for whoever reads the kept text', () => {
    const kept = memoryText();
    const ready: PendingInput = {
      attachments: [image],
      queue: [{ id: 'q', text: 'And this?', attachments: [file, image] }],
    };
    new PromptQueueStore(kept).put(begun('a'), ready);
    assert.deepEqual(new PromptQueueStore(kept).of(begun('a')), ready);
  });

  it('goes with a conversation that begins, and until then with any that has not begun', () => {
    const kept = memoryText();
    const store = new PromptQueueStore(kept);
    store.put(empty('a'), waiting('One'));
    assert.deepEqual(new PromptQueueStore(kept).of(empty('another')), waiting('One'));
    store.begun('a');
    assert.deepEqual([store.of(begun('a')), store.of(empty('b'))], [waiting('One'), nothing]);
    assert.deepEqual(new PromptQueueStore(kept).of(begun('a')), waiting('One'));
  });

  it('leaves nothing behind when nothing is pending any more', () => {
    const kept = memoryText();
    const store = new PromptQueueStore(kept);
    store.put(begun('a'), waiting('One'));
    store.put(begun('a'), nothing);
    assert.equal(kept.text, '');
  });

  it('is nothing where the kept text is torn or of something else', () => {
    for (const text of [
      '',
      '{',
      'null',
      '[{"conversation":1}]',
      '[{"conversation":"a","attachments":[],"queue":[{"text":"One"}]}]',
    ]) {
      assert.deepEqual(new PromptQueueStore(memoryText(text)).of(begun('a')), nothing);
    }
  });

  it('is kept for the fifty conversations that were changed last', () => {
    const store = new PromptQueueStore(memoryText());
    for (let number = 0; number < 51; number += 1) store.put(begun(String(number)), waiting('One'));
    assert.deepEqual(
      [store.of(begun('0')), store.of(begun('1')), store.of(begun('50'))],
      [nothing, waiting('One'), waiting('One')],
    );
  });
});
