// Sees from outside when a webview has painted numbered words; it runs in the webview's own page and needs nothing from
// it.
import type { FrameLocator } from 'playwright-core';

/**
 * Watches until `count` words from number `first` on are painted, and returns when each was, in milliseconds since the
 * epoch.
 *
 * @param selector what the newest words are at the end of.
 */
export async function paintedAt(
  frame: FrameLocator,
  selector: string,
  first: number,
  count: number,
): Promise<number[]> {
  return frame.locator('body').evaluate(
    (body, [wanted, firstNumber, all]) =>
      new Promise<number[]>((resolve) => {
        const painted: number[] = [];
        const channel = new MessageChannel();
        let inFrame = false;
        /** The newest word that the frame being drawn will show. */
        let drawn = -1;
        const newest = (): number => {
          const text = [...body.querySelectorAll(wanted)].at(-1)?.textContent.slice(-30) ?? '';
          return Number(/word (\d+)[.\s]*$/u.exec(text)?.[1] ?? -1);
        };
        const observer = new MutationObserver(() => {
          if (inFrame) drawn = newest();
        });
        observer.observe(body, { childList: true, characterData: true, subtree: true });
        // Comes after the frame's style, layout and paint.
        channel.port1.onmessage = () => {
          inFrame = false;
          const now = performance.timeOrigin + performance.now();
          while (firstNumber + painted.length <= drawn) painted.push(now);
          if (painted.length === all) {
            observer.disconnect();
            resolve(painted);
          } else requestAnimationFrame(frameBegins);
        };
        const frameBegins = (): void => {
          inFrame = true;
          drawn = newest();
          channel.port2.postMessage(null);
        };
        requestAnimationFrame(frameBegins);
      }),
    [selector, first, count] as const,
  );
}
