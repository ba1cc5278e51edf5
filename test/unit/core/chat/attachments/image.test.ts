import assert from 'node:assert/strict';
import {
  imageTypeOf,
  isImageName,
  isThumbnail,
  largestImage,
  largestPixels,
  pixelsIn,
  readImage,
} from '../../../../../src/core/chat/attachments/image.ts';
import { gifOf, jpegOf, pngOf, thumbnailSample, webpOf } from '../../../../support/samples/image-samples.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const sizedPng = (length: number): string => Buffer.concat([pngOf(2, 1), Buffer.alloc(length - 33)]).toString('base64');
const png = '\x89PNG\r\n\x1a\n';

describe('an image', () => {
  const kinds: readonly (readonly [start: string, type: string | null])[] = [
    [png, 'image/png'],
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['GIF87a', 'image/gif'],
    ['GIF89a', 'image/gif'],
    ['RIFF\x01\n\x03\x04WEBPVP8 ', 'image/webp'],
    ['GIF88a', null],
    ['RIFF\x01\x02\x03\x04WAVEfmt ', null],
    ['\x89PNG\n\n\x1a\n', null],
    ['<svg xmlns="http://www.w3.org/2000/svg">', null],
    ['', null],
  ];
  for (const [start, type] of kinds) {
    it(`that begins with ${JSON.stringify(start)} is ${type ?? 'none that can go along'}`, () =>
      assert.equal(imageTypeOf(bytes(start)), type));
  }

  it('is read from base64 with its type and size', () => {
    for (const length of [33, 34, 35]) {
      const data = sizedPng(length);
      assert.deepEqual(readImage(data), { mediaType: 'image/png', size: length, data });
    }
  });

  it('is none where the text is no base64, or no image', () => {
    const data = sizedPng(33);
    for (const other of [
      '',
      'AAAA',
      'A',
      `${data}=`,
      `${data.slice(0, -4)}\nAAA`,
      data.slice(0, 28),
      `data:image/png;base64,${data}`,
      'not base64 at all',
    ]) {
      assert.equal(readImage(other), 'notAnImage', other);
    }
  });

  it('is refused one byte above the largest size', () => {
    const sized = (size: number) => readImage(sizedPng(size));
    assert.equal(sized(largestImage + 1), 'imageTooLarge');
    const largest = sized(largestImage);
    assert.equal(typeof largest === 'object' && largest.size, largestImage);
  });

  it('takes five megabytes at most once it is written as base64', () => {
    assert.equal((largestImage / 3) * 4, 5_000_000);
  });

  it('is expected behind the usual endings', () => {
    assert.deepEqual(['a.png', 'A.JPG', 'b.jpeg', 'c.gif', 'd.webp', 'e.svg', 'png'].map(isImageName), [
      true,
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  const tall: Readonly<Record<string, (width: number, height: number) => Buffer>> = {
    png: pngOf,
    jpeg: jpegOf,
    gif: gifOf,
    ...webpOf,
  };
  for (const [format, imageOf] of Object.entries(tall)) {
    it(`is refused one row above 16 million pixels, by its header alone (${format})`, () => {
      const [largest, larger] = [imageOf(4096, 4096), imageOf(4096, 4097)];
      assert.deepEqual([pixelsIn(largest), pixelsIn(larger)], [largestPixels, largestPixels + 4096]);
      assert.equal(typeof readImage(largest.toString('base64')), 'object');
      assert.equal(readImage(larger.toString('base64')), 'tooManyPixels');
    });

    it(`is none where its header ends too early (${format})`, () => {
      const whole = imageOf(2, 1);
      for (let cut = 0; cut < 9; cut += 1)
        assert.equal(readImage(whole.subarray(0, cut).toString('base64')), 'notAnImage', `${cut} bytes`);
    });
  }
});

describe('a thumbnail', () => {
  it('is nothing, or a small WebP image', () => {
    assert.deepEqual(['', thumbnailSample, webpOf.extended(512, 512).toString('base64')].map(isThumbnail), [
      true,
      true,
      true,
    ]);
  });

  it('is never what would be large once it is decoded, of another format, or no image', () => {
    const wrong = [
      webpOf.extended(512, 513),
      webpOf.lossy(16_383, 16_383),
      webpOf.lossless(16_384, 1024),
      pngOf(1, 1),
      Buffer.from('RIFFxxxxWEBPVP9 xxxxxxxx'),
    ];
    assert.deepEqual(
      wrong.map((image) => isThumbnail(image.toString('base64'))),
      wrong.map(() => false),
    );
    assert.deepEqual(['AAAA', 'not base64', `${thumbnailSample}${'A'.repeat(24_000)}`].map(isThumbnail), [
      false,
      false,
      false,
    ]);
  });
});
