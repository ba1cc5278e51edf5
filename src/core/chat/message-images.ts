// Knows how the images of a conversation get into the messages that are sent, and which of them cannot; not where they are
// kept. What is left out is named in its place, so that the model does not wonder.
import { type ImageAttachment, missingImageBlock } from './attachment.ts';
import type { ToldMessage } from './conversation.ts';
import type { Message, MessageImage } from './message-request.ts';

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
 * Puts the images in, the newest first for as long as there is room.
 *
 * @param read null where the model takes no images.
 */
export async function withImages(messages: readonly ToldMessage[], read: ReadImageFile | null): Promise<ImagesRead> {
  const done: Message[] = [];
  let [room, leftOut] = [largestTogether, 0];
  for (const { images: named = [], attached = [], ...message } of messages.toReversed()) {
    const images: MessageImage[] = [];
    const missing: string[] = [];
    for (const image of named) {
      const data = read === null ? null : await read(image);
      if (data === null || data.length > room) missing.push(missingImageBlock(image));
      else {
        images.push({ mediaType: image.mediaType, data });
        room -= data.length;
      }
    }
    leftOut += missing.length;
    const texts = [...missing, ...attached];
    done.push({ ...message, ...(images.length === 0 ? {} : { images }), ...(texts.length === 0 ? {} : { attached: texts }) });
  }
  return { messages: done.reverse(), leftOut };
}
