// The width and height of an image, read from its header before anything decodes it: a few hundred bytes can stand for
// gigabytes of pixels.

export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export type ImageType = (typeof imageTypes)[number];

/** In pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Null where the header names no size. What a decoder may enlarge by a frame is measured with that frame. */
export function imageSize(bytes: Uint8Array, type: ImageType): ImageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = readers[type](view);
    return size === null || size.width === 0 || size.height === 0 ? null : size;
  } catch (error) {
    // The file ends before its header does.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** May throw a RangeError at the end of the bytes. */
type Reader = (view: DataView) => ImageSize | null;

const readers: Readonly<Record<ImageType, Reader>> = {
  'image/png': pngSize,
  'image/jpeg': jpegSize,
  'image/gif': gifSize,
  'image/webp': webpSize,
};

/** @see https://www.w3.org/TR/png-3/#11IHDR */
function pngSize(view: DataView): ImageSize | null {
  return letters(view, 12) === 'IHDR' ? { width: view.getUint32(16), height: view.getUint32(20) } : null;
}

/**
 * @see https://www.w3.org/Graphics/JPEG/itu-t81.pdf (annex B): segments up to the first that describes a frame; what it
 * leaves to a later line has no size.
 */
function jpegSize(view: DataView): ImageSize | null {
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    while (view.getUint8(at) === 0xff && view.getUint8(at + 1) === 0xff) at += 1;
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff || marker === 0xda || marker === 0xd9) return null;
    // These have no length, and none of them belongs before a frame: decoders step over them, each in its own way.
    if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)) return null;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
}

/** @see https://www.w3.org/Graphics/GIF/spec-gif89a.txt: the screen, or a frame that reaches beyond it. */
function gifSize(view: DataView): ImageSize | null {
  let width = view.getUint16(6, true);
  let height = view.getUint16(8, true);
  let at = 13 + colorTableSize(view.getUint8(10));
  // A file that ends too early is drawn as far as it goes.
  while (at + 10 <= view.byteLength) {
    const block = view.getUint8(at);
    if (block === 0x2c) {
      width = Math.max(width, view.getUint16(at + 1, true) + view.getUint16(at + 5, true));
      height = Math.max(height, view.getUint16(at + 3, true) + view.getUint16(at + 7, true));
      at += 11 + colorTableSize(view.getUint8(at + 9));
    } else if (block === 0x21) at += 2;
    else break;
    while (at < view.byteLength && view.getUint8(at) > 0) at += 1 + view.getUint8(at);
    at += 1;
  }
  return { width, height };
}

/** Bytes of the color table that these flags announce. */
function colorTableSize(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** @see https://www.rfc-editor.org/rfc/rfc9649#section-2.5 to 2.7, and 3.4 */
function webpSize(view: DataView): ImageSize | null {
  switch (letters(view, 12)) {
    case 'VP8X':
      return { width: 1 + uint24(view, 24), height: 1 + uint24(view, 27) };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return view.getUint8(20) === 0x2f ? { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) } : null;
    }
    case 'VP8 ':
      return uint24(view, 23) === 0x2a019d
        ? { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
        : null;
    default:
      return null;
  }
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;
}

function letters(view: DataView, at: number): string {
  return String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));
}
