// Runs inside a page with one renderer: feeds it an answer by the clock or step by step, and reports what that cost.

export interface Renderer {
  /** Draws more text at once. */
  append(text: string): void;
  end(text?: string): void;
}

export interface FrameCosts {
  /** Main-thread milliseconds of each animation frame, from its callback until it is painted. */
  readonly frames: readonly number[];
  /** Frames of a 60 Hz screen that were missed, and all that there could have been. */
  readonly dropped: number;
  readonly possible: number;
}

/** The highest rate at which answers come, in pieces a second, and the length of a piece. */
export const piecesASecond = 1_000;
export const pieceLength = 8;

const frameLength = 1_000 / 60;
/**
 * Steps are measured in windows over the whole text: as many in each of a short text as of a long one, so that its
 * first steps, which are slow as code is compiled, weigh the same. Who redraws everything each time gets fewer.
 */
const thorough = { windows: 16, steps: 40 };
const cursory = { windows: 6, steps: 6 };

const channel = new MessageChannel();
/** Resolves after what is due now: behind a frame's callback, that is after its style, layout and paint. */
const turn = (): Promise<void> =>
  new Promise((resolve) => {
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(null);
  });
const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Lets the page measure `create`, which draws into the element that it is given. */
export function measure(create: (host: Element) => Renderer | Promise<Renderer>): void {
  const begin = async (): Promise<Scene> => {
    const scroller = document.createElement('section');
    scroller.className = 'transcript';
    scroller.style.height = '100vh';
    const host = document.createElement('div');
    host.className = 'markdown streaming';
    scroller.append(host);
    document.body.replaceChildren(scroller);
    const renderer = await create(host);
    await frame();
    await turn();
    return { scroller, host, renderer };
  };
  const bench = {
    frames: async (text: string): Promise<FrameCosts> => inFrames(await begin(), text),
    steps: async (text: string, isThorough: boolean): Promise<number> => inSteps(await begin(), text, isThorough),
    content: (): Record<string, number> => contentOf(document.body),
    arriving: async (text: string, length: number): Promise<void> => arriving(await begin(), text, length),
    atOnce: async (text: string): Promise<void> => atOnce(await begin(), text),
  };
  Object.assign(window, { renderingBench: bench });
}

interface Scene {
  readonly scroller: Element;
  readonly host: Element;
  readonly renderer: Renderer;
}

/** Draws what is due once a frame, as an answer at full speed does. */
async function inFrames({ scroller, renderer }: Scene, text: string): Promise<FrameCosts> {
  const frames: number[] = [];
  const began = performance.now();
  let drawn = 0;
  let dropped = 0;
  let before: number | null = null;
  while (drawn < text.length) {
    await frame();
    const start = performance.now();
    if (before !== null) dropped += Math.max(0, Math.round((start - before) / frameLength) - 1);
    before = start;
    const due = Math.min(text.length, Math.floor(((start - began) / 1_000) * piecesASecond) * pieceLength);
    renderer.append(text.slice(drawn, due));
    if (due === text.length) renderer.end();
    drawn = due;
    scroller.scrollTop = scroller.scrollHeight;
    await turn();
    frames.push(performance.now() - start);
  }
  for (let idle = 0; idle < 12; idle++) await frame();
  return { frames, dropped, possible: dropped + frames.length };
}

/**
 * Draws one piece at a time with its layout and what it leaves to be done, and returns the mean of a step's
 * milliseconds.
 */
async function inSteps({ scroller, renderer }: Scene, text: string, isThorough: boolean): Promise<number> {
  const medians: number[] = [];
  const { windows, steps } = isThorough ? thorough : cursory;
  const toEnd = (): void => void (scroller.scrollTop = scroller.scrollHeight);
  let drawn = 0;
  for (let window = 0; window < windows; window++) {
    const begin = Math.floor((text.length * window) / windows);
    if (begin > drawn) {
      renderer.append(text.slice(drawn, begin));
      drawn = begin;
    }
    toEnd();
    await frame();
    // What the leap to this window left behind, such as colours, is no part of a step.
    await new Promise((resolve) => requestIdleCallback(resolve));
    const costs: number[] = [];
    for (let step = 0; step < steps && drawn < text.length; step++) {
      const start = performance.now();
      renderer.append(text.slice(drawn, drawn + pieceLength));
      toEnd();
      await turn();
      toEnd();
      costs.push(performance.now() - start);
      drawn += pieceLength;
    }
    medians.push(costs.sort((left, right) => left - right)[costs.length >> 1] ?? Number.NaN);
  }
  renderer.append(text.slice(drawn));
  renderer.end();
  return medians.reduce((sum, cost) => sum + cost, 0) / medians.length;
}

/** Draws a text `length` characters a frame. */
async function arriving({ scroller, host, renderer }: Scene, text: string, length: number): Promise<void> {
  for (let drawn = 0; drawn < text.length; drawn += length) {
    await frame();
    renderer.append(text.slice(drawn, drawn + length));
    scroller.scrollTop = scroller.scrollHeight;
  }
  renderer.end();
  await atRest(scroller, host);
}

async function atOnce({ scroller, host, renderer }: Scene, text: string): Promise<void> {
  renderer.end(text);
  await atRest(scroller, host);
}

/** Resolves when nothing has been drawn for a while. */
async function atRest(scroller: Element, host: Element): Promise<void> {
  let changes = 0;
  const observer = new MutationObserver(() => changes++);
  observer.observe(host, { childList: true, subtree: true, characterData: true });
  for (let before = -1; before !== changes; ) {
    before = changes;
    for (let idle = 0; idle < 20; idle++) {
      scroller.scrollTop = scroller.scrollHeight;
      await frame();
    }
  }
  observer.disconnect();
}

/** What is in the page at the end, so that nobody wins by drawing less. */
function contentOf(host: Element): Record<string, number> {
  const count = (selector: string): number => host.querySelectorAll(selector).length;
  return {
    blocks: count('pre'),
    tables: count('table'),
    items: count('li'),
    coloured: count('pre span[class], pre span[style]'),
  };
}

export interface RenderingBench {
  frames(text: string): Promise<FrameCosts>;
  steps(text: string, isThorough: boolean): Promise<number>;
  content(): Record<string, number>;
  arriving(text: string, length: number): Promise<void>;
  atOnce(text: string): Promise<void>;
}
