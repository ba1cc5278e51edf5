// Runs inside a page: the answer view as the chat page uses it.
import { createAnswerView } from '../../../src/webview/chat/markdown/answer-view.ts';
import { warmUp } from '../../../src/webview/chat/markdown/warm-up.ts';
import { answerWords } from '../../webview/answer-words.ts';
import { measure } from './measuring.ts';

// The page does so when it has been opened, long before an answer can come.
warmUp(answerWords);
measure((host) => createAnswerView(host, answerWords));
