// Runs inside a page: the answer view as the chat page uses it.
import { createAnswerView } from '../../../src/webview/chat/markdown/answer-view.ts';
import { answerWords } from '../../webview/answer-words.ts';
import { measure } from './measuring.ts';

measure((host) => createAnswerView(host, answerWords));
