// Runs inside the page, beside the page itself: shows many texts as answers at once, letter by letter or as history,
// and reports each element or attribute that the page could not have made by its own rules. It judges no structure.
import '../../src/webview/chat/main.tsx';
import type { HostMessage, Progress, Turn } from '../../src/protocol/chat.ts';
import { treeOf, type Tree } from './element-tree.ts';
import { textGrew } from './conversation-samples.ts';
import { blocksOf } from '../support/samples/answer-blocks.ts';

/** What an element of a formula may carry: a length has a bound, and a class is one of formula.css. */
const ofFormula: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    ['accent', 'accentunder', 'displaystyle', 'fence', 'largeop', 'movablelimits', 'separator', 'stretchy'].map(
      (name) => [name, /^(?:true|false)$/u],
    ),
  ),
  ...Object.fromEntries(['lspace', 'rspace', 'width'].map((name) => [name, /^(?:0|\d?(?:\.\d+)?em)$/u])),
  class: /^(?:(?:tml-)?[a-z]+(?:-[a-z]+)?(?: |$))+$/u,
  form: /^(?:pre|in|post)fix$/u,
  mathvariant: /^normal$/u,
  scriptlevel: /^\d$/u,
};

/** What each element of an answer may carry. An attribute that is nowhere here is an offence, and so is an element. */
const allowed: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  A: { href: /^(?:https?:|mailto:|#$)/u, title: /^/u, class: /^footnote-link$/u },
  BLOCKQUOTE: { dir: /^auto$/u },
  BR: {},
  BUTTON: {
    type: /^button$/u,
    class: /^icon-button codicon codicon-[a-z-]+(?: needs-editor)?$/u,
    title: /^/u,
    'aria-label': /^/u,
  },
  CODE: { class: /^formula$/u },
  DIV: {
    class: /^(?:part|part finished|table-scroller|code-block|code-header|footnote)$/u,
    dir: /^(?:auto|ltr)$/u,
    tabindex: /^0$/u,
  },
  EM: {},
  H1: { dir: /^auto$/u },
  H2: { dir: /^auto$/u },
  H3: { dir: /^auto$/u },
  H4: { dir: /^auto$/u },
  H5: { dir: /^auto$/u },
  H6: { dir: /^auto$/u },
  HR: {},
  INPUT: {
    type: /^checkbox$/u,
    checked: /^$/u,
    disabled: /^$/u,
    class: /^icon-button codicon codicon-word-wrap$/u,
    title: /^Wrap Lines$/u,
    'aria-label': /^(?:Done|Not done|Wrap Lines)$/u,
  },
  LI: { class: /^task$/u },
  OL: { dir: /^auto$/u, start: /^\d+$/u },
  P: { dir: /^auto$/u },
  PRE: { tabindex: /^0$/u },
  S: {},
  SPAN: {
    class:
      /^(?:image-note|address|file-link|code-language|code-actions|code-piece|hidden-character|language-[a-z]+|hljs-[a-z-]+(?: [a-z]+_)*)$/u,
    title: /^/u,
    role: /^img$/u,
    'data-label': /^U\+[0-9A-F]{4,6}(?: U\+[0-9A-F]{4,6})*$/u,
    'aria-label': /^U\+[0-9A-F]{4,6} [A-Z -]+$/u,
  },
  STRONG: {},
  SUP: {},
  TABLE: {},
  TBODY: {},
  TD: { dir: /^auto$/u, class: /^align-(?:left|center|right)$/u },
  TH: { dir: /^auto$/u, class: /^align-(?:left|center|right)$/u },
  THEAD: {},
  TR: {},
  UL: { dir: /^auto$/u },
  math: { alttext: /^/u, display: /^block$/u, tabindex: /^0$/u },
  ...Object.fromEntries(
    ['mfrac', 'mi', 'mn', 'mo', 'mover', 'mpadded', 'mrow', 'mspace', 'msqrt', 'mstyle', 'msub', 'msubsup', 'msup']
      .concat(['mtable', 'mtd', 'mtext', 'mtr', 'munder', 'munderover'])
      .map((name) => [name, ofFormula]),
  ),
};

export interface Shown {
  /** What is in the page against its own rules: the text's index, and what. */
  readonly offences: readonly (readonly [index: number, what: string])[];
  readonly trees: readonly Tree[];
  /** The longest time from a message's arrival until the page was free again, in milliseconds. */
  readonly longestStep: number;
  readonly steps: number;
}

// Frames come as fast as they are drawn, or tens of thousands of prefixes would take as many sixtieths of a second.
const frames = new MessageChannel();
const waiting: FrameRequestCallback[] = [];
frames.port1.onmessage = () => {
  for (const draw of waiting.splice(0)) draw(performance.now());
};
window.requestAnimationFrame = (draw) => {
  frames.port2.postMessage(null);
  return waiting.push(draw);
};

/** Resolves when what was posted before has been taken in, drawn to its end and laid out. */
async function drawn(): Promise<void> {
  await new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)));
  do await new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
  while (document.querySelector('.markdown[aria-busy]') !== null);
}

/** As from the frame around the page, which is the only one it listens to: here the page itself. */
function tell(...messages: readonly HostMessage[]): void {
  for (const data of messages)
    window.dispatchEvent(new MessageEvent('message', { data, origin: window.origin, source: window.parent }));
}

function answer(index: number, text: string, progress: Progress): Turn {
  return {
    kind: 'answer',
    id: `a${index}`,
    blocks: blocksOf(text),
    source: null,
    notice: null,
    progress,
    usage: null,
    seconds: null,
  };
}

function* offencesOf(host: Element): Generator<string> {
  for (const element of host.querySelectorAll('*')) {
    const attributes = allowed[element.tagName];
    if (attributes === undefined) yield `<${element.tagName}>`;
    for (const { name, value } of element.attributes) {
      if (attributes?.[name]?.test(value) !== true) yield `<${element.tagName} ${name}="${value}">`;
    }
    if (element.tagName === 'BUTTON' && element.closest('.code-block > .code-header > .code-actions') === null) {
      yield 'a button outside the head of a code block';
    }
  }
  for (const block of host.querySelectorAll('.code-block')) {
    const [header, scroller] = block.children;
    const [language, actions] = header?.children ?? [];
    const ours =
      header?.className === 'code-header' && language?.childElementCount === 0 && scroller?.tagName === 'PRE';
    if (!ours || actions?.querySelectorAll(':scope > button, :scope > input').length !== actions?.childElementCount)
      yield 'a forged code block';
  }
}

async function measured(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const hosts = (): Element[] => [...document.querySelectorAll('.turn.answer > .markdown')];

/** Colours come in their own time: an answer is complete when no block waits for them. */
async function coloured(): Promise<void> {
  await new Promise<void>((done) => requestIdleCallback(() => done()));
  await scheduler.postTask(() => undefined, { priority: 'background' });
}

const conformance = {
  /** Shows the texts as answers that arrive a character at a time, and looks at every answer after every character. */
  async stream(texts: readonly string[]): Promise<Shown> {
    tell({ kind: 'conversationShown', turns: texts.map((_, index) => answer(index, '', { kind: 'streaming' })) });
    await drawn();
    const characters = texts.map((text) => Array.from(text));
    const offences: [number, string][] = [];
    const all = hosts();
    let longestStep = 0;
    let steps = 0;
    for (let at = 0; ; at++) {
      const growing = [...characters.keys()].filter((index) => at < (characters[index]?.length ?? 0));
      if (growing.length === 0) break;
      longestStep = Math.max(
        longestStep,
        await measured(async () => {
          for (const index of growing) tell(textGrew(`a${index}`, characters[index]?.[at] ?? ''));
          await drawn();
        }),
      );
      steps += growing.length;
      for (const index of growing) {
        const host = all[index];
        if (host !== undefined) for (const what of offencesOf(host)) offences.push([index, what]);
      }
    }
    for (const index of texts.keys())
      tell({ kind: 'answerEnded', id: `a${index}`, progress: { kind: 'done' }, usage: null, seconds: 1 });
    await drawn();
    return { offences, trees: hosts().map(treeOf), longestStep, steps };
  },

  /** Shows the texts that were streamed last as the answers of a stored conversation, with their colours. */
  async restore(texts: readonly string[]): Promise<Shown> {
    const isVisible = hosts().map((host) => host.hasChildNodes());
    const turns = texts.map((text, index) => answer(index, text, { kind: 'done' }));
    tell({ kind: 'conversationShown', turns: [] });
    await drawn();
    const longestStep = await measured(async () => {
      tell({ kind: 'conversationShown', turns });
      await drawn();
      // Old answers are drawn when the page has time.
      while (hosts().some((host, index) => isVisible[index] === true && !host.hasChildNodes())) await coloured();
      await drawn();
    });
    await coloured();
    const offences = hosts().flatMap((host, index) => [...offencesOf(host)].map((what) => [index, what] as const));
    return { offences, trees: hosts().map(treeOf), longestStep, steps: texts.length };
  },

  /**
   * Presses every live element: what that asks of the host is heard outside. Returns the code that should have been
   * copied.
   */
  press(): string[] {
    for (const link of document.querySelectorAll<HTMLElement>('.markdown a')) link.click();
    const blocks = [...document.querySelectorAll('.code-block')];
    for (const block of blocks) block.querySelector<HTMLElement>('.codicon-copy')?.click();
    return blocks.map((block) => block.querySelector('pre > code')?.textContent ?? '');
  },
};
export type Conformance = typeof conformance;
Object.assign(window, { conformance });
