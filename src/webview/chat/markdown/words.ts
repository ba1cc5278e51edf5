// Knows which of the page's sentences an answer needs, so that the renderer can be used and measured without the page.
import type { PageStrings } from '../../../core/chat/panel-messages.ts';

export type AnswerWords = Pick<
  PageStrings,
  | 'copy' | 'insertAtCursor' | 'openAsFile' | 'applyToFile' | 'imageOmitted' | 'codeLanguagePlain' | 'hiddenRest' | 'taskDone' | 'taskOpen'
  | 'shownPlain'
>;
