import assert from 'node:assert/strict';
import { assistantText, type Message } from '../../../../../src/core/chat/messages/message.ts';
import {
  attachmentBlock,
  attachmentTokens,
  createAttachment,
  createImage,
  keptAttachment,
  missingImageBlock,
  type ImageAttachment,
} from '../../../../../src/core/chat/attachments/attachment.ts';
import { createAnswer } from '../../../../../src/core/chat/conversation/answer.ts';
import { messagesBefore, type Turn } from '../../../../../src/core/chat/conversation/conversation.ts';
import { textBlock } from '../../../../../src/core/chat/messages/blocks.ts';
import { withImages } from '../../../../../src/core/chat/prompt/message-images.ts';
import { requestMessages } from '../../../../../src/core/chat/prompt/request-messages.ts';
import { blocksOf } from '../../../../support/samples/answer-blocks.ts';

const textIn = ({ content }: Message): string =>
  content.map((block) => (block.kind === 'text' ? block.text : '')).join('');
const image = (name: string): ImageAttachment => {
  const kept = keptAttachment(
    createImage(`image:${name}`, name, { mediaType: 'image/png', size: 3, data: 'AAAA' }, `file-${name}`),
  );
  return kept.kind === 'image' ? kept : assert.fail();
};
const file = createAttachment('file', 'a.ts', 'a');
const turns: readonly Turn[] = [
  { kind: 'prompt', id: 'p', text: 'What is this?', attachments: [image('old'), file] },
  { ...createAnswer('a', 0), blocks: blocksOf('A tide.') },
  { kind: 'prompt', id: 'q', text: 'And this?', attachments: [file, image('new')] },
  createAnswer('b', 0),
];
const held =
  (files: Readonly<Record<string, string>>) =>
  ({ fileId }: ImageAttachment) =>
    Promise.resolve(files[fileId] ?? null);
const both = held({ 'file-old': 'b2xk', 'file-new': 'bmV3' });

describe('an image in a conversation', () => {
  it('is remembered without its bytes, and counts as the most tokens that one takes', () => {
    assert.deepEqual(image('x'), {
      id: 'image:x',
      kind: 'image',
      label: 'x',
      mediaType: 'image/png',
      size: 3,
      fileId: 'file-x',
      thumbnail: '',
    });
    assert.equal(attachmentTokens(image('x')), 1600);
  });

  it('is request again with every later turn, before all text of its own prompt', async () => {
    assert.deepEqual(await withImages(messagesBefore({ turns }, 'b'), both), {
      leftOut: 0,
      messages: [
        {
          role: 'user',
          content: [
            { kind: 'image', mediaType: 'image/png', data: 'b2xk' },
            textBlock(attachmentBlock(file)),
            textBlock('What is this?'),
          ],
        },
        assistantText('A tide.'),
        {
          role: 'user',
          content: [
            { kind: 'image', mediaType: 'image/png', data: 'bmV3' },
            textBlock(attachmentBlock(file)),
            textBlock('And this?'),
          ],
        },
      ],
    });
  });

  it('is named in its place where the model takes none', async () => {
    const { messages, leftOut } = await withImages(messagesBefore({ turns }, 'b'), null);
    assert.equal(leftOut, 2);
    assert.deepEqual(messages[0], {
      role: 'user',
      content: ['(The image `old` was here. It is left out.)', attachmentBlock(file), 'What is this?'].map(textBlock),
    });
  });

  it('is named in its place where its file is gone', async () => {
    const { messages, leftOut } = await withImages(messagesBefore({ turns }, 'b'), held({ 'file-new': 'bmV3' }));
    assert.equal(leftOut, 1);
    assert.deepEqual(messages[0]?.content[0], textBlock(missingImageBlock(image('old'))));
    assert.deepEqual(messages[2]?.content[0], { kind: 'image', mediaType: 'image/png', data: 'bmV3' });
  });

  it('gives way to newer ones where all together are too much', async () => {
    const { messages, leftOut } = await withImages(
      messagesBefore({ turns }, 'b'),
      held({ 'file-old': 'A'.repeat(7_000_000), 'file-new': 'A'.repeat(5_000_004) }),
    );
    assert.equal(leftOut, 1);
    assert.deepEqual(
      messages.map(({ content }) => content.filter(({ kind }) => kind === 'image').length),
      [0, 0, 1],
    );
  });

  it('is left out with a prompt that nothing answered', () => {
    const [first, , second, last] = turns;
    assert.ok(first !== undefined && second !== undefined && last !== undefined);
    assert.deepEqual(
      messagesBefore({ turns: [first, second, last] }, 'b').map(({ content }) =>
        content.flatMap((block) => (block.kind === 'image' ? [block.label] : [])),
      ),
      [['new']],
    );
  });
});

describe('what a model is request', () => {
  const preferences = { maxTokens: 1000, systemPrompt: '', temperature: null, thinkingBudget: 0, whole: false };
  const model = { id: 'm', images: true, thinking: false, tools: true };
  const long: readonly Turn[] = [
    { kind: 'prompt', id: 'p', text: 'x '.repeat(1000) },
    { ...createAnswer('a', 0), blocks: blocksOf('y '.repeat(1000)) },
    { kind: 'prompt', id: 'q', text: 'z '.repeat(1000) },
    createAnswer('b', 0),
  ];

  it('is everything where it fits, and where the size of the window is unknown', async () => {
    for (const contextWindow of [{ contextWindow: 4000 }, {}]) {
      const request = await requestMessages(
        { turns: long },
        { id: 'b', blocks: [] },
        { ...model, ...contextWindow },
        preferences,
        both,
      );
      assert.deepEqual([request.messages.length, request.leftOut], [3, null]);
    }
  });

  it('leaves the oldest prompt and its answer out where they do not fit the window beside the answer', async () => {
    const request = await requestMessages(
      { turns: long },
      { id: 'b', blocks: [] },
      { ...model, contextWindow: 3999 },
      preferences,
      both,
    );
    assert.deepEqual(
      request.messages.map((message) => textIn(message).charAt(0)),
      ['z'],
    );
    assert.deepEqual(request.leftOut, { turns: 2, images: 0 });
  });

  it('never leaves the newest prompt out, however large', async () => {
    const request = await requestMessages(
      { turns: long },
      { id: 'b', blocks: [] },
      { ...model, contextWindow: 10 },
      preferences,
      both,
    );
    assert.deepEqual(
      request.messages.map((message) => textIn(message).charAt(0)),
      ['z'],
    );
  });

  it('goes on with an answer that was cut, and tells nothing of what came after it', async () => {
    const request = await requestMessages(
      { turns: long },
      { id: 'a', blocks: blocksOf('yyy') },
      model,
      preferences,
      both,
    );
    assert.deepEqual(
      request.messages.map((message) => `${message.role} ${textIn(message).charAt(0)}`),
      ['user x', 'assistant y', 'user C'],
    );
  });

  it('counts the images of a model that takes none', async () => {
    const request = await requestMessages(
      { turns },
      { id: 'b', blocks: [] },
      { ...model, images: false },
      preferences,
      both,
    );
    assert.deepEqual(request.leftOut, { turns: 0, images: 2 });
  });
});
