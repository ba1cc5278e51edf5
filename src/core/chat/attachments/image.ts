// Which images can be sent with a prompt: recognised by their first bytes, never by a name, and only up to a size.
import { imageSize, type ImageType } from './image-size.ts';

/** Bytes. Written as base64 this is 5 MB, the most that services of the compatible interface take. */
export const largestImage = 3_750_000;

/** Decoded, each takes four bytes of memory, however few the file has: 4096 by 4096. */
export const largestPixels = 16 * 1024 * 1024;

/** Characters of a thumbnail's base64: it is stored with its prompt, and sent to the page with it every time. */
export const largestThumbnail = 24_000;

/** Pixels of a thumbnail, several times what the page draws. */
const largestThumbnailPixels = 512 * 512;

/** Tokens: an image is scaled down until it takes no more than this, so this is the most that it can take. */
export const tokensOfImage = 1600;

/** An image as its base64 text, with what it was found to be; `size` is in bytes. */
export interface ImageContent {
  readonly mediaType: ImageType;
  readonly size: number;
  readonly data: string;
}

export type ImageReading = ImageContent | 'imageTooLarge' | 'tooManyPixels' | 'notAnImage';

/** Checks what is said to be an image, given as base64. */
export function readImage(data: string): ImageReading {
  if (!isBase64(data)) return 'notAnImage';
  // Twenty-four characters are eighteen bytes: enough for the longest signature.
  const mediaType = imageTypeOf(decoded(data.slice(0, 24)));
  if (mediaType === null) return 'notAnImage';
  const size = (data.length / 4) * 3 - (data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0);
  if (size > largestImage) return 'imageTooLarge';
  const pixels = pixelsIn(decoded(data));
  if (pixels === null) return 'notAnImage';
  return pixels > largestPixels ? 'tooManyPixels' : { mediaType, size, data };
}

/** Whether a page may draw this as a thumbnail: nothing, or a small WebP image as base64. */
export function isThumbnail(data: string): boolean {
  if (data === '') return true;
  if (data.length > largestThumbnail || !isBase64(data)) return false;
  const header = decoded(data.slice(0, 64));
  return imageTypeOf(header) === 'image/webp' && (pixelsIn(header) ?? Infinity) <= largestThumbnailPixels;
}

/** How many pixels decoding an image would make; null where it does not say. */
export function pixelsIn(bytes: Uint8Array): number | null {
  const type = imageTypeOf(bytes);
  const size = type === null ? null : imageSize(bytes, type);
  return size === null ? null : size.width * size.height;
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

function decoded(base64: string): Uint8Array {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
}

/**
 * What the first bytes of a file say that it is.
 * @see https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern
 */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(start)) return 'image/gif';
  return /^RIFF[\s\S]{4}WEBPVP/.test(start) ? 'image/webp' : null;
}

/**
 * Whether a file of this name is meant to be such an image: it decides what is said of one that is too large to be
 * read.
 */
export function isImageName(name: string): boolean {
  return /\.(?:png|jpe?g|gif|webp)$/i.test(name);
}
