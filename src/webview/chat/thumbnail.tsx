// Knows how an image that went along, or is to, looks in small. Its name stands beside it, so that it says nothing itself.
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../page/icon.tsx';
import { drawThumbnail } from './image-drawing.ts';

/** @param thumbnail base64; empty where there is none. */
export function Thumbnail({ thumbnail }: { readonly thumbnail: string }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    if (canvas.current !== null) void drawThumbnail(thumbnail, canvas.current);
  }, [thumbnail]);
  return thumbnail === '' ? <Icon name="file-media" /> : <canvas class="thumbnail" ref={canvas} aria-hidden="true" />;
}
