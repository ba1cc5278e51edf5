// The entry of the chat page.
import { effect } from '@preact/signals';
import { render } from 'preact';
import { pageStringsSchema } from '../../protocol/chat.ts';
import { App } from './app.tsx';
import { createDraft } from './composer/draft.ts';
import { createFaultReporter, reportUncaught } from '../page/faults.ts';
import { readPageRoot } from '../page/page-root.ts';
import { connectHost } from './state/host-port.ts';
import { thumbnailOf } from './attachments/image-drawing.ts';
import { showEditor } from './markdown/code/editor-buttons.ts';
import { connectPlaces, lookForMissing, placesFound } from './markdown/elements/place-lookup.ts';
import { warmUp } from './markdown/warm-up.ts';
import type { PageContext } from './state/page-context.ts';
import { listenForPresses } from './elements/pressing.ts';
import { createPromptHistory } from './composer/prompt-history.ts';
import { createStore } from './state/store.ts';

const store = createStore((draw) => requestAnimationFrame(draw));
const host = connectHost((message) => {
  switch (message.kind) {
    case 'imageRead':
      void thumbnailOf(message.data, message.mediaType).then((thumbnail) =>
        host.post({ kind: 'thumbnailDrawn', id: message.id, thumbnail }),
      );
      break;
    case 'placesFound':
      placesFound(message.places);
      break;
    default:
      store.accept(message);
      // A change that was accepted may have created a file.
      if (message.kind === 'changesShown') lookForMissing();
  }
});
const report = createFaultReporter((message) => host.post(message));
reportUncaught(report);

const { root, strings } = readPageRoot(pageStringsSchema);
const draft = createDraft(host);
const history = createPromptHistory(host);
const page: PageContext = { strings, report, sendKey: store.sendKey, post: (message) => host.post(message) };

window.addEventListener('focus', () => page.post({ kind: 'pageFocused' }));
window.addEventListener('focus', lookForMissing);
window.addEventListener('blur', () => page.post({ kind: 'pageBlurred' }));
window.addEventListener('pagehide', () => draft.flush());
document.addEventListener('visibilitychange', () => draft.flush());
effect(() => {
  const editor = store.editor.value;
  showEditor(root, { name: editor?.name ?? null, missing: editor?.name === null ? strings.noEditor : null });
});
connectPlaces(page.post);
listenForPresses(root, strings.copied, page.post);
render(<App page={page} store={store} draft={draft} history={history} />, root);
host.begin();
requestIdleCallback(() => warmUp(strings));
