import assert from 'node:assert/strict';
import fc from 'fast-check';
import { imageSize, imageTypes } from '../../../../../src/core/chat/attachments/image-size.ts';
import { gifOf, jpegOf, pngOf, webpOf } from '../../../../support/samples/image-samples.ts';

const side = fc.integer({ min: 1, max: 16_383 });

describe('the size of an image', () => {
  it('is the one that its header names, in every format', () => {
    fc.assert(
      fc.property(side, side, (width, height) => {
        const size = { width, height };
        assert.deepEqual(imageSize(pngOf(width, height), 'image/png'), size);
        assert.deepEqual(imageSize(jpegOf(width, height), 'image/jpeg'), size);
        assert.deepEqual(imageSize(jpegOf(width, height, 0xc2), 'image/jpeg'), size);
        assert.deepEqual(imageSize(gifOf(width, height), 'image/gif'), size);
        for (const webp of Object.values(webpOf)) assert.deepEqual(imageSize(webp(width, height), 'image/webp'), size);
      }),
    );
  });

  it('of a GIF reaches as far as its frames do', () => {
    assert.deepEqual(imageSize(gifOf(1, 1, { left: 10, top: 20, width: 65_000, height: 3 }), 'image/gif'), {
      width: 65_010,
      height: 23,
    });
  });

  it('is none where a JPEG begins its picture before it says how large it is, or leaves a side open', () => {
    const wrong = [
      jpegOf(0, 5),
      jpegOf(5, 0),
      Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 4]),
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 2, 0, 0, 0, 0]),
    ];
    assert.deepEqual(
      wrong.map((bytes) => imageSize(bytes, 'image/jpeg')),
      [null, null, null, null],
    );
  });

  it('is none where a marker that has no length is before the frame, since decoders step over it in ways of their own', () => {
    const decoy = jpegOf(1, 1).subarray(2);
    for (const marker of [0x00, 0x01, 0xd0, 0xd7, 0xd8]) {
      const length = Buffer.from([0xff, marker, 0, 2]);
      assert.equal(
        imageSize(Buffer.concat([Buffer.from([0xff, 0xd8]), length, decoy]), 'image/jpeg'),
        null,
        String(marker),
      );
    }
  });

  it('never fails and always ends, on any bytes at all', () => {
    const beginnings = [pngOf(1, 1), jpegOf(1, 1), gifOf(1, 1), ...Object.values(webpOf).map((webp) => webp(1, 1))];
    fc.assert(
      fc.property(
        fc.constantFrom(...beginnings),
        fc.nat(60),
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom(...imageTypes),
        (beginning, cut, rest, type) => {
          const size = imageSize(Buffer.concat([beginning.subarray(0, cut), rest]), type);
          assert.equal(size === null || (size.width > 0 && size.height > 0), true);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
