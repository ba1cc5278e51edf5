import type { JSX } from 'preact';
import { Announcer } from './announcer.tsx';
import { Composer } from './composer/composer.tsx';
import type { Draft } from './composer/draft.ts';
import { PageProvider, type PageContext } from './state/page-context.ts';
import type { Store } from './state/store.ts';
import type { PromptHistory } from './composer/prompt-history.ts';
import { TranscriptView } from './transcript/transcript-view.tsx';

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
