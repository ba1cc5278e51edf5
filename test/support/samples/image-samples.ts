// The beginnings of images, made as their formats say: enough for whoever reads no more than a header.

const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));
const big16 = (value: number): number[] => [value >>> 8, value & 0xff];
const big32 = (value: number): number[] => [...big16(value >>> 16), ...big16(value & 0xffff)];
const little16 = (value: number): number[] => big16(value).reverse();
const little24 = (value: number): number[] => [...little16(value & 0xffff), value >>> 16];

export const pngOf = (width: number, height: number): Buffer =>
  bytes('\x89PNG\r\n\x1a\n', big32(13), 'IHDR', big32(width), big32(height), [8, 6, 0, 0, 0], big32(0));

/** With a segment before the frame, and padding, as cameras write it. */
export const jpegOf = (width: number, height: number, marker = 0xc0): Buffer =>
  bytes(
    [0xff, 0xd8],
    [0xff, 0xe0, 0, 4, 1, 2],
    [0xff, 0xff, 0xff, marker, 0, 11, 8],
    big16(height),
    big16(width),
    [1, 1, 0x11, 0],
  );

/** `frame` may reach beyond the screen. */
export const gifOf = (width: number, height: number, frame = { left: 0, top: 0, width, height }): Buffer =>
  bytes(
    ...['GIF89a', little16(width), little16(height), [0x80, 0, 0], [0, 0, 0, 255, 255, 255]],
    ...[
      [0x21, 0xf9, 4, 0, 0, 0, 0, 0],
      [0x2c],
      little16(frame.left),
      little16(frame.top),
      little16(frame.width),
      little16(frame.height),
      [0, 2, 1, 0, 0, 0x3b],
    ],
  );

export const webpOf = {
  lossy: (width: number, height: number): Buffer =>
    bytes(
      'RIFF',
      [99, 0, 0, 0],
      'WEBPVP8 ',
      [18, 0, 0, 0],
      [0, 0, 0, 0x9d, 0x01, 0x2a],
      little16(width),
      little16(height),
    ),
  lossless: (width: number, height: number): Buffer => {
    const bits = ((width - 1) | ((height - 1) << 14)) >>> 0;
    return bytes(
      'RIFF',
      [99, 0, 0, 0],
      'WEBPVP8L',
      [5, 0, 0, 0],
      [0x2f],
      little16(bits & 0xffff),
      little16(bits >>> 16),
    );
  },
  extended: (width: number, height: number): Buffer =>
    bytes('RIFF', [99, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0], [0, 0, 0, 0], little24(width - 1), little24(height - 1)),
};

/** A thumbnail, as a page would draw it. */
export const thumbnailSample = webpOf.lossy(128, 64).toString('base64');
