// Knows the words of an answer's own controls, for pages that show answers alone.
import type { AnswerWords } from '../../src/webview/chat/markdown/words.ts';

export const answerWords: AnswerWords = {
  copy: 'Copy',
  insertAtCursor: 'Insert at Cursor',
  openAsFile: 'Open as New File',
  applyToFile: 'Apply to the Open File',
  imageOmitted: 'image not loaded',
  codeLanguagePlain: 'text',
  hiddenRest: 'The rest is not drawn.',
  taskDone: 'Done',
  taskOpen: 'Not done',
  shownPlain: 'What follows is too long to be formatted, so it is shown as plain text.',
};
