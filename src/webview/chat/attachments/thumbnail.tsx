// An image in small. Its name is beside it, so it has no text of its own.
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../page/icon.tsx';
import { drawThumbnail } from './image-drawing.ts';

/** @param thumbnail base64; empty where there is none. */
export function Thumbnail({ thumbnail }: { readonly thumbnail: string }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    if (canvas.current !== null) void drawThumbnail(thumbnail, canvas.current);
  }, [thumbnail]);
  return thumbnail === '' ? <Icon name="file-media" /> : <canvas class="thumbnail" ref={canvas} aria-hidden="true" />;
}
