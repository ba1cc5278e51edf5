// Which images of a conversation are sent. What is remaining out is named in its place, so that the model does not
// wonder.
import { type ImageAttachment, missingImageBlock } from '../attachments/attachment.ts';
import type { RequestTurn } from '../conversation/conversation.ts';
import { type TextBlock, textBlock } from '../messages/blocks.ts';
import type { ImageBlock, Message, UserBlock } from '../messages/message.ts';

/** Characters of base64 in one request: services refuse one that is much larger. */
const largestTogether = 12_000_000;

/** Gives an image as base64, or null where it is not there any more. May not reject. */
export type ReadImageFile = (image: ImageAttachment) => Promise<string | null>;

export interface ImagesRead {
  readonly messages: readonly Message[];
  /** How many images are not in them. */
  readonly leftOut: number;
}

/**
 * Puts the images in, the newest first for as long as they fit.
 *
 * @param read null where the model takes no images.
 */
export async function withImages(messages: readonly RequestTurn[], read: ReadImageFile | null): Promise<ImagesRead> {
  const done: Message[] = [];
  let remaining = largestTogether;
  let leftOut = 0;
  const inPlaceOf = async (image: ImageAttachment): Promise<ImageBlock | TextBlock> => {
    const data = read === null ? null : await read(image);
    if (data === null || data.length > remaining) {
      leftOut += 1;
      return textBlock(missingImageBlock(image));
    }
    remaining -= data.length;
    return { kind: 'image', mediaType: image.mediaType, data };
  };
  const blockIn = async (block: TextBlock | ImageAttachment): Promise<TextBlock | ImageBlock> =>
    block.kind === 'image' ? inPlaceOf(block) : block;
  for (const message of messages.toReversed()) {
    if (message.role === 'assistant') done.push(message);
    else done.push({ role: message.role, content: await eachIn(message.content, blockIn) });
  }
  return { messages: done.reverse(), leftOut };
}

/** One after the other, since each takes from what remains. */
async function eachIn(
  blocks: readonly UserBlock<ImageAttachment>[],
  blockIn: (block: TextBlock | ImageAttachment) => Promise<TextBlock | ImageBlock>,
): Promise<UserBlock[]> {
  const done: UserBlock[] = [];
  for (const block of blocks) {
    if (block.kind !== 'toolResult') {
      done.push(await blockIn(block));
      continue;
    }
    const content: (TextBlock | ImageBlock)[] = [];
    for (const one of block.content) content.push(await blockIn(one));
    done.push({ ...block, content });
  }
  return done;
}
