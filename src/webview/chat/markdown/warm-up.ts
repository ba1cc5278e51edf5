// Has the browser compile what draws an answer before the first one comes, while the page is idle: compiled in the
// middle of an answer, it costs its first frames. What is drawn here is never shown.
import { createAnswerView } from './answer-view.ts';
import type { AnswerWords } from './elements/words.ts';

/**
 * One of each thing that answers are made of, in pieces as they come; no code block that names a language, which would
 * load the colours.
 */
const sample = [
  '## Heading\n\nSome **bold** and *slanted* words',
  ' with `code` and [a link](https://tide.example/).\n\n- one\n- two\n',
  '  - deeper\n\n1. first\n2. second\n\n> quoted\n\n```\nline',
  ' of code\n```\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n---\n\n- [x] done\n\nThe',
  ' end.',
];

export function warmUp(words: AnswerWords): void {
  const view = createAnswerView(document.createElement('div'), words);
  for (const piece of sample) view.append(piece);
  view.end();
}
