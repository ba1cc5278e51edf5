// The words of an answer's own controls, for pages that show answers alone.
import type { AnswerWords } from '../../src/webview/chat/markdown/elements/words.ts';

export const answerWords: AnswerWords = {
  copy: 'Copy',
  wrapLines: 'Wrap Lines',
  insertAtCursor: 'Insert at Cursor',
  putIntoTerminal: 'Put into the Terminal',
  openAsFile: 'Open as New File',
  applyToFile: 'Apply to the Open File',
  applyToNamed: 'Apply to {0}',
  createFile: 'Create {0}',
  openPlace: 'Open {0}',
  imageOmitted: 'image not loaded',
  codeLanguagePlain: 'text',
  hiddenRest: 'The rest is not drawn.',
  taskDone: 'Done',
  taskOpen: 'Not done',
  shownPlain: 'What follows is too long to be formatted, so it is shown as plain text.',
};
