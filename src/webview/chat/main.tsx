// The entry of the chat page: reads the page's words, connects the host and draws. It decides nothing.
import { render } from 'preact';
import { pageStringsSchema } from '../../core/chat/panel-messages.ts';
import { App } from './app.tsx';
import { createDraft } from './draft.ts';
import { createFaultReporter, reportUncaught } from '../page/faults.ts';
import { connectHost } from './host-port.ts';
import { thumbnailOf } from './image-drawing.ts';
import { warmUp } from './markdown/warm-up.ts';
import type { PageContext } from './page-context.ts';
import { listenForPresses } from './pressing.ts';
import { createPromptHistory } from './prompt-history.ts';
import { createStore } from './store.ts';

const store = createStore((draw) => requestAnimationFrame(draw));
const host = connectHost((message) => {
  if (message.kind !== 'imageRead') store.accept(message);
  else void thumbnailOf(message.data, message.mediaType).then((thumbnail) => host.post({ kind: 'thumbnailDrawn', id: message.id, thumbnail }));
});
const report = createFaultReporter((message) => host.post(message));
reportUncaught(report);

const root = document.getElementById('root');
const words = document.getElementById('strings');
if (root === null || words === null) throw new Error('The chat page came without its root or its words.');

const strings = pageStringsSchema.parse(JSON.parse(words.textContent));
const draft = createDraft(host);
const history = createPromptHistory(host);
const page: PageContext = { strings, report, sendKey: store.sendKey, post: (message) => host.post(message) };

window.addEventListener('focus', () => page.post({ kind: 'pageFocused' }));
window.addEventListener('blur', () => page.post({ kind: 'pageBlurred' }));
window.addEventListener('pagehide', () => draft.flush());
document.addEventListener('visibilitychange', () => draft.flush());
listenForPresses(root, strings.copied, page.post);
render(<App page={page} store={store} draft={draft} history={history} />, root);
host.post({ kind: 'ready' });
requestIdleCallback(() => warmUp(strings));
