// Runs inside a page: react-markdown with GitHub's extensions and coloured code.
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import Markdown from 'react-markdown';
import rehypeHighlight from 'rehype-highlight';
import remarkGfm from 'remark-gfm';
import { measure } from '../rendering/measuring.ts';

const plugins = { remarkPlugins: [remarkGfm], rehypePlugins: [rehypeHighlight] };
measure((host) => {
  const root = createRoot(host);
  let whole = '';
  return {
    append(text) {
      whole += text;
      flushSync(() => root.render(createElement(Markdown, plugins, whole)));
    },
    end: () => undefined,
  };
});
