// The rows of the bench by name: what a table calls each, and where its reader is.
import type { StreamReader } from './stream-reader.ts';

const rows = {
  'fetch-only': { title: 'fetch, bytes counted', load: () => import('./readers/fetch-only.ts') },
  'eventsource-parser': {
    title: 'eventsource-parser + JSON.parse',
    load: () => import('./readers/eventsource-parser.ts'),
  },
  'eventsource-parser-checked': {
    title: 'eventsource-parser + JSON.parse + hand check',
    load: () => import('./readers/eventsource-parser-checked.ts'),
  },
  tidemark: { title: '**Tidemark**', load: () => import('./readers/tidemark.ts') },
  'tidemark-taking': {
    title: '**Tidemark**, text so far taken at every delta',
    load: () => import('./readers/tidemark-taking.ts'),
  },
  'tidemark-looking': {
    title: '**Tidemark**, text so far looked into at every delta',
    load: () => import('./readers/tidemark-looking.ts'),
  },
  'anthropic-sdk': { title: 'Anthropic SDK, `messages.stream`', load: () => import('./readers/anthropic-sdk.ts') },
  'anthropic-sdk-taking': {
    title: 'Anthropic SDK, text so far taken at every delta',
    load: () => import('./readers/anthropic-sdk-taking.ts'),
  },
  'anthropic-sdk-looking': {
    title: 'Anthropic SDK, text so far looked into at every delta',
    load: () => import('./readers/anthropic-sdk-looking.ts'),
  },
  'anthropic-sdk-raw': { title: 'Anthropic SDK, plain events', load: () => import('./readers/anthropic-sdk-raw.ts') },
  'ai-sdk': { title: 'AI SDK, `streamText`', load: () => import('./readers/ai-sdk.ts') },
} satisfies Record<string, { title: string; load: () => Promise<{ reader: StreamReader }> }>;

export type ReaderName = keyof typeof rows;

const isReaderName = (name: string): name is ReaderName => Object.hasOwn(rows, name);

export function titleOf(name: ReaderName): string {
  return rows[name].title;
}

/** Loads one reader and nothing of the others. Throws where there is none of this name. */
export async function readerNamed(name: string): Promise<StreamReader> {
  if (!isReaderName(name)) throw new Error(`There is no reader named ${name}.`);
  const { reader } = await rows[name].load();
  return reader;
}
