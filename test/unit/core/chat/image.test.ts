// Knows which bytes are an image that can go along, whatever their name says.
import assert from 'node:assert/strict';
import { imageTypeOf, isImageName, largestImage, readImage } from '../../../../src/core/chat/image.ts';

const bytes = (text: string, length = text.length): Buffer => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(length - text.length)]);
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
    it(`that begins with ${JSON.stringify(start)} is ${type ?? 'none that can go along'}`, () => assert.equal(imageTypeOf(bytes(start)), type));
  }

  it('is read from base64 with its type and size', () => {
    for (const length of [20, 21, 22]) {
      const data = bytes(png, length).toString('base64');
      assert.deepEqual(readImage(data), { mediaType: 'image/png', size: length, data });
    }
  });

  it('is none where the text is no base64, or no image', () => {
    const data = bytes(png, 21).toString('base64');
    for (const other of ['', 'AAAA', 'A', `${data}=`, `${data.slice(0, -4)}\nAAA`, `data:image/png;base64,${data}`, 'not base64 at all']) {
      assert.equal(readImage(other), 'notAnImage', other);
    }
  });

  it('is refused one byte above the largest size', () => {
    const sized = (size: number) => readImage(bytes(png, size).toString('base64'));
    assert.equal(sized(largestImage + 1), 'imageTooLarge');
    const largest = sized(largestImage);
    assert.equal(typeof largest === 'object' && largest.size, largestImage);
  });

  it('takes five megabytes at most once it is written as base64', () => {
    assert.equal((largestImage / 3) * 4, 5_000_000);
  });

  it('is expected behind the usual endings', () => {
    assert.deepEqual(['a.png', 'A.JPG', 'b.jpeg', 'c.gif', 'd.webp', 'e.svg', 'png'].map(isImageName), [true, true, true, true, true, false, false]);
  });
});
