// Whether the end of an answer that grows stays in sight, frame by frame, in Chromium.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { settle } from '../support/page/webview-page.ts';
import { servePages } from '../support/page/webview-suite.ts';
import { answer, conversation, prompt, textGrew } from './conversation-samples.ts';

const running = answer('a1', '', { progress: { kind: 'waiting' }, source: null, usage: null, seconds: null });
const paragraph = (index: number): string => `Paragraph ${index}: ${'the tide comes in and goes out. '.repeat(5)}\n\n`;
/** Two parts and a half of 24 blocks, each far taller than a narrow panel. */
const pieces = Array.from({ length: 60 }, (_, index) => paragraph(index)).flatMap(
  (text) => text.match(/.{1,60}|\n+/g) ?? [],
);

/** Delivers a message a frame, and says how far below the sight the end of the transcript was in each, as painted. */
async function distancesWhile(page: Page, messages: readonly unknown[]): Promise<number[]> {
  return page.evaluate(async (all) => {
    const [scroller, content] = ['.transcript', '.transcript-content'].map((one) => document.querySelector(one));
    if (!scroller || !content) throw new Error('There is no transcript.');
    // Where things are once the frame is laid out and observed: an observation that has just begun reports it.
    const painted = (): Promise<number> =>
      new Promise((resolve) => {
        const observer = new IntersectionObserver(
          ([entry]) => {
            observer.disconnect();
            resolve(Math.round((entry?.boundingClientRect.bottom ?? Number.NaN) - (entry?.rootBounds?.bottom ?? 0)));
          },
          { root: scroller },
        );
        observer.observe(content);
      });
    const distances: number[] = [];
    for (const message of all) {
      window.postMessage(message, '*');
      await new Promise(requestAnimationFrame);
      distances.push(await painted());
    }
    return distances;
  }, messages);
}

describe('an answer that grows', () => {
  const pages = servePages();

  it('keeps its end in sight in every frame, through all of its parts, in a narrow panel', async () => {
    await using shown = await pages.show({ width: 300, height: 600 });
    await shown.show(...conversation(prompt('p1', 'Why?')), { kind: 'turnAdded', turn: running });
    const distances = await distancesWhile(
      shown.page,
      pieces.map((text) => textGrew('a1', text)),
    );
    await settle(shown.page);
    assert.equal(await shown.page.locator('.part').count(), 3);
    assert.deepEqual(
      distances.filter((distance) => distance > 1),
      [],
    );
  });

  it('is followed still when what is above it was shorter for a moment', async () => {
    await using shown = await pages.show({ width: 300, height: 600 });
    await shown.show(...conversation(prompt('p1', 'Why?')), { kind: 'turnAdded', turn: running });
    await shown.show(textGrew('a1', pieces.slice(0, 60).join('')));
    const lost = await shown.page.locator('.markdown .part').evaluate(async (part) => {
      const scroller = part.closest('.transcript');
      if (!(part instanceof HTMLElement) || scroller === null) throw new Error('There is no part.');
      const frames = async (): Promise<void> => {
        for (let count = 0; count < 2; count++) await new Promise(requestAnimationFrame);
      };
      part.style.paddingBottom = '40px';
      await frames();
      const before = scroller.scrollTop;
      part.style.display = 'none';
      const shortest = scroller.scrollTop;
      part.style.display = '';
      await frames();
      return before - shortest;
    });
    assert.ok(lost > 500, `${lost} pixels`);
    const distances = await distancesWhile(shown.page, [textGrew('a1', 'More. '), textGrew('a1', 'And more.')]);
    assert.ok(Math.max(...distances) <= 1, distances.join());
    assert.equal(await shown.page.getByRole('button', { name: 'Go to the End' }).count(), 0);
  });

  it('is left by a person with the wheel, with keys, and by dragging, while it grows', async () => {
    const ways: ((page: Page) => Promise<void>)[] = [
      (page) => page.mouse.wheel(0, -400),
      (page) => page.getByRole('log').press('PageUp'),
      (page) => page.getByRole('log').press('Home'),
      async (page) => {
        await page.mouse.down();
        await page.mouse.move(150, -40, { steps: 5 });
      },
    ];
    for (const leave of ways) {
      await using shown = await pages.show({ width: 300, height: 600 });
      await shown.show(...conversation(prompt('p1', 'Why?')), { kind: 'turnAdded', turn: running });
      await shown.show(textGrew('a1', pieces.slice(0, 60).join('')));
      await shown.page.getByRole('log').hover();
      await leave(shown.page);
      await shown.page.getByRole('button', { name: 'Go to the End' }).waitFor();
      const distances = await distancesWhile(shown.page, [textGrew('a1', '\n\nMore.'), textGrew('a1', '\n\nMore.')]);
      assert.ok(Math.min(...distances) > 8, distances.join());
    }
  });
});
