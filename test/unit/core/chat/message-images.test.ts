// Knows how images get from a conversation into its messages, and what stands for those that cannot.
import assert from 'node:assert/strict';
import { attachmentBlock, attachmentTokens, createAttachment, createImage, keptAttachment, missingImageBlock, type ImageAttachment } from '../../../../src/core/chat/attachment.ts';
import { createAnswer, messagesBefore, type Turn } from '../../../../src/core/chat/conversation.ts';
import { withImages } from '../../../../src/core/chat/message-images.ts';
import { toldMessages } from '../../../../src/core/chat/told-messages.ts';

const image = (name: string): ImageAttachment => {
  const kept = keptAttachment(createImage(`image:${name}`, name, { mediaType: 'image/png', size: 3, data: 'AAAA' }, `file-${name}`));
  return kept.kind === 'image' ? kept : assert.fail();
};
const file = createAttachment('file', 'a.ts', 'a');
const turns: readonly Turn[] = [
  { kind: 'prompt', id: 'p', text: 'What is this?', attachments: [image('old'), file] },
  { ...createAnswer('a', 0), text: 'A tide.' },
  { kind: 'prompt', id: 'q', text: 'And this?', attachments: [file, image('new')] },
  createAnswer('b', 0),
];
const held = (files: Readonly<Record<string, string>>) => ({ fileId }: ImageAttachment) => Promise.resolve(files[fileId] ?? null);
const both = held({ 'file-old': 'b2xk', 'file-new': 'bmV3' });

describe('an image in a conversation', () => {
  it('is remembered without its bytes, and counts as the most tokens that one takes', () => {
    assert.deepEqual(image('x'), { id: 'image:x', kind: 'image', label: 'x', mediaType: 'image/png', size: 3, fileId: 'file-x', thumbnail: '' });
    assert.equal(attachmentTokens(image('x')), 1600);
  });

  it('is told again with every later turn, before all text of its own prompt', async () => {
    assert.deepEqual(await withImages(messagesBefore({ turns }, 'b'), both), {
      leftOut: 0,
      messages: [
        { role: 'user', text: 'What is this?', images: [{ mediaType: 'image/png', data: 'b2xk' }], attached: [attachmentBlock(file)] },
        { role: 'assistant', text: 'A tide.' },
        { role: 'user', text: 'And this?', images: [{ mediaType: 'image/png', data: 'bmV3' }], attached: [attachmentBlock(file)] },
      ],
    });
  });

  it('is named in its place where the model takes none', async () => {
    const { messages, leftOut } = await withImages(messagesBefore({ turns }, 'b'), null);
    assert.equal(leftOut, 2);
    assert.deepEqual(messages[0], { role: 'user', text: 'What is this?', attached: ['(The image `old` was here. It is left out.)', attachmentBlock(file)] });
  });

  it('is named in its place where its file is gone', async () => {
    const { messages, leftOut } = await withImages(messagesBefore({ turns }, 'b'), held({ 'file-new': 'bmV3' }));
    assert.equal(leftOut, 1);
    assert.deepEqual(messages[0]?.attached?.[0], missingImageBlock(image('old')));
    assert.deepEqual(messages[2]?.images, [{ mediaType: 'image/png', data: 'bmV3' }]);
  });

  it('gives way to newer ones where all together are too much', async () => {
    const { messages, leftOut } = await withImages(messagesBefore({ turns }, 'b'), held({ 'file-old': 'A'.repeat(7_000_000), 'file-new': 'A'.repeat(5_000_004) }));
    assert.equal(leftOut, 1);
    assert.deepEqual(messages.map(({ images }) => images?.length ?? 0), [0, 0, 1]);
  });

  it('stays with a prompt that is joined with the next', () => {
    const [first, , second, last] = turns;
    assert.ok(first !== undefined && second !== undefined && last !== undefined);
    assert.deepEqual(messagesBefore({ turns: [first, second, last] }, 'b').map(({ images }) => images?.map(({ label }) => label)), [['old', 'new']]);
  });
});

describe('what a model is told', () => {
  const preferences = { maxTokens: 1000, systemPrompt: '', temperature: null, thinkingBudget: 0, whole: false };
  const model = { id: 'm', images: true, thinking: false };
  const long: readonly Turn[] = [
    { kind: 'prompt', id: 'p', text: 'x'.repeat(4000) },
    { ...createAnswer('a', 0), text: 'y'.repeat(4000) },
    { kind: 'prompt', id: 'q', text: 'z'.repeat(4000) },
    createAnswer('b', 0),
  ];

  it('is everything where it fits, and where the size of the window is unknown', async () => {
    for (const contextWindow of [{ contextWindow: 4000 }, {}]) {
      const told = await toldMessages({ turns: long }, { id: 'b', text: '' }, { ...model, ...contextWindow }, preferences, both);
      assert.deepEqual([told.messages.length, told.leftOut], [3, null]);
    }
  });

  it('leaves the oldest prompt and its answer out where the window has no room beside the answer', async () => {
    const told = await toldMessages({ turns: long }, { id: 'b', text: '' }, { ...model, contextWindow: 3999 }, preferences, both);
    assert.deepEqual(told.messages.map(({ text }) => text.charAt(0)), ['z']);
    assert.deepEqual(told.leftOut, { turns: 2, images: 0 });
  });

  it('never leaves the newest prompt out, however large', async () => {
    const told = await toldMessages({ turns: long }, { id: 'b', text: '' }, { ...model, contextWindow: 10 }, preferences, both);
    assert.deepEqual(told.messages.map(({ text }) => text.charAt(0)), ['z']);
  });

  it('goes on with an answer that was cut, and tells nothing of what came after it', async () => {
    const told = await toldMessages({ turns: long }, { id: 'a', text: 'yyy' }, model, preferences, both);
    assert.deepEqual(told.messages.map(({ role, text }) => `${role} ${text.charAt(0)}`), ['user x', 'assistant y', 'user C']);
  });

  it('counts the images of a model that takes none', async () => {
    const told = await toldMessages({ turns }, { id: 'b', text: '' }, { ...model, images: false }, preferences, both);
    assert.deepEqual(told.leftOut, { turns: 0, images: 2 });
  });
});
