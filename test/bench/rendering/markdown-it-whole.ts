// Runs inside a page: markdown-it over the whole text each time, with its code coloured.
import hljs from 'highlight.js/lib/common';
import MarkdownIt from 'markdown-it';
import { measure } from './measuring.ts';

measure((host) => {
  const markdown = new MarkdownIt({
    highlight: (code, language) =>
      hljs.getLanguage(language) === undefined ? '' : hljs.highlight(code, { language, ignoreIllegals: true }).value,
  });
  let whole = '';
  return {
    append(text) {
      whole += text;
      host.innerHTML = markdown.render(whole);
    },
    end: () => undefined,
  };
});
