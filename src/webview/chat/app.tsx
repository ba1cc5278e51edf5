// Knows how the page is put together, from top to bottom.
import type { JSX } from 'preact';
import { Announcer } from './announcer.tsx';
import { Composer } from './composer.tsx';
import type { Draft } from './draft.ts';
import { PageProvider, type PageContext } from './page-context.ts';
import type { Store } from './store.ts';
import type { PromptHistory } from './prompt-history.ts';
import { TranscriptView } from './transcript-view.tsx';

interface AppProps {
  readonly page: PageContext;
  readonly store: Store;
  readonly draft: Draft;
  readonly history: PromptHistory;
}

export function App({ page, store, draft, history }: AppProps): JSX.Element {
  return (
    <PageProvider value={page}>
      <main class="page">
        <TranscriptView store={store} />
        <Composer store={store} draft={draft} history={history} />
        <Announcer store={store} />
      </main>
    </PageProvider>
  );
}
