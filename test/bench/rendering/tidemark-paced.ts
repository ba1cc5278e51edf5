// Runs inside a page: the view as the chat page uses it for text of any length.
import { createPacedView } from '../../../src/webview/chat/markdown/paced-view.ts';
import { warmUp } from '../../../src/webview/chat/markdown/warm-up.ts';
import { answerWords } from '../../webview/answer-words.ts';
import { measure } from './measuring.ts';

warmUp(answerWords);
measure((host) =>
  createPacedView(host, answerWords, (fault) => {
    throw fault;
  }),
);
