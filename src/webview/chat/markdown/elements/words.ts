// Which of the page's sentences an answer needs, so that the renderer can be used and measured without the page.
import type { PageStrings } from '../../../../protocol/chat.ts';

export type AnswerWords = Pick<
  PageStrings,
  | 'copy'
  | 'wrapLines'
  | 'insertAtCursor'
  | 'openAsFile'
  | 'applyToFile'
  | 'putIntoTerminal'
  | 'applyToNamed'
  | 'createFile'
  | 'openPlace'
  | 'imageOmitted'
  | 'codeLanguagePlain'
  | 'hiddenRest'
  | 'taskDone'
  | 'taskOpen'
  | 'shownPlain'
>;
