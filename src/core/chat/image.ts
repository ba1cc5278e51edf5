// Knows which images can go along with a prompt: told by their first bytes, never by a name, and only up to a size. It does
// not know where they are kept or how they look.

export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export type ImageType = (typeof imageTypes)[number];

/** Bytes. Written as base64 this is 5 MB, the most that services of the compatible interface take. */
export const largestImage = 3_750_000;

/** Characters of a thumbnail's base64: it is kept with its prompt, and told with it every time. */
export const largestThumbnail = 24_000;

/** Tokens: an image is scaled down until it takes no more than this, so this is the most that it can take. */
export const tokensOfImage = 1600;

/** An image as its base64 text, with what it was found to be; `size` is in bytes. */
export interface ImageContent {
  readonly mediaType: ImageType;
  readonly size: number;
  readonly data: string;
}

export type ImageReading = ImageContent | 'imageTooLarge' | 'notAnImage';

/** Checks what is said to be an image, given as base64. */
export function readImage(data: string): ImageReading {
  if (data.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(data)) return 'notAnImage';
  // Twenty-four characters are eighteen bytes: enough for the longest signature.
  const mediaType = imageTypeOf(Uint8Array.from(atob(data.slice(0, 24)), (letter) => letter.charCodeAt(0)));
  if (mediaType === null) return 'notAnImage';
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  const size = (data.length / 4) * 3 - padding;
  return size > largestImage ? 'imageTooLarge' : { mediaType, size, data };
}

/** What the first bytes of a file say that it is. @see https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(start)) return 'image/gif';
  return /^RIFF[\s\S]{4}WEBPVP/.test(start) ? 'image/webp' : null;
}

/** Whether a file of this name is meant to be such an image: it decides what is said of one that is too large to be read. */
export function isImageName(name: string): boolean {
  return /\.(?:png|jpe?g|gif|webp)$/i.test(name);
}
