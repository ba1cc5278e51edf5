// Draws an image small: decoded from bytes onto a canvas, so that the page's policy lets no image element load
// anything.
import { isThumbnail, largestPixels, largestThumbnail, pixelsIn } from '../../../protocol/chat.ts';

/** Pixels of a thumbnail's longer side: enough for where it is shown largest, on a screen of twice the density. */
const longestSide = 128;

const thumbnailType = 'image/webp';

/** Base64 of a small WebP image; empty where the bytes cannot be drawn. Never rejects. */
export async function thumbnailOf(data: string, mediaType: string): Promise<string> {
  try {
    const bitmap = await createImageBitmap(blobOf(data, mediaType));
    const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(bitmap.width * scale)),
      Math.max(1, Math.round(bitmap.height * scale)),
    );
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const thumbnail = await base64Of(await canvas.convertToBlob({ type: thumbnailType, quality: 0.8 }));
    return thumbnail.length <= largestThumbnail ? thumbnail : '';
  } catch {
    return '';
  }
}

/** Draws a thumbnail into a canvas, which takes its size. Never rejects: what cannot be drawn stays empty. */
export async function drawThumbnail(thumbnail: string, canvas: HTMLCanvasElement): Promise<void> {
  try {
    if (!isThumbnail(thumbnail)) throw new Error('This is not a thumbnail.');
    const bitmap = await createImageBitmap(blobOf(thumbnail, thumbnailType));
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    bitmap.close();
  } catch {
    canvas.width = 0;
  }
}

export async function base64Of(blob: Blob): Promise<string> {
  const reader = new FileReader();
  await new Promise((resolve, reject) => {
    reader.onload = resolve;
    reader.onerror = () => reject(new Error('A file could not be read.'));
    reader.readAsDataURL(blob);
  });
  // `data:…;base64,` is before it.
  return typeof reader.result === 'string' ? reader.result.slice(reader.result.indexOf(',') + 1) : '';
}

/** @throws Error where decoding it would take too much memory. */
function blobOf(base64: string, type: string): Blob {
  const letters = atob(base64);
  const bytes = new Uint8Array(letters.length);
  // A loop, since an image may have millions of them.
  for (let index = 0; index < letters.length; index += 1) bytes[index] = letters.charCodeAt(index);
  if ((pixelsIn(bytes) ?? Infinity) > largestPixels) throw new Error('An image has too many pixels to be drawn.');
  return new Blob([bytes], { type });
}
